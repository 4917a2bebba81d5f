import fc from "fast-check";
import { expect, it } from "vitest";

import { openMeteor } from "./meteor/meteor.ts";
import { NgramOverlap } from "./ngram-overlap.ts";
import { MatchRows } from "./rouge/match-rows.ts";
import { createRouge } from "./rouge/rouge.ts";
import { subsequenceLength } from "./rouge/subsequence-length.ts";
import { SummaryMatches } from "./rouge/summary-matches.ts";
import { createBleu } from "./sacrebleu/bleu.ts";
import { createChrf } from "./sacrebleu/chrf.ts";
import { type NumberedText, numberedText } from "./word-numbers.ts";

// Few words, so that texts share many of them; lines long enough for several cells of 32.
const words = (maxLength: number): fc.Arbitrary<number[]> =>
  fc.array(fc.nat({ max: 5 }), { maxLength });
const text = fc
  .array(
    fc.constantFrom("the", "tent", "tents", "dry", "drying", "a", "café", "国", "\n", ".", "'s"),
  )
  .map((parts) => parts.join(" "));
const RUNS = { seed: 11, numRuns: 500 };

function tableOf(rows: readonly number[], columns: readonly number[]): number[][] {
  const table = [Array<number>(columns.length + 1).fill(0)];
  for (const [i, word] of rows.entries()) {
    const above = table[i] as number[];
    const row = [0];
    for (const [j, other] of columns.entries()) {
      const diagonal = (above[j] as number) + 1;
      row.push(word === other ? diagonal : Math.max(row[j] as number, above[j + 1] as number));
    }
    table.push(row);
  }
  return table;
}

function numbered(lines: readonly (readonly number[])[]): NumberedText {
  const result = numberedText();
  const all = lines.flat();
  result.words = Int32Array.from(all);
  result.wordCount = all.length;
  const filled = lines.filter((line) => line.length > 0);
  result.lineCount = filled.length;
  let end = 0;
  result.lineEnds = Int32Array.from(filled, (line) => {
    end += line.length;
    return end;
  });
  return result;
}

/** ROUGE-Lsum's hits by the book: full tables, a walk back through each, a union, two counters. */
function hitsByTheBook(reference: readonly number[][], prediction: readonly number[][]): number {
  const left = [reference, prediction].map((side) => {
    const counts = new Map<number, number>();
    for (const word of side.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts;
  });
  let hits = 0;
  for (const line of reference) {
    const union = new Set(prediction.flatMap((other) => walkBack(line, other)));
    for (const index of [...union].sort((a, b) => a - b)) {
      const word = line[index] as number;
      if (!left.every((counts) => (counts.get(word) ?? 0) > 0)) continue;
      for (const counts of left) counts.set(word, (counts.get(word) ?? 0) - 1);
      hits++;
    }
  }
  return hits;
}

function walkBack(rows: readonly number[], columns: readonly number[]): number[] {
  const table = tableOf(rows, columns);
  const path: number[] = [];
  let [i, j] = [rows.length, columns.length];
  while (i > 0 && j > 0) {
    const leftIsGreater = (table[i]?.[j - 1] as number) > (table[i - 1]?.[j] as number);
    if (rows[i - 1] === columns[j - 1]) {
      path.push(i - 1);
      i--;
      j--;
    } else if (leftIsGreater) j--;
    else i--;
  }
  return path;
}

it("finds the length of the longest common subsequence that a full table finds", () => {
  const rows = new MatchRows();
  fc.assert(
    fc.property(words(150), words(150), (a, b) => {
      const length = subsequenceLength(Int32Array.from(a), Int32Array.from(b), rows);
      expect(length).toBe(tableOf(a, b)[a.length]?.[b.length]);
    }),
    RUNS,
  );
});

it.each([1 << 20, 8])(
  "counts the hits of ROUGE-Lsum by the book, %s cells at a time",
  (maxCells) => {
    const summary = new SummaryMatches(new MatchRows(), maxCells);
    const lines = fc.array(words(70), { maxLength: 4 });
    fc.assert(
      fc.property(lines, lines, (reference, prediction) => {
        const hits = summary.count(numbered(reference), numbered(prediction), 6);
        expect(hits).toBe(hitsByTheBook(reference, prediction));
      }),
      RUNS,
    );
  },
);

it("counts shared n-grams as a map of n-grams does, with several references", () => {
  const overlap = new NgramOverlap();
  const gramsOf = (list: readonly number[], order: number): Map<string, number> => {
    const grams = new Map<string, number>();
    for (let at = 0; at + order <= list.length; at++) {
      const gram = list.slice(at, at + order).join(" ");
      grams.set(gram, (grams.get(gram) ?? 0) + 1);
    }
    return grams;
  };
  fc.assert(
    fc.property(fc.array(words(40), { minLength: 1, maxLength: 3 }), words(40), (refs, list) => {
      const shared = new Int32Array(6);
      overlap.count(
        refs.map((reference) => numbered([reference])),
        numbered([list]),
        shared,
      );
      const wanted = [1, 2, 3, 4, 5].map((order) => {
        const inRefs = refs.map((reference) => gramsOf(reference, order));
        return [...gramsOf(list, order)].reduce((sum, [gram, count]) => {
          const most = Math.max(...inRefs.map((grams) => grams.get(gram) ?? 0));
          return sum + Math.min(count, most);
        }, 0);
      });
      expect([...shared.subarray(1)]).toEqual(wanted);
    }),
    RUNS,
  );
});

it("keeps the laws of ROUGE: identity, symmetry of F, bounds, a subsequence within the words", () => {
  const types = ["rouge-1", "rouge-2", "rouge-3", "rouge-l", "rouge-lsum"] as const;
  const rouge = createRouge({ types, tokens: "unicode-words", stemmer: true });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const there = rouge.score(a, [b]);
      const back = rouge.score(b, [a]);
      // Lsum walks from one side, so that it alone is not symmetric.
      expect(there.slice(0, 4).map((score) => score.fmeasure)).toEqual(
        back.slice(0, 4).map((score) => score.fmeasure),
      );
      expect(there.slice(0, 4).map((score) => score.precision)).toEqual(
        back.slice(0, 4).map((score) => score.recall),
      );
      const [unigrams, , , longest, summary] = there.map((score) => score.fmeasure);
      expect(longest).toBeLessThanOrEqual(unigrams ?? 0);
      expect(summary).toBeLessThanOrEqual(unigrams ?? 0);
      expect(there.every(({ fmeasure }) => fmeasure >= 0 && fmeasure <= 1)).toBe(true);

      const count = new Set(a.match(/[\p{L}\p{M}]+/gu) ?? []).size === 0 ? 0 : 1;
      const self = rouge.score(a, [a]);
      expect([self[0]?.fmeasure, self[3]?.fmeasure, self[4]?.fmeasure]).toEqual(
        Array(3).fill(count),
      );
    }),
    RUNS,
  );
});

