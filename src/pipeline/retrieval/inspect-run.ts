import { LonghandError } from "../../foundation/index.ts";
import { nearestWord } from "../../storage/index.ts";
import { terminalSafe } from "../../text/index.ts";
import type { VerbResult } from "../datasets/dataset-verbs.ts";
import { type ExperimentSection, sectionsOf } from "../experiment/grid.ts";
import { findRunFolder } from "../run/run-folder.ts";
import { readManifest } from "../run/run-manifest.ts";
import { readRetrieval } from "../run/write-retrieval.ts";
import type { RunContext } from "../run-context.ts";
import type { RetrievalLine } from "./ask-retriever.ts";
import { inspectExample } from "./inspect-retrieval.ts";
import { exampleOf, withRetrieval } from "./open-retrieval.ts";

/** Which example of a run to look at. */
export interface InspectRunOptions {
  /** Name or folder of the run. */
  readonly run: string;
  /** Name of the dataset, where the run has several. @defaultValue the first one */
  readonly dataset?: string;
  /** Id of the example. @defaultValue the first one */
  readonly exampleId?: string;
  /** One of the run's retrievers. @defaultValue the first one that retrieves */
  readonly retriever?: string;
  /** Passages. @defaultValue the largest k of the run */
  readonly k?: number;
}

/**
 * Shows what a retriever of a run found for one example and why. The retrieval is made again to know
 * why, and compared with what the run has written.
 *
 * @param options - Which run, example, retriever.
 * @param context - Places.
 * @returns The passages, best first; `recorded` says what the run used, and whether it is the same.
 * @throws LonghandError `unknown-run`; `invalid-option` for a dataset or retriever that the run does
 *   not have; `unknown-example`; whatever cannot be opened.
 */
export async function inspectRunRetrieval(
  options: InspectRunOptions,
  context: RunContext,
): Promise<VerbResult> {
  const folder = await findRunFolder(options.run, context);
  const { experiment } = await readManifest(folder);
  const section = sectionNamed(sectionsOf(experiment), options.dataset);
  const { dataset, grid, profile, seed, retrievers } = section.experiment;
  const retriever = retrieverIn(grid.retriever, options.retriever);
  const k = options.k ?? Math.max(...grid.k);
  const { path, split, setting } = dataset;
  const opening = { dataset: path, split, setting, retriever, profile, seed };
  const settings = retrievers === undefined ? {} : { settings: retrievers };
  return withRetrieval({ ...opening, ...settings }, context, async (retrieval) => {
    const example = await exampleOf(retrieval.split, options.exampleId);
    const line = await lineIn(folder.retrieval, {
      dataset: section.name,
      exampleId: example.id,
      retriever,
    });
    const family = line?.family === "llama" ? "llama" : "gpt";
    const inspected = await inspectExample(example, { ...retrieval, family }, k);
    const recorded = recordedIn(line, k);
    const now = inspected.json.passages.map(({ id }) => id).join("\n");
    const same = recorded?.ids.join("\n") === now;
    const json = {
      run: folder.name,
      ...inspected.json,
      ...(recorded === undefined ? {} : { recorded: { ...recorded, same } }),
    };
    return { json, text: `${inspected.text}\n\n${terminalSafe(verdict(recorded, same))}` };
  });
}

/** What a run has written of one retrieval. */
interface Recorded {
  readonly ids: readonly string[];
  readonly failed?: string;
  readonly warnings?: RetrievalLine["warnings"];
  readonly calls?: RetrievalLine["calls"];
}

function recordedIn(line: RetrievalLine | undefined, k: number): Recorded | undefined {
  if (line === undefined) return undefined;
  const { failed, warnings, calls } = line;
  return {
    ids: line.passages.slice(0, k).map(({ id }) => id),
    ...(failed === undefined ? {} : { failed }),
    ...(warnings === undefined ? {} : { warnings }),
    ...(calls === undefined ? {} : { calls }),
  };
}

function verdict(recorded: Recorded | undefined, same: boolean): string {
  if (recorded === undefined) return "The run has written nothing for this example.";
  if (recorded.failed !== undefined) return `In the run it failed: ${recorded.failed}`;
  if (same) return "The run used the same passages.";
  return `The run used others: ${recorded.ids.join(", ") || "none"}`;
}

async function lineIn(
  path: string,
  wanted: Pick<RetrievalLine, "exampleId" | "retriever"> & { readonly dataset: string | undefined },
): Promise<RetrievalLine | undefined> {
  for await (const line of readRetrieval(path)) {
    const isIt =
      line.exampleId === wanted.exampleId &&
      line.retriever === wanted.retriever &&
      line.dataset === wanted.dataset;
    if (isIt) return line;
  }
  return undefined;
}

function sectionNamed(
  sections: readonly ExperimentSection[],
  name: string | undefined,
): ExperimentSection {
  const found = sections.find((section) => name === undefined || section.name === name);
  if (found !== undefined) return found;
  const known = sections.flatMap((section) => section.name ?? []);
  throw notOfRun(`The run has no dataset "${name}".`, name ?? "", known);
}

function retrieverIn(names: readonly string[], wanted: string | undefined): string {
  const known = names.filter((name) => name !== "none");
  const found = known.find((name) => wanted === undefined || name === wanted);
  if (found !== undefined) return found;
  const what = wanted === undefined ? "retrieves nothing" : `has no retriever "${wanted}"`;
  throw notOfRun(`The run ${what}.`, wanted ?? "", known);
}

function notOfRun(message: string, wanted: string, known: readonly string[]): LonghandError {
  const near = nearestWord(wanted, known);
  const has = known.length === 0 ? "It has none." : `It has: ${known.join(", ")}.`;
  return new LonghandError(message, {
    code: "invalid-option",
    hint: near === undefined ? has : `Did you mean "${near}"? ${has}`,
  });
}
