import { reviewTask } from "../../tasks/review.ts";
import type { TaskRecipe } from "../task-recipe.ts";
import {
  COMMON_OPTIONS,
  countOption,
  finalShareOption,
  splitSharesOption,
} from "./common-options.ts";

/** Product review writing, LongLaMP-3. */
export const reviewRecipe: TaskRecipe = {
  task: reviewTask,
  kind: "reviews",
  noun: "review",
  targets: "one",
  temporalBy: "date",
  needs: ["rating"],
  byLanguage: false,
  parts: { overall: "overall", description: "description", summary: "title" },
  item: { overall: "overall", reviewText: "text", summary: "title", description: "description" },
  options: [
    {
      name: "longerThanSummary",
      rule: "longerThanTitle",
      kind: "flag",
      default: true,
      text: "a review must have more words than its summary",
    },
    countOption({
      name: "minReviewWords",
      rule: "minTextWords",
      default: 120,
      text: "fewest words of a review",
    }),
    countOption({
      name: "minSummaryWords",
      rule: "minTitleWords",
      default: 4,
      text: "fewest words of its summary",
    }),
    countOption({
      name: "minReviewsPerUser",
      rule: "minDocuments",
      default: 50,
      text: "fewest such reviews of a person",
    }),
    countOption({
      name: "minProfileReviews",
      rule: "minProfileItems",
      default: 4,
      text: "fewest reviews of a profile",
    }),
    {
      name: "descriptionJoin",
      rule: "descriptionJoin",
      kind: ["space", "python-list"],
      default: "space",
      text: "how a list of descriptions becomes one text",
    },
    {
      name: "descriptionHtml",
      rule: "descriptionHtml",
      kind: ["text", "tags-removed"],
      default: "text",
      paper: "tags-removed",
      text: "HTML of descriptions: read as text, or tags cut out and entities kept",
    },
    splitSharesOption([0.8, 0.1, 0.1]),
    finalShareOption(0.1),
    ...COMMON_OPTIONS.filter(({ rule }) => rule !== "minProfileItems"),
  ],
  choices: [
    {
      text: "People with too few reviews in their profile are dropped after the split; the paper calls them very few, its released data shows a quarter. This funnel counts them and claims no equality.",
    },
    {
      setting: "temporal",
      text: "Validation and test are cut to the final share of people before the rule for profiles.",
    },
    {
      text: 'A rating prints as Python prints a float, 5.0; inputs read "has a given an", as released.',
    },
  ],
};
