import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSqlEngine, type SqlEngine, sqlText } from "./sql-engine.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-engine-"));
let engine: SqlEngine;
beforeAll(async () => {
  engine = await openSqlEngine({ memoryMb: 200, temporaryFolder: folder });
});
afterAll(async () => {
  await engine.close();
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

describe("openSqlEngine", () => {
  it("gives numbers, texts, flags, lists and nothing as such", async () => {
    const rows = await engine.rows(
      "select 7::bigint n, 1.5 x, $name t, true f, null v, [1, 2]::bigint[] l",
      { name: "it's" },
    );
    expect(rows).toEqual([{ n: 7, x: 1.5, t: "it's", f: true, v: null, l: [1, 2] }]);
  });

  it("streams more rows than one chunk holds, in order", async () => {
    let next = 0;
    for await (const { n } of engine.stream("select range n from range(5000)")) {
      expect(n).toBe(next);
      next += 1;
    }
    expect(next).toBe(5000);
  });

  it("writes and reads Parquet at a path with a quote", async () => {
    const path = join(folder, "o'clock.parquet");
    await engine.run(`copy (select 'a' t) to ${sqlText(path)} (format parquet)`);
    expect(await engine.rows(`select t from read_parquet(${sqlText(path)})`)).toEqual([{ t: "a" }]);
    rmSync(path);
  });

  it("says what a faulty statement was, and goes on", async () => {
    await expect(engine.run("select nothing from nowhere")).rejects.toMatchObject({
      code: "sql-failed",
      details: { sql: "select nothing from nowhere" },
    });
    expect(await engine.rows("select 1 a")).toEqual([{ a: 1 }]);
  });

  it("stops a statement that is interrupted", async () => {
    const long = engine.run("select count(*) from range(1000000000) a, range(1000) b");
    setTimeout(() => engine.interrupt(), 50);
    await expect(long).rejects.toMatchObject({ code: "cancelled" });
  });

  it("refuses what exceeds its memory with an own code", async () => {
    await expect(
      engine.rows("select list(repeat('x', 1000) || range) l from range(1000000)"),
    ).rejects.toMatchObject({ code: "out-of-memory" });
  });

  it("names the package if it is missing", async () => {
    const missing = Object.assign(new TypeError("none"), { code: "ERR_MODULE_NOT_FOUND" });
    await expect(openSqlEngine({ load: () => Promise.reject(missing) })).rejects.toMatchObject({
      code: "missing-dependency",
    });
  });

  it("gives texts as they are, also behind a U+FEFF", async () => {
    const engine = await openSqlEngine({ memoryMb: 200, threads: 1 });
    const [row] = await engine.rows(
      "select chr(65279) || 'x' as short, chr(65279) || 'a text of more than twelve bytes' as long",
    );
    await engine.close();
    expect(row).toEqual({ short: "\ufeffx", long: "\ufeffa text of more than twelve bytes" });
  });
});
