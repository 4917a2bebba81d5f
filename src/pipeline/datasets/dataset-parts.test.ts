import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reportTables } from "../report/report-tables.ts";
import type { RunContext } from "../run-context.ts";
import { buildDataset } from "./build-dataset.ts";
import { checkDatasetAt, datasetHashOf, datasetStatsOf } from "./dataset-verbs.ts";
import { exportDataset } from "./export-dataset.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-parts-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

const idle = new AbortController().signal;
const context: RunContext = {
  clock: { nowMs: () => 0, sleep: async () => undefined },
  nameSeed: "test",
  home: join(folder, "home"),
  runsFolder: join(folder, "runs"),
  credential: () => undefined,
  environment: {},
  stopping: idle,
  stopNow: idle,
  onProgress: () => undefined,
};

/** Posts of people; each has as many as the number in its name. */
function posts(people: readonly number[]): string {
  const lines = people.flatMap((count, person) =>
    Array.from({ length: count }, (_, at) =>
      JSON.stringify({
        id: `p${person}-${at}`,
        author: `writer-${person}`,
        title: `summary ${at}`,
        text: `a text of some words ${person} ${at}`,
      }),
    ),
  );
  const path = join(folder, `posts-${people.join("-")}.jsonl`);
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

const OPTIONS = { minContentWords: "1", minPostsPerAuthor: "2" };

async function build(out: string, people: readonly number[], format: "folder" | "hf") {
  const request = { task: "topic", setting: "user", seed: 7, profile: "longhand" } as const;
  const options = { corpus: posts(people), out, format, replace: false, options: OPTIONS };
  await buildDataset({ ...request, ...options }, context);
  return out;
}

const places = { own: "", hub: "", config: "", small: "" };

beforeAll(async () => {
  places.own = await build(join(folder, "own"), [3, 3, 4, 5, 3, 4, 3, 3], "folder");
  places.hub = await build(join(folder, "hub"), [3, 3, 4, 5, 3, 4, 3, 3], "hf");
  places.config = join(places.hub, "topic_writing_user");
  places.small = await build(join(folder, "small"), [3], "folder");
}, 60_000);

interface Stats {
  readonly splits: Readonly<Record<string, { readonly count: number }>>;
  readonly table1: unknown;
}

const stats = async (path: string) =>
  (await datasetStatsOf(path, undefined, context)).json as Stats;

describe("a folder of the hub's layout", () => {
  it.each(["hub", "config"] as const)(
    "gives the numbers of Table 1 before it is imported: %s",
    async (place) => {
      const [own, hub] = [await stats(places.own), await stats(places[place])];
      expect(hub.splits).toEqual(own.splits);
      expect(hub.table1).toEqual(own.table1);
      const tableOf = async (path: string) =>
        (await reportTables({ sources: [path], table: "1" }, context)).tables[0]?.rows[0]?.places;
      expect(await tableOf(places[place])).toEqual(await tableOf(places.own));
    },
  );

  it("is checked and hashed, all of it or one part", async () => {
    const checked = await checkDatasetAt(places.hub, {}, context);
    expect(checked.problems).toBe(0);
    const { hashes } = (await datasetHashOf(places.hub, undefined, context)).json as {
      readonly hashes: Record<string, string>;
    };
    expect(Object.keys(hashes)).toEqual(["train", "validation", "test"]);
    const one = await datasetHashOf(places.config, "test", context);
    expect(one.json).toMatchObject({ hashes: { test: hashes["test"] } });
  });

  const copied = (name: string): { readonly path: string; readonly test: string } => {
    const path = join(folder, name);
    cpSync(places.hub, path, { recursive: true });
    return { path, test: join(path, "topic_writing_user", "test-00000-of-00001.parquet") };
  };

  it("is at fault if a part that the card counts is not there, or has other counts", async () => {
    const { path, test } = copied("hub-without-test");
    const card = readFileSync(join(path, "longhand-dataset.json"), "utf8");
    const { splits } = JSON.parse(card) as { readonly splits: Readonly<Record<string, number>> };
    rmSync(test);
    const missing = `test is not there, and longhand-dataset.json says ${splits["test"]}`;
    const without = await checkDatasetAt(path, {}, context);
    expect([without.problems, without.text.split("\n")[0]]).toEqual([1, missing]);
    cpSync(join(path, "topic_writing_user", "train-00000-of-00001.parquet"), test);
    expect((await checkDatasetAt(path, {}, context)).text).toContain(
      `test has ${splits["train"]} examples, and longhand-dataset.json says ${splits["test"]}`,
    );
    writeFileSync(join(path, "longhand-dataset.json"), "{}");
    await expect(checkDatasetAt(path, {}, context)).rejects.toMatchObject({
      code: "invalid-dataset",
      hint: expect.stringContaining("take longhand-dataset.json out"),
    });
  });

  it("names the Parquet file that is empty, cut off or damaged, and shows no statement", async () => {
    const { path, test } = copied("hub-damaged");
    const whole = readFileSync(test);
    const holes = Buffer.from(whole).fill(7, 4, 200);
    const foot = Buffer.from(whole).fill(7, whole.length - 120, whole.length - 60);
    const damaged = [Buffer.alloc(0), whole.subarray(0, whole.length / 2), holes, foot];
    for (const bytes of damaged) {
      writeFileSync(test, bytes);
      for (const verb of [datasetStatsOf, datasetHashOf]) {
        await expect(verb(path, undefined, context)).rejects.toMatchObject({
          code: "damaged",
          message: `${test} is no whole Parquet file: it is empty, cut off or damaged.`,
          hint: "Download it again, or make it again from what it was made of.",
          details: { file: test },
        });
      }
    }
    await expect(checkDatasetAt(path, {}, context)).rejects.toMatchObject({ code: "damaged" });
  });

  it("must be imported before it is exported, and says so", async () => {
    const form = { retriever: "none", k: 0, family: "gpt", profile: "longhand", seed: 7 } as const;
    const request = { path: places.hub, form: "hf", out: join(folder, "no"), ...form } as const;
    await expect(
      exportDataset({ ...request, escapeQuotes: false, replace: false }, context),
    ).rejects.toMatchObject({ code: "no-card", hint: expect.stringContaining("dataset import") });
  });
});

describe("files without a card", () => {
  const bare = (name: string, parts: Readonly<Record<string, string>>): string => {
    const path = join(folder, name);
    mkdirSync(path);
    for (const [file, text] of Object.entries(parts)) writeFileSync(join(path, file), text);
    return path;
  };
  const rows = (): string => readFileSync(join(places.small, "test.jsonl"), "utf8");

  it("may have empty parts: what another part shows of the task holds for them", async () => {
    const files = { "train.jsonl": "", "val.json": "[]", "test.jsonl": rows() };
    const path = bare("with-empty_user", files);
    const all = await datasetHashOf(path, undefined, context);
    const own = await datasetHashOf(places.small, undefined, context);
    expect((all.json as { hashes: unknown }).hashes).toEqual(
      (own.json as { hashes: unknown }).hashes,
    );
    // The part itself shows no task: the others are asked.
    expect((await datasetHashOf(path, "train", context)).json).toMatchObject({
      hashes: { train: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect((await checkDatasetAt(path, {}, context)).problems).toBe(0);
    expect((await stats(path)).splits).toMatchObject({ train: { count: 0 }, test: { count: 1 } });
  });

  it("are refused if no part has a row, or the part is not there", async () => {
    const empty = bare("all-empty", { "train.jsonl": "", "test.jsonl": "" });
    await expect(datasetHashOf(empty, undefined, context)).rejects.toMatchObject({
      code: "invalid-dataset",
      message: expect.stringContaining("no row can be read"),
    });
    await expect(datasetHashOf(places.config, "dev" as "test", context)).rejects.toMatchObject({
      code: "unknown-split",
    });
  });

  it("lists the faults of a part without a readable row beside those of the others", async () => {
    const path = bare("with-broken", { "train.jsonl": "{broken\n", "test.jsonl": rows() });
    const { problems, json } = await checkDatasetAt(path, {}, context);
    expect(problems).toBe(1);
    expect(json).toMatchObject({ problems: [expect.stringContaining("train.jsonl:1")] });
  });
});
