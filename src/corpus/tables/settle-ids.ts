import type { CorpusFinding } from "../../records/index.ts";
import { type SqlEngine, sqlText } from "../../storage/index.ts";
import type { TablePart } from "./join-parquet.ts";
import type { RecordFormat } from "./record-format.ts";
import { PARQUET, type StepFiles } from "./segment-table.ts";

/** A finished step with rows. */
export interface TabulatedStep {
  /** The source of its rows. */
  readonly file: string;
  /** Its files. */
  readonly files: StepFiles;
  /** The `ord` of its first row, and the one behind its last. */
  readonly fromOrd: number;
  readonly toOrd: number;
  /** How many rows it has. */
  readonly rows: number;
}

/** What the ids of a table came to. */
export interface SettledIds {
  /** The parts of the table. */
  readonly parts: readonly TablePart[];
  /** Rows of the table. */
  readonly rows: number;
}

/** Ids that are compared at once: bounds the memory for any number of rows. */
const ROWS_AT_ONCE = 10_000_000;

/**
 * Makes the ids of a table unique: copies get a number, or are left out and told of.
 *
 * @param engine - An engine with all the memory there is.
 * @param steps - The steps in order.
 * @param task - What is to be done with copies, and whom to tell.
 * @returns The parts of the table.
 */
export async function settleIds(
  engine: SqlEngine,
  steps: readonly TabulatedStep[],
  task: { readonly format: RecordFormat; readonly note: (finding: CorpusFinding) => void },
): Promise<SettledIds> {
  await findCopies(engine, steps, task.format);
  const parts: TablePart[] = [];
  let rows = 0;
  for (const step of steps) {
    const left = await settleStep(engine, step, { ...task, steps });
    rows += left.rows;
    if (left.rows > 0) parts.push(left.part);
  }
  await engine.run("drop table copies");
  return { parts, rows };
}

/** Makes the table `copies`: every row whose id stands before, with its number among equals. */
async function findCopies(
  engine: SqlEngine,
  steps: readonly TabulatedStep[],
  { id, onSameId, table }: RecordFormat,
): Promise<void> {
  const parts = filesSql(steps.map(({ files }) => files.columns));
  const keys = `(select ord, line, "${id.name}" as id, isGiven, hash("${id.name}") as hash from ${parts})`;
  const total = steps.reduce((sum, { rows }) => sum + rows, 0);
  const turns = Math.max(1, Math.ceil(total / ROWS_AT_ONCE));
  await engine.run("create table repeated (hash UBIGINT)");
  for (let turn = 0; turn < turns; turn++) {
    await engine.run(
      `insert into repeated select hash from ${keys} where hash % ${turns} = ${turn} group by hash having count(*) > 1`,
    );
  }
  await engine.run(`create table copies as select * from (
    select ord, line, id, isGiven, row_number() over same as copy, first_value(ord) over same as first,
      first_value(line) over same as firstLine
    from ${keys} where hash in (select hash from repeated) window same as (partition by id order by ord)
  ) where copy > 1`);
  await engine.run("drop table repeated");
  await engine.run(
    `create table contents as ${onSameId === "same" ? contentsSql(parts, table) : NO_CONTENTS}`,
  );
  await engine.run(`create or replace table copies as
    select copies.*, own.content = other.content as equal from copies
    left join contents own on own.ord = copies.ord left join contents other on other.ord = copies.first`);
  await engine.run("drop table contents");
}

const NO_CONTENTS = "select 0::BIGINT as ord, '' as content where false";

/** Hashes of the rows that stand under one id of the source. */
function contentsSql(parts: string, table: RecordFormat["table"]): string {
  const values = table
    .map(([name]) => name)
    .filter((name) => !["ord", "line", "source"].includes(name))
    .map((name) => `"${name}"::VARCHAR`);
  return `select ord, md5(to_json([${values.join(", ")}])) as content from ${parts} where ord in (
    select ord from copies where isGiven union select first from copies where isGiven)`;
}

function filesSql(paths: readonly string[]): string {
  return `read_parquet([${paths.map(sqlText).join(", ")}])`;
}

interface LeftRows {
  readonly part: TablePart;
  readonly rows: number;
}

interface Settling {
  readonly format: RecordFormat;
  readonly note: (finding: CorpusFinding) => void;
  readonly steps: readonly TabulatedStep[];
}

async function settleStep(
  engine: SqlEngine,
  step: TabulatedStep,
  { format, note, steps }: Settling,
): Promise<LeftRows> {
  const { files, fromOrd, toOrd } = step;
  const own = `(select * from copies where ord >= ${fromOrd} and ord < ${toOrd})`;
  const removed = await tellCopies(engine, own, { step, format, note, steps });
  const rows = step.rows - removed;
  const [{ n: renamed } = { n: 0 }] = await engine.rows(
    `select count(*) n from ${own} where not isGiven`,
  );
  if (rows > 0 && removed > 0) {
    await engine.run(`copy (select part.* replace (${renamedSql(format)}) ${leftSql(own, files)})
      to ${sqlText(files.purged)} ${PARQUET}`);
    return { part: { columns: files.purged, leftOut: 1 }, rows };
  }
  if (renamed === 0) return { part: { columns: files.columns, leftOut: 1 }, rows };
  await engine.run(
    `copy (select ${renamedSql(format)} ${leftSql(own, files)}) to ${sqlText(files.ids)} ${PARQUET}`,
  );
  return { part: { columns: files.columns, leftOut: 2, column: files.ids }, rows };
}

/** The id of a row; a copy of one that was made gets its number. */
function renamedSql({ id: { name } }: RecordFormat): string {
  return `case when copies.ord is null then part."${name}" else part."${name}" || '-' || copies.copy end
    as "${name}"`;
}

/** The rows that stay, in order. */
function leftSql(own: string, { columns }: StepFiles): string {
  return `from read_parquet(${sqlText(columns)}) part left join ${own} copies using (ord)
    where copies.ord is null or not copies.isGiven order by part.ord`;
}

interface Telling extends Settling {
  readonly step: TabulatedStep;
}

/** Tells of every row of a step that is left out for its id. */
async function tellCopies(
  engine: SqlEngine,
  own: string,
  { step, format, note, steps }: Telling,
): Promise<number> {
  let removed = 0;
  for await (const { id, line, first, firstLine, equal } of engine.stream(
    `select id, line, first, firstLine, equal from ${own} where isGiven order by ord`,
  )) {
    removed += 1;
    const place = { file: step.file, line: Number(line) };
    const shown = JSON.stringify(id);
    if (format.onSameId === "first") {
      const before = steps.find(({ toOrd }) => Number(first) < toOrd)?.file ?? step.file;
      const where = `${before === step.file ? "on line " : `at ${before}:`}${String(firstLine)}`;
      const message = `a second record for ${shown}; the one ${where} is used`;
      note({ outcome: "warning", reason: "duplicate-product", message, place });
    } else if (equal === true) {
      const message = `the same document under the same id, ${shown}, came before`;
      note({ outcome: "dropped", reason: "duplicate", message, place, id: String(id) });
    } else {
      const message = `the id ${shown} stands for another document before`;
      note({ outcome: "rejected", reason: "duplicate-id", message, place, id: String(id) });
    }
  }
  return removed;
}
