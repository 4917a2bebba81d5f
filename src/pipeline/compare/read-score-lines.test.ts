import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { writeAbout } from "../score/about-scores.ts";
import { readScoreLines } from "./read-score-lines.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-read-scores-"));
afterAll(() => rmSync(folder, { recursive: true }));

function scoreFile(name: string, lines: readonly unknown[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
}

const scored = (value: number) => ({ status: "scored", value });

describe("readScoreLines", () => {
  it("knows of each metric whether more is better, also of a file without its about.json", async () => {
    const path = scoreFile("bare.jsonl", [
      { id: "a", scores: { compression: scored(2.5), meteor: scored(0.5), mine: scored(1) } },
    ]);
    expect(Object.fromEntries((await readScoreLines(path)).metrics)).toEqual({
      compression: { higherIsBetter: false },
      meteor: { lowest: 0, higherIsBetter: true },
      mine: {},
    });
  });

  it("believes the about.json, also where the metric is not one of ours", async () => {
    const path = scoreFile("told.jsonl", [{ id: "a", scores: { mine: scored(1) } }]);
    const mine = { signature: "mine|v:1", lowest: 0, higherIsBetter: false };
    await writeAbout(path, {
      v: 1,
      longhand: "0.1.0",
      profile: "longhand",
      texts: 1,
      metrics: { mine },
      references: "00",
    });
    expect((await readScoreLines(path)).metrics.get("mine")).toEqual(mine);
  });

  it("refuses lines that are no scores, with their place", async () => {
    const path = scoreFile("bad.jsonl", [{ id: "a", scores: { meteor: { status: "scored" } } }]);
    await expect(readScoreLines(path)).rejects.toMatchObject({
      code: "invalid-scores",
      message: `${path}:1: this is not a line {id, scores}.`,
    });
  });

  it("says that a file is empty", async () => {
    const path = scoreFile("empty.jsonl", []);
    await expect(readScoreLines(path)).rejects.toMatchObject({
      code: "invalid-scores",
      message: `${path} is empty: it holds no scores.`,
    });
  });
});
