import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CorpusDocument } from "../records/index.ts";
import { collectReading } from "./follow-reading.ts";
import { readCorpusJsonLines } from "./read-json-lines.ts";
import { writeCorpus } from "./write-corpus.ts";

const folder = (): Promise<string> => mkdtemp(join(tmpdir(), "longhand-corpus-"));

describe("writeCorpus", () => {
  it("writes one document a line, its parts in a fixed order", async () => {
    const path = join(await folder(), "new", "corpus.jsonl");
    const documents = [{ text: "one\ntwo", title: "T", author: "a", id: "1" }];
    expect(await writeCorpus(path, documents)).toBe(1);
    expect(await readFile(path, "utf8")).toBe(
      '{"id":"1","author":"a","title":"T","text":"one\\ntwo"}\n',
    );
  });

  it("leaves the old file when the documents break off", async () => {
    const at = await folder();
    const path = join(at, "corpus.jsonl");
    await writeFile(path, "old\n");
    async function* broken(): AsyncGenerator<CorpusDocument> {
      yield { id: "1", author: "a", text: "t" };
      throw new RangeError("source broke");
    }
    await expect(writeCorpus(path, broken())).rejects.toThrow("source broke");
    expect(await readFile(path, "utf8")).toBe("old\n");
    expect(await readdir(at)).toEqual(["corpus.jsonl"]);
  });

  it("gives back what it wrote", async () => {
    const path = join(await folder(), "corpus.jsonl");
    const word = fc.string({ unit: "grapheme", minLength: 1 }).map((text) => `w${text}w`);
    const document = fc.record(
      {
        author: fc.constantFrom("ann", "bob"),
        text: word,
        title: fc.string({ unit: "binary" }),
        date: fc.constantFrom("2020", "2020-02", "2020-02-29", "2020-02-29T10:00:00Z"),
        fields: fc.dictionary(fc.constantFrom("x", "text", "__proto__"), fc.integer(), {
          minKeys: 1,
        }),
      },
      { requiredKeys: ["author", "text"] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(document, { maxLength: 4 }), async (given) => {
        const documents = given.map((one, at) => ({ id: `d${at}`, ...one }));
        await writeCorpus(path, documents);
        const events = readCorpusJsonLines(path, { profile: "longlamp-paper" });
        expect((await collectReading(events)).documents).toEqual(documents);
      }),
      { numRuns: 50 },
    );
  });
});
