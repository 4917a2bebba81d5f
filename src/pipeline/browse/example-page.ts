import { LonghandError } from "../../foundation/index.ts";
import type {
  Cell,
  ExamplePage,
  ExampleRow,
  GenerationEntry,
  TextStatus,
} from "../../records/index.ts";
import { wellFormed } from "../../text/index.ts";
import { type EntryReader, openEntryReader } from "../run/generation-log.ts";
import type { PlannedText } from "../run/run-plan.ts";
import { type LineReader, type LineTable, openLineReader } from "./line-table.ts";
import { openScoreReader, type ScoreReader } from "./read-scores.ts";
import type { RunFiles } from "./run-files.ts";
import { findCell, type RowPlace, rowOf } from "./run-layout.ts";

/** Which texts of a run are listed. */
export interface ExamplePageOptions {
  /** The cell; absent for the first. */
  readonly cell?: string;
  /** Which texts. */
  readonly status: TextStatus | "all";
  /** Most texts, 1–100. */
  readonly limit: number;
  /** Where the page before ended; absent for the first page. */
  readonly cursor?: string;
}

/** Characters of a text in a list. */
const EXCERPT = 160;

/** Rows that a filter looks at before it hands over what it has: a page never takes long. */
const MOST_LOOKS = 200_000;

/**
 * Lists texts of a cell: only the lines of the page are read.
 *
 * @param files - The run.
 * @param scores - Lines of the scores of each metric.
 * @param options - Which texts.
 * @returns The page.
 * @throws LonghandError `unknown-cell`, `invalid-cursor`.
 */
export async function examplePageOf(
  files: RunFiles,
  scores: readonly LineTable[],
  options: ExamplePageOptions,
): Promise<ExamplePage> {
  const { status } = options;
  const found = findCell(files.layout, options.cell);
  if (found === undefined) throw unknownCell(options.cell, files);
  const cell = found.section.cells[found.cellAt] as Cell;
  const total = found.section.examples * files.layout.repeat;
  const { places, next } = placesOf(files, {
    ...options,
    ...found,
    start: startOf(options),
    total,
  });
  const readers = await openRowReaders(files, scores);
  try {
    const entries = await entriesAt(places, { files, readers });
    const rows = await Promise.all(
      places.map((place, at) => rowAt(place, cell, { files, readers, entry: entries[at] })),
    );
    const more = next < total ? { nextCursor: String(next) } : {};
    return { id: files.folder.name, cell: cell.id, status, rows, total, ...more };
  } finally {
    await readers.close();
  }
}

function startOf({ cursor }: ExamplePageOptions): number {
  if (cursor === undefined) return 0;
  const start = Number(cursor);
  if (/^\d{1,12}$/.test(cursor)) return start;
  throw new LonghandError(`The cursor ${cursor} is not one that this list has given out.`, {
    code: "invalid-cursor",
  });
}

/**
 * The fault of a cell that a run does not have.
 *
 * @param cell - What was asked for.
 * @param files - The run.
 * @returns The error.
 */
export function unknownCell(cell: string | undefined, { folder }: RunFiles): LonghandError {
  return new LonghandError(`The run ${folder.name} has no cell ${cell ?? ""}.`, {
    code: "unknown-cell",
    hint: "The cells of a run are listed on its page.",
  });
}

interface Wanted extends ExamplePageOptions, Pick<RowPlace, "section" | "cellAt"> {
  readonly start: number;
  readonly total: number;
}

/** Texts of a cell are counted example by example, repeat by repeat. */
function placesOf(
  { layout: { repeat: repeats }, index }: RunFiles,
  { section, cellAt, status, limit, start, total }: Wanted,
): { readonly places: readonly RowPlace[]; readonly next: number } {
  const { firstRow, rowsPerExample } = section;
  const first = firstRow + cellAt * repeats;
  const places: RowPlace[] = [];
  let next = start;
  for (; next < total && places.length < limit && next - start < MOST_LOOKS; next++) {
    const example = Math.floor(next / repeats);
    const repeat = next % repeats;
    // No object for each of a hundred thousand texts that another status has.
    const isWanted =
      status === "all" || index.statusOf(first + example * rowsPerExample + repeat) === status;
    if (isWanted) places.push({ section, cellAt, example, repeat });
  }
  return { places, next };
}

