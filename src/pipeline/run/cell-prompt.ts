import { templateFor, withoutTarget } from "../../dataset/index.ts";
import { LonghandError } from "../../foundation/index.ts";
import type { LanguageModel } from "../../models/index.ts";
import { renderPrompt } from "../../prompt/index.ts";
import type { Cell, DatasetExample, ProfileItem, RenderedPrompt } from "../../records/index.ts";
import { familyFor, type OpenRun } from "./run-inputs.ts";
import type { RetrievalLine } from "./write-retrieval.ts";

/** What a prompt is built from. */
export interface PromptParts {
  /** The example. */
  readonly example: DatasetExample;
  /** The cell. */
  readonly cell: Cell;
  /** What was retrieved; absent for cells without retrieval. */
  readonly retrieval: RetrievalLine | undefined;
}

/**
 * Builds the exact prompt of one example in one cell.
 *
 * @param parts - Example, cell and what was retrieved.
 * @param run - Task, templates, budget, and the model that counts tokens.
 * @returns The prompt, fitted into its budget.
 * @throws LonghandError `retrieval-failed` or `context-overflow`.
 */
export async function promptFor(
  { example, cell, retrieval }: PromptParts,
  run: OpenRun,
): Promise<RenderedPrompt> {
  const { prompt, generation } = run.experiment;
  if (retrieval?.failed !== undefined) {
    throw new LonghandError(retrieval.failed, { code: "retrieval-failed" });
  }
  const model = run.models.get(cell.model) as LanguageModel;
  const maxPromptTokens = prompt.maxPromptTokens ?? budgetOf(model, generation.maxOutputTokens);
  const { systemMessage } = generation;
  const system =
    systemMessage === undefined ? [] : [{ role: "system", content: systemMessage } as const];
  return renderPrompt({
    template: templateFor(run.task, {
      profile: run.experiment.profile,
      family: familyFor(cell.model, prompt.family),
    }),
    input: example.input,
    passages: await passagesOf({ example, cell, retrieval }, run),
    ...(maxPromptTokens === undefined
      ? {}
      : {
          tokenBudget: {
            maxPromptTokens,
            onOverflow: prompt.onOverflow,
            countTokens: async (text: string) =>
              (await model.countTokens([...system, { role: "user", content: text }])).tokens,
          },
        }),
  });
}

function budgetOf(model: LanguageModel, maxOutputTokens: number): number | undefined {
  const { contextTokens } = model.description;
  return contextTokens === undefined ? undefined : Math.max(1, contextTokens - maxOutputTokens);
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
