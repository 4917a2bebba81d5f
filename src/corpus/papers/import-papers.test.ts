import { createHash } from "node:crypto";
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
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { importDump } from "../../../tests/import-dump.ts";
import { SYNTHETIC_AUTHORS, syntheticPapers } from "../../../tests/synthetic-papers.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-papers-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

function path(ending = ""): string {
  files += 1;
  return join(folder, `${files}${ending}`);
}

function written(content: string | Uint8Array, ending = ".json"): string {
  const file = path(ending);
  writeFileSync(file, content);
  return file;
}

function bytesOf(corpus: string): string {
  const table = readFileSync(join(corpus, "documents.parquet"));
  return createHash("sha256").update(table).digest("hex");
}

const LINES = syntheticPapers().map((paper) => JSON.stringify(paper));

describe("importCitation", () => {
  it("reads the same papers from lines, a list, a packed list and two files of a pattern", async () => {
    const half = Math.floor(LINES.length / 2);
    mkdirSync(join(folder, "parts"));
    writeFileSync(join(folder, "parts", "dblp-1.json"), LINES.slice(0, half).join("\n"));
    writeFileSync(join(folder, "parts", "dblp-2.json"), `[${LINES.slice(half).join(",\n")}]`);
    const sources = [
      written(LINES.join("\n")),
      written(`[\n${LINES.join("\n,")}\n]`),
      written(gzipSync(`[${LINES.join(",")}]`), ".json.gz"),
      join(folder, "parts", "dblp-*.json"),
    ];
    for (const source of sources) {
      const { card, rows } = await importDump({ format: "citation", from: [source], out: path() });
      expect(card.counts).toMatchObject({ documents: 350, rejected: 0, warnings: 0 });
      expect(rows.map((row) => row["ord"])).toEqual(rows.map((_, at) => at));
      expect(rows.map((row) => row["id"])).toEqual(syntheticPapers().map(({ id }) => id));
    }
  });

  it("keeps what the thresholds of a builder are about", async () => {
    const source = written(LINES.join("\n"));
    const { rows } = await importDump({ format: "citation", from: [source], out: path() });
    const usable = rows.filter((row) => row["language"] === "en" && row["date"] !== null);
    const counts = Object.fromEntries(
      Object.keys(SYNTHETIC_AUTHORS).map((name) => [
        name,
        usable.filter((row) => (row["author_names"] as string[]).includes(name)).length,
      ]),
    );
    expect(counts).toEqual(SYNTHETIC_AUTHORS);
  });

  it("drops a paper that comes again, and rejects another one with its id", async () => {
    const [first = "", second = ""] = LINES;
    const { id } = JSON.parse(first) as { id: string };
    const other = JSON.stringify({ ...JSON.parse(second), id });
    const source = written([first, second, first, other, "{broken"].join("\n"));
    const {
      card,
      rows,
      said,
      folder: corpus,
    } = await importDump({ format: "citation", from: [source], out: path() });
    expect(rows.map((row) => row["ord"])).toEqual([0, 1]);
    const name = source.split("/").at(-1);
    expect(said).toEqual([
      `rejected ${name}:5: the record is cut off`,
      `dropped ${name}:3: the same document under the same id, "${id}", came before`,
      `rejected ${name}:4: the id "${id}" stands for another document before`,
    ]);
    expect(card.counts).toEqual({
      documents: 2,
      rejected: 2,
      dropped: 1,
      skipped: 0,
      warnings: 0,
      reasons: { duplicate: 1, "duplicate-id": 1, "invalid-json": 1 },
    });
    const listed = readFileSync(join(corpus, "rejected.jsonl"), "utf8").trim().split("\n");
    expect(listed.map((line) => JSON.parse(line))).toEqual([
      { file: source, line: 5, reason: "invalid-json", message: "the record is cut off" },
      {
        file: source,
        line: 4,
        reason: "duplicate-id",
        message: `the id "${id}" stands for another document before`,
      },
    ]);
    expect(readdirSync(corpus).sort()).toEqual([
      "corpus.json",
      "documents.parquet",
      "rejected.jsonl",
    ]);
  });

  it("takes texts with every odd character through to the table", async () => {
    const abstract =
      'nul \0, quote ", back \\, line\u2028, tab \t, astral 😀, mark \ufeff, \u0001.';
    const source = written(JSON.stringify({ ...JSON.parse(LINES[0] ?? ""), abstract }));
    const { rows } = await importDump({ format: "citation", from: [source], out: path() });
    expect(rows[0]?.["text"]).toBe(abstract);
  });

  it("stops on request and goes on to the same bytes", async () => {
    const source = written(`[${LINES.join(",")}]`);
    const whole = await importDump({ format: "citation", from: [source], out: path() });
    const out = path();
    const stopping = new AbortController();
    const stopped = importDump({
      format: "citation",
      from: [source],
      out,
      context: {
        stopping: stopping.signal,
        onProgress: ({ step }) => {
          if (step === "Reading") stopping.abort();
        },
      },
    });
    await expect(stopped).rejects.toMatchObject({ code: "interrupted" });
    expect(existsSync(out)).toBe(false);
    const again = await importDump({ format: "citation", from: [source], out });
    expect(bytesOf(again.folder)).toBe(bytesOf(whole.folder));
  });

  it.each([
    ["no-documents", { from: [written("[]")] }],
    ["usage", { from: [written("{}")], settings: { missingLanguage: "guess" } }],
    ["not-found", { from: [join(folder, "nowhere.json")] }],
    ["damaged", { from: [written(gzipSync("x".repeat(9999)).subarray(0, 30), ".gz")] }],
  ])("says %s where nothing can be imported, and leaves nothing", async (code, dump) => {
    const out = path();
    const attempt = importDump({ format: "citation", out, ...dump });
    await expect(attempt).rejects.toMatchObject({ code });
    expect([out, `${out}.unfinished`].filter((place) => existsSync(place))).toEqual([]);
  });
});

describe("importArxiv", () => {
  it("reads metadata in JSON lines", async () => {
    const record = {
      id: "0704.0001",
      title: "On examples",
      abstract: "  We show that it is the case.\n",
      authors: "Ann Lee and Bert Cole",
      categories: "cs.CL",
      update_date: "2008-11-26",
    };
    const source = written(`${JSON.stringify(record)}\n{"id":"0704.0002"}\n`);
    const { card, rows, said } = await importDump({ format: "arxiv", from: [source], out: path() });
    expect(card).toMatchObject({ kind: "papers", format: "arxiv", counts: { documents: 1 } });
    expect(rows[0]).toMatchObject({
      id: "0704.0001",
      date: "2008-11-26",
      author_names: ["Ann Lee", "Bert Cole"],
      language: "en",
    });
    expect(said).toHaveLength(1);
  });
});
