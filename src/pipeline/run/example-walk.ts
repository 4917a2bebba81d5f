import { LonghandError } from "../../foundation/index.ts";
import type { Cell, DatasetExample } from "../../records/index.ts";
import type { RetrievalLine } from "../retrieval/ask-retriever.ts";
import { type OpenRun, runExamples, type WholeRun } from "./run-inputs.ts";
import { type PlannedText, readPlan } from "./run-plan.ts";
import { isOfCell, readRetrieval, retrieversAsked, take } from "./write-retrieval.ts";

/** One example with all that is planned for it. */
export interface ExampleStop {
  /** The run of the example's dataset. */
  readonly run: OpenRun;
  /** The example. */
  readonly example: DatasetExample;
  /** Its planned texts, in plan order. */
  readonly planned: readonly PlannedText[];
  /**
   * What the retriever of a cell found.
   *
   * @param cell - The cell.
   * @returns The line; `undefined` for cells without retrieval.
   */
  readonly retrievalFor: (cell: Cell) => RetrievalLine | undefined;
}

interface RunFiles {
  readonly plan: AsyncGenerator<PlannedText>;
  readonly retrieval: AsyncGenerator<RetrievalLine>;
}

/**
 * Walks through examples, plan and retrieval in step, with memory for one example; dataset by dataset.
 *
 * @param run - The run.
 * @returns One stop per example, in dataset order.
 * @throws LonghandError `damaged-run` if the files do not fit each other.
 */
export async function* walkExamples(run: WholeRun): AsyncGenerator<ExampleStop> {
  const files = { plan: readPlan(run.folder.plan), retrieval: readRetrieval(run.folder.retrieval) };
  for (const section of run.sections) yield* walkSection(section, files);
}

async function* walkSection(
  run: OpenRun,
  { plan, retrieval }: RunFiles,
): AsyncGenerator<ExampleStop> {
  const textsPerExample = run.cells.length * run.experiment.repeat;
  const linesPerExample = retrieversAsked(run).length;
  for await (const example of runExamples(run)) {
    const planned = await take(plan, textsPerExample);
    const lines = await take(retrieval, linesPerExample);
    if (
      planned[0]?.exampleId !== example.id ||
      lines.some((line) => line.exampleId !== example.id)
    ) {
      throw new LonghandError(
        `The plan of ${run.folder.name} does not fit its dataset at ${example.id}.`,
        {
          code: "damaged-run",
          hint: "The dataset has changed since the run was planned. Start a new run.",
        },
      );
    }
    yield {
      run,
      example,
      planned,
      retrievalFor: (cell) => lines.find((line) => isOfCell(line, cell, run.experiment)),
    };
  }
}
