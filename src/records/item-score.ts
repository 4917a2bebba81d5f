import { z } from "zod";

/** One metric's word on one planned example: a row of the tidy export. */
export interface ItemScore {
  /** Cell of the grid. */
  readonly cell: string;
  /** Id of the dataset example. */
  readonly exampleId: string;
  /** Whose text it should have been. */
  readonly userId: string;
  /** Which repeat, from 0. */
  readonly repeat: number;
  /** Metric id. */
  readonly metric: string;
  /** Everything that must agree before two numbers may be compared. */
  readonly signature: string;
  /** `failed`: no usable text; `pending`: not done yet; `unscored`: a text this metric cannot judge. */
  readonly status: "scored" | "unscored" | "failed" | "pending";
  /** The score; present exactly if the status is `scored`. */
  readonly value?: number;
  /** Share of the output found in the reference, 0–1; ROUGE and its like only. */
  readonly precision?: number;
  /** Share of the reference found in the output, 0–1; ROUGE and its like only. */
  readonly recall?: number;
  /** Why there is no score. */
  readonly reason?: string;
  /** The text, where the export is to hold it. */
  readonly text?: string;
}

/** Schema of {@link ItemScore}. */
export const itemScoreSchema: z.ZodType<ItemScore> = z.strictObject({
  cell: z.string(),
  exampleId: z.string(),
  userId: z.string(),
  repeat: z.int().nonnegative(),
  metric: z.string(),
  signature: z.string(),
  status: z.enum(["scored", "unscored", "failed", "pending"]),
  value: z.exactOptional(z.number()),
  precision: z.exactOptional(z.number()),
  recall: z.exactOptional(z.number()),
  reason: z.exactOptional(z.string()),
  text: z.exactOptional(z.string()),
});
