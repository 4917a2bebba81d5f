import type { UnscoredReason } from "../../records/index.ts";

/** Why a measure of vectors has no value. */
export type EmbeddingReason =
  /** A side has no token that counts. */
  | "no-words"
  /** There is no reference, or none with a token that counts. */
  | "no-reference"
  /** There are fewer than two sections. */
  | "too-few-sections"
  | (UnscoredReason & {});

/** A measure of vectors: its value with further facts, or why there is none. */
export type EmbeddingScore<Facts = unknown> =
  | (Facts & {
      /** The outcome. */
      readonly status: "scored";
      /** The settings behind the number. */
      readonly signature: string;
      /** The value. Range and direction are the measure's. */
      readonly value: number;
    })
  | {
      /** The outcome. */
      readonly status: "unscored";
      /** The settings that the number would have stood for. */
      readonly signature: string;
      /** Why there is no value. */
      readonly reason: EmbeddingReason;
    };
