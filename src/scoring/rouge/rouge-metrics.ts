import { LonghandError } from "../../foundation/index.ts";
import type { ScoreRecord, UnscoredReason } from "../../records/index.ts";
import { NO_PUNKT_TABLES, punktSentences, punktSignature } from "../../text/index.ts";
import type { Aggregate, MetricGroup, MetricInfo } from "../metric.ts";
import type { ScorerOptions } from "../scorer-options.ts";
import {
  orderOf,
  type RougeJudgement,
  type RougeOptions,
  RougeScorer,
  type RougeType,
} from "./rouge.ts";

/** What evaluate draws for, in its order: each type's place in the stream of chance. */
const PAPER_TYPES: readonly RougeType[] = ["rouge-1", "rouge-2", "rouge-l", "rouge-lsum"];
const PAPER_RESAMPLES = 1000;

/**
 * The ROUGE metrics of a scorer; they share the reading of each text.
 *
 * @param types - Which, in order.
 * @param options - Profile, words, stemmer, seed.
 * @returns The metrics.
 * @throws LonghandError `invalid-option` for what the profile does not have.
 */
export async function rougeMetrics(
  types: readonly RougeType[],
  options: ScorerOptions,
): Promise<MetricGroup> {
  const { profile = "longhand", tokens = "ascii-alnum", stemmer = false } = options;
  if (profile === "longlamp-paper") checkPaper(types, options);
  const rouge = new RougeScorer({ types, tokens, stemmer, ...sentencesOf(options) });
  const sentences = await sentenceSignature(options);
  return {
    metrics: types.map((type) => infoOf(type, options, sentences)),
    score({ exampleId, prediction, references }): ScoreRecord[] {
      const judgement = rouge.judge(prediction, references);
      return types.map((metric, index): ScoreRecord => {
        const reason =
          references.length === 0 || profile === "longhand"
            ? whyUnscored(judgement, metric)
            : undefined;
        if (reason !== undefined) return { status: "unscored", metric, exampleId, reason };
        const { precision = 0, recall = 0, fmeasure = 0 } = judgement.scores[index] ?? {};
        return { status: "scored", metric, exampleId, value: fmeasure, precision, recall };
      });
    },
  };
}

function checkPaper(types: readonly RougeType[], { tokens, sentences }: ScorerOptions): void {
  if (sentences === "punkt") {
    throw new LonghandError("The profile longlamp-paper takes lines for sentences.", {
      code: "invalid-option",
      hint: "Leave sentences at newline, or choose the profile longhand.",
    });
  }
  const foreign = types.find((type) => !PAPER_TYPES.includes(type));
  if (foreign !== undefined) {
    throw new LonghandError(`The profile longlamp-paper has no ${foreign}.`, {
      code: "invalid-option",
      hint: `It has ${PAPER_TYPES.join(", ")}. For ${foreign} choose the profile longhand.`,
    });
  }
  if (tokens === "unicode-words") {
    throw new LonghandError("The profile longlamp-paper has no unicode-words.", {
      code: "invalid-option",
      hint: "Leave tokens at ascii-alnum, or choose the profile longhand.",
    });
  }
}

/** A text without words, or without an n-gram, cannot be judged; a mean must not count it as 0. */
function whyUnscored(judgement: RougeJudgement, type: RougeType): UnscoredReason | undefined {
  const { predictionWords, referenceWords } = judgement;
  const needed = orderOf(type) ?? 1;
  if (predictionWords === 0) return "no-words";
  if (referenceWords === 0) return "no-reference";
  return Math.min(predictionWords, referenceWords) < needed ? "too-few-words" : undefined;
}

function sentencesOf({
  sentences,
  nltk,
  punkt,
}: ScorerOptions): Pick<RougeOptions, "splitSentences"> {
  if (sentences !== "punkt") return {};
  const options = { nltk: nltk ?? "3.10.3", punkt: punkt ?? NO_PUNKT_TABLES };
  return { splitSentences: (text) => punktSentences(text, options) };
}

async function sentenceSignature({ sentences, nltk, punkt }: ScorerOptions): Promise<string> {
  if (sentences !== "punkt") return "sents:newline";
  const tables = await punktSignature(punkt ?? NO_PUNKT_TABLES);
  return `sents:nltk-${nltk ?? "3.10.3"}|punkt:${tables}`;
}

function infoOf(type: RougeType, options: ScorerOptions, sentences: string): MetricInfo {
  const { profile = "longhand", tokens = "ascii-alnum", stemmer = false, seed = 42 } = options;
  const parts = [
    type,
    `tok:${tokens}`,
    "case:lower",
    `stem:${stemmer ? "porter-nltk" : "no"}`,
    ...(type === "rouge-lsum" ? [sentences] : []),
    profile === "longhand" ? "agg:mean" : `agg:boot-median-${PAPER_RESAMPLES}|seed:${seed}`,
    `profile:${profile}`,
    "v:1",
  ];
  return {
    id: type,
    title: type.replace("rouge", "ROUGE").replace("-l", "-L"),
    signature: parts.join("|"),
    lowest: 0,
    highest: 1,
    higherIsBetter: true,
    aggregate: aggregateOf(type, options),
  };
}

function aggregateOf(type: RougeType, { profile, seed = 42 }: ScorerOptions): Aggregate {
  if (profile !== "longlamp-paper") return { kind: "mean" };
  const typesBefore = PAPER_TYPES.indexOf(type);
  return { kind: "bootstrap-median", resamples: PAPER_RESAMPLES, seed, typesBefore };
}
