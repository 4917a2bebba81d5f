import { appendFile, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import type { CorpusCard, CorpusKind, CorpusSource } from "../../records/index.ts";
import { openSqlEngine, type SqlEngine, writeAtomically } from "../../storage/index.ts";
import { dropped, findingLine, rejected } from "../corpus-event.ts";
import type { CorpusFolder } from "../folder/open-corpus-folder.ts";
import { type UnfinishedFolder, writeCorpusFolder } from "../folder/write-corpus-folder.ts";
import {
  addTally,
  countsOf,
  type FindingTally,
  newTally,
  tallyFinding,
} from "../tables/finding-tally.ts";
import type { FormatImport, ImportContext } from "../tables/import-format.ts";
import { joinParquet, type TablePart } from "../tables/join-parquet.ts";
import type { RowBatch } from "./row-event.ts";
import { fillPart, type Part, type SourceBase } from "./row-part.ts";
import {
  type RowColumns,
  rejectedLine,
  repeatedIds,
  rowsToParquet,
  withoutRows,
} from "./row-table.ts";

/** A format whose records are read one by one, and what its table looks like. */
export interface RowFormat {
  /** Name, as after `--format`. */
  readonly name: string;
  /** What its documents are. */
  readonly kind: CorpusKind;
  /** Columns of the kind, with their types. */
  readonly columns: RowColumns;
  /** The files that are read, for the card. */
  readonly sources: readonly CorpusSource[];
  /** What else decides the result: size and time of change of the files. */
  readonly identity: unknown;
  /** Options as they stand on the card. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Rows of a step, as JSON, in UTF-16 units. @defaultValue 32 Mi */
  readonly partUnits?: number | undefined;
  /**
   * Reads the records from a mark on (from the beginning without one).
   *
   * @param mark - Mark of the last batch that was taken.
   * @param onRead - Told how many bytes of the sources have been read, all in all.
   */
  read(mark: unknown, onRead: (bytes: number) => void): AsyncIterable<RowBatch>;
}

/**
 * Imports a format whose records are read one by one: rows go to tables of some dozen megabytes, one
 * step each, and in the end into one. A row whose id stood before is dropped if it is the same
 * document, and rejected if it is another.
 *
 * @param format - The format with its reader.
 * @param request - Where to, memory, threads.
 * @param context - Clock, progress, stop signal.
 * @returns The finished folder.
 * @throws LonghandError `folder-exists`, `run-locked`, `interrupted`, `missing-dependency`.
 */
export async function importRows(
  format: RowFormat,
  request: FormatImport,
  context: ImportContext,
): Promise<CorpusFolder> {
  const { name, options, identity } = format;
  const plan = { out: request.out, identity: { name, options, identity }, clock: context.clock };
  const engine = await openSqlEngine({
    memoryMb: request.memoryMb ?? 1500,
    // While it packs one part, this thread reads the next; and with one thread of its own, the same
    // rows give the same bytes.
    threads: 1,
  });
  try {
    return await writeCorpusFolder(plan, async (folder) => {
      const work: Work = { format, folder, engine, context };
      const parts = await writeParts(work);
      const repeated = await folder.step("ids", () => findRepeated(work, parts));
      await folder.step("documents", () => joinAll(work, parts, repeated.ords));
      return cardOf(work, { parts, repeated });
    });
  } finally {
    await engine.close();
  }
}

interface Work {
  readonly format: RowFormat;
  readonly folder: UnfinishedFolder;
  readonly engine: SqlEngine;
  readonly context: ImportContext;
}

const REJECTED_FILE = "rejected.jsonl";
const DOCUMENTS_FILE = "documents.parquet";

/** Reads the next part while the engine packs the last one. */
async function writeParts({ format, folder, engine, context }: Work): Promise<readonly Part[]> {
  const parts: Part[] = [];
  let packing: Promise<unknown> = Promise.resolve();
  let batches: AsyncIterator<RowBatch> | undefined;
  const bytes = progressOf(format, context);
  try {
    for (let number = 1; parts.at(-1)?.isLast !== true; number++) {
      const name = partName(number);
      const before = parts.at(-1);
      if (!folder.isDone(name)) {
        batches ??= format.read(before?.mark, bytes)[Symbol.asyncIterator]();
        const path = join(folder.path, name);
        const part = await fillPart(path, {
          batches,
          firstOrd: before?.nextOrd ?? 0,
          context,
          partUnits: format.partUnits,
        });
        await packing;
        packing = folder.step(name, async () => {
          const { columns } = format;
          await rowsToParquet(engine, { from: `${path}.jsonl`, to: `${path}.parquet`, columns });
          return part;
        });
        // Awaited in the next round; until then a failure is no surprise to the process.
        packing.catch(() => undefined);
        parts.push(part);
      } else parts.push(await folder.step<Part>(name, () => Promise.reject()));
    }
    await packing;
  } finally {
    await Promise.allSettled([packing, batches?.return?.()]);
  }
  return parts;
}

function partName(number: number): string {
  return `part-${String(number).padStart(5, "0")}`;
}

function progressOf(
  { sources }: RowFormat,
  { onProgress }: ImportContext,
): (bytes: number) => void {
  const total = sources.reduce((sum, { bytes }) => sum + bytes, 0);
  return (done) => onProgress({ step: "Reading", done, total, unit: "bytes" });
}

/** Rows whose id stood before. */
interface Repeated {
  readonly ords: readonly number[];
  readonly tally: FindingTally;
}

async function findRepeated(
  { folder, engine, context }: Work,
  parts: readonly Part[],
): Promise<Repeated> {
  context.onProgress({ step: "Comparing ids", done: 0, total: 2, unit: "steps" });
  const tally = newTally();
  const ords: number[] = [];
  const refused: string[] = [];
  const bases = parts.flatMap((part) => part.bases ?? []);
  for await (const { ord, id, source, line, isSame } of repeatedIds(
    engine,
    tables(folder, parts),
  )) {
    const file = fileOf(source, ord, bases);
    const place = line === null ? { file } : { file, line };
    const named = JSON.stringify(id);
    const { finding } = isSame
      ? dropped({
          reason: "duplicate",
          message: `the same document under the same id, ${named}, came before`,
          place,
          id,
        })
      : rejected({
          reason: "duplicate-id",
          message: `the id ${named} stands for another document before`,
          place,
          id,
        });
    tallyFinding(tally, finding);
    ords.push(ord);
    if (!isSame) refused.push(`${rejectedLine(finding)}\n`);
  }
  await writeAtomically(join(folder.path, "part-ids.rejected.jsonl"), refused.join(""));
  return { ords, tally };
}

/** A row's source as other messages name it: below what the user named. */
function fileOf(source: string, ord: number, bases: readonly SourceBase[]): string {
  const base = bases.findLast(({ fromOrd }) => fromOrd <= ord);
  return base === undefined ? source : join(base.folder, source);
}

async function joinAll(
  work: Work,
  parts: readonly Part[],
  repeated: readonly number[],
): Promise<null> {
  const { folder, context } = work;
  context.onProgress({ step: "Writing documents", done: 1, total: 2, unit: "steps" });
  const joined: TablePart[] = [];
  for (const [at, part] of parts.entries()) {
    const ords = repeated.filter((ord) => ord >= part.firstOrd && ord < part.nextOrd);
    const name = join(folder.path, partName(at + 1));
    if (part.rows > ords.length) joined.push({ columns: await cleanPart(work, name, ords) });
  }
  if (joined.length > 0) await joinParquet(joined, join(folder.path, DOCUMENTS_FILE));
  const rejectedTo = join(folder.path, REJECTED_FILE);
  await rm(rejectedTo, { force: true });
  const names = [...parts.map((_, at) => partName(at + 1)), "part-ids"];
  for (const name of names) {
    await appendFile(rejectedTo, await readFile(join(folder.path, `${name}.rejected.jsonl`)));
  }
  context.onProgress({ step: "Writing documents", done: 2, total: 2, unit: "steps" });
  return null;
}

/** The file of a part, or one without some of its rows. */
async function cleanPart({ engine }: Work, name: string, ords: readonly number[]): Promise<string> {
  if (ords.length === 0) return `${name}.parquet`;
  const to = `${name}.clean.parquet`;
  await withoutRows(engine, { part: `${name}.parquet`, ords, to });
  return to;
}

function tables({ path }: UnfinishedFolder, parts: readonly Part[]): readonly string[] {
  return parts.map((_, at) => join(path, `${partName(at + 1)}.parquet`));
}

function cardOf(
  { format: { name, kind, sources, options }, context }: Work,
  { parts, repeated }: { readonly parts: readonly Part[]; readonly repeated: Repeated },
): CorpusCard {
  const tally = newTally();
  for (const part of parts) addTally(tally, part.tally);
  addTally(tally, repeated.tally);
  for (const finding of tally.findings) context.onFinding?.(finding);
  const documents = parts.reduce((sum, { rows }) => sum + rows, 0) - repeated.ords.length;
  if (documents === 0) throw nothingLeft(name, tally);
  return {
    v: 1,
    kind,
    format: name,
    sources,
    options,
    counts: countsOf(tally, { documents }),
    tables: { documents: DOCUMENTS_FILE },
  };
}

function nothingLeft(format: string, { findings, reasons }: FindingTally): LonghandError {
  const [first] = findings;
  const why = first === undefined ? "" : ` The first that was left out: ${findingLine(first)}.`;
  return new LonghandError(`Nothing could be read as ${format}.${why}`, {
    code: "no-documents",
    hint: "Is it the right --format, and the right file? Look at its first lines.",
    details: { reasons },
  });
}
