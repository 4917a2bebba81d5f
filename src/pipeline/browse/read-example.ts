import { LonghandError, messageOf } from "../../foundation/index.ts";
import { flagsOf } from "../../generation/index.ts";
import type { Cell, GenerationEntry, RunExample } from "../../records/index.ts";
import type { RetrievalLine } from "../retrieval/ask-retriever.ts";
import { openEntryReader } from "../run/generation-log.ts";
import { familyFor } from "../run/run-inputs.ts";
import { entryAt, plannedAt, unknownCell } from "./example-page.ts";
import { type LineTable, openLineReader } from "./line-table.ts";
import { passagesWith, type RunSource, type SourceAnswer } from "./open-source.ts";
import { openScoreReader } from "./read-scores.ts";
import type { RunFiles } from "./run-files.ts";
import { findCell, type RowPlace, rowOf } from "./run-layout.ts";

/** Which text is looked at. */
export interface ExampleOptions {
  /** Number of the example in its dataset, from 0. */
  readonly example: number;
  /** The cell; absent for the first. */
  readonly cell?: string;
  /** Which repeat. @defaultValue 0 */
  readonly repeat?: number;
}

/** What an example is read from, beside the run's own files. */
export interface ExampleGround {
  /** Lines of the scores of each metric. */
  readonly scores: readonly LineTable[];
  /** Lines of the passages. */
  readonly retrieval: LineTable;
  /** Reads the datasets; fails if one is gone. */
  readonly source: RunSource;
}

/**
 * Reads one example in one cell with everything that led to its text.
 *
 * @param files - The run.
 * @param ground - Scores, passages, datasets.
 * @param options - Which text.
 * @returns The example; a dataset that is gone is said so, and the rest is there.
 * @throws LonghandError `unknown-cell`, `unknown-example`.
 */
export async function readExample(
  files: RunFiles,
  ground: ExampleGround,
  options: ExampleOptions,
): Promise<RunExample> {
  const place = placeIn(files, options);
  const { section, cellAt, example, repeat } = place;
  const cell = section.cells[cellAt] as Cell;
  const row = rowOf(files.layout, place);
  const [{ exampleId, userId }, retrieval, entry] = await Promise.all([
    plannedRow(row, files),
    retrievalFor(place, cell, { files, ground }),
    entryOf(row, files),
  ]);
  const question = { sectionAt: files.layout.sections.indexOf(section), cell, example };
  const [{ source, passages }, { scores, others }] = await Promise.all([
    sourceOf(ground, { ...question, exampleId, retrieval }),
    scoresOf(place, exampleId, { files, ground }),
  ]);
  return {
    id: files.folder.name,
    example,
    examples: section.examples,
    exampleId,
    userId,
    cell: cell.id,
    repeat,
    repeats: files.layout.repeat,
    status: files.index.statusOf(row),
    ...outcomeOf(entry),
    scores,
    cellMeans: meansOf(cell.id, files),
    passages,
    noSignal: retrieval?.noSignal ?? false,
    source,
    others,
  };
}

function placeIn(files: RunFiles, { example, cell, repeat = 0 }: ExampleOptions): RowPlace {
  const found = findCell(files.layout, cell);
  if (found === undefined) throw unknownCell(cell, files);
  if (example < found.section.examples && repeat < files.layout.repeat) {
    return { ...found, example, repeat };
  }
  throw new LonghandError(
    `The run ${files.folder.name} has ${found.section.examples} examples, from 0; there is no ${example}.`,
    { code: "unknown-example", hint: "The texts of a cell are listed on the page of the run." },
  );
}

async function plannedRow(
  row: number,
  files: RunFiles,
): Promise<{ readonly exampleId: string; readonly userId: string }> {
  const plan = openLineReader(files.plan);
  try {
    return await plannedAt(row, plan, files);
  } finally {
    await plan.close();
  }
}

async function entryOf(row: number, files: RunFiles): Promise<GenerationEntry | undefined> {
  if (files.index.placeOf(row) === undefined) return undefined;
  const entries = await openEntryReader(files.folder.generation);
  try {
    return await entryAt(row, files, entries);
  } finally {
    await entries.close();
  }
}

function outcomeOf(
  entry: GenerationEntry | undefined,
): Pick<RunExample, "text" | "failure" | "call" | "flags"> {
  if (entry === undefined) return { flags: [] };
  if (entry.status === "failed") {
    return { failure: { reason: entry.reason, message: entry.message }, flags: [] };
  }
  const { text, promptTokens, outputTokens, finishReason, passagesLost } = entry;
  const lost = passagesLost === undefined ? {} : { passagesLost };
  const call = { promptTokens, outputTokens, finishReason, ...lost };
  return { text, call, flags: flagsOf(text, finishReason) };
}

interface Reading {
  readonly files: RunFiles;
  readonly ground: ExampleGround;
}

async function retrievalFor(
  { section, example }: RowPlace,
  cell: Cell,
  { files, ground }: Reading,
): Promise<RetrievalLine | undefined> {
  const { family } = files.manifest.experiment.prompt;
  const asked = section.asked.indexOf(`${cell.retriever}|${familyFor(cell.model, family)}`);
  if (cell.k === 0 || asked === -1) return undefined;
  const reader = openLineReader(ground.retrieval);
  try {
    const line = section.firstRetrieval + example * section.asked.length + asked;
    const text = await reader.read(line);
    return text === undefined || text === "" ? undefined : (JSON.parse(text) as RetrievalLine);
  } finally {
    await reader.close();
  }
}

async function sourceOf(
  { source }: ExampleGround,
  question: Parameters<RunSource["read"]>[0],
): Promise<SourceAnswer> {
  try {
    return await source.read(question);
  } catch (error) {
    if (!(error instanceof LonghandError)) throw error;
    return {
      source: { status: "unavailable", message: messageOf(error) },
      passages: passagesWith(question.retrieval, question.cell, new Map()),
    };
  }
}

/** Scores of the text, and of the same example in every cell of its dataset, first repeat. */
async function scoresOf(
  { section, cellAt, example, repeat }: RowPlace,
  exampleId: string,
  { files, ground }: Reading,
): Promise<Pick<RunExample, "scores" | "others">> {
  const reader = openScoreReader(files, ground.scores);
  const read = (at: number, which: number): Promise<RunExample["scores"]> => {
    const row = rowOf(files.layout, { section, cellAt: at, example, repeat: which });
    return reader.scoresOf({ row, exampleId, cell: section.cells[at]?.id ?? "", repeat: which });
  };
  try {
    const scores = await read(cellAt, repeat);
    const others: RunExample["others"][number][] = [];
    for (const [at, { id }] of section.cells.entries()) {
      const row = rowOf(files.layout, { section, cellAt: at, example, repeat: 0 });
      others.push({ cell: id, status: files.index.statusOf(row), scores: await read(at, 0) });
    }
    return { scores, others };
  } finally {
    await reader.close();
  }
}

function meansOf(cellId: string, { summary }: RunFiles): RunExample["cellMeans"] {
  const cell = summary?.cells.find(({ id }) => id === cellId);
  return Object.fromEntries(
    Object.values(cell?.metrics ?? {}).flatMap(({ metric, mean }) =>
      mean === undefined ? [] : [[metric, mean]],
    ),
  );
}
