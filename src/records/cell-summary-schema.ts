import { z } from "zod";
import { FAILURE_REASONS } from "./failure-reason.ts";
import type { CellSummary, MetricSummary } from "./run-summary.ts";

const count = z.int().nonnegative();
const number = z.exactOptional(z.number());

const metricSummarySchema: z.ZodType<MetricSummary> = z.strictObject({
  metric: z.string(),
  signature: z.string(),
  scored: count,
  unscored: z.record(z.string(), count) as unknown as z.ZodType<MetricSummary["unscored"]>,
  lowerIsBetter: z.exactOptional(z.literal(true)),
  mean: number,
  meanWithFailures: number,
  sd: number,
  ciLow: number,
  ciHigh: number,
  reason: z.exactOptional(z.string()),
});

/** Schema of {@link CellSummary}. */
export const cellSummarySchema: z.ZodType<CellSummary> = z.strictObject({
  id: z.string(),
  dataset: z.exactOptional(z.string()),
  retriever: z.string(),
  k: count,
  mode: z.string(),
  model: z.string(),
  planned: count,
  scored: count,
  unscored: count,
  failed: count,
  pending: count,
  failures: z.partialRecord(z.enum(FAILURE_REASONS), count),
  flags: z.partialRecord(z.enum(["refusal", "prefix", "loop", "cut-off"]), count),
  noSignal: count,
  overflowed: count,
  promptTokens: z.number().nonnegative(),
  outputTokens: z.number().nonnegative(),
  metrics: z.record(z.string(), metricSummarySchema),
}) as z.ZodType<CellSummary>;
