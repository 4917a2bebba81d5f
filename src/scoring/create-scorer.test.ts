import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

import { NO_PUNKT_TABLES } from "../text/index.ts";
import { createScorer } from "./create-scorer.ts";
import type { Scorer } from "./metric.ts";

const cases = (name: string): unknown[] =>
  readFileSync(new URL(`../../tests/cases/scoring/${name}`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);

function outcome(scorer: Scorer, prediction: string, ...references: string[]): unknown[] {
  return scorer
    .score({ exampleId: "x", prediction, references })
    .map((record) => (record.status === "scored" ? record.value : record.reason));
}

interface PairCase {
  name: string;
  reference: string;
  candidate: string;
  ascii: Record<string, number>;
  unicode?: Record<string, number>;
}

it("gives the values of the adversarial pairs, with either kind of words", async () => {
  const types = ["rouge1", "rouge2", "rougeL"];
  const ascii = await createScorer(types, { profile: "longlamp-paper" });
  const unicode = await createScorer(types, { tokens: "unicode-words" });
  for (const row of cases("rouge-pairs.jsonl") as PairCase[]) {
    const check = (scorer: Scorer, expected: Record<string, number>): void => {
      const values = outcome(scorer, row.candidate, row.reference).map((value) =>
        Number(Number(value).toFixed(6)),
      );
      expect([row.name, ...values]).toEqual([row.name, ...types.map((type) => expected[type])]);
    };
    check(ascii, row.ascii);
    if (row.unicode !== undefined) check(unicode, row.unicode);
  }
});

it("leaves a text without words or without an n-gram unscored in longhand", async () => {
  const scorer = await createScorer(["rouge-1", "rouge-2", "rouge-l"]);

  expect(outcome(scorer, "...", "the tent")).toEqual(["no-words", "no-words", "no-words"]);
  expect(outcome(scorer, "harbour", "harbour")).toEqual([1, "too-few-words", 1]);
  expect(outcome(scorer, "harbour wall", "harbour")).toEqual([2 / 3, "too-few-words", 2 / 3]);
  expect(outcome(scorer, "the tent", "...")).toEqual(Array(3).fill("no-reference"));
  expect(outcome(scorer, "the tent")).toEqual(Array(3).fill("no-reference"));
});

interface MeteorCase {
  name: string;
  reference: string;
  candidate: string;
  meteor: number;
}

it("keeps the zeros of the original in longlamp-paper, but invents no reference", async () => {
  const scorer = await createScorer(["rouge-1", "rouge-2"], { profile: "longlamp-paper" });

  expect(outcome(scorer, "", "the tent")).toEqual([0, 0]);
  expect(outcome(scorer, "harbour", "harbour")).toEqual([1, 0]);
  expect(outcome(scorer, "harbour")).toEqual(["no-reference", "no-reference"]);
});

it("gives the METEOR values of the adversarial pairs", async () => {
  const scorer = await createScorer(["meteor"], { profile: "longlamp-paper" });
  for (const row of cases("meteor-pairs.jsonl") as MeteorCase[]) {
    const [value] = outcome(scorer, row.candidate, row.reference);
    expect([row.name, Number(Number(value).toFixed(6))]).toEqual([row.name, row.meteor]);
  }
});

it("takes punctuation for words in METEOR, and leaves an empty text unscored", async () => {
  const scorer = await createScorer(["meteor"]);
  expect(outcome(scorer, "...", "the tent")).toEqual([0]);
  expect(outcome(scorer, " ", "the tent")).toEqual(["no-words"]);
  expect(outcome(scorer, "the tent", "")).toEqual(["no-reference"]);
  expect(outcome(scorer, "the tent")).toEqual(["no-reference"]);
});

it("scores or explains every odd output that is a text", async () => {
  const reference = "A right tent kept the NaN words été dry, and that is left here.";
  const ascii = await createScorer(["rouge-1", "rouge-l", "rouge-lsum"]);
  const unicode = await createScorer(["rouge-1"], { tokens: "unicode-words" });
  const rows = cases("odd-outputs.jsonl") as { exampleId: string; text?: unknown }[];
  const texts = new Map<string, string>();
  for (const { exampleId, text } of rows) {
    if (typeof text === "string" && !texts.has(exampleId)) texts.set(exampleId, text);
  }

  const reasons = (id: string): unknown[] => [
    ...outcome(ascii, texts.get(id) ?? "", reference),
    ...outcome(unicode, texts.get(id) ?? "", `${reference} 国`),
  ];
  expect(reasons("o4")).toEqual(Array(4).fill("no-words"));
  expect(reasons("o5")).toEqual(Array(4).fill("no-words"));
  expect(reasons("o6")).toEqual(["no-words", "no-words", "no-words", expect.any(Number)]);
  for (const id of ["o9", "o10", "o11", "o12", "o13", "o14", "o15", "o16", "o17"]) {
    const values = reasons(id);
    expect(values.every((value) => Number(value) >= 0 && Number(value) <= 1)).toBe(true);
  }
  // One word against fourteen (été is cut to t): P = 1, R = 1/14.
  expect(reasons("o9")[0]).toBeCloseTo(2 / (1 + 14), 12);
});

it("scores a lone surrogate as the character that replaces it", async () => {
  const scorer = await createScorer(["rouge-1"], { tokens: "unicode-words" });
  expect(outcome(scorer, "a lone \ud83d here", "a lone \ufffd here")).toEqual([1]);
});

it("scores a million equal words", async () => {
  const scorer = await createScorer(["rouge-1", "rouge-l", "rouge-lsum"]);
  const million = "tent ".repeat(1_000_000);
  expect(outcome(scorer, million, million)).toEqual([1, 1, 1]);
  // One word of each side matches: P = 1e-6, R = 1.
  const f = (2 * 1e-6) / (1 + 1e-6);
  expect(outcome(scorer, million, "tent")).toEqual([f, f, f]);
});

it("scores a hundred thousand equal lines", async () => {
  const scorer = await createScorer(["rouge-lsum"]);
  const loop = "The tent kept us dry.\n".repeat(100_000);
  // Five of 500,000 words find a partner among the six of the reference.
  const [precision, recall] = [5 / 500_000, 5 / 6];
  const f = (2 * precision * recall) / (precision + recall);
  expect(outcome(scorer, loop, "The tent kept us\nquite dry.")).toEqual([f]);
});

it("takes the best reference for each type by itself", async () => {
  const scorer = await createScorer(["rouge-1", "rouge-l"]);
  const [first, second] = scorer.score({
    exampleId: "x",
    prediction: "a b c d",
    references: ["d c b a", "a b x y"],
  });
  expect(first).toMatchObject({ value: 1, precision: 1, recall: 1 });
  expect(second).toMatchObject({ value: 0.5, precision: 0.5, recall: 0.5 });
});

it("returns records in the order asked for, under the normalised ids", async () => {
  const scorer = await createScorer(["rougeLsum", "ROUGE_2", "rouge1"]);
  const ids = ["rouge-lsum", "rouge-2", "rouge-1"];
  expect(scorer.metrics.map((metric) => metric.id)).toEqual(ids);
  const records = scorer.score({ exampleId: "e", prediction: "a b", references: ["a b"] });
  expect(records.map((record) => record.metric)).toEqual(ids);
});

it("states every setting in the signature", async () => {
  const signatures = async (...call: Parameters<typeof createScorer>): Promise<string[]> =>
    (await createScorer(...call)).metrics.map((metric) => metric.signature);

  expect(await signatures(["rouge-1", "rouge-lsum"])).toEqual([
    "rouge-1|tok:ascii-alnum|case:lower|stem:no|agg:mean|profile:longhand|v:1",
    "rouge-lsum|tok:ascii-alnum|case:lower|stem:no|sents:newline|agg:mean|profile:longhand|v:1",
  ]);
  expect(await signatures(["rouge-l"], { stemmer: true, tokens: "unicode-words" })).toEqual([
    "rouge-l|tok:unicode-words|case:lower|stem:porter-nltk|agg:mean|profile:longhand|v:1",
  ]);
  expect(await signatures(["rouge-l"], { profile: "longlamp-paper" })).toEqual([
    "rouge-l|tok:ascii-alnum|case:lower|stem:no|agg:boot-median-1000|seed:42|profile:longlamp-paper|v:1",
  ]);
});

it("names the version of NLTK and the tables in the signature of METEOR", async () => {
  const plain = await createScorer(["meteor"]);
  expect(plain.metrics[0]?.signature).toBe(
    "meteor|impl:nltk-3.10.3|punkt:none|a:0.9|b:3|g:0.5|wn:3.0|syn:stems|agg:mean|profile:longhand|v:1",
  );
  const punkt = { ...NO_PUNKT_TABLES, name: "own", abbreviations: new Set(["mr"]) };
  const options = { nltk: "3.9.1", punkt, sentences: "punkt" } as const;
  const taught = await createScorer(["meteor", "rouge-lsum", "rouge-l"], options);
  // printf 'mr\n\n\n\n\n\n\n' | sha256sum
  expect(taught.metrics.map((metric) => metric.signature)).toEqual([
    expect.stringContaining("|impl:nltk-3.9.1|punkt:own-cb803854a6ca|"),
    expect.stringContaining("|sents:nltk-3.9.1|punkt:own-cb803854a6ca|"),
    expect.not.stringContaining("sents:"),
  ]);
});

it("gives BLEU and chrF on the scale of 100, texts without words unscored", async () => {
  const scorer = await createScorer(["bleu", "chrf", "chrf++"]);
  expect(outcome(scorer, "the cat sat on the mat", "the cat sat on the mat")).toEqual([
    expect.closeTo(100, 10),
    100,
    100,
  ]);
  expect(outcome(scorer, " ", "the cat")).toEqual(Array(3).fill("no-words"));
  expect(outcome(scorer, "the cat", " ")).toEqual(Array(3).fill("no-reference"));
  expect(outcome(scorer, "the cat")).toEqual(Array(3).fill("no-reference"));
  expect(scorer.metrics.map((metric) => metric.signature)).toEqual([
    "bleu|impl:sacrebleu-2.6.0|nrefs:1|case:mixed|eff:yes|tok:13a|smooth:exp|agg:mean|profile:longhand|v:1",
    "chrf|impl:sacrebleu-2.6.0|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|beta:2|agg:mean|profile:longhand|v:1",
    "chrf++|impl:sacrebleu-2.6.0|nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|beta:2|agg:mean|profile:longhand|v:1",
  ]);
});

it("refuses another number of references than the signature of BLEU says", async () => {
  const one = await createScorer(["bleu"]);
  expect(() => outcome(one, "the cat", "the cat", "a cat")).toThrow(
    "x has 2 references, where 1 were announced.",
  );
  const two = await createScorer(["bleu"], { referencesPerText: 2 });
  expect(two.metrics[0]?.signature).toContain("|nrefs:2|");
  expect(outcome(two, "the cat", "the cat", "a cat")).toEqual([expect.closeTo(100, 10)]);
});

it("refuses an unknown metric and names the nearest", async () => {
  await expect(createScorer(["roge-l"])).rejects.toMatchObject({
    code: "unknown-metric",
    hint: expect.stringContaining("The nearest is rouge-l."),
  });
});

it("refuses two spellings of one metric, and a list of none", async () => {
  await expect(createScorer(["rougeL", "rouge-l"])).rejects.toMatchObject({
    code: "invalid-option",
    message: '"rougeL" and "rouge-l" are the same metric, rouge-l.',
  });
  await expect(createScorer([])).rejects.toMatchObject({ code: "invalid-option" });
});

it("refuses settings that the profile lacks", async () => {
  const refused = { code: "invalid-option" };
  await expect(
    createScorer(["rouge-1"], { profile: "longlamp-paper", tokens: "unicode-words" }),
  ).rejects.toMatchObject(refused);
  await expect(createScorer(["rouge-3"], { profile: "longlamp-paper" })).rejects.toMatchObject(
    refused,
  );
  await expect(createScorer(["rouge-1"], { seed: -1 })).rejects.toMatchObject(refused);
  const unknown: object = { profile: "longlamp" };
  await expect(createScorer(["rouge-1"], unknown)).rejects.toMatchObject(refused);
});
