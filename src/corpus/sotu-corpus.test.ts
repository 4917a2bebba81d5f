import { beforeAll, describe, expect, it } from "vitest";
import type { CorpusDocument } from "../records/index.ts";
import { corpusDocumentSchema } from "../records/index.ts";
import { corpusStats } from "./corpus-stats.ts";
import { sotuCorpus } from "./sotu-corpus.ts";

describe("sotuCorpus", () => {
  let documents: readonly CorpusDocument[];
  beforeAll(async () => {
    documents = await sotuCorpus();
  });

  it("holds 233 addresses of 43 authors, 37 of them with four or more", async () => {
    const stats = await corpusStats(documents, { maxAuthors: 100 });
    expect(stats).toMatchObject({
      documents: 233,
      authors: 43,
      dated: 233,
      firstDate: "1790",
      lastDate: "2021",
      duplicates: 0,
      duplicatesOfOthers: 0,
    });
    expect(stats.wordsPerDocument).toMatchObject({ min: 980, max: 33_558 });
    expect(stats.topAuthors.filter((author) => author.documents >= 4)).toHaveLength(37);
  });

  it("gives each address an id of its own, the two of one year too", () => {
    expect(new Set(documents.map(({ id }) => id)).size).toBe(233);
    const in1953 = documents.filter(({ date }) => date === "1953").map(({ id }) => id);
    expect(in1953).toEqual(["sotu-1953-dwight-d-eisenhower", "sotu-1953-harry-s-truman"]);
  });

  it("fits the record of a document, and no title names the author", () => {
    for (const document of documents) {
      expect(corpusDocumentSchema.safeParse(document).success).toBe(true);
      expect(document.title).toBe(`Annual message, ${document.date}`);
    }
  });

  it("mends the name that the package splits", () => {
    const names = new Set(documents.map(({ author }) => author));
    expect(names.has("William McKinley")).toBe(true);
    expect([...names].filter((name) => name.includes("Mc "))).toEqual([]);
  });
});
