import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { LonghandError } from "../../foundation/index.ts";
import { openSqlEngine, type SqlEngine, type SqlRow } from "../../storage/index.ts";
import { type BenchmarksRequest, buildBenchmarks } from "./build-benchmark.ts";
import { recipeNamed } from "./recipes/recipe-registry.ts";
import { buildAt, corpusOf, testFolder, words } from "./test-corpus.ts";

const folder = testFolder();
afterAll(() => folder.remove());

const rows = Array.from({ length: 48 }, (_, at) => ({
  author: `u${at % 6}`,
  text: words(10, `t${at}-`),
  title: "on",
  date: `2020-01-${String(28 - (at % 28)).padStart(2, "0")}`,
}));
const options = { minContentWords: 5, minPostsPerAuthor: 5 };
const FILES = ["dataset.json", "train.jsonl", "validation.jsonl", "test.jsonl"];

/** An engine that notes its statements and breaks at the given match, as a kill would. */
function engineThatNotes(statements: string[], breaks?: { readonly at: RegExp; times: number }) {
  return async (temporaryFolder: string): Promise<SqlEngine> => {
    const engine = await openSqlEngine({ memoryMb: 300, temporaryFolder });
    return {
      ...engine,
      run: async (sql, values) => {
        statements.push(sql);
        if (breaks?.at.test(sql) === true && --breaks.times === 0) {
          throw new LonghandError("broken", { code: "sql-failed" });
        }
        return engine.run(sql, values);
      },
    };
  };
}

/** The first rows of a query; then it breaks, as a kill would. */
async function* firstRows(rows: AsyncIterable<SqlRow>, count: number): AsyncGenerator<SqlRow> {
  let left = count;
  for await (const row of rows) {
    if (left === 0) throw new LonghandError("broken", { code: "sql-failed" });
    left -= 1;
    yield row;
  }
}

async function requestOf(more: Partial<BenchmarksRequest> = {}): Promise<BenchmarksRequest> {
  return {
    recipe: recipeNamed("topic"),
    source: await corpusOf(folder, { kind: "posts", rows }),
    seed: 7,
    options,
    clock: { nowMs: () => 0, sleep: async () => undefined },
    openEngine: engineThatNotes([]),
    datasets: (["user", "temporal"] as const).map((setting) => ({ setting, out: folder.place() })),
    ...more,
  };
}

function contents(out: string): string[] {
  return FILES.map((name) => readFileSync(join(out, name), "utf8"));
}

