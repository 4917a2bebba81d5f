import { stat } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";
import type { Cell, DatasetExample } from "../../records/index.ts";
import type { Retriever } from "../../retrieval/index.ts";
import { readJsonLines, writeAtomically } from "../../storage/index.ts";
import { counted } from "../../text/index.ts";
import type { Experiment } from "../experiment/experiment-schema.ts";
import { askRetriever, candidatesOf, type RetrievalLine } from "../retrieval/ask-retriever.ts";
import { judgeModelsOf } from "./open-run.ts";
import { exampleCount, familyFor, type OpenRun, runExamples, type WholeRun } from "./run-inputs.ts";

/** A retriever with the family of queries it is asked. */
interface Asked {
  readonly retriever: Retriever;
  readonly family: ReturnType<typeof familyFor>;
  readonly k: number;
}

/** How {@link writeRetrieval} treats a file that is there. */
export interface RetrievalOptions {
  /** Whether passages that the budget forbade are retrieved now; all others stay as they are. */
  readonly retrieveUnpaid: boolean;
}

/**
 * Writes `retrieval.jsonl` once: every example × retriever, in that order. A finished file is kept.
 *
 * @param run - The run.
 * @param options - Whether lines without passages for want of budget are made anew.
 * @throws LonghandError `interrupted` after Ctrl-C; `model-refused`.
 */
export async function writeRetrieval(
  run: WholeRun,
  { retrieveUnpaid }: RetrievalOptions,
): Promise<void> {
  const retrieving = run.sections.filter((section) => retrieversAsked(section).length > 0);
  if (retrieving.length === 0) return;
  const path = run.folder.retrieval;
  if ((await hasRetrieval(path)) && !(retrieveUnpaid && (await hasUnpaid(path)))) return;
  const total = retrieving.reduce((sum, section) => sum + exampleCount(section), 0);
  let [done, failedJudgements] = [0, 0];
  async function* lines(): AsyncGenerator<string> {
    const before = readRetrieval(path);
    for (const section of retrieving) {
      for await (const found of inStep(section, before)) {
        run.context.stopping.throwIfAborted();
        failedJudgements += failuresIn(found);
        yield found.map((line) => `${JSON.stringify(line)}\n`).join("");
        done += 1;
        run.context.onProgress({ kind: "step", step: "Retrieving", done, total, unit: "examples" });
      }
    }
  }
  try {
    await writeAtomically(path, lines());
    if (failedJudgements > 0) {
      const text = `${counted(failedJudgements, "judgement")} of re-rankers gave no usable answer; the passages kept the places of the first stage.`;
      run.context.onProgress({ kind: "warning", text });
    }
  } catch (error) {
    if (!run.context.stopping.aborted) throw error;
    throw new LonghandError("Stopped while retrieving passages.", {
      code: "interrupted",
      hint: `Go on with: longhand run --resume ${run.folder.name}`,
      details: { run: run.folder.name },
      cause: error,
    });
  }
}

/** Examples whose re-rankers may work at a time: their calls, not their order, take the time. */
const MOST_AHEAD = 32;

/** The lines of each example in dataset order, several examples under way where models are asked. */
async function* inStep(
  section: OpenRun,
  before: AsyncGenerator<RetrievalLine>,
): AsyncGenerator<RetrievalLine[]> {
  const asked = retrieversAsked(section).length;
  const asksModels = judgeModelsOf(section.experiment, section.context).length > 0;
  const width = asksModels ? Math.min(MOST_AHEAD, section.experiment.limits.concurrency.max) : 1;
  const underWay: Promise<RetrievalLine[]>[] = [];
  try {
    for await (const example of runExamples(section)) {
      section.context.stopping.throwIfAborted();
      const kept = (await take(before, asked)).filter(({ reason }) => reason !== "budget");
      const found = retrievalLinesFor(example, section, kept);
      // Whoever waits for it gets the failure; until then it is not unheard.
      found.catch(() => undefined);
      underWay.push(found);
      if (underWay.length >= width) yield await (underWay.shift() as Promise<RetrievalLine[]>);
    }
    while (underWay.length > 0) yield await (underWay.shift() as Promise<RetrievalLine[]>);
  } finally {
    // What was paid for is on disk before anybody closes the logs.
    await Promise.allSettled(underWay);
  }
}

/**
 * Takes the next few of a source.
 *
 * @param source - What to take from.
 * @param count - How many.
 * @returns As many, or what is left.
 */
export async function take<T>(source: AsyncGenerator<T>, count: number): Promise<T[]> {
  const taken: T[] = [];
  while (taken.length < count) {
    const next = await source.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}

/**
 * Whether a retrieval lacks passages that the budget forbade.
 *
 * @param path - The run's `retrieval.jsonl`.
 * @returns `true` if a larger budget would find more.
 */
export async function hasUnpaid(path: string): Promise<boolean> {
  for await (const { reason } of readRetrieval(path)) if (reason === "budget") return true;
  return false;
}

function failuresIn(lines: readonly RetrievalLine[]): number {
  return lines.flatMap(({ warnings = [] }) => warnings).reduce((sum, { count }) => sum + count, 0);
}

/**
 * What every retriever of the grid finds for one example.
 *
 * @param example - The example; its own target cannot be retrieved.
 * @param run - Retrievers, task, profile.
 * @param kept - Lines of the example that stay as they are. @defaultValue none
 * @returns One line per retriever and template family, in grid order.
 */
export async function retrievalLinesFor(
  example: DatasetExample,
  run: OpenRun,
  kept: readonly RetrievalLine[] = [],
): Promise<RetrievalLine[]> {
  const { task, name, experiment, context } = run;
  const candidates = candidatesOf(example, task);
  const lines: RetrievalLine[] = [];
  for (const asked of retrieversAsked(run)) {
    const there = kept.find(
      ({ exampleId, retriever, family }) =>
        exampleId === example.id && retriever === asked.retriever.name && family === asked.family,
    );
    if (there !== undefined) {
      lines.push(there);
      continue;
    }
    const question = {
      ...asked,
      task,
      profile: experiment.profile,
      signal: context.stopping,
      ...(name === undefined ? {} : { dataset: name }),
    };
    lines.push(await askRetriever(example, candidates, question));
  }
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
  if (!(await hasRetrieval(path))) return;
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

/**
 * Whether the passages of a run are written.
 *
 * @param path - Its `retrieval.jsonl`.
 * @returns `true` if the file exists. It appears only once it is whole.
 */
export async function hasRetrieval(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
