import { templateFor } from "../../dataset/index.ts";
import type { ModelDescription } from "../../models/index.ts";
import type { PromptFamily } from "../../records/index.ts";
import { canonicalJson, sha256, writeAtomically } from "../../storage/index.ts";
import { familyFor, type OpenRun, runEntries } from "./run-inputs.ts";
import { exampleKeys, type PlannedText } from "./run-plan.ts";

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
 * Writes `plan.jsonl`: one line per text to make. Example by example, each with all its cells, so
 * that a run that is stopped anywhere holds whole pairs.
 *
 * @param run - The run.
 * @returns How many texts are planned.
 */
export async function writePlan(run: OpenRun): Promise<number> {
  const keyOf = new Map(run.cells.map((cell) => [cell.id, exampleKeys(identityOf(run, cell))]));
  let planned = 0;
  function* lines(): Generator<string> {
    for (const { id, userId } of runEntries(run)) {
      let text = "";
      for (const cell of run.cells) {
        for (let repeat = 0; repeat < run.experiment.repeat; repeat++) {
          const key = (keyOf.get(cell.id) as (id: string, repeat: number) => string)(id, repeat);
          const line: PlannedText = { v: 1, key, exampleId: id, userId, cell: cell.id, repeat };
          text += `${JSON.stringify(line)}\n`;
          planned += 1;
        }
      }
      yield text;
    }
  }
  await writeAtomically(run.folder.plan, lines());
  return planned;
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
    templateHash: templateHashOf(run, familyFor(cell.model, experiment.prompt.family)),
    model: run.descriptions.get(cell.model) as ModelDescription,
    parameters: {
      generation: experiment.generation,
      prompt: experiment.prompt,
      seed: experiment.seed,
    },
  };
}
