import { topicTask } from "../../tasks/topic.ts";
import type { TaskRecipe } from "../task-recipe.ts";
import {
  COMMON_OPTIONS,
  countOption,
  finalShareOption,
  splitSharesOption,
} from "./common-options.ts";

/** Topic writing, LongLaMP-4. */
export const topicRecipe: TaskRecipe = {
  task: topicTask,
  kind: "posts",
  noun: "post",
  targets: "one",
  temporalBy: "draw",
  needs: ["title"],
  byLanguage: false,
  parts: { summary: "title" },
  item: { author: "author", content: "text", summary: "title" },
  options: [
    {
      name: "deletedAuthors",
      rule: "deletedAuthors",
      kind: ["keep", "drop"],
      default: "drop",
      paper: "keep",
      text: "the author [deleted], who stands for everybody who left: keep or drop",
    },
    {
      name: "longerThanSummary",
      rule: "longerThanTitle",
      kind: "flag",
      default: true,
      text: "a post must have more words than its summary",
    },
    countOption({
      name: "minContentWords",
      rule: "minTextWords",
      default: 50,
      text: "fewest words of a post",
    }),
    countOption({
      name: "minPostsPerAuthor",
      rule: "minDocuments",
      default: 16,
      text: "fewest such posts of an author",
    }),
    splitSharesOption([0.7, 0.15, 0.15]),
    finalShareOption(0.15),
    ...COMMON_OPTIONS,
  ],
  choices: [
    {
      text: "The author [deleted] is many people: it explains the paper's profile size of 50.39 ± 2,898.60. Dropped under longhand, kept under longlamp-paper.",
    },
    {
      setting: "temporal",
      text: "temporal (random): posts have no date, so three posts are drawn at random for train, validation and test, and the rest is the profile.",
    },
  ],
};
