import { z } from "zod";

/** The two template families of LongLaMP: `gpt` (GPT-3.5 and FLAN-T5) and `llama` (LLaMA-2). */
export type PromptFamily = "gpt" | "llama";

/**
 * How retrieved passages and an input become a prompt, as data: slots are `{field}` or
 * `{field|words:750}`, the first 750 words; in `wrap`, `{ppeps}` and `{input}`.
 */
export interface PromptTemplate {
  /** Text for one passage (LongLaMP's PPEP); its slots are fields of the profile item. */
  readonly passage: string;
  /** A first item before the passages; absent in most templates. */
  readonly lead?: string;
  /** What stands between the items. */
  readonly separator: string;
  /** Text around the joined items and the input (LongLaMP's AIP). */
  readonly wrap: string;
}

/** Schema of {@link PromptTemplate}. */
export const promptTemplateSchema: z.ZodType<PromptTemplate> = z.strictObject({
  passage: z.string(),
  lead: z.exactOptional(z.string()),
  separator: z.string(),
  wrap: z.string(),
});

/** What to do when a prompt is over its budget. */
export type OverflowPolicy = "drop-last-passage" | "truncate-passage" | "fail";

/** A finished prompt, and what had to be done to fit it into its budget. */
export interface RenderedPrompt {
  /** The exact text for the model. */
  readonly text: string;
  /** Ids of the passages in it, in order. */
  readonly passageIds: readonly string[];
  /** Ids of passages that were left out to fit the budget. */
  readonly droppedPassageIds: readonly string[];
  /** Ids of passages that were cut to fit the budget. */
  readonly truncatedPassageIds: readonly string[];
  /** Length in the model's own tokens; absent if no counter was given. */
  readonly promptTokens?: number;
}
