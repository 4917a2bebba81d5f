import { createReadStream, createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { CorpusCard, CorpusKind } from "../../records/index.ts";
import type { CorpusFolder } from "../folder/open-corpus-folder.ts";
import {
  REJECTED_FILE,
  type UnfinishedFolder,
  writeCorpusFolder,
} from "../folder/write-corpus-folder.ts";
import { addTally, countsOf, newTally } from "./finding-tally.ts";
import { type ColumnTask, importColumns } from "./import-columns.ts";
import type { FormatImport, ImportContext } from "./import-format.ts";
import { type FinishedTable, importTable, type TableTask } from "./import-table.ts";

/** Version of the rules by which records become rows: part of an import's identity. */
const RULES_VERSION = 4;

const DEFAULT_MEMORY_MB = 1500;

/** A dump that becomes a corpus folder. */
export interface DumpTask {
  /** Name of the format. */
  readonly format: string;
  /** What its documents are. */
  readonly kind: CorpusKind;
  /** Its tables, that of the documents first. */
  readonly tables: readonly (TableTask | ColumnTask)[];
  /** Options that change the result. */
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * Imports the tables of a dump into a corpus folder, with bounded memory, step by step.
 *
 * @param task - Sources and rules.
 * @param request - Where to, and limits.
 * @param context - Time and progress.
 * @returns The folder.
 */
export function importDump(
  task: DumpTask,
  request: FormatImport,
  context: ImportContext,
): Promise<CorpusFolder> {
  const { format, options, tables } = task;
  const sources = tables.map(({ name, sources: files }) => ({ name, files }));
  const identity = { rules: RULES_VERSION, format, options, sources };
  const { memoryMb = DEFAULT_MEMORY_MB, threads = availableParallelism() } = request;
  const setting = { ...context, memoryMb, threads };
  return writeCorpusFolder(
    { out: request.out, identity, clock: context.clock },
    async (folder): Promise<CorpusCard> => {
      const done: FinishedTable[] = [];
      for (const table of tables) {
        done.push(
          "blocks" in table
            ? await importColumns(folder, table, setting)
            : await importTable(folder, table, setting),
        );
      }
      await gatherRejected(folder, done);
      return cardOf(task, done, context);
    },
  );
}

function cardOf(
  { format, kind, tables, options }: DumpTask,
  done: readonly FinishedTable[],
  { onFinding }: ImportContext,
): CorpusCard {
  const tally = newTally();
  for (const table of done) addTally(tally, table.tally);
  for (const finding of tally.findings) onFinding?.(finding);
  const [documents, products] = done as [FinishedTable, FinishedTable | undefined];
  const sources = tables.flatMap((table) =>
    table.sources.map(({ path, bytes }) => ({ file: path, bytes })),
  );
  return {
    v: 1,
    kind,
    format,
    sources,
    options,
    counts: countsOf(tally, {
      documents: documents.rows,
      ...(products === undefined ? {} : { products: products.rows }),
    }),
    tables: {
      documents: documents.file,
      ...(products === undefined ? {} : { products: products.file }),
    },
  };
}

async function gatherRejected(
  folder: UnfinishedFolder,
  tables: readonly FinishedTable[],
): Promise<void> {
  const out = join(folder.path, REJECTED_FILE);
  await writeFile(out, "");
  for (const file of tables.flatMap(({ rejectedFiles }) => rejectedFiles)) {
    await pipeline(createReadStream(file), createWriteStream(out, { flags: "a" }));
  }
}
