import { expect, it } from "vitest";

import { createRouge, type RougeScore, type RougeType } from "../../src/scoring/index.ts";
import { punktSentences } from "../../src/text/index.ts";
import { readGolden } from "./read-golden.ts";

type Triple = [number, number, number];
type Scores = Record<string, Triple>;
interface RougeRow {
  id: string;
  hyp: string;
  refs: string[];
  rouge: {
    nostem: Scores[];
    stem: Scores[];
    nostem_multi: Scores;
    stem_multi: Scores;
    nostem_split: Triple[];
    stem_split: Triple[];
  };
}

const TYPES: RougeType[] = ["rouge-1", "rouge-2", "rouge-3", "rouge-4", "rouge-l", "rouge-lsum"];
const rows = readGolden<RougeRow>("rouge.jsonl");

function triples(scores: readonly RougeScore[]): Scores {
  return Object.fromEntries(
    scores.map((score, index) => [
      (TYPES[index] as string).replace("-", "").replace("rougel", "rougeL"),
      [score.precision, score.recall, score.fmeasure],
    ]),
  );
}

it.each([false, true])("equals rouge_score bit for bit, stemmer %s", (stemmer) => {
  const rouge = createRouge({ types: TYPES, stemmer });
  const key = stemmer ? "stem" : "nostem";
  const wrong: unknown[] = [];
  for (const { id, hyp, refs, rouge: wanted } of rows) {
    const each = refs.map((reference) => triples(rouge.score(hyp, [reference])));
    const multi = triples(rouge.score(hyp, refs));
    const same =
      JSON.stringify(each) === JSON.stringify(wanted[key]) &&
      JSON.stringify(multi) === JSON.stringify(wanted[`${key}_multi`]);
    if (!same) wrong.push({ id, each, wanted: wanted[key] });
  }

  expect(rows).toHaveLength(602);
  expect(wrong).toEqual([]);
});

it.each([false, true])("splits summaries as rouge_score does, stemmer %s", (stemmer) => {
  const rouge = createRouge({ types: ["rouge-lsum"], stemmer, splitSentences: punktSentences });
  const wrong = rows.filter(({ hyp, refs, rouge: wanted }) => {
    const each = refs.map((reference) => Object.values(triples(rouge.score(hyp, [reference])))[0]);
    const split = stemmer ? wanted.stem_split : wanted.nostem_split;
    return JSON.stringify(each) !== JSON.stringify(split);
  });

  expect(wrong.map((row) => row.id)).toEqual([]);
});
