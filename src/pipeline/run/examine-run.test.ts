import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { tinyPlace } from "../../../tests/tiny-run.ts";
import type { DoctorFinding } from "../doctor-finding.ts";
import { examineRun } from "./examine-run.ts";
import { defineExperiment, resumeRun, startRun } from "./run-experiment.ts";
import type { RunFolder } from "./run-folder.ts";
import { runStatus } from "./run-status.ts";

const place = tinyPlace();
const { context } = place;
let folder: RunFolder;
let whole: string;

const examine = (repair = false): Promise<DoctorFinding[]> =>
  examineRun(folder.name, { repair }, context);
const problemsOf = (findings: readonly DoctorFinding[]): string[] =>
  findings
    .filter(({ status }) => status === "problem")
    .map(({ check, found }) => `${check}: ${found}`);

/** Cuts the last bytes off a file, as a full disk or a bad copy would. */
function cut(path: string, bytes: number): void {
  const content = readFileSync(path);
  writeFileSync(path, content.subarray(0, content.length - bytes));
}

beforeAll(async () => {
  const experiment = defineExperiment({
    version: 1,
    name: "doctor",
    dataset: { path: place.topicDataset("doctor") },
    grid: { retriever: ["none", "recency"], k: [1], mode: ["plain", "summary"], model: ["fake"] },
    metrics: ["rouge-1"],
    statistics: { resamples: 100, permutations: 100 },
  });
  ({ folder } = await startRun(experiment, {}, context));
  whole = readFileSync(folder.outputs, "utf8");
});

describe("examineRun", () => {
  it("finds nothing wrong with a whole run, and looks at every file", async () => {
    const findings = await examine();
    expect(findings.filter(({ status }) => status !== "ok")).toEqual([]);
    expect(findings.map(({ check }) => check.replace(/[0-9a-f]{16}/, "…"))).toEqual([
      "manifest",
      "plan",
      "retrieval",
      "log of side calls",
      "generation log",
      "outputs",
      "events",
      "scores/….jsonl",
      "summary",
    ]);
  });

  it("finds a retrieval that was cut, moves it aside, and the run makes the same one", async () => {
    const before = readFileSync(folder.retrieval, "utf8");
    cut(folder.retrieval, 30);
    expect(problemsOf(await examine())).toEqual(["retrieval: line 3 is cut off"]);
    writeFileSync(folder.retrieval, `${before.split("\n").slice(0, 2).join("\n")}\n`);
    expect(problemsOf(await examine())).toEqual(["retrieval: 1 example of the plan is missing"]);
    const repaired = await examine(true);
    expect(repaired.find(({ check }) => check === "repair")?.found).toContain(
      "retrieval.damaged-1",
    );
    await resumeRun(folder.name, {}, context);
    expect(readFileSync(folder.retrieval, "utf8")).toBe(before);
    expect(problemsOf(await examine())).toEqual([]);
  });

  it("finds outputs, scores and summary that were cut; resuming writes them anew", async () => {
    cut(folder.outputs, 10);
    cut(folder.summary, 10);
    expect(problemsOf(await examine())).toEqual([
      "outputs: line 9 is cut off",
      expect.stringContaining("summary: "),
    ]);
    writeFileSync(folder.outputs, `${whole.split("\n").slice(0, 4).join("\n")}\n`);
    expect(problemsOf(await examine())[0]).toBe(
      "outputs: 4 lines, but the log holds 9 finished texts",
    );
    await resumeRun(folder.name, {}, context);
    expect(readFileSync(folder.outputs, "utf8")).toBe(whole);
  });

  it("finds damaged lines of both logs, of which the status tells, too", async () => {
    const side = readFileSync(folder.side, "utf8").split("\n");
    const texts = readFileSync(folder.generation, "utf8").split("\n");
    writeFileSync(folder.side, [side[0]?.slice(5), ...side.slice(1)].join("\n"));
    writeFileSync(folder.generation, [...texts.slice(0, 2), "{}", ...texts.slice(3)].join("\n"));
    expect((await runStatus(folder.name, context)).damaged).toEqual([
      "generation.jsonl:3",
      "side.jsonl:1",
    ]);
    expect(problemsOf(await examine())).toHaveLength(2);
    await examine(true);
    expect(problemsOf(await examine())).toEqual([]);
    const { count } = await resumeRun(folder.name, {}, context);
    expect(count.generated).toBe(1);
    expect(readFileSync(folder.outputs, "utf8")).toBe(whole);
  });

  it("tells a damaged manifest as a finding", async () => {
    const manifest = readFileSync(folder.manifest);
    cut(folder.manifest, 10);
    expect(problemsOf(await examine())[0]).toContain("manifest: ");
    writeFileSync(folder.manifest, manifest);
  });
});