interface RowReaders {
  readonly plan: LineReader;
  readonly scores: ScoreReader;
  readonly entries: EntryReader | undefined;
  close(): Promise<void>;
}

async function openRowReaders(files: RunFiles, tables: readonly LineTable[]): Promise<RowReaders> {
  const plan = openLineReader(files.plan);
  const scores = openScoreReader(files, tables);
  // A run that was just planned has no log yet.
  const entries = await openEntryReader(files.folder.generation).catch(() => undefined);
  return {
    plan,
    scores,
    entries,
    close: async () => {
      await Promise.all([plan.close(), scores.close(), entries?.close()]);
    },
  };
}

interface RowGround {
  readonly files: RunFiles;
  readonly readers: RowReaders;
}

/** What the log says of each text of a page, read in one pass; `undefined` for those without a text. */
async function entriesAt(
  places: readonly RowPlace[],
  { files: { layout, index }, readers }: RowGround,
): Promise<readonly (GenerationEntry | undefined)[]> {
  const found = places.map((place) => {
    const row = rowOf(layout, place);
    return index.statusOf(row) === "generated" ? index.placeOf(row) : undefined;
  });
  const wanted = found.filter((place) => place !== undefined);
  const read = (await readers.entries?.readMany(wanted)) ?? [];
  let next = 0;
  return found.map((place) => (place === undefined ? undefined : read[next++]));
}

async function rowAt(
  place: RowPlace,
  cell: Cell,
  { files, readers, entry }: RowGround & { readonly entry: GenerationEntry | undefined },
): Promise<ExampleRow> {
  const { example, repeat } = place;
  const row = rowOf(files.layout, place);
  const { exampleId, userId } = await plannedAt(row, readers.plan, files);
  const status = files.index.statusOf(row);
  const reason = files.index.reasonOf(row);
  return {
    example,
    exampleId,
    userId,
    repeat,
    status,
    ...(reason === undefined ? {} : { reason }),
    ...(entry?.status === "generated" ? { excerpt: excerptOf(entry.text) } : {}),
    scores: await readers.scores.scoresOf({ row, exampleId, cell: cell.id, repeat }),
  };
}

/**
 * Reads a line of a plan.
 *
 * @param row - Its line, from 0.
 * @param plan - The plan.
 * @param files - The run.
 * @returns The planned text.
 * @throws LonghandError `damaged-run`.
 */
export async function plannedAt(
  row: number,
  plan: LineReader,
  { folder }: RunFiles,
): Promise<PlannedText> {
  const line = await plan.read(row);
  if (line !== undefined && line !== "") return JSON.parse(line) as PlannedText;
  throw new LonghandError(`${folder.plan} has no line ${row + 1}.`, {
    code: "damaged-run",
    hint: "The plan was cut. Start a new run.",
  });
}

/**
 * Reads what the log says of a text.
 *
 * @param row - Its line in the plan.
 * @param files - The run.
 * @param entries - The log; `undefined` if there is none.
 * @returns The entry; `undefined` for a pending text.
 */
export async function entryAt(
  row: number,
  { index }: RunFiles,
  entries: EntryReader | undefined,
): Promise<GenerationEntry | undefined> {
  const place = index.placeOf(row);
  return place === undefined ? undefined : await entries?.read(place);
}

function excerptOf(text: string): string {
  const flat = text
    .slice(0, 4 * EXCERPT)
    .trim()
    .replaceAll(/\s+/g, " ");
  return flat.length > EXCERPT ? `${wellFormed(flat.slice(0, EXCERPT))}…` : wellFormed(flat);
}
