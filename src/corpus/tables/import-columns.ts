import { type FileHandle, open, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { UnfinishedFolder } from "../folder/write-corpus-folder.ts";
import type { WrittenBlock } from "./block-file.ts";
import { type BlockThreads, openBlockThreads } from "./block-threads.ts";
import type { ColumnBlock } from "./column-block.ts";
import type { ColumnFormat } from "./column-format.ts";
import { idPage } from "./column-ids.ts";
import { addTally, newTally } from "./finding-tally.ts";
import type { ImportContext } from "./import-format.ts";
import {
  bytesBefore,
  type FinishedTable,
  interrupted,
  nextSource,
  nothingRead,
  type TableLimits,
} from "./import-table.ts";
import { numberCopies } from "./number-copies.ts";
import {
  type ColumnChunk,
  encodeChunk,
  PARQUET_MARK,
  parquetFooter,
  type RowGroup,
} from "./parquet-pages.ts";
import type { SourceCursor } from "./record-format.ts";
import type { BlockStart } from "./source-blocks.ts";
import type { SourceFile } from "./source-files.ts";

/** A table whose columns are written as its sources are read. */
export interface ColumnTask {
  /** Name of the table: its file is `NAME.parquet`. */
  readonly name: "documents" | "products";
  /** What is read, for progress. */
  readonly what: string;
  /** The sources in order. */
  readonly sources: readonly SourceFile[];
  /** How records become rows. */
  readonly format: ColumnFormat;
  /** How sources are cut. */
  readonly blocks: (source: SourceFile, start: BlockStart) => AsyncIterable<ColumnBlock>;
}

/** A thread has a block in several forms; below this, they would not fit. */
const THREAD_MB = 350;

/** Less is read sooner than a thread has started. */
const LEAST_BYTES_FOR_THREADS = 16 * 1024 * 1024;

/**
 * Makes a table of a corpus folder: cuts the sources into blocks of lines, of which threads make columns, and
 * writes them where they will stay: each block is a row group, and a step of the folder's journal. Then
 * ids, which depend on all rows, and the end of the file are written.
 *
 * @param folder - The folder.
 * @param task - What is to be read.
 * @param setting - Limits, time and progress.
 * @returns The finished table.
 */
export async function importColumns(
  folder: UnfinishedFolder,
  task: ColumnTask,
  setting: TableLimits & ImportContext,
): Promise<FinishedTable> {
  const work: Work = { folder, task, setting, steps: [] };
  await readSources(work);
  const { steps } = work;
  const tally = newTally();
  for (const step of steps) addTally(tally, step.tally);
  const rows = steps.reduce((sum, { records }) => sum + records, 0);
  if (rows === 0) throw nothingRead(task, tally);
  const file = `${task.name}.parquet`;
  await folder.step(`${task.name}-table`, async () => {
    setting.onProgress({
      step: `Numbering copies of ${task.what}`,
      done: 0,
      total: 1,
      unit: "steps",
    });
    await finishTable(work, join(folder.path, file));
    setting.onProgress({
      step: `Numbering copies of ${task.what}`,
      done: 1,
      total: 1,
      unit: "steps",
    });
    return true;
  });
  const rejectedFiles = steps
    .filter((step) => step.tally.rejected > 0)
    .map(({ name }) => pathOf(work, name, "rejected.jsonl"));
  return { file, rows, tally, rejectedFiles };
}

/** What the journal keeps of a block. */
interface DoneStep extends Pick<WrittenBlock, "records" | "chunks" | "tally"> {
  readonly name: string;
  readonly to: SourceCursor;
}

interface Work {
  readonly folder: UnfinishedFolder;
  readonly task: ColumnTask;
  readonly setting: TableLimits & ImportContext;
  /** Finished steps in order. */
  readonly steps: DoneStep[];
}

function stepName({ task }: Work, index: number): string {
  return `${task.name}-${String(index).padStart(5, "0")}`;
}

function pathOf({ folder }: Work, step: string, kind: string): string {
  return join(folder.path, `${step}.${kind}`);
}

/** Reads what an earlier import has not read. */
async function readSources(work: Work): Promise<void> {
  const { folder, setting, steps } = work;
  let cursor: SourceCursor = { source: 0, byte: 0, line: 1, rows: 0, firstOrd: 0 };
  for (let name = stepName(work, 0); folder.isDone(name); name = stepName(work, steps.length)) {
    const step = await folder.step<DoneStep>(name, () => Promise.reject(interrupted()));
    steps.push(step);
    cursor = step.to;
  }
  const threads = await openThreads(work);
  const journal = openJournal(work);
  try {
    for await (const block of blocksOf(work, cursor, threads)) {
      if (setting.stopping?.aborted === true) break;
      await journal.room(threads.depth);
      const ids = pathOf(work, stepName(work, block.index), "ids");
      journal.add(block, threads.write({ block, turn: journal.added(), ids }));
    }
    await journal.end();
  } finally {
    await threads.close();
  }
  if (setting.stopping?.aborted === true) throw interrupted();
}

async function openThreads({ folder, task, setting, steps }: Work): Promise<BlockThreads> {
  const path = join(folder.path, `${task.name}.parquet`);
  const file = await open(path, steps.length === 0 ? "w" : "r+");
  try {
    if (steps.length === 0) await file.write(PARQUET_MARK);
  } finally {
    await file.close();
  }
  const end = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  end[0] = BigInt(endOf(steps));
  const turn = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const { memoryMb, threads } = setting;
  const isSmall = bytesBefore(task.sources, task.sources.length) < LEAST_BYTES_FOR_THREADS;
  const count = Math.max(1, Math.min(threads, Math.floor(memoryMb / THREAD_MB)));
  return openBlockThreads(task.format, { path, end, turn }, isSmall ? 0 : count);
}

/** Where the columns of all steps end. */
function endOf(steps: readonly DoneStep[]): number {
  const ends = steps.flatMap(({ chunks }) => chunks.map(({ offset, bytes }) => offset + bytes));
  return ends.reduce((most, end) => Math.max(most, end), PARQUET_MARK.length);
}

interface Journal {
  /** How many blocks have been added. */
  added(): number;
  /** Waits until fewer than so many blocks are at work. */
  room(most: number): Promise<void>;
  /** Notes a block when its columns are written, after those before it. */
  add(block: ColumnBlock, written: Promise<WrittenBlock>): void;
  /** Waits for all blocks. */
  end(): Promise<void>;
}

function openJournal(work: Work): Journal {
  const { folder, steps } = work;
  let added = 0;
  const waiting: Promise<void>[] = [];
  let last: Promise<void> = Promise.resolve();
  const noteStep = async ({ index, to }: ColumnBlock, written: WrittenBlock): Promise<void> => {
    const { rejected, ...rest } = written;
    const name = stepName(work, index);
    if (rejected !== "") await writeFile(pathOf(work, name, "rejected.jsonl"), rejected);
    steps.push(await folder.step(name, async () => ({ name, to, ...rest })));
  };
  return {
    added: () => added,
    room: async (most) => {
      while (waiting.length >= most) await waiting.shift();
    },
    add: (block, written) => {
      added += 1;
      const before = last;
      // The step's name must follow those of all before it, or a new start would leave a gap.
      last = Promise.all([written, before]).then(([done]) => noteStep(block, done));
      // Whoever waits for the last hears of a failure; until then nobody need.
      last.catch(() => undefined);
      waiting.push(last);
    },
    end: () => last,
  };
}

async function* blocksOf(
  { task, setting, steps }: Work,
  from: SourceCursor,
  { spare }: BlockThreads,
): AsyncGenerator<ColumnBlock> {
  let cursor = from;
  let index = steps.length;
  const total = bytesBefore(task.sources, task.sources.length);
  for (const [number, source] of task.sources.entries()) {
    if (number < cursor.source) continue;
    if (number > cursor.source) cursor = nextSource(cursor, number);
    const before = bytesBefore(task.sources, number);
    const doneBefore = cursor.byte === 0 ? {} : { doneBefore: before };
    const onRead = (bytes: number): void =>
      setting.onProgress({
        step: `Reading ${task.what}`,
        done: before + bytes,
        total,
        unit: "bytes",
        ...doneBefore,
      });
    for await (const block of task.blocks(source, { index, from: cursor, onRead, spare })) {
      cursor = block.to;
      index = block.index + 1;
      yield block;
    }
  }
}

/** Writes the ids of all steps and the end of the file. */
async function finishTable(work: Work, path: string): Promise<void> {
  const steps = work.steps.filter(({ records }) => records > 0);
  const files = steps.map(({ name, records }) => ({ path: pathOf(work, name, "ids"), records }));
  const copies = await numberCopies(files);
  const { columns } = work.task.format;
  const idAt = columns.findIndex(({ kind }) => kind === "id");
  const file = await open(path, "r+");
  try {
    let offset = endOf(steps);
    let before = 0;
    const groups: RowGroup[] = [];
    for (const { name, records, chunks } of steps) {
      const first = before;
      const hashes = await readFile(pathOf(work, name, "ids"));
      const page = idPage(hashes, (record) => copies.get(first + record));
      const ids = await writeChunk(file, page, offset);
      groups.push({ rows: records, chunks: chunks.toSpliced(idAt, 0, ids) });
      offset += ids.bytes;
      before += records;
    }
    const footer = parquetFooter(columns, groups);
    await file.write(footer, 0, footer.length, offset);
    await file.truncate(offset + footer.length);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function writeChunk(
  file: FileHandle,
  page: Parameters<typeof encodeChunk>[0],
  offset: number,
): Promise<ColumnChunk> {
  const { pieces, bytes, dictionaryBytes, values } = encodeChunk(page);
  await file.writev([...pieces], offset);
  return { offset, bytes, dictionaryBytes, values };
}
