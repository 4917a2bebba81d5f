import type { BuildOption, BuildRules } from "../build-rules.ts";

/** Values of the rules that a task does not have as options: they let everything through. */
export const OPEN_RULES: BuildRules = {
  minTextWords: 1,
  minTitleWords: 0,
  longerThanTitle: false,
  minDocuments: 1,
  maxDocuments: 0,
  minProfileItems: 1,
  splitShares: [0.7, 0.15, 0.15],
  finalShare: 1,
  exampleShare: 0.5,
  profileFrom: "unsampled-half",
  temporalShares: [0.1, 0.1, 0.2],
  prefixShare: [0.2, 0.3],
  outputSpaces: "kept",
  language: "any",
  missingLanguage: "detect",
  authorKey: "id",
  deletedAuthors: "keep",
  duplicates: "drop",
  targetCopies: "drop",
  descriptionJoin: "space",
  descriptionHtml: "text",
  keywords: "local",
  keywordForm: "parsed",
  storedOrder: false,
};

const KEEP_OR_DROP = ["keep", "drop"] as const;

/** Options that every task has. */
export const COMMON_OPTIONS: readonly BuildOption[] = [
  {
    name: "minProfileItems",
    rule: "minProfileItems",
    kind: "count",
    default: 1,
    text: "fewest documents of a profile",
  },
  {
    name: "duplicates",
    rule: "duplicates",
    kind: KEEP_OR_DROP,
    default: "drop",
    paper: "keep",
    text: "a person's documents with equal texts: keep or drop all but the first",
  },
  {
    name: "targetCopies",
    rule: "targetCopies",
    kind: KEEP_OR_DROP,
    default: "drop",
    paper: "keep",
    text: "copies of a target in its own profile: keep or drop",
  },
  {
    name: "storedOrder",
    rule: "storedOrder",
    kind: "flag",
    default: false,
    paper: true,
    text: "profiles, and documents of one date, in the order of the source instead of by date and id",
  },
];

/** The shares of people, which differ by task. */
export function splitSharesOption(shares: BuildRules["splitShares"]): BuildOption {
  return {
    name: "splitShares",
    rule: "splitShares",
    kind: "shares",
    default: shares,
    setting: "user",
    text: "shares of people in train, validation and test",
  };
}

/** The part of validation and test that is kept, which differs by task. */
export function finalShareOption(share: number): BuildOption {
  return {
    name: "finalShare",
    rule: "finalShare",
    kind: "share",
    default: share,
    setting: "temporal",
    text: "share of validation and of test that is kept, drawn at random",
  };
}

/** The share of a text that is given, for tasks that complete texts. */
export const PREFIX_OPTION: BuildOption = {
  name: "prefixShare",
  rule: "prefixShare",
  kind: "shares",
  default: [0.2, 0.3],
  text: "lowest and highest share of a text that is given, drawn for each example",
};

/** The white space of what is to be written, for tasks that complete texts. */
export const OUTPUT_SPACES_OPTION: BuildOption = {
  name: "outputSpaces",
  rule: "outputSpaces",
  kind: ["kept", "single"],
  default: "kept",
  paper: "single",
  text: "white space of outputs: kept, with its line breaks, or single spaces between words, as released",
};

/** A count of words or documents. */
export function countOption(option: {
  readonly name: string;
  readonly rule: keyof BuildRules;
  readonly default: number;
  readonly text: string;
}): BuildOption {
  return { ...option, kind: "count" };
}
