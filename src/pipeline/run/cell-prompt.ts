import { templateFor, withoutTarget } from "../../dataset/index.ts";
import { LonghandError } from "../../foundation/index.ts";
import { type LanguageModel, ModelCallError, type ModelDescription } from "../../models/index.ts";
import { renderPrompt, stylePreface } from "../../prompt/index.ts";
import type {
  Cell,
  DatasetExample,
  ProfileItem,
  RenderedPrompt,
  SideView,
} from "../../records/index.ts";
import type { Experiment } from "../experiment/experiment-schema.ts";
import type { RetrievalLine } from "../retrieval/ask-retriever.ts";
import { familyFor, type OpenRun } from "./run-inputs.ts";
import { hasStyle, type SideTexts, sideCallsFor } from "./side-texts.ts";

/** What a prompt is built from. */
export interface PromptParts {
  /** The example. */
  readonly example: DatasetExample;
  /** The cell. */
  readonly cell: Cell;
  /** What was retrieved; absent for cells without retrieval. */
  readonly retrieval: RetrievalLine | undefined;
}

/** A prompt that was built, with what a model wrote for it before. */
export interface BuiltPrompt extends RenderedPrompt {
  /** Summaries of the passages and the description of the style, in the modes that have them. */
  readonly side: readonly SideView[];
}

/**
 * Builds the exact prompt of one example in one cell.
 *
 * @param parts - Example, cell and what was retrieved.
 * @param run - Task, templates, budget, and the model that counts tokens.
 * @param sides - Where summaries and styles come from.
 * @returns The prompt, fitted into its budget.
 * @throws LonghandError `retrieval-failed`, `summary-failed`, `style-failed` or `context-overflow`.
 */
export async function promptFor(
  { example, cell, retrieval }: PromptParts,
  run: OpenRun,
  sides: SideTexts,
): Promise<BuiltPrompt> {
  const { prompt } = run.experiment;
  if (retrieval?.failed !== undefined) {
    if (retrieval.reason === "budget") throw overBudget(retrieval.failed);
    throw new LonghandError(retrieval.failed, { code: "retrieval-failed" });
  }
  const model = run.models.get(cell.model) as LanguageModel;
  const maxPromptTokens = prompt.maxPromptTokens ?? budgetOf(model, run.experiment);
  const { passages, preface, side } = await preparedPassages(
    await passagesOf({ example, cell, retrieval }, run),
    cell,
    { run, sides },
  );
  const rendered = await renderPrompt({
    template: templateFor(run.task, {
      profile: run.experiment.profile,
      family: familyFor(cell.model, prompt.family),
    }),
    input: example.input,
    passages,
    ...(preface === undefined ? {} : { preface }),
    ...(maxPromptTokens === undefined
      ? {}
      : {
          tokenBudget: {
            maxPromptTokens,
            onOverflow: prompt.onOverflow,
            countTokens: (text: string) => countPrompt(text, model, run.experiment),
          },
        }),
  });
  return { ...rendered, side };
}

function overBudget(message: string): ModelCallError {
  return new ModelCallError(message, { reason: "budget", retryable: true });
}

async function countPrompt(
  text: string,
  model: LanguageModel,
  { generation: { systemMessage } }: Experiment,
): Promise<number> {
  const system =
    systemMessage === undefined ? [] : [{ role: "system", content: systemMessage } as const];
  return (await model.countTokens([...system, { role: "user", content: text }])).tokens;
}

interface PreparedPassages {
  readonly passages: readonly ProfileItem[];
  readonly preface?: string;
  readonly side: readonly SideView[];
}

