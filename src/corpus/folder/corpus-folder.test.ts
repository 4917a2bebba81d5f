import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Clock } from "../../foundation/index.ts";
import type { CorpusCard, CorpusDocument } from "../../records/index.ts";
import { openSqlEngine, sqlText } from "../../storage/index.ts";
import { corpusStats } from "../corpus-stats.ts";
import { corpusFolderStats } from "./folder-stats.ts";
import { isCorpusFolder, openCorpusFolder } from "./open-corpus-folder.ts";
import { readCorpusFolder } from "./read-corpus-folder.ts";
import { writeCorpusFolder } from "./write-corpus-folder.ts";

const root = mkdtempSync(join(tmpdir(), "longhand-folder-"));
afterAll(() => rmSync(root, { recursive: true }));

const clock: Clock = { nowMs: () => 0, sleep: () => Promise.resolve() };
const at = (name: string): string => join(root, name);

function card(over: Partial<CorpusCard> = {}): CorpusCard {
  return {
    v: 1,
    kind: "documents",
    format: "table",
    sources: [{ file: "a.csv", bytes: 10 }],
    counts: { documents: 1, rejected: 0, dropped: 0, skipped: 0, warnings: 0, reasons: {} },
    tables: { documents: "documents.parquet" },
    ...over,
  };
}

async function parquet(path: string, sql: string): Promise<void> {
  const engine = await openSqlEngine({ memoryMb: 200 });
  await engine.run(`copy (${sql}) to ${sqlText(path)} (format parquet)`);
  await engine.close();
}

async function folderOf(
  name: string,
  sql: string,
  over: Partial<CorpusCard> = {},
): Promise<string> {
  mkdirSync(at(name));
  await parquet(join(at(name), "documents.parquet"), sql);
  writeFileSync(join(at(name), "corpus.json"), JSON.stringify(card(over)));
  return at(name);
}

async function documentsOf(path: string): Promise<CorpusDocument[]> {
  const documents: CorpusDocument[] = [];
  for await (const document of readCorpusFolder(path)) documents.push(document);
  return documents;
}

describe("openCorpusFolder", () => {
  it("tells what is missing or wrong", async () => {
    await expect(openCorpusFolder(at("nowhere"))).rejects.toMatchObject({ code: "not-found" });
    mkdirSync(at("empty"));
    await expect(openCorpusFolder(at("empty"))).rejects.toThrow("it has no corpus.json");
    expect(await isCorpusFolder(at("empty"))).toBe(false);
    mkdirSync(at("odd"));
    writeFileSync(join(at("odd"), "corpus.json"), '{"v": 1, "kind": "poems"}');
    await expect(openCorpusFolder(at("odd"))).rejects.toMatchObject({ code: "invalid-corpus" });
    mkdirSync(at("lacking"));
    writeFileSync(join(at("lacking"), "corpus.json"), JSON.stringify(card()));
    await expect(openCorpusFolder(at("lacking"))).rejects.toThrow(
      "lacks its table documents.parquet",
    );
  });
});

describe("readCorpusFolder", () => {
  it("gives documents with the columns of their kind as fields", async () => {
    const common =
      "0::BIGINT as ord, 'x' as id, 'ann' author, 'the text' as text, NULL::VARCHAR as title, '2020' as date, 's' as source, 1::BIGINT as line";
    const own = await folderOf("own", `select ${common}, '{"stars":3,"__proto__":"y"}' as fields`);
    expect(await documentsOf(own)).toEqual([
      {
        id: "x",
        author: "ann",
        text: "the text",
        date: "2020",
        source: "s",
        fields: JSON.parse('{"stars":3,"__proto__":"y"}'),
      },
    ]);
    const reviews = await folderOf("reviews", `select ${common}, 4.5 overall, NULL::VARCHAR asin`, {
      kind: "reviews",
    });
    expect((await documentsOf(reviews))[0]?.fields).toEqual({ overall: 4.5 });
  });

  it("gives a paper once for each of its authors", async () => {
    const papers = await folderOf(
      "papers",
      `select 0::BIGINT ord, 'p' id, NULL::VARCHAR author, 'an abstract' as text, 't' as title, '2020' as date,
        's' as source, 1::BIGINT as line, ['Ann', 'Bob'] author_names, [NULL, 'b1']::VARCHAR[] author_ids,
        'en' as language, ['k'] keywords`,
      { kind: "papers" },
    );
    const documents = await documentsOf(papers);
    expect(documents.map(({ id, author }) => [id, author])).toEqual([
      ["p#1", "Ann"],
      ["p#2", "Bob"],
    ]);
    expect(documents[0]?.fields).toEqual({ language: "en", keywords: '["k"]' });
  });
});

