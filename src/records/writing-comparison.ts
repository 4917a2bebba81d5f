/** A way of writing that is compared. */
export interface WritingArm {
  /** Its name, unique in the comparison. */
  readonly name: string;
  /** In words. */
  readonly title: string;
  /** `tree` for plan trees, `baseline` for what they are compared with. */
  readonly role: "tree" | "baseline";
}

/** What is measured of a document. */
export interface WritingMeasure {
  /** Its id. */
  readonly id: string;
  /** Its name for people. */
  readonly title: string;
  /** Which way is better; `none` where neither is. */
  readonly better: "higher" | "lower" | "none";
  /** Whether claims may rest on it. */
  readonly primary: boolean;
  /** The settings behind the numbers, where they have any. */
  readonly signature?: string;
}

/** A value of one measure over one document, or why there is none. */
export type WritingScore =
  | {
      /** There is a value. */
      readonly status: "scored";
      /** The value. */
      readonly value: number;
    }
  | {
      /** There is none; never counted as 0. */
      readonly status: "unscored";
      /** Why. */
      readonly reason: string;
    };

/** Which budget a run had: tokens written, or cost in units of one token read. */
export type BudgetRegime = "completion" | "cost";

/** One document of a comparison. */
export interface ComparedRun {
  /** Name of its folder. */
  readonly run: string;
  /** Id of the brief. */
  readonly brief: string;
  /** Seed of the run. */
  readonly seed: number;
  /** Name of the arm. */
  readonly arm: string;
  /** Its budget. */
  readonly regime: BudgetRegime;
  /**
   * `complete`; `incomplete`: parts could not be written; `budget`: its budget ended it; `crashed`: it broke
   * off with an error and counts as 0 in coverage and recall.
   */
  readonly status: "complete" | "incomplete" | "budget" | "crashed";
  /** Why it is not complete. */
  readonly reason?: string;
  /** Words written. */
  readonly words: number;
  /** Words asked for. */
  readonly targetWords: number;
  /** Calls that came to their end. */
  readonly calls: number;
  /** Tokens read and written. */
  readonly tokens: { readonly in: number; readonly out: number };
  /** Scores by the id of the measure. */
  readonly scores: Readonly<Record<string, WritingScore>>;
  /** By the id of the curve: a value for each tenth of the document, or none. */
  readonly curves: Readonly<Record<string, readonly (number | null)[]>>;
}

/** What may be said of a difference. */
export type WritingVerdict = "better" | "worse" | "not separated";

/** A difference between two arms on one measure, briefs being the unit. */
export interface WritingDifference {
  /** Briefs with a pair of values. */
  readonly briefs: number;
  /** Pairs of runs behind them. */
  readonly pairs: number;
  /** Mean over briefs of arm minus baseline; absent without a pair. */
  readonly difference?: number;
  /** Lower end of the 95 % bootstrap interval; absent below five briefs. */
  readonly ciLow?: number;
  /** Upper end. */
  readonly ciHigh?: number;
  /** Two-sided p of the sign-flip test; absent without a pair. */
  readonly p?: number;
  /** Whether p counts every pattern of signs. */
  readonly exact?: boolean;
  /** p adjusted over its family. */
  readonly pAdjusted?: number;
  /** What may be said of it. */
  readonly verdict: WritingVerdict;
}

/** A contrast of two arms. */
export interface WritingContrast extends WritingDifference {
  /** Id of the measure. */
  readonly measure: string;
  /** The arm. */
  readonly arm: string;
  /** What it is compared with. */
  readonly baseline: string;
  /** The budget. */
  readonly regime: BudgetRegime;
  /** `primary`: Holm over its family; `exploratory`: Benjamini–Hochberg, no claim rests on it. */
  readonly family: "primary" | "exploratory";
  /** The same without the pairs of which a run crashed; absent if none did. */
  readonly completePairs?: WritingDifference;
  /** Why nothing can be said. */
  readonly reason?: string;
}

/** What the stop rule comes to, which was laid down before anything was measured. */
export interface WritingStopRule {
  /** `stop`: the best baseline becomes the default; `go`: the tree stays; `undecided`: not enough was measured. */
  readonly outcome: "stop" | "go" | "undecided";
  /** In a sentence or two. */
  readonly text: string;
}

/** Everything that a comparison of ways of writing came to. */
export interface WritingComparison {
  /** Format version. */
  readonly v: 1;
  /** Its name. */
  readonly name: string;
  /** Model of the writer. */
  readonly model: string;
  /** Ids and titles of the briefs. */
  readonly briefs: readonly {
    /** Its id. */
    readonly id: string;
    /** Its title, or the beginning of its goal. */
    readonly title: string;
    /** Kind of document. */
    readonly kind: string;
    /** Words asked for. */
    readonly targetWords: number;
    /** Facts planted. */
    readonly facts: number;
    /** Call-backs that they require. */
    readonly callBacks: number;
  }[];
  /** Seeds. */
  readonly seeds: readonly number[];
  /** The arms, in the order they were named. */
  readonly arms: readonly WritingArm[];
  /** The budgets. */
  readonly regimes: readonly BudgetRegime[];
  /** Arms that the others are compared with. */
  readonly baselines: readonly string[];
  /** The arm that claims are made about. */
  readonly lead: string;
  /** The measures. */
  readonly measures: readonly WritingMeasure[];
  /** Names of the curves by id. */
  readonly curveTitles: Readonly<Record<string, string>>;
  /** The runs. */
  readonly runs: readonly ComparedRun[];
  /** The contrasts. */
  readonly contrasts: readonly WritingContrast[];
  /** The stop rule. */
  readonly stopRule: WritingStopRule;
  /** What a reader has to know: shortened targets, planted facts left out, failures. */
  readonly notes: readonly string[];
}
