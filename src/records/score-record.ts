/** Why a text that exists could not be judged by a metric. A metric may add its own reason. */
export type UnscoredReason = "no-words" | "too-few-words" | "no-reference" | (string & {});

/** A score that exists. */
export interface Scored {
  /** The outcome. */
  readonly status: "scored";
  /** Metric id, for instance `rouge-l`. */
  readonly metric: string;
  /** Id of the dataset example, or of the line that was scored. */
  readonly exampleId: string;
  /** The score. For ROUGE the F-measure. Range and direction are the metric's. */
  readonly value: number;
  /** Share of the output found in the reference, 0–1; ROUGE and its like only. */
  readonly precision?: number;
  /** Share of the reference found in the output, 0–1; ROUGE and its like only. */
  readonly recall?: number;
}

/** A score that does not exist, and why. Never counted as 0. */
export interface Unscored {
  /** The outcome. */
  readonly status: "unscored";
  /** Metric id. */
  readonly metric: string;
  /** Id of the dataset example, or of the line that was scored. */
  readonly exampleId: string;
  /** Why there is none. */
  readonly reason: UnscoredReason;
}

/** What a metric says of one text. */
export type ScoreRecord = Scored | Unscored;
