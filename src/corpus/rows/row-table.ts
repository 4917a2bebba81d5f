import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { CorpusFinding } from "../../records/index.ts";
import { type SqlEngine, sqlText, writeError } from "../../storage/index.ts";
import type { DocumentRow } from "./row-event.ts";

/** Type of each further column of a table, in its order. */
export type RowColumns = Readonly<Record<string, "VARCHAR" | "VARCHAR[]">>;

const COMMON = {
  ord: "BIGINT",
  id: "VARCHAR",
  author: "VARCHAR",
  text: "VARCHAR",
  title: "VARCHAR",
  date: "VARCHAR",
  source: "VARCHAR",
  line: "BIGINT",
};

/** A row in JSON may be no longer than this, in bytes: the engine's limit, which its memory follows. */
export const MAX_ROW_BYTES: number = 16 * 1024 * 1024 - 1024;

/** A file that grows line by line. */
export interface LineFile {
  /** Adds a line; waits if the disk is slower. */
  write(line: string): Promise<void>;
  close(): Promise<void>;
}

/** Begins a file of lines, over whatever was there. */
export function openLineFile(path: string): LineFile {
  const stream = createWriteStream(path, { highWaterMark: 1 << 20 });
  let gathered = "";
  let failure: unknown;
  stream.on("error", (cause) => {
    failure = cause;
  });
  const flush = async (): Promise<void> => {
    if (failure !== undefined) throw writeError(path, failure);
    const text = gathered;
    gathered = "";
    // An error ends the waiting, too, and is thrown there.
    if (text !== "" && !stream.write(text)) {
      await once(stream, "drain").catch((cause: unknown) => {
        throw writeError(path, cause);
      });
    }
  };
  return {
    write: async (line) => {
      gathered += `${line}\n`;
      if (gathered.length >= 1 << 18) await flush();
    },
    close: async () => {
      await flush();
      await new Promise<void>((done, failed) => {
        stream.on("error", (cause) => failed(writeError(path, cause)));
        stream.end(done);
      });
    },
  };
}

/** A row as the engine reads it. */
export function rowLine(ord: number, row: DocumentRow): string {
  return JSON.stringify({ ord, ...row });
}

/** A rejected record as it stands in `rejected.jsonl`. */
export function rejectedLine({ place, reason, message }: CorpusFinding): string {
  return JSON.stringify({ file: place.file, line: place.line ?? null, reason, message });
}

/** A part is one group of rows, so that parts can be joined without reading them. */
const GROUP_ROWS = 1_000_000_000;

/** Turns a file of rows into Parquet, and removes it. */
export async function rowsToParquet(
  engine: SqlEngine,
  {
    from,
    to,
    columns,
  }: { readonly from: string; readonly to: string; readonly columns: RowColumns },
): Promise<void> {
  const types = Object.entries({ ...COMMON, ...columns });
  const listed = types.map(([name, type]) => `${sqlText(name)}: ${sqlText(type)}`).join(", ");
  const rows = `read_json(${sqlText(from)}, format = 'newline_delimited', columns = {${listed}})`;
  const names = types.map(([name]) => `"${name}"`).join(", ");
  await engine.run(`copy (select ${names} from ${rows}) to ${sqlText(to)} ${PARQUET}`);
  await rm(from);
}

const PARQUET = `(format parquet, compression zstd, row_group_size ${GROUP_ROWS})`;

/** A row whose id stood before. */
export interface RepeatedId {
  readonly ord: number;
  readonly id: string;
  readonly source: string;
  readonly line: number | null;
  /** Whether it is the same document as the first one of that id. */
  readonly isSame: boolean;
}

/** Rows whose id stood before, in their order. */
export async function* repeatedIds(
  engine: SqlEngine,
  parts: readonly string[],
): AsyncGenerator<RepeatedId> {
  const table = `read_parquet(${fileList(parts)})`;
  // First by id alone, which is little to read; texts only of those that stand twice.
  const sql = `
    with twice as (select id from ${table} group by id having count(*) > 1),
    met as (
      select ord, id, source, line, md5(to_json([author, title, date, text])::varchar) as said
      from ${table} where id in (select id from twice)
    ),
    earliest as (select id, min(ord) as ord, arg_min(said, ord) as said from met group by id)
    select met.ord, met.id, met.source, met.line, met.said = earliest.said as same
    from met join earliest using (id) where met.ord > earliest.ord order by met.ord`;
  for await (const row of engine.stream(sql)) {
    yield {
      ord: row["ord"] as number,
      id: row["id"] as string,
      source: row["source"] as string,
      line: row["line"] as number | null,
      isSame: row["same"] as boolean,
    };
  }
}

/** Writes a part anew without some of its rows. */
export async function withoutRows(
  engine: SqlEngine,
  {
    part,
    ords,
    to,
  }: { readonly part: string; readonly ords: readonly number[]; readonly to: string },
): Promise<void> {
  const left = `select unnest([${ords.join(", ")}])`;
  const rows = `select * from read_parquet(${sqlText(part)}) where ord not in (${left})`;
  await engine.run(`copy (${rows}) to ${sqlText(to)} ${PARQUET}`);
}

function fileList(paths: readonly string[]): string {
  return `[${paths.map(sqlText).join(", ")}]`;
}
