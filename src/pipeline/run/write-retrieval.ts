import { stat } from "node:fs/promises";
import { withoutTarget } from "../../dataset/index.ts";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import type { CandidatePassage, Cell, DatasetExample, ProfileItem } from "../../records/index.ts";
import type { Retriever } from "../../retrieval/index.ts";
import { readJsonLines, writeAtomically } from "../../storage/index.ts";
import type { Experiment } from "../experiment/experiment-schema.ts";
import { exampleCount, familyFor, type OpenRun, runExamples, type WholeRun } from "./run-inputs.ts";

/** What one retriever found for one example: one line of `retrieval.jsonl`. */
export interface RetrievalLine {
  /** Format version. */
  readonly v: 1;
  /** Name of the dataset; absent if there is only one. */
  readonly dataset?: string;
  /** Id of the dataset example. */
  readonly exampleId: string;
  /** Name of the retriever. */
  readonly retriever: string;
  /** Template family whose query was asked. */
  readonly family: string;
  /** Best first: as many as the largest k of the grid asks for. */
  readonly passages: readonly {
    readonly id: string;
    readonly relevance: number;
    readonly userId?: string;
  }[];
  /** `true` if nothing had anything to do with the query. */
  readonly noSignal: boolean;
  /** Profile items that were the target and could not be retrieved; absent for none. */
  readonly targetsRemoved?: number;
  /** Why retrieval failed for this example; absent if it did not. */
  readonly failed?: string;
}

/** A retriever with the family of queries it is asked. */
interface Asked {
  readonly retriever: Retriever;
  readonly family: ReturnType<typeof familyFor>;
  readonly k: number;
}

/**
 * Writes `retrieval.jsonl` once: every example × retriever, in that order. A finished file is kept.
 *
 * @param run - The run.
 */
export async function writeRetrieval(run: WholeRun): Promise<void> {
  const retrieving = run.sections.filter((section) => retrieversAsked(section).length > 0);
  if (retrieving.length === 0 || (await exists(run.folder.retrieval))) return;
  const total = retrieving.reduce((sum, section) => sum + exampleCount(section), 0);
  let done = 0;
  async function* lines(): AsyncGenerator<string> {
    for (const section of retrieving) {
      for await (const example of runExamples(section)) {
        run.context.stopping.throwIfAborted();
        const found = await retrievalLinesFor(example, section);
        yield found.map((line) => `${JSON.stringify(line)}\n`).join("");
        done += 1;
        run.context.onProgress({ kind: "step", step: "Retrieving", done, total, unit: "examples" });
      }
    }
  }
  try {
    await writeAtomically(run.folder.retrieval, lines());
  } catch (error) {
    if (!run.context.stopping.aborted) throw error;
    throw new LonghandError("Stopped while retrieving passages.", {
      code: "interrupted",
      hint: `Go on with: longhand run --resume ${run.folder.name}`,
      cause: error,
    });
  }
}

/**
 * What every retriever of the grid finds for one example.
 *
 * @param example - The example; its own target cannot be retrieved.
 * @param run - Retrievers, task, profile.
 * @returns One line per retriever and template family, in grid order.
 */
export async function retrievalLinesFor(
  example: DatasetExample,
  run: OpenRun,
): Promise<RetrievalLine[]> {
  const pool = candidatesOf(example, run);
  const lines: RetrievalLine[] = [];
  for (const one of retrieversAsked(run)) lines.push(await ask(one, { example, pool, run }));
  return lines;
}

/** Every retriever of the grid once per template family, with the largest k that any cell asks for. */
export function retrieversAsked(run: OpenRun): Asked[] {
  const asked = new Map<string, Asked>();
  for (const cell of run.cells) {
    const retriever = run.retrievers.get(cell.retriever);
    if (cell.k === 0 || retriever === undefined) continue;
    const family = familyFor(cell.model, run.experiment.prompt.family);
    const name = `${cell.retriever}|${family}`;
    const k = Math.max(cell.k, asked.get(name)?.k ?? 0);
    asked.set(name, { retriever, family, k });
  }
  return [...asked.values()];
}

interface Candidates {
  readonly passages: readonly CandidatePassage[];
  readonly removed: number;
}

function candidatesOf(example: DatasetExample, { task }: OpenRun): Candidates {
  const { profile, removed } = withoutTarget(example, task);
  const passages = profile.map((item: ProfileItem) => ({
    id: item.id,
    text: task.passageText(item),
    ...(item.date === undefined ? {} : { date: item.date }),
  }));
  return { passages, removed: removed.length };
}

interface Asking {
  readonly example: DatasetExample;
  readonly pool: Candidates;
  readonly run: OpenRun;
}

async function ask(
  { retriever, family, k }: Asked,
  { example, pool, run }: Asking,
): Promise<RetrievalLine> {
  const line = {
    v: 1,
    ...(run.name === undefined ? {} : { dataset: run.name }),
    exampleId: example.id,
    retriever: retriever.name,
    family,
  } as const;
  const removed = pool.removed === 0 ? {} : { targetsRemoved: pool.removed };
  try {
    const query = run.task.query(example, { profile: run.experiment.profile, family });
    const found = await retriever.retrieve({
      exampleId: example.id,
      userId: example.userId,
      query,
      k,
      candidates: pool.passages,
    });
    return { ...line, passages: found.passages, noSignal: found.noSignal, ...removed };
  } catch (error) {
    if (!(error instanceof LonghandError)) throw error;
    return { ...line, passages: [], noSignal: true, ...removed, failed: messageOf(error) };
  }
}

/**
 * Whether a line holds what a cell asks for.
 *
 * @param line - A line of `retrieval.jsonl`.
 * @param cell - A cell.
 * @param experiment - The template families.
 * @returns `true` if it is of the cell's retriever and family.
 */
export function isOfCell(line: RetrievalLine, cell: Cell, { prompt }: Experiment): boolean {
  return (
    cell.k > 0 &&
    line.dataset === cell.dataset &&
    line.retriever === cell.retriever &&
    line.family === familyFor(cell.model, prompt.family)
  );
}

/**
 * Reads `retrieval.jsonl` in step with the examples.
 *
 * @param path - The file.
 * @returns Its lines in order; none if there is no file (a grid of `none` alone).
 */
export async function* readRetrieval(path: string): AsyncGenerator<RetrievalLine> {
  if (!(await exists(path))) return;
  for await (const line of readJsonLines(path)) {
    if (line.status === "blank") continue;
    if (line.status === "bad") {
      throw new LonghandError(`${line.error.message}`, {
        code: "damaged-run",
        hint: "Remove the file and resume: retrieval is made again.",
        cause: line.error,
      });
    }
    yield line.value as RetrievalLine;
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
