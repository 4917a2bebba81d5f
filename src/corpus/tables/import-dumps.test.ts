import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import type { Clock } from "../../foundation/index.ts";
import type { CorpusFinding } from "../../records/index.ts";
import { openSqlEngine, type SqlRow, sqlText } from "../../storage/index.ts";
import type { CorpusFolder } from "../folder/open-corpus-folder.ts";
import { importFormatOf } from "./format-registry.ts";
import type { FormatImport } from "./import-format.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-dumps-"));
afterAll(() => rmSync(folder, { recursive: true }));

const clock: Clock = { nowMs: () => 0, sleep: () => Promise.resolve() };
const cases = fileURLToPath(new URL("../../../tests/cases/corpus/", import.meta.url));
const caseFile = (name: string): string => join(cases, name);
const at = (name: string): string => join(folder, name);
let outs = 0;

interface Done {
  readonly corpus: CorpusFolder;
  readonly findings: readonly CorpusFinding[];
}

async function imported(
  format: string,
  from: readonly string[],
  more: Partial<FormatImport> & { readonly stopping?: AbortSignal } = {},
): Promise<Done> {
  outs += 1;
  const { stopping, settings = {}, out = at(`out-${outs}`), ...limits } = more;
  const findings: CorpusFinding[] = [];
  const load = await importFormatOf(format)?.load();
  const corpus = await load?.(
    { from, out, settings, threads: 2, ...limits },
    { clock, stopping, onProgress: () => undefined, onFinding: (found) => findings.push(found) },
  );
  if (corpus === undefined) throw new RangeError(`no format ${format}`);
  return { corpus, findings };
}

async function rowsOf(path: string | undefined, columns = "*"): Promise<SqlRow[]> {
  const engine = await openSqlEngine({ memoryMb: 200 });
  try {
    return await engine.rows(`select ${columns} from read_parquet(${sqlText(path ?? "")})`);
  } finally {
    await engine.close();
  }
}

const said = (findings: readonly CorpusFinding[]): unknown[] =>
  findings.map(({ outcome, reason, place }) => [outcome, reason, place.line]);

const review = (over: Record<string, unknown> = {}): string =>
  JSON.stringify({
    overall: 4.0,
    reviewTime: "09 4, 2015",
    reviewerID: "U1",
    asin: "P1",
    reviewText: "A text of some words.",
    summary: "Some words",
    unixReviewTime: 1441324800,
    ...over,
  });

