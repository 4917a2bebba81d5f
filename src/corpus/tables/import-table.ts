import { appendFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import type { CorpusFinding } from "../../records/index.ts";
import { openSqlEngine, type SqlEngine } from "../../storage/index.ts";
import type { UnfinishedFolder } from "../folder/write-corpus-folder.ts";
import type { CutOptions } from "./cut-lines.ts";
import { addTally, type FindingTally, newTally, tallyFinding } from "./finding-tally.ts";
import type { ImportContext } from "./import-format.ts";
import { joinParquet, type TablePart } from "./join-parquet.ts";
import type { RecordFormat, SourceCursor } from "./record-format.ts";
import type { Segment } from "./segment-builder.ts";
import { removeLines, type StepFiles, stepFiles, tabulateSegment } from "./segment-table.ts";
import { settleIds, type TabulatedStep } from "./settle-ids.ts";
import type { SourceFile } from "./source-files.ts";

/** Cuts a source into segments. */
export type SourceCutter = (source: SourceFile, options: CutOptions) => AsyncIterable<Segment>;

/** A table of a corpus folder, and what it is made from. */
export interface TableTask {
  /** Name of the table: its file is `NAME.parquet`. */
  readonly name: "documents" | "products";
  /** What is read, for progress. */
  readonly what: string;
  /** The sources in order. */
  readonly sources: readonly SourceFile[];
  /** How records become rows. */
  readonly format: RecordFormat;
  /** How sources are cut. */
  readonly cut: SourceCutter;
}

/** What an import may use. */
export interface TableLimits {
  /** Memory for tables, in MB. */
  readonly memoryMb: number;
  /** Threads. */
  readonly threads: number;
}

/** A finished table. */
export interface FinishedTable {
  /** Its file, relative to the folder. */
  readonly file: string;
  /** Its rows. */
  readonly rows: number;
  /** What was found. */
  readonly tally: FindingTally;
  /** Files of rejected records, in order. */
  readonly rejectedFiles: readonly string[];
}

/** A lane makes one segment after the other; below this, its tables would not fit. */
const LANE_MB = 350;

/**
 * Makes a table of a corpus folder: cuts the sources into segments, makes Parquet of each (as many
 * at once as threads and memory allow), settles the ids, and joins the parts. Each of these is a
 * step of the folder's journal.
 *
 * @param folder - The folder.
 * @param task - What is to be read.
 * @param setting - Limits, time and progress.
 * @returns The finished table.
 */
export async function importTable(
  folder: UnfinishedFolder,
  task: TableTask,
  setting: TableLimits & ImportContext,
): Promise<FinishedTable> {
  const work: Work = { folder, task, setting, steps: [] };
  await tabulateSources(work);
  const tally = tallyOf(work);
  const ids = await folder.step(`${task.name}-ids`, () => settleAll(work));
  addTally(tally, ids.tally);
  const file = `${task.name}.parquet`;
  await folder.step(`${task.name}-table`, async () => {
    setting.onProgress({ step: `Joining ${task.what}`, done: 0, total: 1, unit: "steps" });
    await joinAll(work, ids.parts, file);
    setting.onProgress({ step: `Joining ${task.what}`, done: 1, total: 1, unit: "steps" });
    return true;
  });
  const rejectedFiles = [
    ...work.steps.filter((step) => step.tally.rejected > 0).map(({ name }) => filesOf(work, name)),
    ...(ids.tally.rejected > 0 ? [filesOf(work, `${task.name}-ids`)] : []),
  ].map(({ rejected }) => rejected);
  return { file, rows: ids.rows, tally, rejectedFiles };
}

function tallyOf({ steps }: Work): FindingTally {
  const tally = newTally();
  for (const step of steps) addTally(tally, step.tally);
  return tally;
}

/** What the journal keeps of a segment. */
interface DoneStep {
  readonly name: string;
  readonly file: string;
  readonly from: SourceCursor;
  readonly to: SourceCursor;
  readonly records: number;
  readonly tally: FindingTally;
}

interface Work {
  readonly folder: UnfinishedFolder;
  readonly task: TableTask;
  readonly setting: TableLimits & ImportContext;
  /** Finished steps by number. */
  readonly steps: DoneStep[];
}

function stepName({ task }: Work, index: number): string {
  return `${task.name}-${String(index).padStart(5, "0")}`;
}

function filesOf({ folder }: Work, step: string): StepFiles {
  return stepFiles(folder.path, step);
}

async function tabulateSources(work: Work): Promise<void> {
  const lanes = await openLanes(work);
  try {
    for await (const segment of segments(work)) {
      if (work.setting.stopping?.aborted === true) break;
      const name = stepName(work, segment.index);
      if (work.folder.isDone(name)) {
        work.steps[segment.index] = await work.folder.step(name, unreachable);
        await removeLines(filesOf(work, name));
      } else await lanes.submit((engine) => doSegment(work, segment, engine));
    }
    await lanes.idle();
  } finally {
    await lanes.close();
  }
  if (work.setting.stopping?.aborted === true) throw interrupted();
}

async function doSegment(work: Work, segment: Segment, engine: SqlEngine): Promise<void> {
  const name = stepName(work, segment.index);
  const { file, from, to, records, tally, rejected } = segment;
  work.steps[segment.index] = await work.folder.step(name, async () => {
    const files = filesOf(work, name);
    await tabulateSegment(engine, segment, { format: work.task.format, files });
    if (rejected !== "") await writeFile(files.rejected, rejected);
    return { name, file, from, to, records, tally };
  });
}

/** The segments that are still to be done, and those done out of turn. */
async function* segments(work: Work): AsyncGenerator<Segment> {
  const { task, folder, setting } = work;
  let cursor: SourceCursor = { source: 0, byte: 0, line: 1, rows: 0, firstOrd: 0 };
  let index = 0;
  for (; folder.isDone(stepName(work, index)); index++) {
    const step: DoneStep = await folder.step(stepName(work, index), unreachable);
    work.steps[index] = step;
    cursor = step.to;
  }
  const total = task.sources.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const [number, source] of task.sources.entries()) {
    if (number < cursor.source) continue;
    if (number > cursor.source) cursor = nextSource(cursor, number);
    const before = bytesBefore(task.sources, number);
    const doneBefore = cursor.byte === 0 ? {} : { doneBefore: before };
    for await (const segment of task.cut(source, {
      format: task.format,
      index,
      from: cursor,
      pathOf: (at) => filesOf(work, stepName(work, at)).lines,
      onRead: (bytes) =>
        setting.onProgress({
          step: `Reading ${task.what}`,
          done: before + bytes,
          total,
          unit: "bytes",
          ...doneBefore,
        }),
    })) {
      cursor = segment.to;
      index = segment.index + 1;
      yield segment;
    }
  }
}

