import { z } from "zod";

/** What a model writes before the prompt can be built: summaries of passages, the author's style. */
export type SideStage = "summary" | "style";

/** What every side template has. */
interface SideTemplateBase {
  /** Format version. */
  readonly v: 1;
  /** Name and version, for instance `summary/v1`; a copy that was edited should have a name of its own. */
  readonly name: string;
  /** Longest reply, in the model's tokens. */
  readonly maxOutputTokens: number;
  /** Chance in the reply: 0 takes the likeliest token. */
  readonly temperature: number;
  /** From this many prompt tokens on the call is not made and the example fails; absent for no bound. */
  readonly skipFromTokens?: number;
}

/** How a summary of one retrieved passage is asked for. */
export interface SummaryTemplate extends SideTemplateBase {
  /** What the reply is. */
  readonly stage: "summary";
  /** The prompt; its one slot is `{text}`, the passage's text. */
  readonly prompt: string;
}

/** How a description of the author's style is asked for, and how it enters the prompt. */
export interface StyleTemplate extends SideTemplateBase {
  /** What the reply is. */
  readonly stage: "style";
  /** The prompt; its one slot is `{texts}`, the joined passages. */
  readonly prompt: string;
  /** One passage; its one slot is `{text}`. */
  readonly passage: string;
  /** What stands between two passages. */
  readonly separator: string;
  /** What stands before the prompt; its one slot is `{style}`, the description as a quoted string. */
  readonly insert: string;
}

/** A template of a side call, as data. */
export type SideTemplate = SummaryTemplate | StyleTemplate;

const base = {
  v: z.literal(1),
  name: z.string().min(1, "must not be empty"),
  prompt: z.string(),
  maxOutputTokens: z.int("must be a whole number").min(1, "must be 1 or more"),
  temperature: z.number().min(0, "must be 0 or more").max(5, "must be 5 or less"),
  skipFromTokens: z.exactOptional(z.int("must be a whole number").min(1, "must be 1 or more")),
};

/** Schema of {@link SummaryTemplate}. */
export const summaryTemplateSchema: z.ZodType<SummaryTemplate> = z.strictObject({
  ...base,
  stage: z.literal("summary"),
});

/** Schema of {@link StyleTemplate}. */
export const styleTemplateSchema: z.ZodType<StyleTemplate> = z.strictObject({
  ...base,
  stage: z.literal("style"),
  passage: z.string(),
  separator: z.string(),
  insert: z.string(),
});
