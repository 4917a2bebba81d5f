import { join } from "node:path";
import { type ImportContext, importFormatOf } from "../src/corpus/index.ts";
import type { CorpusCard, CorpusFinding } from "../src/records/index.ts";
import { openSqlEngine, type SqlRow, sqlText } from "../src/storage/index.ts";
import { createVirtualClock } from "./virtual-clock.ts";

/** A dump that a test imports. */
export interface TestDump {
  readonly format: string;
  readonly from: readonly string[];
  readonly out: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly context?: Partial<ImportContext>;
}

/** What became of it. */
export interface ImportedDump {
  readonly card: CorpusCard;
  readonly rows: readonly SqlRow[];
  /** The findings that are shown: outcome, file's name and line, message. */
  readonly said: readonly string[];
  readonly folder: string;
}

/** Imports a small dump by the importer that is registered for its format. */
export async function importDump(dump: TestDump): Promise<ImportedDump> {
  const { format, from, out, settings = {}, context } = dump;
  const importer = await importFormatOf(format)?.load();
  if (importer === undefined) throw new TypeError(`no format ${format}`);
  const findings: CorpusFinding[] = [];
  const corpus = await importer(
    { from, out, settings, memoryMb: 300, threads: 1 },
    {
      clock: createVirtualClock(),
      onProgress: () => undefined,
      onFinding: (finding) => findings.push(finding),
      ...context,
    },
  );
  return {
    card: corpus.card,
    rows: await tableRows(corpus.documents),
    said: findings.map(saidOf),
    folder: corpus.path,
  };
}

/** The rows of a Parquet file in their order. */
export async function tableRows(path: string): Promise<readonly SqlRow[]> {
  const engine = await openSqlEngine({ memoryMb: 300, threads: 1 });
  try {
    return await engine.rows(`select * from read_parquet(${sqlText(path)})`);
  } finally {
    await engine.close();
  }
}

function saidOf({ outcome, place, message }: CorpusFinding): string {
  const name = join(place.file).split(/[\\/]/).at(-1) ?? "";
  const where = place.line === undefined ? name : `${name}:${place.line}`;
  return `${outcome} ${where}: ${message}`;
}
