import { expect, it } from "vitest";

import {
  type BleuOptions,
  type ChrfOptions,
  type CorpusScores,
  createBleu,
  createChrf,
  openCorpusScores,
} from "../../src/scoring/index.ts";
import { bleuWords } from "../../src/scoring/sacrebleu/bleu-tokenizers.ts";
import { pythonTrimmedEnd } from "../../src/text/index.ts";
import { readGolden } from "./read-golden.ts";

interface BleuDetail {
  counts: number[];
  totals: number[];
  sys_len: number;
  ref_len: number;
}
interface SegmentRow {
  id: string;
  hyp: string;
  refs: string[];
  hyps?: undefined;
  scores: Record<string, number>;
  bleu_detail: BleuDetail;
}
interface CorpusRow {
  id: string;
  hyps: string[];
  ref_streams: string[][];
  scores: Record<string, number>;
  bleu_detail: BleuDetail;
}

const rows = readGolden<SegmentRow | CorpusRow>("sacrebleu.jsonl");
const segments = rows.filter((row): row is SegmentRow => row.hyps === undefined);
const corpora = rows.filter((row): row is CorpusRow => row.hyps !== undefined);

// Scores run from 0 to 100, so that 1e-10 is 1e-12 of the scale.
const close = (a: number, b: number | undefined): boolean =>
  Math.abs(a - (b ?? Number.NaN)) <= 1e-10;

const BLEU: Record<string, BleuOptions> = {
  bleu_sentence_default: {},
  bleu_noeff: {},
  bleu_lower: { lowercase: true },
  bleu_none: { tokenizer: "none" },
  bleu_intl: { tokenizer: "intl" },
  bleu_char: { tokenizer: "char" },
  bleu_floor: { smoothing: "floor" },
  bleu_addk: { smoothing: "add-k" },
  bleu_smoothnone: { smoothing: "none" },
  bleu_order2: { maxOrder: 2 },
};
const CHRF: Record<string, ChrfOptions> = {
  chrf: {},
  "chrf++": { wordOrder: 2 },
  chrf_lower: { lowercase: true },
  chrf_ws: { whitespace: true },
  chrf_eps: { epsSmoothing: true },
  chrf_b1: { beta: 1 },
  chrf_c4: { charOrder: 4 },
};

it("cuts words as sacreBLEU does", () => {
  const texts = readGolden<{ text: string; t13a: string; intl: string }>(
    "sacrebleu_tokenize.jsonl",
  );
  const wrong = texts.filter(({ text, t13a, intl }) => {
    const trimmed = text.slice(0, pythonTrimmedEnd(text));
    return (
      bleuWords(trimmed, "13a").join(" ") !== t13a || bleuWords(trimmed, "intl").join(" ") !== intl
    );
  });

  expect(texts).toHaveLength(1719);
  expect(wrong).toEqual([]);
});

it.each(Object.entries(BLEU))("equals sacreBLEU on every text, %s", (setting, options) => {
  const bleu = createBleu(options);
  const effectiveOrder = setting !== "bleu_noeff";
  const wrong = segments.filter(
    ({ hyp, refs, scores }) =>
      !close(bleu.score(bleu.count(hyp, refs), effectiveOrder), scores[setting]),
  );

  expect(segments).toHaveLength(599);
  expect(wrong.map((row) => row.id)).toEqual([]);
});

it("counts what sacreBLEU counts", () => {
  const bleu = createBleu();
  for (const { hyp, refs, bleu_detail: detail } of segments) {
    expect(bleu.count(hyp, refs)).toEqual({
      predictionWords: detail.sys_len,
      referenceWords: detail.ref_len,
      shared: detail.counts,
      total: detail.totals,
    });
  }
});

it.each(Object.entries(CHRF))("equals sacreBLEU on every text, %s", (setting, options) => {
  const chrf = createChrf(options);
  const wrong = segments.filter(
    ({ hyp, refs, scores }) => !close(chrf.score(chrf.count(hyp, refs)), scores[setting]),
  );

  expect(wrong.map((row) => row.id)).toEqual([]);
});

it("equals sacreBLEU on every corpus, also when counted in two halves", () => {
  expect(corpora).toHaveLength(20);
  for (const { hyps, ref_streams: streams, scores } of corpora) {
    const settings = [
      [["bleu", "chrf", "chrf++"], {}, ["bleu", "chrf", "chrf++"]],
      [["bleu"], { bleu: { lowercase: true } }, ["bleu_lower"]],
      [["bleu"], { bleu: { tokenizer: "intl" } }, ["bleu_intl"]],
    ] as const;
    for (const [metrics, options, names] of settings) {
      const open = (): CorpusScores =>
        openCorpusScores(metrics, { ...options, referencesPerText: streams.length });
      const halves = [open(), open()] as const;
      for (const [index, prediction] of hyps.entries()) {
        const references = streams.map((stream) => stream[index] ?? "");
        halves[index % 2 === 0 ? 0 : 1].add({ exampleId: `${index}`, prediction, references });
      }
      halves[0].merge(halves[1].sums());
      const got = halves[0].scores();
      expect(got.map(({ value }, index) => close(value ?? 0, scores[names[index] ?? ""]))).toEqual(
        names.map(() => true),
      );
    }
  }
});
