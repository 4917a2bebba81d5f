import { LonghandError } from "../../foundation/index.ts";
import { openSqlEngine, sqlText } from "../../storage/index.ts";
import type { CorpusFolder } from "../folder/open-corpus-folder.ts";
import { type ColumnMap, columnMap } from "./column-map.ts";
import { csvValues } from "./csv-values.ts";
import { cutJson } from "./cut-json.ts";
import { cutValues, type SourceValue } from "./cut-values.ts";
import { importDump } from "./import-dump.ts";
import type { FormatImport, ImportContext } from "./import-format.ts";
import type { SourceCutter, TableTask } from "./import-table.ts";
import type { SourceFile } from "./source-files.ts";
import { sourceFiles } from "./source-files.ts";
import { tableDocuments } from "./table-documents.ts";

const KINDS = {
  csv: [".csv", ".tsv"],
  json: [".jsonl", ".ndjson", ".json"],
  parquet: [".parquet"],
} as const;

/**
 * Imports tables in CSV, JSON Lines or Parquet: a row is a document, and its columns are named by
 * the setting `columns`.
 *
 * @param request - The files; `settings.columns` is `text=body,author=user,…`.
 * @param context - Time and progress.
 * @returns The corpus folder.
 * @throws LonghandError `usage` for columns or files of another kind.
 */
export async function importTabular(
  request: FormatImport,
  context: ImportContext,
): Promise<CorpusFolder> {
  const { columns: given = "" } = request.settings;
  const text = typeof given === "string" ? given : given.join(",");
  const columns = columnMap(text);
  const sources = await sourceFiles(request.from, Object.values(KINDS).flat());
  for (const source of sources) kindOf(source);
  const table: TableTask = {
    name: "documents",
    what: "documents",
    sources,
    format: tableDocuments(columns),
    cut: cutterFor(columns),
  };
  const options = { columns: Object.fromEntries(columns.named) };
  const task = { format: "table", kind: "documents", tables: [table], options } as const;
  return importDump(task, request, context);
}

function kindOf({ path }: SourceFile): keyof typeof KINDS {
  const name = path.toLowerCase().replace(/\.gz$/, "");
  for (const [kind, endings] of Object.entries(KINDS)) {
    if (endings.some((ending) => name.endsWith(ending))) return kind as keyof typeof KINDS;
  }
  const endings = Object.values(KINDS).flat().join(", ");
  throw new LonghandError(`${path} is no table that can be read.`, {
    code: "usage",
    hint: `Names of tables end in ${endings}; .gz may follow, except behind .parquet.`,
    details: { file: path },
  });
}

function cutterFor(columns: ColumnMap): SourceCutter {
  return (source, options) => {
    const kind = kindOf(source);
    if (kind === "json") return cutJson(source, options);
    const values =
      kind === "csv"
        ? csvValues(source, columns, options.onRead)
        : parquetValues(source, options.onRead);
    return cutValues(source, options, values);
  };
}

/** Rows of a Parquet file as objects; the line is the number of the row, from 1. */
async function* parquetValues(
  { path, bytes }: SourceFile,
  onRead: (bytes: number) => void,
): AsyncGenerator<SourceValue> {
  const engine = await openSqlEngine({ memoryMb: 500, threads: 1 });
  const from = `read_parquet(${sqlText(path)})`;
  try {
    const [{ n } = { n: 0 }] = await engine.rows(`select count(*) n from ${from}`);
    let line = 0;
    for await (const { row } of engine.stream(
      `select to_json(t)::VARCHAR as "row" from ${from} t`,
    )) {
      line += 1;
      if (line % 2048 === 0) onRead(Math.floor((bytes * line) / Number(n)));
      yield { value: JSON.parse(String(row)), line };
    }
    onRead(bytes);
  } finally {
    await engine.close();
  }
}