/** Puts summaries in the place of texts, and the style before the prompt, where the mode says so. */
async function preparedPassages(
  items: readonly ProfileItem[],
  cell: Cell,
  { run, sides }: { readonly run: OpenRun; readonly sides: SideTexts },
): Promise<PreparedPassages> {
  const calls = sideCallsFor(items, cell, run);
  const asked = [...calls.summaries, ...(calls.style === undefined ? [] : [calls.style])];
  const texts = await allOf(asked.map((call) => sides.textOf(call)));
  const side = asked.map(({ stage, passageIds, prompt }, at) => ({
    stage,
    passageIds,
    prompt,
    text: texts[at] as string,
  }));
  const { field } = run.task.definition.target;
  const summarised =
    calls.summaries.length === 0
      ? items
      : items.map((item, at) => ({
          ...item,
          fields: { ...item.fields, [field]: texts[at] as string },
        }));
  const style = calls.style === undefined ? undefined : texts.at(-1);
  if (style === undefined) return { passages: summarised, side };
  const withPassages = run.experiment.prompt.stylePassages !== false || !hasStyle(cell.mode);
  return {
    passages: withPassages ? summarised : [],
    preface: stylePreface(run.sideTemplates.style, style),
    side,
  };
}

/** All or the first failure in their order, once none of them runs any longer. */
async function allOf(texts: readonly Promise<string>[]): Promise<string[]> {
  const settled = await Promise.allSettled(texts);
  return settled.map((outcome) => {
    if (outcome.status === "fulfilled") return outcome.value;
    throw outcome.reason;
  });
}

/** Room that is kept for a text where the longest one may take what the prompt leaves, in tokens. */
const LEAST_FITTED_OUTPUT = 256;

function budgetOf(model: LanguageModel, { generation }: Experiment): number | undefined {
  const { contextTokens } = model.description;
  if (contextTokens === undefined) return undefined;
  const { maxOutputTokens, fitOutput } = generation;
  const room =
    fitOutput === true ? Math.min(maxOutputTokens, LEAST_FITTED_OUTPUT) : maxOutputTokens;
  return Math.max(1, contextTokens - room);
}

/**
 * The longest text that may be asked for after a prompt.
 *
 * @param promptTokens - Tokens of the prompt; absent if nobody counted them.
 * @param model - Whose context it is.
 * @param experiment - The limit, and whether it is an upper bound.
 * @returns Tokens: the experiment's limit, or what the prompt leaves if that is less.
 */
export function outputLimitFor(
  promptTokens: number | undefined,
  { contextTokens }: Pick<ModelDescription, "contextTokens">,
  { generation: { maxOutputTokens, fitOutput } }: Pick<Experiment, "generation">,
): number {
  if (fitOutput !== true || contextTokens === undefined || promptTokens === undefined) {
    return maxOutputTokens;
  }
  return Math.max(1, Math.min(maxOutputTokens, contextTokens - promptTokens));
}

/**
 * The retrieved items themselves: of the example's own profile, or of another user's. The target is
 * never among them.
 *
 * @param parts - Example, cell and what was retrieved.
 * @param run - Task and profiles.
 * @returns The cell's k items, best first.
 */
export async function passagesOf(
  { example, cell, retrieval }: PromptParts,
  run: OpenRun,
): Promise<ProfileItem[]> {
  const wanted = retrieval?.passages.slice(0, cell.k) ?? [];
  if (wanted.length === 0) return [];
  const own = new Map(withoutTarget(example, run.task).profile.map((item) => [item.id, item]));
  const items: ProfileItem[] = [];
  for (const { id, userId } of wanted) {
    const item =
      userId === undefined ? own.get(id) : await itemOfOther({ id, userId }, example, run);
    if (item !== undefined) items.push(item);
  }
  return items;
}

async function itemOfOther(
  { id, userId }: { readonly id: string; readonly userId: string },
  example: DatasetExample,
  run: OpenRun,
): Promise<ProfileItem | undefined> {
  const found = (await run.profiles.profileOf(userId)).find((item) => item.id === id);
  if (found === undefined) return undefined;
  return withoutTarget({ ...example, profile: [found] }, run.task).profile[0];
}
