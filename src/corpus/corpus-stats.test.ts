import { describe, expect, it } from "vitest";
import { corpusStats } from "./corpus-stats.ts";

describe("corpusStats", () => {
  it("matches values worked by hand", async () => {
    // Words 1, 2, 3, 6: mean 3, squares 4 + 1 + 0 + 9 = 14, sd = √(14/3).
    // Quartiles at 0.75, 1.5 and 2.25 of the order: 1.75, 2.5, 3.75. Documents per author: 3, 1.
    const stats = await corpusStats([
      { id: "1", author: "bob", text: "one", date: "2001-05" },
      { id: "2", author: "ann", text: "one two", title: "T" },
      { id: "3", author: "ann", text: "one two three", date: "2001", title: "" },
      { id: "4", author: "ann", text: "one two three four five six" },
    ]);
    expect(stats).toEqual({
      documents: 4,
      authors: 2,
      words: 12,
      wordsPerDocument: {
        n: 4,
        mean: 3,
        sd: Math.sqrt(14 / 3),
        min: 1,
        quarter: 1.75,
        median: 2.5,
        threeQuarters: 3.75,
        max: 6,
      },
      documentsPerAuthor: {
        n: 2,
        mean: 2,
        sd: Math.SQRT2,
        min: 1,
        quarter: 1.5,
        median: 2,
        threeQuarters: 2.5,
        max: 3,
      },
      titled: 1,
      dated: 2,
      datedShare: 0.5,
      firstDate: "2001",
      lastDate: "2001-05",
      topAuthors: [
        { author: "ann", documents: 3, words: 11 },
        { author: "bob", documents: 1, words: 1 },
      ],
      duplicates: 0,
      duplicatesOfOthers: 0,
    });
  });

  it("counts copies by the same author and by others apart, white space aside", async () => {
    const stats = await corpusStats([
      { id: "1", author: "ann", text: "a b" },
      { id: "2", author: "ann", text: "a\n b " },
      { id: "3", author: "bob", text: "a b" },
      { id: "4", author: "bob", text: "a b" },
    ]);
    expect([stats.duplicates, stats.duplicatesOfOthers]).toEqual([2, 1]);
  });

  it("has no mean of nothing and no spread of one", async () => {
    const none = await corpusStats([]);
    expect(none).toMatchObject({ documents: 0, wordsPerDocument: { n: 0 }, topAuthors: [] });
    expect(none).not.toHaveProperty("datedShare");
    const one = await corpusStats([{ id: "1", author: "a", text: "x y" }]);
    expect(one.wordsPerDocument).toEqual({
      n: 1,
      mean: 2,
      min: 2,
      quarter: 2,
      median: 2,
      threeQuarters: 2,
      max: 2,
    });
  });

  it("names as many authors as it is asked for, equal ones by name", async () => {
    const documents = ["c", "a", "b"].map((author) => ({ id: author, author, text: "x" }));
    const { topAuthors } = await corpusStats(documents, { maxAuthors: 2 });
    expect(topAuthors.map(({ author }) => author)).toEqual(["a", "b"]);
  });
});
