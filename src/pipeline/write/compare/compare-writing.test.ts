import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../../tests/virtual-clock.ts";
import type { ComparedRun, WritingComparison } from "../../../records/index.ts";
import type { ProgressEvent, RunContext } from "../../run-context.ts";
import { compareWriting } from "./compare-writing.ts";
import { type ComparisonFile, comparisonFromOptions } from "./comparison-file.ts";
import { previewComparison } from "./preview-comparison.ts";
import { armsOf } from "./writer-arms.ts";

// Every call is synced to the disk; in memory that costs nothing.
const place = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const folder = mkdtempSync(join(place, "longhand-comparison-"));
const briefs = ["ferry-story", "harbour-report"].map((name) =>
  join(import.meta.dirname, `../../../../examples/briefs/${name}.yaml`),
);

afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000);

function contextOf(
  onProgress: (event: ProgressEvent) => void = () => undefined,
  stopping: AbortSignal = new AbortController().signal,
): RunContext {
  return {
    clock: createVirtualClock(),
    nameSeed: "test",
    home: join(folder, "home"),
    runsFolder: join(folder, "runs"),
    credential: () => undefined,
    environment: {},
    stopping,
    stopNow: new AbortController().signal,
    onProgress,
  };
}

/** Mean of a measure over the runs of an arm, to four decimals. */
function meanOf({ runs }: WritingComparison, arm: string, id: string): number {
  const values = runs.flatMap((run) => {
    const score = run.scores[id];
    return run.arm === arm && score?.status === "scored" ? [score.value] : [];
  });
  return Number((values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(4));
}

const protocol = comparisonFromOptions({
  briefs,
  writers: armsOf(["rolling", "outline", "tree"], ["ltr", "repair"]),
  seeds: [1, 2],
  settings: { words: 3000, model: "fake", facts: "all" },
});

describe("the whole protocol with the fake model", () => {
  it("gives the expected numbers over 2 briefs × 2 seeds × 3,000 words", {
    timeout: 900_000,
  }, async () => {
    const { comparison, report, terminal } = await compareWriting(
      protocol,
      join(folder, "protocol"),
      contextOf(),
    );
    const { arms, runs, contrasts, stopRule } = comparison;
    expect(runs).toHaveLength(2 * 2 * 4);
    const shown = arms.map(({ name }) => ({
      name,
      recall: meanOf(comparison, name, "recall"),
      violations: meanOf(comparison, name, "violation-rate"),
      must: meanOf(comparison, name, "must-coverage"),
      lengthError: meanOf(comparison, name, "length-error"),
      tokensOut: meanOf(comparison, name, "tokens-out"),
    }));
    expect(shown).toMatchInlineSnapshot(`
      [
        {
          "lengthError": 0.0048,
          "must": 0.7679,
          "name": "rolling",
          "recall": 0.22,
          "tokensOut": 7061.25,
          "violations": 0.0184,
        },
        {
          "lengthError": 0.0032,
          "must": 0.7179,
          "name": "outline",
          "recall": 0.1317,
          "tokensOut": 7540,
          "violations": 0.0083,
        },
        {
          "lengthError": 0.0048,
          "must": 0.8429,
          "name": "tree-ltr",
          "recall": 0.2217,
          "tokensOut": 10446.25,
          "violations": 0,
        },
        {
          "lengthError": 0.0079,
          "must": 0.7571,
          "name": "tree-repair",
          "recall": 0.225,
          "tokensOut": 15748,
          "violations": 0,
        },
      ]
    `);
    // 3 primary measures × 2 baselines; two briefs can separate nothing
    const primary = contrasts.filter(({ family }) => family === "primary");
    expect(primary).toHaveLength(6);
    expect(primary.map(({ verdict }) => verdict)).toEqual(new Array(6).fill("not separated"));
    expect(stopRule.outcome).toBe("undecided");
    expect(terminal).toContain("2 briefs cannot separate 6 contrasts; 8 can");
    expect(readFileSync(report["html"] ?? "", "utf8")).toContain('<svg role="img"');
    expect(readFileSync(report["md"] ?? "", "utf8")).toContain(
      "tree-repair and rolling are not separated",
    );
    const scores = readFileSync(report["scores"] ?? "", "utf8")
      .trim()
      .split("\r\n");
    expect(scores).toHaveLength(1 + 16 * comparison.measures.length);
    expect(JSON.parse(readFileSync(report["json"] ?? "", "utf8"))).toEqual(comparison);
  });
});

const small: ComparisonFile = comparisonFromOptions({
  briefs: briefs.slice(0, 1),
  writers: armsOf(["rolling", "tree-ltr"]),
  seeds: [1, 2],
  settings: { words: 1200, model: "fake" },
});

const textsOf = (out: string, runs: readonly Pick<ComparedRun, "run">[]): string[] =>
  runs.map(({ run }) => readFileSync(join(out, "runs", run, "exports", "document.md"), "utf8"));

describe("compareWriting", { timeout: 120_000 }, () => {
  it("goes on where it was stopped, repeats no finished call, and ends with the same texts", async () => {
    const whole = join(folder, "whole");
    const { comparison } = await compareWriting(small, whole, contextOf());

    const stopped = join(folder, "stopped");
    for (const moment of [1, 3]) {
      const stop = new AbortController();
      let parts = 0;
      const context = contextOf(({ kind }) => {
        parts += kind === "step" ? 1 : 0;
        if (parts > moment * 3) stop.abort();
      }, stop.signal);
      await expect(compareWriting(small, stopped, context)).rejects.toMatchObject({
        code: "interrupted",
      });
    }
    const { comparison: resumed } = await compareWriting(small, stopped, contextOf());
    expect(textsOf(stopped, resumed.runs)).toEqual(textsOf(whole, comparison.runs));
    const callsOf = ({ runs }: WritingComparison): number[] => runs.map(({ calls }) => calls);
    expect(callsOf(resumed)).toEqual(callsOf(comparison));
    // The first run was interrupted: its time is not known, and nothing else is missing.
    expect(resumed.runs[0]?.scores["seconds"]).toEqual({
      status: "unscored",
      reason: "interrupted",
    });

    let told = 0;
    const again = await compareWriting(
      small,
      stopped,
      contextOf(({ kind, ...event }) => {
        if (kind === "step" && "step" in event && event.step === "Comparing") told += 1;
      }),
    );
    expect(told).toBe(0);
    expect(again.comparison).toEqual(resumed);
  });

  it("refuses a folder that holds another comparison", async () => {
    const other = { ...small, words: 1300 };
    await expect(compareWriting(other, join(folder, "whole"), contextOf())).rejects.toMatchObject({
      code: "other-comparison",
    });
  });

  it("counts a crashed run as 0 and claims nothing of it", async () => {
    // A window that no prompt fits into breaks every run off.
    const brief = join(folder, "narrow.yaml");
    writeFileSync(
      brief,
      "goal: Tell how a keeper saves a ferry.\nlength: { words: 600 }\nmust: [{ text: lamp }]\nmodel: fake\nmodelSettings: { contextTokens: 60 }\nmodels: { size: tiny }\n",
    );
    const file = comparisonFromOptions({
      briefs: [brief],
      writers: armsOf(["rolling", "tree-ltr"]),
      seeds: [1],
    });
    const { comparison } = await compareWriting(file, join(folder, "narrow"), contextOf());
    const [rolling] = comparison.runs;
    expect(rolling).toMatchObject({ status: "crashed", words: 0 });
    expect(rolling?.scores["must-coverage"]).toEqual({ status: "scored", value: 0 });
    expect(rolling?.scores["recall"]).toEqual({ status: "unscored", reason: "no-planted-facts" });
    expect(rolling?.scores["rep-4"]).toEqual({ status: "unscored", reason: "crashed" });
    const must = comparison.contrasts.find(({ measure }) => measure === "must-coverage");
    expect(must?.completePairs).toMatchObject({ briefs: 0 });
    expect(comparison.notes.join(" ")).toContain("broke off with an error");
  });

  it("asks a judge once, and leaves unscored what the judge does not answer in the form", async () => {
    const callLog = join(folder, "judge-calls.jsonl");
    const judge = { model: "fake:judge", settings: { callLog } };
    const asked = (): number => readFileSync(callLog, "utf8").trim().split("\n").length;
    const out = join(folder, "judged");
    const first = await compareWriting({ ...small, judge }, out, contextOf());
    const preference = first.comparison.contrasts.find(({ measure }) => measure === "preference");
    // The fake model writes prose where one word is asked for.
    expect(preference).toMatchObject({ briefs: 0, reason: "no pair has a value on both sides" });
    expect(readdirSync(join(out, "verdicts"), { recursive: true })).toHaveLength(3);
    const calls = asked();
    await compareWriting({ ...small, judge }, out, contextOf());
    expect(asked()).toBe(calls);
  });

  it("previews runs, calls and tokens, and opens nothing", async () => {
    const preview = await previewComparison(small, join(folder, "whole"), contextOf());
    expect(preview).toMatchObject({ runs: 4, finished: 4, calls: 0 });
    const fresh = await previewComparison(small, join(folder, "nowhere"), contextOf());
    expect(fresh).toMatchObject({ runs: 4, finished: 0, arms: ["rolling", "tree-ltr"] });
    expect(fresh.calls).toBeGreaterThan(20);
    // 4 runs × 4 × 1,620 tokens
    expect(fresh.maxCompletionTokens).toBe(25_920);
    expect(fresh.text).toContain("4 runs: 1 brief (ferry-story) × 2 seeds × 2 ways");
  });
});
