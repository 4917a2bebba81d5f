import type { BuildOption } from "../build/build-rules.ts";
import {
  COMMON_OPTIONS,
  countOption,
  finalShareOption,
  OUTPUT_SPACES_OPTION,
  PREFIX_OPTION,
  splitSharesOption,
} from "../build/recipes/common-options.ts";

/** The rules of a task of one's own as options; a task file may change their defaults. */
export const OWN_OPTIONS: readonly BuildOption[] = [
  {
    name: "language",
    rule: "language",
    kind: "text",
    default: "any",
    text: "language of the documents, or any",
  },
  {
    name: "missingLanguage",
    rule: "missingLanguage",
    kind: ["detect", "keep", "drop"],
    default: "detect",
    text: "documents whose source names no language: detect English, keep or drop",
  },
  {
    name: "longerThanTitle",
    rule: "longerThanTitle",
    kind: "flag",
    default: false,
    text: "a text must have more words than its title",
  },
  countOption({
    name: "minTextWords",
    rule: "minTextWords",
    default: 1,
    text: "fewest words of a text",
  }),
  countOption({
    name: "minTitleWords",
    rule: "minTitleWords",
    default: 0,
    text: "fewest words of a title",
  }),
  countOption({
    name: "minDocuments",
    rule: "minDocuments",
    default: 2,
    text: "fewest documents of a person",
  }),
  countOption({
    name: "maxDocuments",
    rule: "maxDocuments",
    default: 0,
    text: "most documents of a person, 0 for no bound",
  }),
  {
    name: "exampleShare",
    rule: "exampleShare",
    kind: "share",
    default: 0.5,
    setting: "user",
    text: "share of a person's documents that become examples, for targets: share",
  },
  {
    name: "profileFrom",
    rule: "profileFrom",
    kind: ["unsampled-half", "all-others"],
    default: "unsampled-half",
    setting: "user",
    text: "what profiles are made of, for targets: share",
  },
  {
    name: "temporalShares",
    rule: "temporalShares",
    kind: "shares",
    default: [0.1, 0.1, 0.2],
    setting: "temporal",
    text: "shares of a person's newest documents for test, validation and train, for targets: share",
  },
  OUTPUT_SPACES_OPTION,
  PREFIX_OPTION,
  splitSharesOption([0.7, 0.15, 0.15]),
  finalShareOption(1),
  ...COMMON_OPTIONS,
];
