import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { isoDate } from "../field-values.ts";
import {
  type BuiltTest,
  buildAt,
  corpusOf,
  funnelLines,
  testFolder,
  words,
} from "./test-corpus.ts";

const folder = testFolder();
afterAll(() => folder.remove());

/** Rules that let short generated reviews through; validation and test are kept whole. */
const LOW = {
  minReviewWords: 2,
  minSummaryWords: 1,
  minReviewsPerUser: 1,
  minProfileReviews: 1,
  finalShare: 1,
};

interface DateCase {
  readonly id: string;
  readonly reviewerID: string;
  readonly reviewTime: string;
  readonly unixReviewTime: number | null;
  readonly text: string;
}

const cases = readFileSync("tests/cases/dataset/temporal-dates.jsonl", "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as DateCase);

/** The date as an importer gives it: the day if it is one, else that of the seconds. */
function dateOf({ reviewTime, unixReviewTime }: DateCase): string | undefined {
  const day = isoDate(reviewTime);
  if (day !== undefined || unixReviewTime === null) return day;
  return new Date(unixReviewTime * 1000).toISOString().slice(0, 10);
}

/** Target of each split and the profile of a user, by ids. */
function tellOf({ rows }: BuiltTest, user: string) {
  const [test, validation, train] = (["test", "validation", "train"] as const).map((split) =>
    rows(split).find(({ reviewerId }) => reviewerId === user),
  );
  return {
    targets: [test?.target_id, validation?.target_id, train?.target_id],
    profile: test?.profile.map(({ id }) => id),
  };
}

async function reviewSource() {
  return corpusOf(folder, {
    kind: "reviews",
    rows: cases.map((one) => ({
      id: one.id,
      author: one.reviewerID,
      text: `${one.text} (${one.id})`,
      title: "w",
      overall: 4,
      asin: "P",
      date: dateOf(one),
    })),
    products: [{ asin: "P", descriptions: ["a thing"] }],
  });
}

describe("buildBenchmark, temporal setting", () => {
  it("takes the three newest of each person in every date format, and older ones as the profile", async () => {
    const source = await reviewSource();
    const built = await buildAt(folder, "review", { source, setting: "temporal", options: LOW });
    expect(tellOf(built, "U1")).toEqual({ targets: ["r5", "r4", "r3"], profile: ["r1", "r2"] });
    // One day: the larger id is the newer.
    expect(tellOf(built, "U2")).toEqual({ targets: ["q4", "q3", "q2"], profile: ["q1"] });
    // z1 has no date and counts as the oldest.
    expect(tellOf(built, "U3")).toEqual({ targets: ["z5", "z4", "z3"], profile: ["z1", "z2"] });
    expect(tellOf(built, "U4").profile).toBeUndefined();
    expect(built.card.counts).toMatchObject({ dateTies: 3, undatedDocuments: 1 });
    const [example] = built.rows("test");
    expect(example?.date).toBe("2016-02-10");
    expect(example?.profile[0]?.["reviewTime"]).toBe("2015-10-09");
  });

  it("orders equal dates as the source does under longlamp-paper", async () => {
    const source = await reviewSource();
    const built = await buildAt(folder, "review", {
      source,
      setting: "temporal",
      profile: "longlamp-paper",
      options: LOW,
    });
    // The file has q2, q1, q4, q3.
    expect(tellOf(built, "U2")).toEqual({ targets: ["q3", "q4", "q1"], profile: ["q2"] });
    expect(built.card.checks.map(({ status }) => status)).not.toContain("failed");
  });

  it("cuts validation and test to a share of people before the rule for profiles", async () => {
    const rows = Array.from({ length: 20 }, (_, at) => at).flatMap((person) =>
      // Ten people have four reviews, ten have eight.
      Array.from({ length: person < 10 ? 4 : 8 }, (_, at) => ({
        author: `u${person}`,
        text: words(5, `u${person}-${at}-`),
        title: "w",
        overall: 3,
        asin: "P",
        date: `2016-01-0${at + 1}`,
      })),
    );
    const products = [{ asin: "P", descriptions: ["a thing"] }];
    const source = await corpusOf(folder, { kind: "reviews", rows, products });
    const options = { ...LOW, minProfileReviews: 4, finalShare: 0.3 };
    const built = await buildAt(folder, "review", { source, setting: "temporal", options });
    expect(funnelLines(built.card).slice(-5)).toEqual([
      "author has 3 dated reviews: 120 → 120 (20 → 20)",
      "review was drawn as a target: 120 → 60 (20 → 20)",
      // 20 train, and round(0.3 · 20) = 6 of each of the others.
      "validation and test are cut to a share of 0.3: 60 → 32 (20 → 20)",
      expect.stringMatching(/^profile has at least 4 reviews: 32 → \d+ \(20 → 10\)$/),
      expect.stringMatching(/^profile is large enough/),
    ]);
    expect(built.card.splits.train).toBe(10);
    const left = built.card.splits.validation + built.card.splits.test;
    expect(left).toBeLessThanOrEqual(12);
    // The two draws are not the same people.
    const again = await buildAt(folder, "review", {
      source,
      setting: "temporal",
      options,
      seed: 8,
    });
    expect(again.card.hash).not.toBe(built.card.hash);
  });
});
