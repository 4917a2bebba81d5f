import { readdirSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { openDataset } from "../open-dataset.ts";
import { buildAt, corpusOf, funnelLines, testFolder, words } from "./test-corpus.ts";

const folder = testFolder();
afterAll(() => {
  expect(readdirSync(folder.path).filter((name) => name.startsWith("."))).toEqual([]);
  folder.remove();
});

/** Reviews of one person, all of them sound. */
function reviews(author: string, count: number) {
  return Array.from({ length: count }, (_, at) => ({
    id: `${author}-${at}`,
    author,
    text: words(120, `${author}${at}x`),
    title: words(4),
    overall: 5,
    asin: "P1",
    date: `2015-01-${String(at + 1).padStart(2, "0")}`,
  }));
}

const products = [
  { asin: "P1", descriptions: ["A <b>tent</b> &amp; poles."] },
  { asin: "P2", descriptions: ["<br>"] },
];

describe("buildBenchmark of reviews, user setting", () => {
  it.each([
    ["counts words where the import did not", false],
    ["takes the import's counts of words", true],
  ])("applies each rule at its bound and counts what it drops; %s", async (_, counted) => {
    const rows = [
      ...reviews("anna", 50),
      ...reviews("bert", 49),
      { ...reviews("bert", 1)[0], text: words(119, "short"), id: "b-short" },
      { ...reviews("bert", 1)[0], text: words(121, "terse"), title: words(3), id: "b-terse" },
      { ...reviews("bert", 1)[0], text: words(121, "long"), title: words(121), id: "b-equal" },
      { ...reviews("bert", 1)[0], id: "b-repeat" },
      ...reviews("carl", 50).map((review, at) => ({ ...review, asin: at < 4 ? "P1" : "P2" })),
      ...reviews("dora", 50).map((review, at) => ({ ...review, asin: at < 5 ? "P1" : "P9" })),
    ];
    const source = await corpusOf(folder, { kind: "reviews", rows, products, counted });
    const { card, out, rows: read } = await buildAt(folder, "review", { source });
    expect(funnelLines(card)).toEqual([
      "review has a rating: 203 → 203 (4 → 4)",
      "review has more words than its summary: 203 → 202 (4 → 4)",
      "review has at least 120 words: 202 → 201 (4 → 4)",
      "its title or summary has at least 4 words: 201 → 200 (4 → 4)",
      "review does not repeat another of its author: 200 → 199 (4 → 4)",
      // Bert has 49.
      "author has at least 50 reviews: 199 → 150 (4 → 3)",
      "product has a description: 150 → 59 (3 → 3)",
      "review was drawn as a target: 59 → 3 (3 → 3)",
      // Carl has three beside his target.
      "profile has at least 4 reviews: 3 → 2 (3 → 2)",
      "profile is large enough without copies of the target: 2 → 2 (2 → 2)",
    ]);
    // Three people are split: held out ⌈0.2·3⌉ = 1, test ⌈1·½⌉ = 1.
    const all = [...read("train"), ...read("validation"), ...read("test")];
    expect(all.map((row) => [row["reviewerId"], row.profile.length]).sort()).toEqual([
      ["anna", 49],
      ["dora", 4],
    ]);
    const dora = all.find((row) => row["reviewerId"] === "dora");
    expect(dora?.input).toBe(
      'Generate the review text written by a reviewer who has a given an overall rating of "5.0" for a product with description "A tent & poles.". The summary of the review text is "w0 w1 w2 w3".',
    );
    expect(dora?.output).toBe(words(120, `dora${dora?.target_id.split("-")[1]}x`));
    expect(dora?.profile.map(({ id }) => id)).not.toContain(dora?.target_id);
    expect(card.checks.every(({ status }) => status === "passed")).toBe(true);
    const opened = await openDataset(out, { split: "train" });
    expect(opened.warnings).toEqual([]);
  });
});
