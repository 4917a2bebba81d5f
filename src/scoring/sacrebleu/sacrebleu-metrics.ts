import { LonghandError } from "../../foundation/index.ts";
import type { ScoreRecord, UnscoredReason } from "../../records/index.ts";
import { checkedNumber } from "../checked-option.ts";
import type { MetricGroup, MetricInfo, ScoredItem } from "../metric.ts";
import type { ScorerOptions } from "../scorer-options.ts";
import { type BleuCounts, createBleu } from "./bleu.ts";
import { type ChrfCounts, createChrf } from "./chrf.ts";

/** Id of a metric after sacreBLEU. */
export type SacrebleuName = "bleu" | "chrf" | "chrf++";

/** A metric whose counts add up over a corpus. */
export interface CountedMetric {
  /** Id. */
  readonly id: SacrebleuName;
  /** Name for tables. */
  readonly title: string;
  /** Signature without aggregation, of a text's score and of a corpus score. */
  readonly signature: { readonly text: string; readonly corpus: string };
  /**
   * Counts of one text, as a list that adds up entry by entry.
   *
   * @param item - The text and its references.
   * @returns The counts.
   */
  count(item: ScoredItem): number[];
  /**
   * Score of counts.
   *
   * @param counts - Of a text, or summed over a corpus.
   * @param of - What they belong to.
   * @returns The score, 0–100.
   */
  score(counts: readonly number[], of: "text" | "corpus"): number;
  /**
   * Why a text cannot be judged.
   *
   * @param counts - Of the text.
   * @returns The reason, if there is one.
   */
  whyUnscored(counts: readonly number[]): UnscoredReason | undefined;
}

/**
 * A metric after sacreBLEU, with the number of references checked.
 *
 * @param id - Which.
 * @param options - Its settings.
 * @returns The metric.
 * @throws LonghandError `invalid-option` for settings out of range.
 */
export function countedMetric(id: SacrebleuName, options: ScorerOptions): CountedMetric {
  const nrefs = referencesPerText(options);
  const metric = id === "bleu" ? bleuMetric(options, nrefs) : chrfMetric(id, options, nrefs);
  return {
    ...metric,
    count(item) {
      if (nrefs !== "var" && item.references.length !== nrefs) refuseCount(item, nrefs);
      return metric.count(item);
    },
  };
}

function referencesPerText({ referencesPerText: given = 1 }: ScorerOptions): number | "var" {
  if (given === "var") return given;
  return checkedNumber(given, { name: "referencesPerText", least: 1, most: 1000, whole: true });
}

/**
 * BLEU, chrF or chrF++ as a metric of a scorer. A text has its sentence score.
 *
 * @param id - Which.
 * @param options - Profile and settings.
 * @returns The metric.
 */
export function sacrebleuMetric(id: SacrebleuName, options: ScorerOptions): MetricGroup {
  const { profile = "longhand" } = options;
  const metric = countedMetric(id, options);
  return {
    metrics: [infoOf(metric, profile)],
    score(item): ScoreRecord[] {
      const { exampleId } = item;
      if (item.references.length === 0) {
        return [{ status: "unscored", metric: id, exampleId, reason: "no-reference" }];
      }
      const counts = metric.count(item);
      const reason = profile === "longhand" ? metric.whyUnscored(counts) : undefined;
      return [
        reason === undefined
          ? { status: "scored", metric: id, exampleId, value: metric.score(counts, "text") }
          : { status: "unscored", metric: id, exampleId, reason },
      ];
    },
  };
}

function infoOf({ id, title, signature }: CountedMetric, profile: string): MetricInfo {
  return {
    id,
    title,
    signature: `${signature.text}|agg:mean|profile:${profile}|v:1`,
    lowest: 0,
    highest: 100,
    higherIsBetter: true,
    aggregate: { kind: "mean" },
  };
}

function bleuMetric({ bleu: options = {} }: ScorerOptions, nrefs: number | "var"): CountedMetric {
  const { tokenizer = "13a", lowercase = false, smoothing = "exp", maxOrder = 4 } = options;
  const bleu = createBleu({ tokenizer, lowercase, smoothing, maxOrder });
  const smooth = { exp: "exp", floor: "floor[0.10]", "add-k": "add-k[1.00]", none: "none" };
  const signature = (effective: string): string =>
    `bleu|impl:sacrebleu-2.6.0|nrefs:${nrefs}|case:${caseOf(lowercase)}|eff:${effective}` +
    `|tok:${tokenizer}|smooth:${smooth[smoothing]}${maxOrder === 4 ? "" : `|order:${maxOrder}`}`;
  const countsOf = (list: readonly number[]): BleuCounts => ({
    predictionWords: list[0] ?? 0,
    referenceWords: list[1] ?? 0,
    shared: list.slice(2, 2 + maxOrder),
    total: list.slice(2 + maxOrder),
  });
  return {
    id: "bleu",
    title: "BLEU",
    signature: { text: signature("yes"), corpus: signature("no") },
    count({ prediction, references }) {
      const { predictionWords, referenceWords, shared, total } = bleu.count(prediction, references);
      return [predictionWords, referenceWords, ...shared, ...total];
    },
    score: (counts, of) => bleu.score(countsOf(counts), of === "text"),
    whyUnscored: ([predictionWords, referenceWords]) =>
      reasonOf(predictionWords ?? 0, referenceWords ?? 0),
  };
}

function chrfMetric(
  id: "chrf" | "chrf++",
  options: ScorerOptions,
  nrefs: number | "var",
): CountedMetric {
  const {
    charOrder = 6,
    beta = 2,
    lowercase = false,
    whitespace = false,
    epsSmoothing = false,
  } = options.chrf ?? {};
  const wordOrder = id === "chrf" ? 0 : 2;
  const chrf = createChrf({ charOrder, wordOrder, beta, lowercase, whitespace, epsSmoothing });
  const signature =
    `${id}|impl:sacrebleu-2.6.0|nrefs:${nrefs}|case:${caseOf(lowercase)}` +
    `|eff:${epsSmoothing ? "no" : "yes"}|nc:${charOrder}|nw:${wordOrder}` +
    `|space:${whitespace ? "yes" : "no"}|beta:${beta}`;
  return {
    id,
    title: id === "chrf" ? "chrF" : "chrF++",
    signature: { text: signature, corpus: signature },
    count: ({ prediction, references }) =>
      chrf
        .count(prediction, references)
        .flatMap((order) => [order.prediction, order.reference, order.shared]),
    score: (counts) => chrf.score(triples(counts)),
    whyUnscored: ([prediction, reference]) => reasonOf(prediction ?? 0, reference ?? 0),
  };
}

function triples(list: readonly number[]): ChrfCounts[] {
  return Array.from({ length: list.length / 3 }, (_, order) => ({
    prediction: list[3 * order] ?? 0,
    reference: list[3 * order + 1] ?? 0,
    shared: list[3 * order + 2] ?? 0,
  }));
}

function reasonOf(prediction: number, reference: number): UnscoredReason | undefined {
  if (reference === 0) return "no-reference";
  return prediction === 0 ? "no-words" : undefined;
}

function caseOf(lowercase: boolean): string {
  return lowercase ? "lc" : "mixed";
}

function refuseCount({ exampleId, references }: ScoredItem, nrefs: number): never {
  throw new LonghandError(
    `${exampleId} has ${references.length} references, where ${nrefs} were announced.`,
    {
      code: "reference-count",
      hint: "The number of references changes BLEU and chrF and stands in their signature: set referencesPerText, to 'var' if texts have different numbers.",
      details: { exampleId, references: references.length },
    },
  );
}