describe("corpusFolderStats", () => {
  it("counts as corpusStats does", async () => {
    const path = await folderOf(
      "counted",
      `select ord, 'd' || ord id, author, text, title, date, 's' as source, ord + 1 as line, '{}' as fields from (values
        (0::BIGINT, 'ann', 'one two' || chr(133) || 'three', 'a title', '2020-01-02'),
        (1, 'ann', ' one  two three ', '', '2019'),
        (2, 'bob', 'one two three', NULL, NULL),
        (3, 'bob', 'caf' || chr(233), NULL, '2021'),
        (4, 'cat', 'cafe' || chr(769), NULL, '2021'),
        (5, 'cat', 'x' || chr(65279) || 'y z', NULL, NULL)) t(ord, author, text, title, date)`,
    );
    const stats = await corpusFolderStats(path);
    // The two add squares in another order.
    const rounded = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (_, item) =>
        typeof item === "number" ? Number(item.toPrecision(12)) : item,
      );
    expect(rounded(stats)).toEqual(rounded(await corpusStats(readCorpusFolder(path))));
    expect(stats).toMatchObject({ documents: 6, words: 13, duplicates: 1, duplicatesOfOthers: 2 });
  });
});

describe("writeCorpusFolder", () => {
  const fill =
    (work: (name: string) => void) =>
    async (folder: Parameters<Parameters<typeof writeCorpusFolder>[1]>[0]): Promise<CorpusCard> => {
      for (const name of ["one", "two"]) {
        await folder.step(name, async () => {
          work(name);
          await parquet(join(folder.path, `${name}.parquet`), "select 1 n");
          return name;
        });
      }
      await parquet(join(folder.path, "documents.parquet"), "select 1 n");
      return card();
    };

  it("goes on after the last whole step, and only for the same import", async () => {
    const done: string[] = [];
    const break_ = (name: string): void => {
      if (name === "two") throw new RangeError("the power is gone");
      done.push(name);
    };
    const plan = { out: at("made"), identity: { sources: ["a", 1] }, clock };
    await expect(writeCorpusFolder(plan, fill(break_))).rejects.toThrow("the power is gone");
    expect(existsSync(at("made"))).toBe(false);

    const again = fill((name) => done.push(name));
    await writeCorpusFolder(plan, again);
    expect(done).toEqual(["one", "two"]);
    expect(readdirSync(at("made")).sort()).toEqual(["corpus.json", "documents.parquet"]);
    expect(JSON.parse(readFileSync(join(at("made"), "corpus.json"), "utf8"))).toEqual(card());

    const other = { ...plan, out: at("other") };
    await expect(writeCorpusFolder(other, fill(break_))).rejects.toThrow("the power is gone");
    await writeCorpusFolder({ ...other, identity: { sources: ["a", 2] } }, again);
    expect(done).toEqual(["one", "two", "one", "one", "two"]);
  });

  it("refuses a place that is taken, and a second writer", async () => {
    const plan = { out: at("busy"), identity: 1, clock };
    await writeCorpusFolder(plan, async (folder) => {
      await expect(writeCorpusFolder(plan, () => Promise.resolve(card()))).rejects.toMatchObject({
        code: "run-locked",
      });
      return fill(() => undefined)(folder);
    });
    await expect(writeCorpusFolder(plan, () => Promise.resolve(card()))).rejects.toMatchObject({
      code: "folder-exists",
    });
  });
});
