import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { collectReading } from "./follow-reading.ts";
import { readCorpusJsonLines } from "./read-json-lines.ts";

async function read(...lines: readonly string[]) {
  const path = join(await mkdtemp(join(tmpdir(), "longhand-jsonl-")), "corpus.jsonl");
  await writeFile(path, `${lines.join("\n")}\n`);
  const { documents, report } = await collectReading(readCorpusJsonLines(path));
  return { documents, findings: report.findings.map(({ reason, message }) => [reason, message]) };
}

describe("readCorpusJsonLines", () => {
  it("reads every part of a document and keeps other keys as fields", async () => {
    const { documents } = await read(
      '{"id":7,"author":"ann","text":"t","title":"T","date":2020,"source":"s","fields":{"a":1},"stars":4.5,"tags":["x"],"ok":true,"none":null}',
    );
    expect(documents).toEqual([
      {
        id: "7",
        author: "ann",
        title: "T",
        date: "2020",
        source: "s",
        fields: { a: 1, stars: 4.5, tags: '["x"]', ok: true, none: null },
        text: "t",
      },
    ]);
  });

  it.each([
    ['{"id":"x","author":"a","txt":"t"}', "text-missing", 'text is missing; is "txt" meant?'],
    ['{"id":"x","autor":"a","text":"t"}', "author-missing", 'author is missing; is "autor" meant?'],
    ['{"id":"x","author":" ","text":"t"}', "author-missing", "author is empty"],
    [
      '{"id":"x","author":["a"],"text":"t"}',
      "author-not-text",
      "author is not a string or a whole number",
    ],
    [
      '{"id":true,"author":"a","text":"t"}',
      "id-not-text",
      "id is not a string or a whole number below 2^53",
    ],
    [
      '{"id":9007199254740993,"author":"a","text":"t"}',
      "id-not-text",
      "id is not a string or a whole number below 2^53",
    ],
    ['{"id":"","author":"a","text":"t"}', "id-not-text", "id is empty"],
    ['{"author":"a","text":"t","title":{}}', "wrong-field", "title is not a string"],
    ['{"author":"a","text":"t","fields":[1]}', "wrong-field", "fields is not an object"],
    [
      '{"author":"a","text":"t","fields":{"x":1},"x":2}',
      "wrong-field",
      '"x" stands both in fields and beside them',
    ],
    ['"text"', "not-an-object", "not an object with fields"],
  ])("rejects %s", async (line, reason, message) => {
    const { documents, findings } = await read(line);
    expect(documents).toEqual([]);
    expect(findings).toEqual([[reason, message]]);
  });

  it("replaces lone surrogates by U+FFFD, with a warning", async () => {
    const { documents, findings } = await read(
      '{"id":"x","author":"a","text":"a\\ud83d b \\ud83d\\ude00"}',
    );
    expect(documents[0]?.text).toBe("a\ufffd b \u{1f600}");
    expect(findings).toEqual([
      ["lone-surrogate", "half of a character (a lone surrogate) was replaced by U+FFFD"],
    ]);
  });

  it("keeps the text as given, composed or not, with its line ends", async () => {
    const { documents } = await read('{"id":"x","author":"a","text":" cafe\\u0301\\r\\n"}');
    expect(documents[0]?.text).toBe(" cafe\u0301\r\n");
  });

  it("takes two spellings of one author for one author", async () => {
    const { documents, findings } = await read(
      '{"id":"1","author":"Zo\\u00eb ","text":"same"}',
      '{"id":"2","author":"Zoe\\u0308","text":"same"}',
    );
    expect(documents.map(({ author }) => author)).toEqual(["Zo\u00eb"]);
    expect(findings).toEqual([["duplicate-text", 'the same text as "1" by the same author']]);
  });

  it("reports a text of two authors and keeps both", async () => {
    const { documents, findings } = await read(
      '{"id":"1","author":"ann","text":"same"}',
      '{"id":"2","author":"bob","text":"same"}',
    );
    expect(documents).toHaveLength(2);
    expect(findings).toEqual([["text-of-two-authors", 'the same text as a document by "ann"']]);
  });
});
