import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparableText, pythonWords } from "../../text/index.ts";
import { amazonReviews } from "./amazon-reviews.ts";
import { blockReader } from "./block-columns.ts";
import { type BlockColumns, type ColumnBlock, ID_BYTES } from "./column-block.ts";

const START = { source: 0, byte: 0, line: 1, rows: 0, firstOrd: 0 };
const read = blockReader(amazonReviews);

function blockOf(lines: readonly string[], faults: ColumnBlock["faults"] = []): ColumnBlock {
  const bytes = new Uint8Array(Buffer.from(lines.map((line) => `${line}\n`).join("")));
  const to = { ...START, rows: lines.length };
  return { index: 0, file: "x.jsonl", from: START, to, bytes, faults };
}

function review(over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    overall: 4,
    reviewTime: "09 4, 2015",
    reviewerID: "U1",
    asin: "P1",
    reviewText: "A text.",
    summary: "Some words",
    unixReviewTime: 1441324800,
    ...over,
  };
}

const names = amazonReviews.columns.filter(({ kind }) => kind !== "id").map(({ name }) => name);

function bytesOf({ pages }: BlockColumns, name: string): Buffer {
  return Buffer.from(pages[names.indexOf(name)]?.plain ?? []);
}

function textsOf(columns: BlockColumns, name: string): string[] {
  const bytes = bytesOf(columns, name);
  const texts: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32LE(at);
    texts.push(bytes.toString("utf8", at + 4, at + 4 + length));
    at += 4 + length;
  }
  return texts;
}

const md5 = (text: string): Buffer => createHash("md5").update(text).digest();

describe("blockReader", () => {
  it("takes values of plain and of other records into columns, and tells what it refuses", () => {
    const fault = { outcome: "rejected", reason: "line-too-long", message: "too long" } as const;
    const lines = [
      JSON.stringify(review()),
      "broken",
      "",
      JSON.stringify(review({ overall: "3", asin: null, reviewTime: null, unixReviewTime: null })),
    ];
    const columns = read(
      blockOf(lines, [{ row: 2, finding: { ...fault, place: { file: "x.jsonl", line: 3 } } }]),
    );
    expect(columns.records).toBe(2);
    expect(textsOf(columns, "date")).toEqual(["2015-09-04"]);
    expect(textsOf(columns, "asin")).toEqual(["P1"]);
    expect(columns.pages[names.indexOf("asin")]?.present).toEqual(Uint8Array.of(1));
    expect([0, 8].map((at) => bytesOf(columns, "overall").readDoubleLE(at))).toEqual([4, 3]);
    expect([0, 8].map((at) => Number(bytesOf(columns, "ord").readBigInt64LE(at)))).toEqual([0, 3]);
    expect([0, 8].map((at) => Number(bytesOf(columns, "line").readBigInt64LE(at)))).toEqual([1, 4]);
    expect(columns.tally.reasons).toEqual({ "invalid-json": 1, "line-too-long": 1, "no-date": 1 });
    expect(
      columns.rejected
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).line),
    ).toEqual([2, 3]);
  });

  it("hashes the values of a record for its id, and its text as texts are compared", () => {
    const pieces = fc.constantFrom(
      "a",
      "word",
      " ",
      "  ",
      "\n",
      "\u00a0",
      "é",
      "e\u0301",
      "中",
      "🎉",
      '"',
      "\\",
      "\u3000",
      "\u001f",
    );
    const texts = fc.array(pieces, { maxLength: 40 }).map((parts) => `x${parts.join("")}`);
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 9 }), (all) => {
        const columns = read(
          blockOf(all.map((text) => JSON.stringify(review({ reviewText: text })))),
        );
        expect(textsOf(columns, "text")).toEqual(all);
        const counts = all.map((_, at) => bytesOf(columns, "text_words").readInt32LE(4 * at));
        expect(counts).toEqual(all.map((text) => pythonWords(text).length));
        const content = (text: string): string =>
          ["U1", "P1", "4.0", "2015-09-04", "Some words", text].join("\u001f");
        const ids = all.map((text) => md5(content(text)).subarray(0, ID_BYTES));
        expect(Buffer.from(columns.ids)).toEqual(Buffer.concat(ids));
        const digests = all.map((text) => md5(comparableText(text)));
        expect(bytesOf(columns, "text_digest")).toEqual(Buffer.concat(digests));
      }),
    );
  });

  it("hashes texts of every length around the blocks of the hash", () => {
    const all = Array.from({ length: 300 }, (_, length) => `x${"y".repeat(length)}`);
    const columns = read(blockOf(all.map((text) => JSON.stringify(review({ reviewText: text })))));
    const digests = all.map((text) => md5(text));
    expect(bytesOf(columns, "text_digest")).toEqual(Buffer.concat(digests));
  });
});
