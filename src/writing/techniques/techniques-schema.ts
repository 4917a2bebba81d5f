import { z } from "zod";
import type { ScoreWeights } from "./score-weights.ts";
import type { Techniques } from "./technique-switches.ts";

const flag = z.exactOptional(z.boolean());
const weight = z.exactOptional(z.number().min(0, "must be 0 or more").max(1, "must be 1 or less"));

/** Schema of a brief's `techniques`. */
export const techniquesSchema: z.ZodType<Partial<Techniques>> = z.strictObject({
  voice: flag,
  styleCard: flag,
  exemplars: flag,
  styleScore: flag,
  keywords: flag,
  prefix: flag,
  drift: flag,
  driftVectors: z.exactOptional(
    z
      .string()
      .regex(
        /^(?:words|fake|(?:onnx|gguf):.+)$/i,
        "must be words, or a model such as onnx:all-minilm-l6-v2",
      ),
  ),
  logProbabilities: flag,
  bible: flag,
  nextBrief: flag,
  alreadySaid: flag,
});

/** Schema of a brief's `scoreWeights`. */
export const scoreWeightsSchema: z.ZodType<Partial<ScoreWeights>> = z
  .strictObject({
    length: weight,
    must: weight,
    facts: weight,
    novelty: weight,
    relevance: weight,
    style: weight,
    keywords: weight,
  })
  // Every draft has these three; without any of them some drafts would have no score.
  .refine(({ length: near = 1, novelty = 1, relevance = 1 }) => near + novelty + relevance > 0, {
    message: "length, novelty and relevance must not all be 0",
  });
