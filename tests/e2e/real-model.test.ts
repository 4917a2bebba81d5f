import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { longhand, longhandJson, newFolder } from "./longhand-process.ts";

// The real small model, in the home folder of whoever runs the tests: fetched once, used offline then.
const MODEL = "smollm2-135m-instruct";

describe("the small local model", () => {
  beforeAll(async () => {
    const pulled = await longhand(["models", "pull", MODEL]);
    expect(pulled.stderr + pulled.stdout).toContain(MODEL);
    expect(pulled.code).toBe(0);
  }, 600_000);

  it("writes the same bytes in two runs at temperature 0, without the cache", async () => {
    const cwd = newFolder("real");
    writeFileSync(
      join(cwd, "experiment.yaml"),
      `version: 1
name: real
dataset: { path: sotu-passage, split: test, maxExamples: 3 }
grid: { retriever: [none, bm25], k: [1], model: ["gguf:${MODEL}"] }
generation: { temperature: 0, maxOutputTokens: 40 }
metrics: [rouge-1, rouge-l]
`,
    );
    const folders: string[] = [];
    for (let run = 0; run < 2; run++) {
      const { code, json } = await longhandJson<{ folder: string; calls: unknown }>(
        ["run", "experiment.yaml", "--cache", "off"],
        { cwd },
      );
      expect([code, json.calls]).toMatchObject([0, { made: 6, cached: 0, failed: 0 }]);
      folders.push(json.folder);
    }
    const [first, second] = folders as [string, string];
    const scores = readdirSync(join(first, "scores"));
    expect(scores).toHaveLength(2);
    for (const name of [
      "outputs.jsonl",
      "summary.json",
      ...scores.map((score) => join("scores", score)),
    ]) {
      expect(readFileSync(join(second, name), "utf8")).toBe(
        readFileSync(join(first, name), "utf8"),
      );
    }
  }, 600_000);

  it("writes a planned document from a brief and the author's own passages, in its length", async () => {
    const cwd = newFolder("write");
    writeFileSync(
      join(cwd, "brief.yaml"),
      `goal: Thank the people of the town who kept the lights on through the storm.
kind: speech
title: Thanks
length: { words: 200 }
profile: { corpus: sotu, author: Abraham Lincoln, passages: 1 }
model: gguf:${MODEL}
candidates: 2
`,
    );
    const { code, json } = await longhandJson<{
      run: string;
      words: number;
      targetWords: number;
      leaves: number;
      tokens: { in: number; out: number };
      exports: { md: string };
    }>(["write", "brief.yaml", "--yes"], { cwd });
    expect(code).toBe(0);
    expect(json.targetWords).toBe(200);
    expect(Math.abs(json.words - 200)).toBeLessThanOrEqual(30);
    expect(json.tokens.out).toBeGreaterThan(200);
    expect(readFileSync(json.exports.md, "utf8")).toMatch(/^# Thanks\n\n\S/);
    // Every part had one of the author's own passages before it.
    const journal = readFileSync(join(cwd, "runs", json.run, "journal.jsonl"), "utf8");
    const passages = journal.match(/"passage:sotu-\d{4}-abraham-lincoln#\d+"/g) ?? [];
    expect(passages.length).toBeGreaterThanOrEqual(json.leaves);
  }, 600_000);
});
