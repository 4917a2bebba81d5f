import { LonghandError, optionWords } from "../../foundation/index.ts";
import type { Setting } from "../../records/index.ts";
import type { OptionSpec } from "../build/build-rules.ts";
import type { SplitShares } from "../split-users.ts";
import type { WordRange } from "./cut-passages.ts";

/** How documents become examples of passage completion. */
export interface PassageOptions {
  /** Fewest and most words of a passage. @defaultValue [150, 300] */
  readonly passageWords?: WordRange;
  /** Lowest and highest share of a passage that is given, 0–1; drawn for each. @defaultValue [0.2, 0.3] */
  readonly prefixShare?: readonly [min: number, max: number];
  /**
   * Whether the other passages of the target's own document stay in its profile. They tell its
   * topic. In the temporal setting they cannot: a profile holds older documents only.
   *
   * @defaultValue false
   */
  readonly sameDocument?: boolean;
  /** Most examples of one author, in the temporal setting of one document. @defaultValue 5 */
  readonly targetsPerAuthor?: number;
  /** Shares of authors in train, validation and test, in the user setting. @defaultValue [0.7, 0.15, 0.15] */
  readonly splitShares?: SplitShares;
}

/** All options, defaults filled in. */
export type FullPassageOptions = Required<PassageOptions>;

const DEFAULTS: FullPassageOptions = {
  passageWords: [150, 300],
  prefixShare: [0.2, 0.3],
  sameDocument: false,
  targetsPerAuthor: 5,
  splitShares: [0.7, 0.15, 0.15],
};

/** The options as a table, for the command line. */
export const PASSAGE_OPTIONS: readonly OptionSpec[] = [
  {
    name: "passageWords",
    kind: "counts",
    default: DEFAULTS.passageWords,
    text: "fewest and most words of a passage",
  },
  {
    name: "targetsPerAuthor",
    kind: "count",
    default: DEFAULTS.targetsPerAuthor,
    text: "most examples of one author; in the temporal setting of each of the three documents",
  },
  {
    name: "prefixShare",
    kind: "shares",
    default: DEFAULTS.prefixShare,
    text: "lowest and highest share of a text that is given, drawn for each example",
  },
  {
    name: "sameDocument",
    kind: "flag",
    default: DEFAULTS.sameDocument,
    setting: "user",
    text: "whether the target's neighbours stay in its profile",
  },
  {
    name: "splitShares",
    kind: "shares",
    default: DEFAULTS.splitShares,
    setting: "user",
    text: "shares of people in train, validation and test",
  },
];

export function fillPassageOptions(options: PassageOptions, setting: Setting): FullPassageOptions {
  const full: FullPassageOptions = { ...DEFAULTS, ...options };
  checkRanges(full);
  if (!isCount(full.targetsPerAuthor)) {
    throw wrong("targetsPerAuthor", full.targetsPerAuthor, "a whole number from 1");
  }
  const sum = full.splitShares.reduce((total, share) => total + share, 0);
  if (full.splitShares.some((share) => !(share >= 0)) || Math.abs(sum - 1) > 1e-9) {
    throw wrong("splitShares", full.splitShares, "three shares from 0 that add up to 1");
  }
  if (full.sameDocument && setting === "temporal") {
    throw wrong("sameDocument", true, "false in the temporal setting");
  }
  return full;
}

function checkRanges({ passageWords, prefixShare }: FullPassageOptions): void {
  const [minWords, maxWords] = passageWords;
  if (!(isCount(minWords) && isCount(maxWords) && minWords <= maxWords)) {
    throw wrong("passageWords", passageWords, "two whole numbers from 1, the smaller first");
  }
  const [minShare, maxShare] = prefixShare;
  if (!(0 <= minShare && minShare <= maxShare && maxShare < 1)) {
    throw wrong("prefixShare", prefixShare, "two numbers from 0 to below 1, the smaller first");
  }
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}

function wrong(option: string, value: unknown, wanted: string): LonghandError {
  return new LonghandError(
    `${optionWords(option)} must be ${wanted}, got ${JSON.stringify(value)}.`,
    {
      code: "invalid-option",
      details: { option, value },
    },
  );
}