describe("datasets of both settings from one reading", () => {
  it("are byte for byte those that are built one by one, and measure the documents once", async () => {
    const statements: string[] = [];
    const request = await requestOf({ openEngine: engineThatNotes(statements) });
    const cards = await buildBenchmarks(request);
    expect(cards.map(({ name }) => name)).toEqual(["topic-user", "topic-temporal"]);
    for (const { setting, out } of request.datasets) {
      const alone = await buildAt(folder, "topic", { source: request.source, setting, options });
      expect(contents(out)).toEqual(contents(alone.out));
    }
    expect(
      statements.filter((sql) => /measured\.parquet/.test(sql) && /COPY/.test(sql)),
    ).toHaveLength(1);
    expect(readdirSync(folder.path).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("keep the order of profiles that the paper's rules give each setting", async () => {
    // By place in the source for the user setting, by date for the temporal one.
    const profile = "longlamp-paper";
    const request = await requestOf({ profile });
    await buildBenchmarks(request);
    for (const { setting, out } of request.datasets) {
      const { source } = request;
      const alone = await buildAt(folder, "topic", { source, setting, options, profile });
      expect(contents(out)).toEqual(contents(alone.out));
    }
  });

  it("are the same when a second thread writes one half of the people", async () => {
    const many = Array.from({ length: 5_400 }, (_, at) => ({
      author: `u${at % 6}`,
      text: words(8, `t${at}-`),
      title: "on",
      date: "2020-01-01",
    }));
    const source = await corpusOf(folder, { kind: "posts", rows: many });
    const openEngine = async (temporaryFolder: string): Promise<SqlEngine> => {
      const engine = await openSqlEngine({ memoryMb: 300, temporaryFolder });
      // Nobody stands in the middle: one thread writes all.
      const rows: SqlEngine["rows"] = async (sql, values) =>
        sql.includes("upto") ? [] : engine.rows(sql, values);
      return { ...engine, rows };
    };
    const [two, one] = [await requestOf({ source }), await requestOf({ source, openEngine })];
    await buildBenchmarks(two);
    await buildBenchmarks(one);
    for (const [at, { out }] of two.datasets.entries()) {
      expect(contents(out)).toEqual(contents(one.datasets[at]?.out ?? ""));
    }
  }, 120_000);

  it("fetch each text once, and go on after a kill amid the examples", async () => {
    const broken = await requestOf();
    const { openEngine } = broken;
    const cutOff = async (folderOfEngine: string): Promise<SqlEngine> => {
      const engine = await openEngine(folderOfEngine);
      return { ...engine, stream: (sql) => firstRows(engine.stream(sql), 9) };
    };
    await expect(buildBenchmarks({ ...broken, openEngine: cutOff })).rejects.toMatchObject({
      code: "sql-failed",
    });
    const streamed: string[] = [];
    await buildBenchmarks({
      ...broken,
      openEngine: async (folderOfEngine) => {
        const engine = await openEngine(folderOfEngine);
        return {
          ...engine,
          stream: (sql) => {
            streamed.push(sql);
            return engine.stream(sql);
          },
        };
      },
    });
    expect(streamed).toHaveLength(1);
    const whole = await requestOf({ source: broken.source });
    await buildBenchmarks(whole);
    for (const [at, { out }] of broken.datasets.entries()) {
      expect(contents(out)).toEqual(contents(whole.datasets[at]?.out ?? ""));
    }
  });

  it("go on after a kill in the second one, without a step of the first", async () => {
    const broken = await requestOf({
      openEngine: engineThatNotes([], {
        at: /CREATE OR REPLACE TEMP TABLE roles AS SELECT person/,
        times: 2,
      }),
    });
    await expect(buildBenchmarks(broken)).rejects.toMatchObject({ code: "sql-failed" });
    const statements: string[] = [];
    const again = { ...broken, openEngine: engineThatNotes(statements) };
    await buildBenchmarks(again);
    expect(statements.filter((sql) => /digest/.test(sql))).toEqual([]);
    expect(statements.filter((sql) => /plan\.parquet/.test(sql) && /COPY/.test(sql))).toHaveLength(
      1,
    );
    const whole = await requestOf({ source: broken.source });
    await buildBenchmarks(whole);
    for (const [at, { out }] of again.datasets.entries()) {
      expect(contents(out)).toEqual(contents(whole.datasets[at]?.out ?? ""));
    }
  });

  it("take options of one setting, which count only there", async () => {
    const request = await requestOf({ options: { ...options, finalShare: 0.5 } });
    const [user, temporal] = await buildBenchmarks(request);
    expect(user?.options).not.toHaveProperty("finalShare");
    expect(temporal?.options).toHaveProperty("finalShare", 0.5);
  });

  it("are refused before any work if one of the places is taken", async () => {
    const request = await requestOf();
    await buildBenchmarks(request);
    const statements: string[] = [];
    const [user, temporal] = request.datasets;
    if (user === undefined || temporal === undefined)
      throw new LonghandError("no places", { code: "internal-error" });
    const again = {
      ...request,
      openEngine: engineThatNotes(statements),
      datasets: [{ ...user, out: folder.place() }, temporal],
    };
    await expect(buildBenchmarks(again)).rejects.toMatchObject({ code: "folder-exists" });
    expect(statements).toEqual([]);
  });
});
