import { expect, it } from "vitest";

import { openCorpusScores } from "./corpus-scores.ts";

it("scores a corpus as a whole, not as the mean of its texts", () => {
  const corpus = openCorpusScores(["rouge-1", "bleu"], {
    bleu: { maxOrder: 1, tokenizer: "none" },
  });
  corpus.add({ exampleId: "1", prediction: "a b c", references: ["a b c"] });
  corpus.add({ exampleId: "2", prediction: "x", references: ["y"] });
  // Three of four words match, lengths agree: 75. The mean of 100 and 0 would be 50.
  expect(corpus.scores()).toEqual([
    {
      metric: "bleu",
      signature:
        "bleu|impl:sacrebleu-2.6.0|nrefs:1|case:mixed|eff:no|tok:none|smooth:exp|order:1|v:1",
      texts: 2,
      value: expect.closeTo(75, 12),
    },
  ]);
});

it("has no score without texts", () => {
  expect(openCorpusScores(["chrf"]).scores()).toEqual([
    expect.not.objectContaining({ value: expect.anything() }),
  ]);
});

it("refuses orders out of range", () => {
  expect(() => openCorpusScores(["bleu"], { bleu: { maxOrder: 0 } })).toThrow(
    "maxOrder must be a whole number from 1 to 9, got 0.",
  );
});