/** Where the next source begins. */
export function nextSource(last: SourceCursor, source: number): SourceCursor {
  return { source, byte: 0, line: 1, rows: 0, firstOrd: last.firstOrd + last.rows };
}

/** Bytes of the sources before one. */
export function bytesBefore(sources: readonly SourceFile[], number: number): number {
  return sources.slice(0, number).reduce((sum, { bytes }) => sum + bytes, 0);
}

interface Lanes {
  /** Waits for a free lane and begins the work there. */
  submit(work: (engine: SqlEngine) => Promise<void>): Promise<void>;
  /** Waits for all work. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

async function openLanes({ setting, folder }: Work): Promise<Lanes> {
  const { memoryMb, threads } = setting;
  const count = Math.max(1, Math.min(threads, Math.floor(memoryMb / LANE_MB)));
  const engines: SqlEngine[] = [];
  for (let lane = 0; lane < count; lane++) {
    const limits = { memoryMb: Math.floor(memoryMb / count), threads: 1 };
    engines.push(await openSqlEngine({ ...limits, temporaryFolder: folder.path }));
  }
  const free = [...engines];
  const busy = new Set<Promise<void>>();
  let fault: { readonly error: unknown } | undefined;
  const check = (): void => {
    if (fault !== undefined) throw fault.error;
  };
  return {
    submit: async (work) => {
      while (free.length === 0) await Promise.race(busy);
      check();
      const engine = free.pop() as SqlEngine;
      const job: Promise<void> = work(engine)
        .catch((error: unknown) => {
          fault ??= { error };
        })
        .finally(() => {
          free.push(engine);
          busy.delete(job);
        });
      busy.add(job);
    },
    idle: async () => {
      await Promise.all(busy);
      check();
    },
    close: async () => {
      await Promise.all(busy);
      for (const engine of engines) await engine.close();
    },
  };
}

interface SettledAll {
  readonly parts: readonly TablePart[];
  readonly rows: number;
  readonly tally: FindingTally;
}

async function settleAll(work: Work): Promise<SettledAll> {
  const { task, setting, folder } = work;
  const { rejected } = filesOf(work, `${task.name}-ids`);
  await rm(rejected, { force: true });
  const tally = newTally();
  let lines = "";
  const note = (finding: CorpusFinding): void => {
    tallyFinding(tally, finding);
    const { outcome, place, reason, message } = finding;
    if (outcome !== "rejected") return;
    lines += `${JSON.stringify({ file: place.file, line: place.line, reason, message })}\n`;
  };
  const steps = work.steps
    .filter(({ records }) => records > 0)
    .map((step) => tabulated(work, step));
  if (steps.length === 0) throw nothingRead(task, tallyOf(work));
  setting.onProgress({ step: `Settling ids of ${task.what}`, done: 0, total: 1, unit: "steps" });
  const { memoryMb, threads } = setting;
  const engine = await openSqlEngine({ memoryMb, threads, temporaryFolder: folder.path });
  try {
    const { parts, rows } = await settleIds(engine, steps, { format: task.format, note });
    if (lines !== "") await appendFile(rejected, lines);
    setting.onProgress({ step: `Settling ids of ${task.what}`, done: 1, total: 1, unit: "steps" });
    // Names only: the folder may be moved before the import goes on.
    const named = (path: string): string => path.slice(folder.path.length + 1);
    return { parts: parts.map((part) => movedPart(part, named)), rows, tally };
  } finally {
    await engine.close();
  }
}

function tabulated(work: Work, { name, file, from, to, records }: DoneStep): TabulatedStep {
  return {
    file,
    files: filesOf(work, name),
    fromOrd: from.firstOrd + from.rows,
    toOrd: to.firstOrd + to.rows,
    rows: records,
  };
}

async function joinAll(
  { folder, task }: Work,
  parts: SettledAll["parts"],
  file: string,
): Promise<void> {
  const paths = parts.map((part) => movedPart(part, (name) => join(folder.path, name)));
  await joinParquet(paths, join(folder.path, file), task.format.idAt);
}

function movedPart(part: TablePart, moved: (path: string) => string): TablePart {
  const { columns, column } = part;
  return {
    ...part,
    columns: moved(columns),
    ...(column === undefined ? {} : { column: moved(column) }),
  };
}

/** The error of a table without a row. */
export function nothingRead(
  task: Pick<TableTask, "what" | "sources">,
  tally: FindingTally,
): LonghandError {
  const [first] = tally.findings;
  const why = first === undefined ? "" : ` The first of ${tally.rejected}: ${first.message}.`;
  return new LonghandError(`No record of ${task.what} could be read.${why}`, {
    code: "no-documents",
    hint: "Is it the right --format, and the right file? Look at its first lines.",
    details: { sources: task.sources.map(({ path }) => path), reasons: tally.reasons },
  });
}

/** The error of an import that was stopped. */
export function interrupted(): LonghandError {
  return new LonghandError("The import was stopped.", {
    code: "interrupted",
    hint: "Start it again with the same sources: finished steps are kept.",
  });
}

function unreachable(): Promise<never> {
  throw new LonghandError("A step that is done has no result.", { code: "internal-error" });
}
