import { access, constants } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";
import { damagedParquet, fileError, type SqlEngine, sqlText } from "../../storage/index.ts";

/**
 * Writes the rows of Parquet files as JSON Lines.
 *
 * @param engine - The engine that reads them.
 * @param paths - The files, in order.
 * @param target - The file to write.
 * @throws LonghandError `damaged`, naming the file that is empty, cut off or damaged;
 * `not-readable`, `sql-failed`.
 */
export async function parquetAsLines(
  engine: SqlEngine,
  paths: readonly string[],
  target: string,
): Promise<void> {
  const list = paths.map(sqlText).join(", ");
  const sql = `COPY (SELECT * FROM read_parquet([${list}])) TO ${sqlText(target)} (FORMAT json)`;
  try {
    await engine.run(sql);
  } catch (error) {
    if (!(error instanceof LonghandError) || error.code !== "sql-failed") throw error;
    await refuseDamaged(engine, paths);
    throw error;
  }
}

/** DuckDB does not always say which file it could not read. */
async function refuseDamaged(engine: SqlEngine, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await access(path, constants.R_OK).catch((cause: unknown) => {
      throw fileError(path, cause);
    });
    // The hash of a row needs all its columns.
    const sql = `SELECT count(hash(t)) AS n FROM read_parquet([${sqlText(path)}]) AS t`;
    await engine.rows(sql).catch((cause: unknown) => {
      throw damagedParquet(path, cause);
    });
  }
}