it("never lowers F for one more reference", () => {
  const rouge = createRouge({ types: ["rouge-1", "rouge-l", "rouge-lsum"] });
  fc.assert(
    fc.property(text, text, text, (prediction, first, second) => {
      const one = rouge.score(prediction, [first]);
      const two = rouge.score(prediction, [first, second]);
      for (const [index, score] of two.entries()) {
        expect(score.fmeasure).toBeGreaterThanOrEqual(one[index]?.fmeasure ?? 0);
      }
    }),
    RUNS,
  );
});

it("keeps the laws of METEOR: bounds, matches one to one, and what identity scores", async () => {
  const meteor = await openMeteor();
  const list = fc.array(fc.constantFrom("car", "cars", "auto", "quick", "fast", "The", "the", "."));
  fc.assert(
    fc.property(list, list, (a, b) => {
      const { score, exact, stem, synonym, matches, chunks } = meteor.compare(a, b);
      expect(score >= 0 && score <= 1).toBe(true);
      expect(matches).toHaveLength(exact + stem + synonym);
      expect(new Set(matches.map(([, to]) => to)).size).toBe(matches.length);
      expect(matches.length).toBeLessThanOrEqual(Math.min(a.length, b.length));
      expect(chunks).toBeLessThanOrEqual(matches.length);
      const self = meteor.compare(a, a);
      expect(self.score).toBeCloseTo(a.length === 0 ? 0 : 1 - 0.5 / a.length ** 3, 12);
    }),
    RUNS,
  );
});

it("gives 100 for a text against itself in BLEU and chrF, and stays between 0 and 100", () => {
  const bleu = createBleu();
  const chrf = createChrf({ wordOrder: 2 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const scores = [bleu.score(bleu.count(a, [b]), true), chrf.score(chrf.count(a, [b]))];
      expect(scores.every((score) => score >= 0 && score <= 100 + 1e-9)).toBe(true);
      if (a.trim() === "") return;
      expect(bleu.score(bleu.count(a, [a]), true)).toBeCloseTo(100, 9);
      expect(chrf.score(chrf.count(a, [a]))).toBeCloseTo(100, 9);
    }),
    RUNS,
  );
});
