import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ScoringOutcome, type ScoringTask, scoreSubmission } from "./score-submission.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "longhand-score-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TALE = "once upon a time there was a lamp that nobody had ever seen burning";

interface ScoreChanges extends Partial<ScoringTask> {
  readonly references?: Readonly<Record<string, string>>;
}

async function score(
  name: string,
  texts: Readonly<Record<string, string>>,
  { references = {}, ...changes }: ScoreChanges = {},
): Promise<ScoringOutcome> {
  const textsPath = join(folder, `${name}.jsonl`);
  const lines = Object.entries(texts).map(([itemId, text]) =>
    JSON.stringify({ itemId, text, words: text.split(/\s+/).filter(Boolean).length }),
  );
  writeFileSync(textsPath, `${lines.join("\n")}\n`);
  const task: ScoringTask = {
    textsPath,
    sketchPath: join(folder, `${name}.grams`),
    items: [
      { itemId: "a", part: "public" },
      { itemId: "b", part: "private" },
    ],
    metrics: [{ id: "distinct-1" }],
    minWords: 5,
    home: folder,
    earlierSketches: [],
    resamples: 100,
    ...changes,
  };
  return await scoreSubmission(task, new Map(Object.entries(references)));
}

describe("scoreSubmission", () => {
  it("sums each part by itself, and flags texts by their length", async () => {
    // "one one" has one word of two; "a b c d" has four of four.
    const { metrics, flags } = await score("lengths", { a: "one one", b: "a b c d" });
    expect(metrics[0]).toMatchObject({
      metric: "distinct-1",
      sums: {
        public: { value: 0.5, scored: 1, planned: 1 },
        private: { value: 1, scored: 1, planned: 1 },
      },
      items: [
        ["a", 0.5, null],
        ["b", 1, null],
      ],
    });
    expect(flags).toEqual([{ kind: "below-min-words", items: 2, note: "texts below 5 words" }]);
  });

  it("leaves a part without a mean if one of its texts has no score", async () => {
    const { metrics, flags } = await score("empty", { a: "...", b: TALE });
    expect(metrics[0]?.sums.public?.value).toBeUndefined();
    expect(metrics[0]?.sums.public?.reason).toMatch(/^1 of 1 texts have no score \(/);
    expect(metrics[0]?.sums.private?.scored).toBe(1);
    expect(flags).toContainEqual({
      kind: "below-min-words",
      items: 1,
      note: "texts below 5 words",
    });
  });

  it("finds copies of earlier submissions and of references", async () => {
    await score("first", { a: TALE, b: "something else that stands for itself entirely here now" });
    const earlierSketches = [join(folder, "first.grams"), join(folder, "none.grams")];
    const { flags } = await score(
      "second",
      { a: `${TALE.toUpperCase()}!`, b: `before it all ${TALE} and after it` },
      {
        earlierSketches,
        metrics: [{ id: "rouge-1" }],
        references: { a: "no word in common with it", b: TALE },
      },
    );
    expect(flags.map(({ kind, items }) => [kind, items])).toEqual([
      ["duplicate-of-earlier", 1],
      ["copies-reference", 1],
    ]);
  });

  it("refuses numbers with other settings than the board has", async () => {
    const metrics = [{ id: "distinct-1", signature: "distinct-1|something-else" }];
    await expect(score("other", { a: TALE, b: TALE }, { metrics })).rejects.toMatchObject({
      code: "other-signature",
    });
  });

  it("gives GAPELMAPER no value below 20,001 words with a vector, and says why", async () => {
    const vectorsPath = join(folder, "vectors.txt");
    const words = TALE.split(" ").map((word, at) => `${word} ${Math.sin(at)} ${Math.cos(at)} 0.5`);
    writeFileSync(vectorsPath, `${[...new Set(words)].join("\n")}\n`);
    const { metrics } = await score(
      "short",
      { a: TALE, b: TALE },
      {
        metrics: [{ id: "gapelmaper" }],
        vectorsPath,
      },
    );
    expect(metrics[0]).toMatchObject({
      metric: "gapelmaper",
      items: [
        ["a", null, "too-short"],
        ["b", null, "too-short"],
      ],
      facts: { tokens: "20001" },
    });
    expect(metrics[0]?.signature).toMatch(/^gapelmaper\|.*\|cut:20001$/);
  });
});
