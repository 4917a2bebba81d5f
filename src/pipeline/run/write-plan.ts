import { templateFor } from "../../dataset/index.ts";
import type { ModelDescription } from "../../models/index.ts";
import type { PromptFamily } from "../../records/index.ts";
import { canonicalJson, sha256, writeAtomically } from "../../storage/index.ts";
import { familyFor, type OpenRun, runEntries, type WholeRun } from "./run-inputs.ts";
import { exampleKeys, type PlannedText } from "./run-plan.ts";
import { hasStyle, hasSummaries, sideTemplateHash } from "./side-texts.ts";

/**
 * Hash of the template of a cell's family: part of every key.
 *
 * @param run - Task and profile.
 * @param family - Template family.
 * @returns 64 hexadecimal digits.
 */
export function templateHashOf(
  { task, experiment }: Pick<OpenRun, "task" | "experiment">,
  family: PromptFamily,
): string {
  return sha256(canonicalJson(templateFor(task, { profile: experiment.profile, family })));
}

/**
 * Hash of everything that made a cell's prompts: its template, and the side templates of its mode.
 *
 * @param run - Task, profile, side templates.
 * @param cell - Model and mode.
 * @returns 64 hexadecimal digits; in the mode `plain` those of {@link templateHashOf}.
 */
export function promptHashOf(
  run: Pick<OpenRun, "task" | "experiment" | "sideTemplates">,
  { model, mode }: Pick<OpenRun["cells"][number], "model" | "mode">,
): string {
  const template = templateHashOf(run, familyFor(model, run.experiment.prompt.family));
  const side = sideHashesOf(run, mode);
  return side.length === 0 ? template : sha256(canonicalJson([template, ...side]));
}

function sideHashesOf({ sideTemplates }: Pick<OpenRun, "sideTemplates">, mode: string): string[] {
  return [
    ...(hasSummaries(mode) ? [sideTemplateHash(sideTemplates.summary)] : []),
    ...(hasStyle(mode) ? [sideTemplateHash(sideTemplates.style)] : []),
  ];
}

/**
 * Writes `plan.jsonl`: one line per text to make. Example by example, each with all its cells, so
 * that a run that is stopped anywhere holds whole pairs; dataset by dataset.
 *
 * @param run - The run.
 */
export async function writePlan(run: WholeRun): Promise<void> {
  function* lines(): Generator<string> {
    for (const section of run.sections) yield* linesOf(section);
  }
  await writeAtomically(run.folder.plan, lines());
}

function* linesOf(run: OpenRun): Generator<string> {
  const keyOf = new Map(run.cells.map((cell) => [cell.id, exampleKeys(identityOf(run, cell))]));
  for (const { id, userId } of runEntries(run)) {
    let text = "";
    for (const cell of run.cells) {
      for (let repeat = 0; repeat < run.experiment.repeat; repeat++) {
        const key = (keyOf.get(cell.id) as (id: string, repeat: number) => string)(id, repeat);
        const line: PlannedText = { v: 1, key, exampleId: id, userId, cell: cell.id, repeat };
        text += `${JSON.stringify(line)}\n`;
      }
    }
    yield text;
  }
}

function identityOf(
  run: OpenRun,
  cell: OpenRun["cells"][number],
): Parameters<typeof exampleKeys>[0] {
  const { experiment, dataset } = run;
  return {
    datasetHash: dataset.hash,
    retrieverSignature: run.retrievers.get(cell.retriever)?.signature ?? "none",
    k: cell.k,
    mode: cell.mode,
    templateHash: promptHashOf(run, cell),
    model: run.descriptions.get(cell.model) as ModelDescription,
    parameters: {
      generation: experiment.generation,
      prompt: experiment.prompt,
      seed: experiment.seed,
    },
  };
}