describe("--format amazon", () => {
  it("treats every line of the reviews as it should be", async () => {
    const file = caseFile("amazon-reviews.jsonl");
    const { corpus, findings } = await imported("amazon", [file]);
    expect(corpus.card).toMatchObject({
      kind: "reviews",
      counts: { documents: 9, rejected: 3, warnings: 1 },
    });
    expect(said(findings)).toEqual([
      ["rejected", "rating-missing", 2],
      ["rejected", "text-missing", 4],
      ["rejected", "summary-missing", 5],
      ["warning", "bad-date", 8],
    ]);
    const rows = await rowsOf(corpus.documents, "line, ord, date, overall, asin, author");
    expect(rows.map(({ line, date, overall }) => [line, date, overall])).toEqual([
      [1, "2015-09-04", 5],
      [3, "2017-01-31", 4],
      [6, "2017-02-04", 1],
      [7, "2015-09-04", 5],
      [8, "2016-01-01", 5],
      [9, "2016-02-29", 4.5],
      [10, "2016-03-09", 3],
      [11, "2016-04-01", 5],
      [12, "2016-04-02", 5],
    ]);
    expect(rows.every(({ ord, line }) => ord === Number(line) - 1)).toBe(true);
    const [first, , , copy] = await rowsOf(corpus.documents, "id");
    expect(copy?.["id"]).toBe(`${String(first?.["id"])}-2`);
    const last = (await rowsOf(corpus.documents, "text")).at(-1);
    expect(last?.["text"]).toContain("&amp; quick delivery,<br />though");
    const rejected = readFileSync(join(corpus.path, "rejected.jsonl"), "utf8").trim().split("\n");
    expect(rejected.map((line) => JSON.parse(line))).toEqual([
      { file, line: 2, reason: "rating-missing", message: "overall is missing" },
      { file, line: 4, reason: "text-missing", message: "reviewText is missing" },
      { file, line: 5, reason: "summary-missing", message: "summary is missing" },
    ]);
  });

  it("reads a day in either form, and says where the two fields disagree", async () => {
    const days = [
      review({ reviewTime: "2016-01-04", unixReviewTime: null }),
      review({ reviewTime: "2016-02-30", unixReviewTime: null }),
      review({ reviewTime: " 2015-09-04 " }),
      review({ reviewTime: "2015-09-05" }),
    ];
    writeFileSync(at("days.jsonl"), `${days.join("\n")}\n`);
    const { corpus, findings } = await imported("amazon", [at("days.jsonl")]);
    expect(await rowsOf(corpus.documents, "line, date")).toEqual([
      { line: 1, date: "2016-01-04" },
      { line: 2, date: null },
      { line: 3, date: "2015-09-04" },
      { line: 4, date: "2015-09-05" },
    ]);
    expect(said(findings)).toEqual([
      ["warning", "bad-date", 2],
      ["warning", "date-disagrees", 4],
    ]);
  });

  it("treats every line of the metadata as it should be", async () => {
    const settings = { metadata: [caseFile("amazon-metadata.jsonl")] };
    const { corpus, findings } = await imported("amazon", [caseFile("amazon-reviews.jsonl")], {
      settings,
    });
    expect(said(findings.slice(4))).toEqual([
      ["rejected", "wrong-field", 11],
      ["warning", "duplicate-product", 9],
    ]);
    expect(await rowsOf(corpus.products, "asin, descriptions, line")).toEqual([
      {
        asin: "P001",
        descriptions: ["A light tent for two.", "Packs into a small bag."],
        line: 1,
      },
      { asin: "P002", descriptions: ["One string, as in older releases."], line: 2 },
      {
        asin: "P003",
        descriptions: [
          "<p>Bright &amp; light.</p><ul><li>Three modes</li><li>Rain proof</li></ul>",
          "<script>track('x < y')</script>",
          "<style>p{color:red}</style>Runs 40&nbsp;hours",
        ],
        line: 3,
      },
      {
        asin: "P004",
        descriptions: ['Keeps tea hot when 3 < 4 and 5 > 2. <a href="/more">More</a>'],
        line: 4,
      },
      { asin: "P005", descriptions: [], line: 5 },
      { asin: "P006", descriptions: [], line: 6 },
      { asin: "P007", descriptions: ["", " "], line: 7 },
      { asin: "P008", descriptions: ['<br><img src="x.png">'], line: 8 },
      { asin: "P009", descriptions: [], line: 10 },
    ]);
  });

  it("reads objects over many lines, with the ids of the same objects in one line", async () => {
    const pretty = await imported("amazon", [caseFile("amazon-reviews-pretty.json")]);
    const lines = await imported("amazon", [caseFile("amazon-reviews.jsonl")]);
    const rows = await rowsOf(pretty.corpus.documents, "id, line, text");
    expect(rows.map(({ line }) => line)).toEqual([1, 16, 26]);
    const ids = (await rowsOf(lines.corpus.documents, "id, line"))
      .filter(({ line }) => line === 1 || line === 9)
      .map(({ id }) => id);
    expect(rows.slice(0, 2).map(({ id }) => id)).toEqual(ids);
    expect(rows[2]?.["text"]).toContain('Braces } { and "quotes" inside');
  });

  it("numbers lines right in gzip, with blank lines, CR LF and a byte-order mark", async () => {
    const text = `\ufeff${review()}\r\n\r\n  \r\nbroken\r\n${review({ reviewerID: "U2" })}`;
    writeFileSync(at("crlf.json.gz"), gzipSync(text));
    const { corpus, findings } = await imported("amazon", [at("crlf.json.gz")]);
    expect(await rowsOf(corpus.documents, "line, author")).toEqual([
      { line: 1, author: "U1" },
      { line: 5, author: "U2" },
    ]);
    expect(said(findings)).toEqual([["rejected", "invalid-json", 4]]);
    expect(corpus.card.counts).toMatchObject({ skipped: 2, reasons: { "blank-line": 2 } });
  });

  it("rejects broken lines one by one, whatever is wrong with them", async () => {
    const lines = [
      review(),
      review().replace('"overall":4', '"overall":4,"overall":5'),
      review().replace("}", ",}"),
      review().replace("4,", "NaN,"),
      review().slice(0, -3),
      review({ reviewText: "\u0000fine" }),
      review({ reviewText: 7 }),
      review({ overall: [4] }),
      review({ reviewerID: "" }),
      "[1, 2]",
      `${review()} ${review()}`,
      review({ reviewText: "half \ud83d of one" }),
      review({ unixReviewTime: 1451606400 }),
      review({ reviewTime: null, unixReviewTime: null }),
      review({ reviewerID: 17, asin: null }),
    ];
    writeFileSync(at("broken.jsonl"), lines.join("\n"));
    appendFileSync(at("broken.jsonl"), Buffer.from([10, 0x7b, 0xff, 0x7d]));
    const { corpus, findings } = await imported("amazon", [at("broken.jsonl")]);
    expect(said(findings)).toEqual([
      ["rejected", "invalid-json", 2],
      ["rejected", "invalid-json", 3],
      ["rejected", "invalid-json", 4],
      ["rejected", "invalid-json", 5],
      ["rejected", "text-not-text", 7],
      ["rejected", "rating-not-number", 8],
      ["rejected", "author-missing", 9],
      ["rejected", "not-an-object", 10],
      ["rejected", "invalid-json", 11],
      ["warning", "lone-surrogate", 12],
      ["warning", "date-disagrees", 13],
      ["warning", "no-date", 14],
      ["rejected", "invalid-utf8", 16],
    ]);
    const rows = await rowsOf(corpus.documents, "line, author, asin, date, text");
    expect(rows.map(({ line }) => line)).toEqual([1, 6, 12, 13, 14, 15]);
    expect(rows[2]?.["text"]).toBe("half \ufffd of one");
    expect(rows.map(({ date }) => date)).toEqual([
      "2015-09-04",
      "2015-09-04",
      "2015-09-04",
      "2015-09-04",
      null,
      "2015-09-04",
    ]);
    expect(rows[5]).toMatchObject({ author: "17", asin: null });
  });

  it("refuses Python literals, damaged gzip files, and files without a review", async () => {
    writeFileSync(at("python.json"), "{'overall': 5.0, 'reviewText': u'x'}\n");
    await expect(imported("amazon", [at("python.json")])).rejects.toMatchObject({
      code: "python-literals",
      hint: expect.stringContaining("ast.literal_eval"),
    });
    writeFileSync(at("cut.json.gz"), gzipSync(`${review()}\n`.repeat(999)).subarray(0, 60));
    await expect(imported("amazon", [at("cut.json.gz")])).rejects.toMatchObject({
      code: "damaged",
    });
    writeFileSync(at("other.jsonl"), '{"title": "no review"}\n');
    await expect(imported("amazon", [at("other.jsonl")])).rejects.toMatchObject({
      code: "no-documents",
    });
    await expect(imported("amazon", [at("nowhere-*.jsonl")])).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("reads several files by a pattern, one after the other", async () => {
    writeFileSync(at("many-1.json"), `${review({ reviewerID: "A" })}\n\n`);
    writeFileSync(at("many-2.json"), `bad\n${review({ reviewerID: "B" })}\n`);
    const { corpus, findings } = await imported("amazon", [at("many-*.json")]);
    expect(await rowsOf(corpus.documents, "author, ord, line, source")).toEqual([
      { author: "A", ord: 0, line: 1, source: at("many-1.json") },
      { author: "B", ord: 3, line: 2, source: at("many-2.json") },
    ]);
    expect(findings[0]?.place).toMatchObject({ file: at("many-2.json"), line: 1 });
    expect(corpus.card.sources.map(({ file }) => file)).toEqual([
      at("many-1.json"),
      at("many-2.json"),
    ]);
  });
});

describe("an import of several steps", () => {
  const count = 300_000;
  const big = at("big.jsonl");
  const lineOf = (n: number): string => {
    if (n % 1000 === 7) return "";
    if (n % 1000 === 8) return "broken";
    return review({ reviewerID: `U${n % 777}`, summary: `Number ${n - (n % 2)}` });
  };
  const write = (): void => {
    const lines = Array.from({ length: count }, (_, n) => lineOf(n));
    writeFileSync(big, `${lines.join("\n")}\n`);
  };

  it("keeps order and lines, and goes on after a stop to the same bytes", async () => {
    write();
    const whole = await imported("amazon", [big], { threads: 1 });
    expect(whole.corpus.card.counts).toMatchObject({
      documents: count - 600,
      rejected: 300,
      skipped: 300,
    });
    const [faults] = await rowsOf(
      whole.corpus.documents,
      `count(*) filter (ord <> line - 1 or title <> 'Number ' || (ord - ord % 2)) wrong,
       count(distinct id) ids, count(*) as n, max(ord) as last`,
    );
    expect(faults).toEqual({ wrong: 0, ids: count - 600, n: count - 600, last: count - 1 });

    const stop = new AbortController();
    const out = at("stopped");
    const load = await importFormatOf("amazon")?.load();
    const stopped = load?.(
      { from: [big], out, settings: {}, threads: 1 },
      {
        clock,
        stopping: stop.signal,
        onProgress: ({ step, done }) => {
          if (step === "Reading reviews" && done > 40_000_000) stop.abort();
        },
      },
    );
    await expect(stopped).rejects.toMatchObject({ code: "interrupted" });
    expect(existsSync(out)).toBe(false);
    const kept = readdirSync(`${out}.unfinished`).filter((name) => name.endsWith(".ids"));
    expect(kept.length).toBeGreaterThan(0);

    const steps: string[] = [];
    const rest = await load?.(
      { from: [big], out, settings: {}, threads: 2 },
      { clock, onProgress: ({ step, doneBefore }) => steps.push(`${step} ${doneBefore ?? ""}`) },
    );
    expect(existsSync(`${out}.unfinished`)).toBe(false);
    // Hashes: to compare megabytes value by value takes minutes.
    const hashOf = (path = ""): string =>
      createHash("sha256").update(readFileSync(path)).digest("hex");
    expect(hashOf(rest?.documents)).toBe(hashOf(whole.corpus.documents));
    expect(readdirSync(out).sort()).toEqual(["corpus.json", "documents.parquet", "rejected.jsonl"]);
    expect(readFileSync(join(out, "rejected.jsonl"))).toEqual(
      readFileSync(join(whole.corpus.path, "rejected.jsonl")),
    );
  }, 120_000);
});

describe("--format tldr", () => {
  it("keeps posts that have a content and a summary", async () => {
    const { corpus, findings } = await imported("tldr", [caseFile("tldr-17.jsonl")]);
    expect(said(findings)).toEqual([
      ["rejected", "summary-empty", 5],
      ["rejected", "text-missing", 9],
    ]);
    const rows = await rowsOf(corpus.documents, "id, author, subreddit, date, text");
    expect(rows.map(({ id }) => id)).toEqual(["c1", "c2", "c3", "c4", "c6", "c7", "c8", "c10"]);
    expect(rows[1]).toMatchObject({ author: "[deleted]", subreddit: "example", date: null });
    expect(rows[3]).toMatchObject({ subreddit: null });
    expect(rows[4]?.["text"]).toContain("[old boat]( across");
  });

  it("drops a post that stands twice, and rejects another one under the same id", async () => {
    const post = (id: string, content: string): string =>
      JSON.stringify({ id, content, author: "ann", summary: "short", subreddit: "x" });
    const lines = [post("a", "one"), post("b", "two"), post("a", "one"), post("b", "other")];
    writeFileSync(at("twice.jsonl"), lines.join("\n"));
    const { corpus, findings } = await imported("tldr", [at("twice.jsonl")]);
    expect(said(findings)).toEqual([
      ["dropped", "duplicate", 3],
      ["rejected", "duplicate-id", 4],
    ]);
    expect(await rowsOf(corpus.documents, "id, text")).toEqual([
      { id: "a", text: "one" },
      { id: "b", text: "two" },
    ]);
    expect(corpus.card.counts).toMatchObject({ documents: 2, dropped: 1, rejected: 1 });
  });
});

describe("--format table", () => {
  const settings = { columns: "text=body,author=user,date=day,title=subject" };
  const expected = [
    {
      author: "ann",
      text: 'Says "hi"\nand goes',
      title: "One",
      date: "2020-01-02",
      fields: '{"score":"5"}',
    },
    { author: "bob", text: "short", title: null, date: null, fields: "{}" },
  ];
  const shown = "author, text, title, date, fields";
  const csv = `user,body,day,subject,score\nann,"Says ""hi""\nand goes",2020-01-02,One,5\n\nbob,short,03/04/2020,,\nann,,2020,x,1\nbad,row\n`;

  it("reads CSV, plain or compressed, with the line on which a row begins", async () => {
    writeFileSync(at("posts.csv"), csv);
    writeFileSync(at("posts.csv.gz"), gzipSync(csv));
    for (const name of ["posts.csv", "posts.csv.gz"]) {
      const { corpus, findings } = await imported("table", [at(name)], { settings });
      expect(await rowsOf(corpus.documents, shown)).toEqual(expected);
      expect((await rowsOf(corpus.documents, "line")).map(({ line }) => line)).toEqual([2, 5]);
      expect(said(findings)).toEqual([
        ["warning", "bad-date", 5],
        ["rejected", "text-empty", 6],
        ["rejected", "column-count", 7],
      ]);
    }
  });

  it("keeps line and column of faults in rejected.jsonl", async () => {
    const rejectedOf = async (name: string): Promise<unknown[]> => {
      const { corpus } = await imported("table", [caseFile(name)]);
      const lines = readFileSync(join(corpus.path, "rejected.jsonl"), "utf8").trim().split("\n");
      return lines.map((line) => {
        const { line: at, column, reason } = JSON.parse(line) as Record<string, unknown>;
        return [at, column, reason];
      });
    };
    expect(await rejectedOf("ragged.csv")).toEqual([
      [3, undefined, "column-count"],
      [4, undefined, "column-count"],
      [9, 22, "unclosed-quote"],
    ]);
    expect((await rejectedOf("broken-lines.jsonl")).slice(0, 3)).toEqual([
      [3, 61, "invalid-json"],
      [4, undefined, "not-an-object"],
      [5, 65, "invalid-json"],
    ]);
  });

  it("reads JSON Lines and Parquet alike", async () => {
    const rows = [
      { user: "ann", body: 'Says "hi"\nand goes', day: "2020-01-02", subject: "One", score: "5" },
      { user: "bob", body: "short" },
    ];
    writeFileSync(at("posts.jsonl"), rows.map((row) => JSON.stringify(row)).join("\n"));
    const engine = await openSqlEngine({ memoryMb: 200 });
    await engine.run(
      `copy (select * from read_json(${sqlText(at("posts.jsonl"))}, columns = {user: 'VARCHAR', body: 'VARCHAR', day: 'DATE', subject: 'VARCHAR', score: 'VARCHAR'})) to ${sqlText(at("posts.parquet"))} (format parquet)`,
    );
    await engine.close();
    for (const name of ["posts.jsonl", "posts.parquet"]) {
      const { corpus } = await imported("table", [at(name)], { settings });
      expect(await rowsOf(corpus.documents, shown)).toEqual(expected);
      expect(corpus.card).toMatchObject({ kind: "documents", format: "table" });
    }
  });

  it("refuses columns that cannot be meant", async () => {
    const columns = (text: string): Promise<Done> =>
      imported("table", [at("posts.csv")], { settings: { columns: text } });
    await expect(columns("txt=body")).rejects.toThrow('"txt" is no part of a document; is text');
    await expect(columns("text")).rejects.toThrow('"text" is no part=column');
    await expect(columns("text=a,author=a")).rejects.toThrow("the column a is named twice");
    await expect(columns("text=gone,author=user")).rejects.toMatchObject({ code: "bad-header" });
  });
});
