import type { Cell } from "../../records/index.ts";
import { sectionsOf } from "../experiment/grid.ts";
import { familyFor } from "../run/run-inputs.ts";
import type { RunManifest } from "../run/run-manifest.ts";

/** One dataset of a run, and where its texts stand in the plan. */
export interface SectionLayout {
  /** Name in the experiment; absent if it is the only one. */
  readonly name?: string;
  /** Split that is written. */
  readonly split: string;
  /** Its cells, in grid order. */
  readonly cells: readonly Cell[];
  /** Examples that the run takes of it. */
  readonly examples: number;
  /** Line of its first text in the plan, from 0. */
  readonly firstRow: number;
  /** Texts of one example: cells × repeats. */
  readonly rowsPerExample: number;
  /** Line of its first example in `retrieval.jsonl`, from 0. */
  readonly firstRetrieval: number;
  /** What is asked for each example, `retriever|family`, in the order of `retrieval.jsonl`. */
  readonly asked: readonly string[];
}

/** How the files of a run follow from its manifest. */
export interface RunLayout {
  /** One per dataset. */
  readonly sections: readonly SectionLayout[];
  /** Texts planned. */
  readonly rows: number;
  /** Texts per example and cell. */
  readonly repeat: number;
}

/**
 * Works out where everything stands in a run's files: they are written example by example, each with all
 * its cells and repeats.
 *
 * @param manifest - What the run was frozen with.
 * @returns The layout.
 */
export function runLayout(manifest: RunManifest): RunLayout {
  const { experiment } = manifest;
  const frozen = manifest.datasets ?? [manifest.dataset];
  const sections: SectionLayout[] = [];
  let [rows, retrievals] = [0, 0];
  for (const [at, { name, cells, experiment: own }] of sectionsOf(experiment).entries()) {
    const dataset = frozen[at];
    const examples = dataset?.selected?.length ?? dataset?.examples ?? 0;
    const rowsPerExample = cells.length * experiment.repeat;
    const asked = askedFor(cells, experiment.prompt.family);
    const places = { firstRow: rows, firstRetrieval: retrievals, rowsPerExample, asked };
    const { split } = own.dataset;
    sections.push({ ...(name === undefined ? {} : { name }), split, cells, examples, ...places });
    rows += examples * rowsPerExample;
    retrievals += examples * asked.length;
  }
  return { sections, rows, repeat: experiment.repeat };
}

function askedFor(
  cells: readonly Cell[],
  family: RunManifest["experiment"]["prompt"]["family"],
): string[] {
  return [
    ...new Set(
      cells
        .filter(({ k }) => k > 0)
        .map(({ retriever, model }) => `${retriever}|${familyFor(model, family)}`),
    ),
  ];
}

/** One text of a run. */
export interface RowPlace {
  /** Its dataset. */
  readonly section: SectionLayout;
  /** Index of its cell in the dataset's cells. */
  readonly cellAt: number;
  /** Number of its example in the dataset, from 0. */
  readonly example: number;
  /** Which repeat, from 0. */
  readonly repeat: number;
}

/**
 * The line of a text in the plan.
 *
 * @param layout - The run.
 * @param place - The text.
 * @returns Its line, from 0.
 */
export function rowOf(
  { repeat: repeats }: Pick<RunLayout, "repeat">,
  { section, cellAt, example, repeat }: RowPlace,
): number {
  return section.firstRow + example * section.rowsPerExample + cellAt * repeats + repeat;
}

/**
 * Finds a cell.
 *
 * @param layout - The run.
 * @param id - Its id; absent for the first cell.
 * @returns The cell's dataset and its index there; `undefined` if there is none.
 */
export function findCell(
  { sections }: RunLayout,
  id: string | undefined,
): Pick<RowPlace, "section" | "cellAt"> | undefined {
  for (const section of sections) {
    const cellAt = id === undefined ? 0 : section.cells.findIndex((cell) => cell.id === id);
    if (cellAt !== -1 && section.cells.length > 0) return { section, cellAt };
  }
  return undefined;
}
