import { LonghandError } from "../foundation/index.ts";
import type { ProfileItem, PromptTemplate, RenderedPrompt } from "../records/index.ts";
import { type CompiledTemplate, compileTemplate } from "./compile-template.ts";
import type { PromptBudget } from "./prompt-budget.ts";

/** What a prompt is made of. */
export interface PromptParts {
  /** How passages and input are put together. */
  readonly template: PromptTemplate;
  /** What the model is asked, x. */
  readonly input: string;
  /** The retrieved profile items, best first; none gives the input alone. */
  readonly passages: readonly ProfileItem[];
  /** What stands before everything else, with or without passages. @defaultValue nothing */
  readonly preface?: string;
  /** How long the prompt may be. @defaultValue no limit, and nothing is counted */
  readonly tokenBudget?: PromptBudget;
}

/**
 * Makes the exact prompt for a model: each passage put into the template, the passages joined, the
 * input after them. Without passages the prompt is the input alone. Texts are put in as they are;
 * braces and dollar signs in them mean nothing.
 *
 * A prompt over its budget is made to fit as the policy says, with as few token counts as a binary
 * search needs, and the result names what was left out or cut. Nothing happens silently.
 *
 * @param parts - Template, input, passages and budget.
 * @returns The prompt, and what had to be done to it.
 * @throws LonghandError `context-overflow` if the policy is `fail`, or if even the input alone is
 * too long; `missing-field` if a passage lacks a field; `invalid-template`; `invalid-option` for a
 * budget that is not a positive number.
 *
 * @example
 * ```ts
 * import { renderPrompt } from "longhand/prompt";
 *
 * const { text } = await renderPrompt({
 *   template: { passage: '"{title}" is the title for "{text}" ', separator: ", and ", wrap: "{ppeps}. {input}" },
 *   input: "Complete the text of the following email. title: Boat. text: It",
 *   passages: [{ id: "m1", fields: { title: "Lamp", text: "It is lit." } }],
 * });
 * // "Lamp" is the title for "It is lit." . Complete the text of the following email. title: …
 * ```
 */
export async function renderPrompt(parts: PromptParts): Promise<RenderedPrompt> {
  const compiled = withPreface(compileTemplate(parts.template), parts.preface);
  const whole = compiled.wrap(
    parts.input,
    parts.passages.map((item) => compiled.passage(item)),
  );
  if (parts.tokenBudget === undefined) {
    return {
      text: whole,
      passageIds: parts.passages.map(({ id }) => id),
      droppedPassageIds: [],
      truncatedPassageIds: [],
    };
  }
  checkBudget(parts.tokenBudget);
  return fitted({ ...parts, tokenBudget: parts.tokenBudget, compiled }, whole);
}

function withPreface(template: CompiledTemplate, preface = ""): CompiledTemplate {
  if (preface === "") return template;
  return { ...template, wrap: (input, texts) => preface + template.wrap(input, texts) };
}

function checkBudget({ maxPromptTokens }: PromptBudget): void {
  if (maxPromptTokens > 0) return;
  throw new LonghandError(`maxPromptTokens must be above 0, got ${maxPromptTokens}.`, {
    code: "invalid-option",
    hint: "Lower maxOutputTokens, or use a model with a longer context.",
  });
}

interface Fitting extends PromptParts {
  readonly tokenBudget: PromptBudget;
  readonly compiled: CompiledTemplate;
}

/** A prompt that was counted. */
interface Counted {
  readonly text: string;
  readonly promptTokens: number;
}

