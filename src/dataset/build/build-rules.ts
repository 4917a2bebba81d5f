import type { SplitShares } from "../split-users.ts";

/** Every rule of a build with its value; each task names some of them in its own words. */
export interface BuildRules {
  /** Fewest words of a text. */
  readonly minTextWords: number;
  /** Fewest words of a title, subject or summary. */
  readonly minTitleWords: number;
  /** Whether a text must have more words than its title. */
  readonly longerThanTitle: boolean;
  /** Fewest documents of a person that pass the rules for documents. */
  readonly minDocuments: number;
  /** Most such documents: people with more are left out whole. 0 for no bound. */
  readonly maxDocuments: number;
  /** Fewest documents of a profile. */
  readonly minProfileItems: number;
  /** Shares of people in train, validation and test; user setting. */
  readonly splitShares: SplitShares;
  /** Share of validation and of test that is kept, 0–1; temporal setting. */
  readonly finalShare: number;
  /** Share of a person's documents that become examples, 0–1; user setting, targets `share`. */
  readonly exampleShare: number;
  /** What a profile is made of where a person has several examples. */
  readonly profileFrom: "unsampled-half" | "all-others";
  /** Shares of a person's newest documents for test, validation and train; targets `share`. */
  readonly temporalShares: readonly [test: number, validation: number, train: number];
  /** Lowest and highest share of a text that is given, 0–1; drawn for each example. */
  readonly prefixShare: readonly [min: number, max: number];
  /** White space in the rest of a text that is completed: as it stands, or single spaces. */
  readonly outputSpaces: "kept" | "single";
  /** Language of the documents, or `any`. */
  readonly language: string;
  /** What to do with documents whose source names no language. */
  readonly missingLanguage: "detect" | "keep" | "drop";
  /** What tells people apart where the source has names and ids. */
  readonly authorKey: "id" | "name";
  /** Whether the stand-in for people who left is a person. */
  readonly deletedAuthors: "keep" | "drop";
  /** Whether a person's documents with equal texts stay. */
  readonly duplicates: "keep" | "drop";
  /** Whether copies of a target in its own profile stay. */
  readonly targetCopies: "keep" | "drop";
  /** How a list of descriptions becomes one text. */
  readonly descriptionJoin: "space" | "python-list";
  /** `text`: HTML is read; `tags-removed`: what looks like a tag is cut out. */
  readonly descriptionHtml: "text" | "tags-removed";
  /** Where keywords come from: `local`, `from-source`, or a model. */
  readonly keywords: string;
  /** Whether the answer of a model stands in the input as it is, or as five keywords. */
  readonly keywordForm: "raw" | "parsed";
  /** What equal dates are ordered by, and how profiles are. */
  readonly storedOrder: boolean;
}

/** Kinds of values an option takes. */
export type OptionKind =
  | "count"
  | "counts"
  | "share"
  | "shares"
  | "flag"
  | "text"
  | readonly string[];

/** An option of a build, as a table lists it. */
export interface OptionSpec {
  /** Its name, for instance `minReviewWords`. */
  readonly name: string;
  /** What it takes; a list names the words. */
  readonly kind: OptionKind;
  /** Value without the option. */
  readonly default: unknown;
  /** The same for the profile `longlamp-paper`, where it differs. */
  readonly paper?: unknown;
  /** The setting in which it counts; absent for both. */
  readonly setting?: "user" | "temporal";
  /** One line for people. */
  readonly text: string;
}

/** A rule as an option of a task. */
export interface BuildOption extends OptionSpec {
  /** The rule it sets. */
  readonly rule: keyof BuildRules;
}
