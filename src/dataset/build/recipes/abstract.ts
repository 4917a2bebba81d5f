import { abstractTask } from "../../tasks/abstract.ts";
import type { TaskRecipe } from "../task-recipe.ts";
import {
  COMMON_OPTIONS,
  countOption,
  finalShareOption,
  splitSharesOption,
} from "./common-options.ts";

/** Abstract generation, LongLaMP-2. */
export const abstractRecipe: TaskRecipe = {
  task: abstractTask,
  kind: "papers",
  noun: "paper",
  targets: "one",
  temporalBy: "date",
  needs: ["title", "date"],
  byLanguage: true,
  parts: { title: "title", keywords: "keywords" },
  item: { title: "title", abstract: "text", year: "year" },
  options: [
    {
      name: "language",
      rule: "language",
      kind: "text",
      default: "en",
      text: "language of the papers, or any",
    },
    {
      name: "missingLanguage",
      rule: "missingLanguage",
      kind: ["detect", "keep", "drop"],
      default: "detect",
      text: "papers whose source names no language: detect English by its function words, keep or drop",
    },
    {
      name: "authorKey",
      rule: "authorKey",
      kind: ["id", "name"],
      default: "id",
      paper: "name",
      text: "what tells authors apart; id falls back on the name",
    },
    countOption({
      name: "minPapersPerAuthor",
      rule: "minDocuments",
      default: 70,
      text: "fewest such papers of an author",
    }),
    {
      name: "keywords",
      rule: "keywords",
      kind: "text",
      default: "local",
      text: "where the five keywords come from: local, from-source, or a model such as openai:gpt-4.1-mini",
    },
    {
      name: "keywordForm",
      rule: "keywordForm",
      kind: ["parsed", "raw"],
      default: "parsed",
      paper: "raw",
      text: "the answer of a model as five keywords, or as it is",
    },
    splitSharesOption([0.6, 0.2, 0.2]),
    finalShareOption(0.2),
    ...COMMON_OPTIONS,
  ],
  choices: [
    {
      setting: "user",
      text: "Counts of the paper's prose (13,696 / 3,454 / 3,454) and release (13,693 / 4,560 / 4,560) differ: shares 60/20/20, as released; 3,454 belongs to the temporal setting.",
    },
    {
      setting: "temporal",
      text: "The paper's 17,270 + 3,454 + 3,454 = 24,178 examples and the 31,933 that fit the release differ; the rule, a random 20 %, is the same.",
    },
    {
      text: "The paper does not name the model of its keywords; inputs with other keywords are not comparable with it.",
    },
    {
      text: "Under longlamp-paper authors are told apart by name, so that namesakes are one; under longhand by id.",
    },
  ],
};
