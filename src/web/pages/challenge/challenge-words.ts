import type {
  ChallengeDateName,
  ChallengePhase,
  SubmissionFlag,
  SubmissionState,
} from "../../../records/index.ts";
import type { BadgeTone } from "../../design/badge.tsx";

/** Where a challenge stands, in words. */
export const PHASE_WORDS: Readonly<Record<ChallengePhase, string>> = {
  announced: "Announced",
  submission: "Takes submissions",
  rating: "Being rated",
  complete: "Complete",
};

/** How a phase is shown. */
export const PHASE_TONES: Readonly<Record<ChallengePhase, BadgeTone>> = {
  announced: "neutral",
  submission: "good",
  rating: "accent",
  complete: "neutral",
};

/** What happens at a date. */
export const DATE_WORDS: Readonly<Record<ChallengeDateName, string>> = {
  announced: "Announced, registration opens",
  submissionsOpen: "Submissions open",
  registrationCloses: "Registration closes",
  submissionsClose: "Submissions close, rating begins",
  ratingCloses: "Rating closes, final board",
};

/** What each state of a submission means, in a sentence. */
export const STATE_WORDS: Readonly<Record<SubmissionState, string>> = {
  received: "The file has arrived and waits to be checked.",
  validating: "Every line is being checked.",
  rejected: "Something is wrong with the file; it costs no quota.",
  queued: "The file is in order and waits for its turn.",
  scoring: "The measures are being taken.",
  scored: "All measures are taken.",
  failed: "Scoring failed. That is our fault: the quota was given back.",
  withdrawn: "Taken back by the team; it appears on no board.",
};

/** How a state is shown. */
export const STATE_TONES: Readonly<Record<SubmissionState, BadgeTone>> = {
  received: "neutral",
  validating: "neutral",
  rejected: "bad",
  queued: "accent",
  scoring: "accent",
  scored: "good",
  failed: "bad",
  withdrawn: "neutral",
};

/** What a flag means, in a few words. */
export const FLAG_WORDS: Readonly<Record<SubmissionFlag["kind"], string>> = {
  "empty-text": "Empty texts",
  "below-min-words": "Shorter than asked for",
  "above-max-words": "Longer than asked for",
  "duplicate-of-earlier": "Much like an earlier submission",
  "copies-reference": "Copies a reference",
  "indicative-score": "Score is only a hint",
};

/**
 * A kind of flag in words.
 *
 * @param kind - The kind.
 * @returns The words; the kind itself if it is a new one.
 */
export function flagWords(kind: string): string {
  return kind in FLAG_WORDS ? FLAG_WORDS[kind as SubmissionFlag["kind"]] : kind;
}

const KIB = 1024;

/**
 * A size as it is shown.
 *
 * @param bytes - Bytes.
 * @returns For instance `1.2 MiB`.
 */
export function sizeFigure(bytes: number): string {
  if (bytes < KIB) return `${bytes} bytes`;
  if (bytes < KIB * KIB) return `${(bytes / KIB).toFixed(1)} KiB`;
  return `${(bytes / KIB / KIB).toFixed(1)} MiB`;
}

/**
 * A moment in UTC as it is shown, to the minute.
 *
 * @param atMs - UTC milliseconds.
 * @returns For instance `2027-04-30 11:59 UTC`.
 */
export function utcFigure(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

const MINUTE_MS = 60_000;

/**
 * A wait as it is shown.
 *
 * @param waitMs - Milliseconds.
 * @returns For instance `about 3 min`.
 */
export function waitFigure(waitMs: number): string {
  if (waitMs < MINUTE_MS) return "less than a minute";
  return `about ${Math.ceil(waitMs / MINUTE_MS)} min`;
}

/**
 * A count with its noun.
 *
 * @param count - How many.
 * @param noun - In the singular.
 * @returns For instance `1 team` or `3 teams`.
 */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