async function fitted(fitting: Fitting, whole: string): Promise<RenderedPrompt> {
  const { passages, tokenBudget: budget } = fitting;
  const all = await counted(whole, budget);
  if (fits(all, budget)) return result(fitting, all, { kept: passages.length });
  if (passages.length === 0 || budget.onOverflow === "fail") throw overflow(fitting, all);
  const kept = await search<Counted>({
    from: 0,
    below: passages.length,
    attempt: (count) => counted(promptWith(fitting, count), budget),
    fits: (prompt) => fits(prompt, budget),
  });
  if (kept.value === undefined) throw overflow({ ...fitting, passages: [] }, kept.smallest);
  if (budget.onOverflow === "truncate-passage") {
    const cut = await withCutPassage(fitting, kept.at);
    if (cut !== undefined) return result(fitting, cut, { kept: kept.at, cut: true });
  }
  return result(fitting, kept.value, { kept: kept.at });
}

/** The prompt with as many words as fit of the first passage that does not fit whole. */
async function withCutPassage(fitting: Fitting, kept: number): Promise<Counted | undefined> {
  const { compiled, passages, tokenBudget: budget } = fitting;
  const item = passages[kept] as ProfileItem;
  const { value } = await search<Counted>({
    from: 1,
    below: compiled.longestWords(item),
    attempt: (maxWords) =>
      counted(promptWith(fitting, kept, compiled.passage(item, maxWords)), budget),
    fits: (prompt) => fits(prompt, budget),
  });
  return value;
}

function promptWith({ compiled, input, passages }: Fitting, count: number, cut?: string): string {
  const texts = passages.slice(0, count).map((item) => compiled.passage(item));
  return compiled.wrap(input, cut === undefined ? texts : [...texts, cut]);
}

async function counted(text: string, budget: PromptBudget): Promise<Counted> {
  return { text, promptTokens: await budget.countTokens(text) };
}

function fits({ promptTokens }: Counted, { maxPromptTokens }: PromptBudget): boolean {
  return promptTokens <= maxPromptTokens;
}

interface Search<Value> {
  /** Smallest size worth trying. */
  readonly from: number;
  /** Smallest size that is known not to fit. */
  readonly below: number;
  attempt(size: number): Promise<Value>;
  fits(value: Value): boolean;
}

interface Found<Value> {
  readonly at: number;
  /** Absent if not even the smallest size fits. */
  readonly value: Value | undefined;
  /** The smallest size that was tried. */
  readonly smallest: Value | undefined;
}

/** The largest size that fits, by binary search: ⌈log2(sizes + 1)⌉ attempts. */
async function search<Value>({
  from,
  below,
  attempt,
  fits: ok,
}: Search<Value>): Promise<Found<Value>> {
  let low = from - 1;
  let high = below;
  let value: Value | undefined;
  let smallest: Value | undefined;
  while (high - low > 1) {
    const size = Math.floor((low + high) / 2);
    const made = await attempt(size);
    if (ok(made)) {
      low = size;
      value = made;
    } else {
      high = size;
      smallest = made;
    }
  }
  return { at: low, value, smallest };
}

interface Outcome {
  /** How many passages stand in the prompt whole. */
  readonly kept: number;
  /** Whether the next one stands in it, cut. */
  readonly cut?: boolean;
}

function result(fitting: Fitting, prompt: Counted, { kept, cut = false }: Outcome): RenderedPrompt {
  const ids = fitting.passages.map(({ id }) => id);
  const shown = cut ? kept + 1 : kept;
  return {
    text: prompt.text,
    passageIds: ids.slice(0, shown),
    droppedPassageIds: ids.slice(shown),
    truncatedPassageIds: ids.slice(kept, shown),
    promptTokens: prompt.promptTokens,
  };
}

function overflow({ passages, tokenBudget }: Fitting, prompt: Counted | undefined): LonghandError {
  const what =
    passages.length === 0 ? "The input alone" : `The prompt with ${passages.length} passages`;
  const { maxPromptTokens } = tokenBudget;
  const promptTokens = prompt?.promptTokens;
  return new LonghandError(
    `${what} has ${promptTokens} tokens, and ${maxPromptTokens} are allowed.`,
    {
      code: "context-overflow",
      hint: "Use a model with a longer context, a higher maxPromptTokens, or a lower maxOutputTokens.",
      details: { promptTokens, maxPromptTokens },
    },
  );
}
