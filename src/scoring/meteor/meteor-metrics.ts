import type { ScoreRecord, UnscoredReason } from "../../records/index.ts";
import { NO_PUNKT_TABLES, punktSignature } from "../../text/index.ts";
import type { MetricGroup } from "../metric.ts";
import type { ScorerOptions } from "../scorer-options.ts";
import { type MeteorJudgement, MeteorScorer } from "./meteor.ts";
import { MeteorWords } from "./meteor-words.ts";
import { openWordNet } from "./wordnet.ts";

/**
 * METEOR as a metric of a scorer.
 *
 * @param options - Profile, version of NLTK, Punkt tables, weights.
 * @returns The metric.
 */
export async function meteorMetric(options: ScorerOptions): Promise<MetricGroup> {
  const { profile = "longhand", nltk = "3.10.3", punkt = NO_PUNKT_TABLES } = options;
  const { alpha = 0.9, beta = 3, gamma = 0.5 } = options.meteor ?? {};
  const words = new MeteorWords(await openWordNet());
  const meteor = new MeteorScorer(words, { nltk, punkt, alpha, beta, gamma });
  const tables = await punktSignature(punkt);
  return {
    metrics: [
      {
        id: "meteor",
        title: "METEOR",
        signature:
          `meteor|impl:nltk-${nltk}|punkt:${tables}|a:${alpha}|b:${beta}|g:${gamma}` +
          `|wn:3.0|syn:stems|agg:mean|profile:${profile}|v:1`,
        lowest: 0,
        highest: 1,
        higherIsBetter: true,
        aggregate: { kind: "mean" },
      },
    ],
    score({ exampleId, prediction, references }): ScoreRecord[] {
      const judgement = meteor.judge(prediction, references);
      const reason =
        references.length === 0 || profile === "longhand" ? whyUnscored(judgement) : undefined;
      return [
        reason === undefined
          ? { status: "scored", metric: "meteor", exampleId, value: judgement.score }
          : { status: "unscored", metric: "meteor", exampleId, reason },
      ];
    },
  };
}

function whyUnscored(judgement: MeteorJudgement): UnscoredReason | undefined {
  if (judgement.predictionWords === 0) return "no-words";
  return judgement.referenceWords === 0 ? "no-reference" : undefined;
}
