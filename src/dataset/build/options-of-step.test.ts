import { describe, expect, it } from "vitest";
import type { FunnelStep } from "../../records/index.ts";
import { nothingLeft } from "../refuse-build.ts";
import { documentRules } from "./document-rules.ts";
import { optionsOfStep } from "./options-of-step.ts";
import { OPEN_RULES } from "./recipes/common-options.ts";
import { reviewRecipe } from "./recipes/review.ts";

const step = (rule: string, before: number, out: number): FunnelStep => ({
  rule,
  unit: "documents",
  in: before,
  out,
  usersIn: before,
  usersOut: out,
});

const hintOf = (...steps: readonly FunnelStep[]) =>
  nothingLeft(steps, (one) => optionsOfStep(one, reviewRecipe)).hint;

describe("optionsOfStep", () => {
  it("knows the option behind every rule for single documents", () => {
    const recipe = {
      ...reviewRecipe,
      needs: [],
      byLanguage: true,
      options: [
        { name: "language", rule: "language", kind: "text", default: "any", text: "" },
        { name: "deletedAuthors", rule: "deletedAuthors", kind: "text", default: "", text: "" },
        ...reviewRecipe.options,
      ] as const,
    };
    const rules = {
      ...OPEN_RULES,
      language: "en",
      deletedAuthors: "drop",
      longerThanTitle: true,
      minTitleWords: 4,
    } as const;
    const table = {
      kind: "reviews",
      path: "",
      recipe,
      rules,
      counted: true,
      hashed: false,
    } as const;
    const found = documentRules(table).map(({ rule }) => optionsOfStep(step(rule, 1, 0), recipe));
    expect(found).toEqual([
      ["deletedAuthors"],
      ["language"],
      ["longerThanSummary"],
      ["minReviewWords"],
      ["minSummaryWords"],
    ]);
  });

  it.each([
    ["author has at least 50 reviews", ["minReviewsPerUser"]],
    ["profile has at least 4 reviews", ["minProfileReviews"]],
    ["profile has at least 1 review", ["minProfileReviews"]],
    ["review does not repeat another of its author", ["duplicates"]],
    ["validation and test are cut to a share of 0.1", ["finalShare"]],
    ["review has a rating", []],
    ["product has a description", []],
    ["author has 3 dated reviews", []],
  ])("knows the option behind: %s", (rule, options) => {
    expect(optionsOfStep(step(rule, 1, 0), reviewRecipe)).toEqual(options);
  });
});

describe("nothingLeft", () => {
  it("names the option of the rule that dropped most", () => {
    const none = step("author has at least 50 reviews", 0, 0);
    expect(hintOf(step("review has at least 120 words", 8, 0), none)).toBe(
      '"review has at least 120 words" dropped most (8 → 0 documents): change --min-review-words (minReviewWords).',
    );
  });

  it("names also the rule that left nothing, and blames no draw that left something", () => {
    const drawn = step("review was drawn as a target", 90, 1);
    const least = step("profile has at least 4 reviews", 1, 0);
    expect(hintOf(step("author has at least 50 reviews", 100, 90), drawn, least)).toBe(
      '"author has at least 50 reviews" dropped most (100 → 90 documents): change --min-reviews-per-user (minReviewsPerUser). "profile has at least 4 reviews" left nothing (1 → 0 documents): change --min-profile-reviews (minProfileReviews).',
    );
  });

  it("says that no option helps where a document lacks what the task needs, or there is none", () => {
    expect(hintOf(step("review has a rating", 3, 0))).toBe(
      '"review has a rating" dropped most (3 → 0 documents): no option loosens it, so other documents are needed.',
    );
    expect(hintOf(step("review has a rating", 0, 0))).toBe(
      "The corpus holds no documents: build from another one.",
    );
  });
});
