import type { UnscoredReason } from "../../records/index.ts";

/** Why a measure of the quality panel has no value for a text. */
export type PanelReason =
  /** The text has no words. */
  | "no-words"
  /** The text has too few words for the measure. */
  | "too-few-words"
  /** The text has fewer than two sentences in some window. */
  | "too-few-sentences"
  /** The text has no paragraph of the length that counts. */
  | "no-paragraphs"
  /** The author has too few texts or words to be told from others. */
  | "weak-profile"
  /** No name was given to compare with. */
  | "no-names"
  | (UnscoredReason & {});

/** A value of the quality panel. */
export interface PanelScored {
  /** The outcome. */
  readonly status: "scored";
  /** The settings behind the number; numbers with different ones must not be compared. */
  readonly signature: string;
  /** The value. Range and direction are the measure's. */
  readonly value: number;
}

/** A value of the quality panel that does not exist, and why. Never counted as 0. */
export interface PanelUnscored {
  /** The outcome. */
  readonly status: "unscored";
  /** The settings that the number would have stood for. */
  readonly signature: string;
  /** Why there is no value. */
  readonly reason: PanelReason;
}

/** What a measure of the quality panel says of a text, with further facts where there is a value. */
export type PanelScore<Facts = unknown> = (PanelScored & Facts) | PanelUnscored;

/** What the value of a measure in windows rests on. */
export interface WindowFacts {
  /** Windows that the value is the mean of. */
  readonly windows: number;
  /** `false` if the text is shorter than one window: compare with texts of like length only. */
  readonly full: boolean;
}

/** A value before its signature is put on. */
export type Measured<Facts = unknown> =
  | (Facts & { readonly value: number })
  | { readonly reason: PanelReason };

/**
 * Puts the signature on a value.
 *
 * @param signature - The settings behind it.
 * @param measured - The value with its facts, or the reason why there is none.
 * @returns The score.
 */
export function panelScore<Facts>(signature: string, measured: Measured<Facts>): PanelScore<Facts> {
  return "reason" in measured
    ? { status: "unscored", signature, reason: measured.reason }
    : { status: "scored", signature, ...measured };
}
