import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSqlEngine, type SqlEngine } from "../../storage/index.ts";
import { comparableText, pythonWords } from "../../text/index.ts";
import { hasMoreWords, hasWords, textDigest, wordCount } from "./sql-words.ts";

/** Spaces of all kinds, letters of one to four bytes, a mark that is composed, an en quad that NFC turns into another space. */
const PIECES = [
  " ",
  "  ",
  "\n",
  "\t",
  "\u001c",
  "\u00a0",
  "\u2000",
  "\u3000",
  "a",
  "Bc",
  "é",
].concat(["e\u0301", "ß", "漢", "😀", "."]);
const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((list) => list.join(""));

describe("words in SQL", () => {
  let engine: SqlEngine;
  beforeAll(async () => {
    engine = await openSqlEngine({ memoryMb: 200, threads: 1 });
  });
  afterAll(() => engine.close());

  const valueIn = async (sql: string, values: Readonly<Record<string, string>>): Promise<unknown> =>
    (await engine.rows(`SELECT ${sql} AS value FROM (SELECT ${columns(values)})`, values))[0]?.[
      "value"
    ];

  it("are as many as Python finds", async () => {
    const property = fc.asyncProperty(texts, fc.integer({ min: 0, max: 30 }), async (text, n) => {
      const count = pythonWords(text).length;
      expect(await valueIn(wordCount("text"), { text })).toBe(count);
      expect(await valueIn(hasWords("text", n), { text })).toBe(count >= n);
    });
    await fc.assert(property, { numRuns: 100 });
  });

  it("are compared in number without being counted where that is clear", async () => {
    const property = fc.asyncProperty(texts, texts, async (text, title) => {
      const isMore = pythonWords(text).length > pythonWords(title).length;
      expect(await valueIn(hasMoreWords("text", "title"), { text, title })).toBe(isMore);
    });
    await fc.assert(property, { numRuns: 100 });
  });

  it("have equal hashes where the texts count as equal", async () => {
    const property = fc.asyncProperty(texts, texts, async (text, other) => {
      const isEqual = `${textDigest("text")} = ${textDigest("other")}`;
      const comparable = comparableText(text);
      expect(await valueIn(isEqual, { text, other: comparable })).toBe(true);
      expect(await valueIn(isEqual, { text, other })).toBe(comparable === comparableText(other));
    });
    await fc.assert(property, { numRuns: 100 });
  });
});

function columns(values: Readonly<Record<string, string>>): string {
  return Object.keys(values)
    .map((name) => `$${name} AS ${name}`)
    .join(", ");
}
