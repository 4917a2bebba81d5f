import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { CandidatePassage } from "../records/index.ts";
import { bm25Retriever } from "./bm25-retriever.ts";
import { describeRetriever } from "./retriever.contract.ts";
import type { RetrievalProfile } from "./retriever.ts";

interface TinyProfile {
  name: string;
  documents: CandidatePassage[];
  query: string;
  k: number;
  longlampPaper: { relevances: number[]; returns: string[]; fails?: string };
  longhand: { relevances: number[]; returns: string[]; noSignal: boolean };
}

const tinyProfiles = JSON.parse(
  readFileSync(
    new URL("../../tests/cases/retrieval/bm25-tiny-profiles.json", import.meta.url),
    "utf8",
  ),
) as TinyProfile[];

async function retrieveAll({ documents, query }: TinyProfile, profile: RetrievalProfile) {
  const retriever = bm25Retriever(profile);
  const request = { exampleId: "e1", userId: "u1", query, candidates: documents };
  const all = await retriever.retrieve({ ...request, k: documents.length });
  const byId = new Map(all.passages.map(({ id, relevance }) => [id, relevance]));
  return {
    relevances: documents.map(({ id }) => Math.round((byId.get(id) ?? Number.NaN) * 1e6) / 1e6 + 0),
    best: (k: number) => retriever.retrieve({ ...request, k }),
  };
}

describe("bm25 (longhand)", () => {
  it.each(tinyProfiles)("gives the known relevances and order: $name", async (tiny) => {
    const { relevances, best } = await retrieveAll(tiny, "longhand");
    const found = await best(tiny.k);
    expect(relevances).toEqual(tiny.longhand.relevances);
    expect(found.passages.map(({ id }) => id)).toEqual(tiny.longhand.returns);
    expect(found.noSignal).toBe(tiny.longhand.noSignal);
  });

  it("matches a value worked by hand", async () => {
    // N = 2, n = 1, so idf = ln(1 + 1.5/1.5) = ln 2. Both texts have the mean length, so the word
    // counts 2.5 / (1 + 1.5) = 1.
    const { relevances } = await retrieveAll(
      { documents: documents("cat sat", "dog sat"), query: "Cat!" } as TinyProfile,
      "longhand",
    );
    expect(relevances).toEqual([Math.round(Math.LN2 * 1e6) / 1e6, 0]);
  });

  it("puts the newest of equally relevant passages first, unknown dates last, then ids", async () => {
    const candidates = [
      { id: "undated", text: "lamp" },
      { id: "z-2011", text: "lamp", date: "2011" },
      { id: "a-2011", text: "lamp", date: "2011" },
      { id: "may", text: "lamp", date: "2011-05" },
      { id: "day", text: "lamp", date: "2011-05-02" },
      { id: "noon", text: "lamp", date: "2011-05-02T12:00Z" },
      { id: "after", text: "lamp", date: "2011-05-02T12:00:30Z" },
      { id: "best", text: "lamp oil", date: "1990" },
    ];
    const { passages } = await bm25Retriever("longhand").retrieve({
      exampleId: "e1",
      userId: "u1",
      query: "lamp oil",
      k: 8,
      candidates,
    });
    expect(passages.map(({ id }) => id)).toEqual([
      "best",
      "after",
      "noon",
      "day",
      "may",
      "a-2011",
      "z-2011",
      "undated",
    ]);
  });
});

describe("bm25 (longlamp-paper)", () => {
  const defined = tinyProfiles.filter(({ longlampPaper }) => longlampPaper.fails === undefined);
  const undefinedOnes = tinyProfiles.filter(
    ({ longlampPaper }) => longlampPaper.fails !== undefined,
  );

  it.each(defined)("gives the known relevances and order: $name", async (tiny) => {
    const { relevances, best } = await retrieveAll(tiny, "longlamp-paper");
    const found = await best(tiny.k);
    expect(relevances).toEqual(tiny.longlampPaper.relevances);
    expect(found.passages.map(({ id }) => id)).toEqual(tiny.longlampPaper.returns);
    expect(found.noSignal).toBe(false);
  });

  it.each(undefinedOnes)("fails where the reference divides by zero: $name", async (tiny) => {
    const { documents: candidates, query, k, longlampPaper } = tiny;
    const answer = bm25Retriever("longlamp-paper").retrieve({
      exampleId: "e1",
      userId: "u1",
      query,
      k,
      candidates,
    });
    await expect(answer).rejects.toMatchObject({
      code: "retrieval-failed",
      message: longlampPaper.fails,
      details: { exampleId: "e1" },
    });
  });

  it("has both kinds of case", () => {
    expect([defined.length, undefinedOnes.length]).toEqual([14, 2]);
  });
});

function documents(...texts: string[]): CandidatePassage[] {
  return texts.map((text, index) => ({ id: `d${index}`, text }));
}

describeRetriever("bm25 (longhand)", () => bm25Retriever("longhand"));
describeRetriever("bm25 (longlamp-paper)", () => bm25Retriever("longlamp-paper"), {
  needsWords: true,
});
