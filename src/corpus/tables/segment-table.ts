import { rm } from "node:fs/promises";
import { join } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import { type SqlEngine, sqlText } from "../../storage/index.ts";
import { LINE_KEY, type RecordFormat } from "./record-format.ts";
import { type Segment, wordsPath } from "./segment-builder.ts";

/** Where the files of a step are. */
export interface StepFiles {
  /** Lines for the engine; removed after the step. */
  readonly lines: string;
  /** Columns of the table, behind them the id, and whether the source gives it: `isGiven`. */
  readonly columns: string;
  /** The column of ids as it will be, where rows have ids that stand before. */
  readonly ids: string;
  /** Columns without the rows that were left out for their id. */
  readonly purged: string;
  /** Rejected records. */
  readonly rejected: string;
}

/** The files of a step, in the unfinished folder. */
export function stepFiles(folder: string, step: string): StepFiles {
  const named = (kind: string): string => join(folder, `${step}.${kind}`);
  return {
    lines: named("lines.jsonl"),
    columns: named("columns.parquet"),
    ids: named("ids.parquet"),
    purged: named("purged.parquet"),
    rejected: named("rejected.jsonl"),
  };
}

/**
 * A row group as large as any segment, so that a part is one. Level 1 takes half the time of level 3, for files
 * that are larger: twice as large where phrases repeat a lot.
 */
export const PARQUET: string =
  "(format parquet, compression zstd, compression_level 1, row_group_size 1048576)";

const MIN_OBJECT_BYTES = 16 * 1024 * 1024;

/**
 * Makes Parquet of a segment.
 *
 * @param engine - An engine of one thread, so that rows stay in order.
 * @param segment - The segment, its lines written.
 * @param task - How its records become rows, and its files.
 * @throws LonghandError `engine-disagrees` if the engine finds another number of records, which
 * would shift lines.
 */
export async function tabulateSegment(
  engine: SqlEngine,
  segment: Segment,
  { format, files }: { readonly format: RecordFormat; readonly files: StepFiles },
): Promise<void> {
  if (segment.records > 0) {
    const { name, given, made } = format.id;
    const columns = [
      ...format.table,
      [name, `coalesce(${given}, ${made})`],
      ["isGiven", `(${given}) is not null`],
    ].map(([column, sql]) => `${sql} as "${column}"`);
    // Rows go from the lines to the file in one pass: no table holds their texts in between.
    await engine.run(
      `copy (select ${columns.join(", ")} from (${rowsSql(segment, format, files)}))
        to ${sqlText(files.columns)} ${PARQUET}`,
    );
    const [{ n } = { n: -1 }] = await engine.rows(
      `select count(*) n from read_parquet(${sqlText(files.columns)})`,
    );
    if (n !== segment.records) throw disagreement(segment, Number(n));
  }
  await removeLines(files);
}

/** Removes what a segment's builder wrote. */
export async function removeLines({ lines }: StepFiles): Promise<void> {
  await rm(lines);
  await rm(wordsPath(lines), { force: true });
}

function rowsSql(
  { file, from, longestLine }: Segment,
  format: RecordFormat,
  files: StepFiles,
): string {
  const names = Object.keys(format.columns).map((name) => `"${name}"`);
  const typed = Object.entries({ ...format.columns, [LINE_KEY]: "BIGINT" })
    .map(([name, type]) => `"${name}": '${type}'`)
    .join(", ");
  const objectBytes = Math.max(MIN_OBJECT_BYTES, 2 * longestLine);
  const { derived, counted = [] } = format;
  const counts = counted.map(({ column }) => column);
  const words = ` positional join read_csv(${sqlText(wordsPath(files.lines))}, header = false, auto_detect = false,
      columns = {${counts.map((name) => `"${name}": 'INTEGER'`).join(", ")}})`;
  return `select *${derived === undefined ? "" : `, ${derived}`} from (
    select row - 1 + ${from.firstOrd + from.rows} as ord,
      coalesce("${LINE_KEY}", row - 1 + ${from.line}) as line,
      ${sqlText(file)} as file, ${[...names, ...counts].join(", ")}
    from (select row_number() over () as row, * from read_json(${sqlText(files.lines)},
      format = 'newline_delimited', auto_detect = false, ignore_errors = true,
      maximum_object_size = ${objectBytes}, columns = {${typed}})${counts.length > 0 ? words : ""})
    where "${format.present}" is not null)`;
}

function disagreement({ file, from, to, records }: Segment, found: number): LonghandError {
  return new LonghandError(
    `${file}: the engine reads ${found} records between the lines ${from.line} and ${to.line}, where there are ${records}.`,
    {
      code: "engine-disagrees",
      hint: "This is a fault in Longhand; please report it with those lines.",
      details: { file, firstLine: from.line, lastLine: to.line - 1, records, found },
    },
  );
}
