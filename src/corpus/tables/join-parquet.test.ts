import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSqlEngine, type SqlEngine, sqlText } from "../../storage/index.ts";
import { readThrift, writeThrift } from "./compact-thrift.ts";
import { joinParquet } from "./join-parquet.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-join-"));
let engine: SqlEngine;
beforeAll(async () => {
  engine = await openSqlEngine({ memoryMb: 200, threads: 1 });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

const at = (name: string): string => join(folder, name);

async function write(name: string, query: string): Promise<string> {
  await engine.run(`copy (${query}) to ${sqlText(at(name))} (format parquet, compression zstd)`);
  return at(name);
}

const footerOf = (path: string): Buffer => {
  const bytes = readFileSync(path);
  const length = bytes.readUInt32LE(bytes.length - 8);
  return bytes.subarray(bytes.length - 8 - length, bytes.length - 8);
};

describe("writeThrift", () => {
  it("gives back the bytes of the footer that readThrift read", async () => {
    const path = await write(
      "one",
      "select range n, 'x' || range t, [range] l, true f from range(5000)",
    );
    const footer = footerOf(path);
    expect(writeThrift(readThrift(footer)).equals(footer)).toBe(true);
  });

  it("refuses bytes that are cut off", async () => {
    const footer = footerOf(await write("cut", "select 1 n"));
    expect(() => readThrift(footer.subarray(0, 20))).toThrow("cut off");
  });
});

describe("joinParquet", () => {
  it("puts parts of rows and columns together to one table", async () => {
    const parts = [];
    for (const [part, from] of [0, 3000, 3001].entries()) {
      const to = [3000, 3001, 9000][part];
      const rows = `from range(${from}, ${to}) t(n)`;
      parts.push({
        columns: await write(
          `c${part}`,
          `select n ord, 'text ' || n as text, [n, n + 1] pair ${rows}`,
        ),
        column: await write(`i${part}`, `select 'id-' || n as id ${rows}`),
      });
    }
    await joinParquet(parts, at("all"), 1);
    const from = `from read_parquet(${sqlText(at("all"))})`;
    const [whole] = await engine.rows(
      `select count(*) n, sum(ord)::BIGINT s, count(*) filter (id <> 'id-' || ord or text <> 'text ' || ord or pair <> [ord, ord + 1]) wrong ${from}`,
    );
    expect(whole).toEqual({ n: 9000, s: (9000 * 8999) / 2, wrong: 0 });
    const [first] = await engine.rows(`select * ${from} where ord = 3000`);
    expect(Object.entries(first ?? {})).toEqual([
      ["ord", 3000],
      ["id", "id-3000"],
      ["text", "text 3000"],
      ["pair", [3000, 3001]],
    ]);
    const inOrder = await engine.rows(
      `select count(*) filter (ord <> file_row_number) wrong from read_parquet(${sqlText(at("all"))}, file_row_number = true)`,
    );
    expect(inOrder).toEqual([{ wrong: 0 }]);
  });

  it("refuses parts that do not fit together", async () => {
    const columns = await write("short", "select range ord from range(3)");
    const column = await write("long", "select 'x' id from range(4)");
    await expect(joinParquet([{ columns, column }], at("bad"), 1)).rejects.toMatchObject({
      code: "damaged",
    });
    writeFileSync(at("text"), "this is no Parquet file at all");
    const part = { columns: at("text"), column };
    await expect(joinParquet([part], at("bad"), 1)).rejects.toThrow("no Parquet file");
  });
});

describe("joinParquet, of parts with columns behind the table's", () => {
  const rows = (from: number, to: number): string =>
    `select n ord, 'text ' || n % 7 as text, 'id-' || n as id, n % 2 = 0 as mark from range(${from}, ${to}) t(n)`;

  it("leaves them out, and their bytes, and puts the last of the others where it stands", async () => {
    const parts = [
      { columns: await write("l0", rows(0, 3000)), leftOut: 1 },
      {
        columns: await write("l1", rows(3000, 5000)),
        leftOut: 2,
        column: await write("l1i", "select 'new-' || n as id from range(3000, 5000) t(n)"),
      },
    ];
    await joinParquet(parts, at("left"), 1);
    const found = await engine.rows(
      `select * from read_parquet(${sqlText(at("left"))}) where ord in (0, 2999, 3000, 4999) order by ord`,
    );
    expect(found).toEqual([
      { ord: 0, id: "id-0", text: "text 0" },
      { ord: 2999, id: "id-2999", text: "text 3" },
      { ord: 3000, id: "new-3000", text: "text 4" },
      { ord: 4999, id: "new-4999", text: "text 1" },
    ]);
    // Filters of the other columns stand behind the bytes that are gone.
    const filtered = await engine.rows(
      `select count(*) n from read_parquet(${sqlText(at("left"))}) where text = 'text 3'`,
    );
    expect(filtered).toEqual([{ n: 714 }]);
    const sizes = await engine.rows(
      `select sum(total_compressed_size) n from parquet_metadata(${sqlText(at("left"))})`,
    );
    const bytes = readFileSync(at("left")).length;
    expect(bytes - Number(sizes[0]?.["n"])).toBeLessThan(4000);
  });

  it("refuses to leave out a list", async () => {
    const columns = await write("list", "select 1 n, [1, 2] as pair");
    await expect(joinParquet([{ columns, leftOut: 1 }], at("bad"), 0)).rejects.toMatchObject({
      code: "damaged",
    });
  });
});
