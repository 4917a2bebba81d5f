import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeRatings } from "../../rating/index.ts";
import { ratingAgreementOf } from "./agreement-verb.ts";
import { ratingAnalysisOf } from "./analyse-verb.ts";
import { plannedStudy, ratingPlanOf } from "./plan-verb.ts";
import { readStudy } from "./read-study.ts";
import { ratingSimulationOf } from "./simulate-verb.ts";

const STUDY = `
name: tiny
title: Tiny
ratersPerText: 2
systems: [{ id: a }, { id: b, telltales: [Fjord Writer] }]
prompts: [{ id: p1, text: Once. }]
texts:
  - { system: a, prompt: p1, file: a.txt }
  - { system: b, prompt: p1, text: Once more by Fjord Writer. }
tests: { resamples: 100, permutations: 100 }
`;

describe("the verbs of rating studies", () => {
  let folder = "";
  const file = (name: string): string => join(folder, name);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "rating-"));
    await writeFile(file("a.txt"), "Once upon a time.\n");
    await writeFile(file("STUDY.yaml"), STUDY);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("plan: takes texts from files, and tells what keeps a study closed and what gives it away", async () => {
    const { report, text } = await ratingPlanOf(file("STUDY.yaml"));
    expect(report).toMatchObject({ ready: true, plan: { texts: 2, work: { words: 18 } } });
    expect(report.leaks).toMatchObject([{ text: "b/p1", kind: "name", match: "Fjord Writer" }]);
    expect(text).toContain('b/p1: name: "Fjord Writer"');
    expect(text).toMatch(/p < 0.05 is impossible in any of 4 comparisons/);
  });

  it("plan: is the same for the example that comes with the package, every time", async () => {
    const { report } = await ratingPlanOf("examples/rating-study.yaml");
    expect(report).toMatchObject({ ready: true, leaks: [], plan: { power: { possible: true } } });
    expect((await ratingPlanOf("examples/rating-study.yaml")).report.plan.hash).toBe(
      report.plan.hash,
    );
  });

  it("plan: lists every fault with its line", async () => {
    await writeFile(
      file("broken.yaml"),
      `${STUDY.replace("a.txt", "none.txt")}rater: 3\nseed: x\n`,
    );
    await expect(readStudy(file("broken.yaml"))).rejects.toThrow(
      expect.objectContaining({
        code: "invalid-study",
        message: expect.stringMatching(
          /3 faults[\s\S]*:8:36: [\s\S]*none\.txt[\s\S]*:11:1: unknown key "rater": did you mean[\s\S]*:12:7: seed: must be a number/,
        ),
      }),
    );
    await expect(readStudy(file("nowhere.yaml"))).rejects.toMatchObject({ code: "invalid-study" });
  });

  it("agreement and analysis: read a folder, and say whether the plan is the declared one", async () => {
    const study = await readStudy(file("STUDY.yaml"));
    const dimensions = ["relevance", "consistency", "fluency", "coherence"];
    const people = ["r1", "r2"].flatMap((rater) => ["t1", "t2"].map((text) => ({ rater, text })));
    const ratings = writeRatings({
      study: {
        kind: "study",
        version: 1,
        name: "tiny",
        planHash: plannedStudy(study).plan.hash,
        dimensions,
        ratersPerText: 2,
      },
      texts: ["t1", "t2"].map((text) => ({ kind: "text", text, prompt: "p1", words: 4 })),
      raters: [],
      readings: people.map((who) => ({
        kind: "reading",
        ...who,
        status: "complete",
        takenAtMs: 1,
        endedAtMs: 2,
        readMs: 9000,
      })),
      answers: people.flatMap((who) =>
        dimensions.map((dimension) => {
          const answer = { value: who.text === "t1" ? 4 : 2 };
          return {
            kind: "answer" as const,
            ...who,
            dimension,
            answer,
            history: [{ atMs: 1, answer }],
          };
        }),
      ),
    });
    await writeFile(file("ratings.jsonl"), ratings);
    await writeFile(file("key.jsonl"), '{"text":"t1","system":"a"}\n{"text":"t2","system":"b"}\n');
    const scores = ["a", "b"].map((system) =>
      JSON.stringify({ metric: "rouge-l", system, prompt: "p1", value: 0.5 }),
    );
    await writeFile(file("scores.jsonl"), `${scores.join("\n")}\n`);

    const { report: agreement, text } = await ratingAgreementOf(file("ratings.jsonl"), 1);
    expect(agreement.dimensions[0]?.alpha).toMatchObject({ status: "defined", value: 1 });
    expect(text).toContain("1.000");

    const analysis = await ratingAnalysisOf(folder);
    expect(analysis.report).toMatchObject({ isPlanned: true, deviations: [] });
    expect(analysis.report.all.comparisons[0]).toMatchObject({ difference: 2, p: 1 });
    expect(analysis.report.metrics[0]).toMatchObject({ metric: "rouge-l", isExploratory: true });
    expect(analysis.text).toContain("as declared before the first rating");

    await writeFile(file("STUDY.yaml"), `${STUDY}seed: 9\n`);
    expect((await ratingAnalysisOf(folder)).text).toContain("all of this is exploratory");
    await writeFile(file("key.jsonl"), '{"text":"t1","system":"a"}\n{"text":3}\nnothing\n');
    await expect(ratingAnalysisOf(folder)).rejects.toMatchObject({ code: "invalid-ratings" });
  });

  it("simulate: tells claims and power in words", () => {
    const size = { systems: 2, prompts: 5, ratersPerText: 2, studies: 2, seed: 1 };
    expect(ratingSimulationOf(size).text).toContain(
      "0 of 2 studies without a true difference claim one",
    );
    expect(ratingSimulationOf({ ...size, advantage: 1 }).text).toContain("power 0.0 %");
  });
});
