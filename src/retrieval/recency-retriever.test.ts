import { describe, expect, it } from "vitest";
import { recencyRetriever } from "./recency-retriever.ts";
import { describeRetriever, retrievedIds } from "./retriever.contract.ts";

const DATED = [
  { id: "c", text: "third", date: "2019" },
  { id: "b", text: "undated" },
  { id: "d", text: "newest", date: "2020-01-05" },
  { id: "a", text: "third too", date: "2019" },
];

describe("recency", () => {
  it("sorts by date in longhand: newest first, equal dates by id, unknown ones last", async () => {
    expect(await retrievedIds(recencyRetriever("longhand"), { candidates: DATED, k: 4 })).toEqual([
      "d",
      "a",
      "c",
      "b",
    ]);
  });

  it("takes the last as stored in longlamp-paper, newest first", async () => {
    expect(
      await retrievedIds(recencyRetriever("longlamp-paper"), { candidates: DATED, k: 4 }),
    ).toEqual(["a", "d", "b", "c"]);
    expect(
      await retrievedIds(recencyRetriever("longlamp-paper"), { candidates: DATED, k: 2 }),
    ).toEqual(["a", "d"]);
  });
});

describeRetriever("recency (longhand)", () => recencyRetriever("longhand"));
describeRetriever("recency (longlamp-paper)", () => recencyRetriever("longlamp-paper"));
