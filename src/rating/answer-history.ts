import { type AnswerVersion, type RatingAnswer, ratingAnswerSchema } from "../records/index.ts";

/** An answer as it arrives. */
export interface AnswerEvent {
  /** Pseudonym of the rater. */
  readonly rater: string;
  /** Key of the text. */
  readonly text: string;
  /** Id of the dimension. */
  readonly dimension: string;
  /** What was sent as the answer, not checked yet. */
  readonly answer: unknown;
  /** Version of the answer that the rater saw, 0 for none. */
  readonly baseVersion: number;
  /** Key of this request; the same request sent again carries it again. */
  readonly idempotencyKey: string;
  /** When it arrived, in milliseconds since 1970. */
  readonly atMs: number;
}

/** Why an answer is refused: 404, 422, 422, 422, 409. */
export type AnswerRefusal =
  | "no-lease"
  | "unknown-dimension"
  | "invalid-answer"
  | "key-reused"
  | "stale-answer";

/** What a rater hears. */
export type AnswerReply =
  | {
      /** The answer counts. */
      readonly status: "saved";
      /** The answer. */
      readonly answer: RatingAnswer;
      /** Its version, from 1. */
      readonly version: number;
    }
  | {
      /** Nothing was changed. */
      readonly status: "refused";
      /** Why. */
      readonly code: AnswerRefusal;
      /** The current version. */
      readonly version: number;
    };

/** What decides about an answer. */
export interface AnswerFacts {
  /** Ids of the dimensions of the study. */
  readonly dimensions: readonly string[];
  /** Whether the rater holds an open lease of the text. */
  readonly holdsLease: boolean;
  /** Version of the current answer, 0 for none. */
  readonly version: number;
  /** The reply that the same key of this rater got before; absent for a new key. */
  readonly earlier?: EarlierAnswer;
}

/** An earlier request of the same rater with the same key. */
export interface EarlierAnswer {
  /** What was asked, see {@link answerFingerprint}. */
  readonly fingerprint: string;
  /** Version that it became. */
  readonly version: number;
}

/**
 * Decides about one answer. A request that was sent again gets the reply it got; one that was made
 * on an older version is refused, so that a second tab cannot overwrite what the rater sees in the first.
 *
 * @param event - The answer.
 * @param facts - What is known.
 * @returns The reply, and whether it repeats an earlier one, so that nothing is stored.
 */
export function judgeAnswer(
  event: Omit<AnswerEvent, "rater" | "atMs">,
  facts: AnswerFacts,
): { readonly reply: AnswerReply; readonly isRepeat: boolean } {
  const refuse = (code: AnswerRefusal): ReturnType<typeof judgeAnswer> => ({
    reply: { status: "refused", code, version: facts.version },
    isRepeat: false,
  });
  if (!facts.holdsLease) return refuse("no-lease");
  if (!facts.dimensions.includes(event.dimension)) return refuse("unknown-dimension");
  const answer = ratingAnswerSchema.safeParse(event.answer);
  if (!answer.success) return refuse("invalid-answer");
  if (facts.earlier !== undefined) {
    if (facts.earlier.fingerprint !== answerFingerprint(event)) return refuse("key-reused");
    const { version } = facts.earlier;
    return { reply: { status: "saved", answer: answer.data, version }, isRepeat: true };
  }
  if (event.baseVersion !== facts.version) return refuse("stale-answer");
  const version = facts.version + 1;
  return { reply: { status: "saved", answer: answer.data, version }, isRepeat: false };
}

/**
 * What a request asks, so that another request under the same key is noticed.
 *
 * @param event - The answer.
 * @returns Equal for equal requests.
 */
export function answerFingerprint(
  event: Pick<AnswerEvent, "text" | "dimension" | "answer" | "baseVersion">,
): string {
  const given = event.answer as { value?: unknown; cannotJudge?: unknown };
  return JSON.stringify([
    event.text,
    event.dimension,
    event.baseVersion,
    given.value ?? null,
    given.cannotJudge ?? null,
  ]);
}

/** All answers of a study as its events left them. */
export interface AnswerBook {
  /** By rater, text and dimension: every answer that counted, the last one is the current one. */
  readonly histories: ReadonlyMap<string, readonly AnswerVersion[]>;
  /** By rater and key of the request: what became of it. */
  readonly earlier: ReadonlyMap<string, EarlierAnswer>;
}

/** A book without answers. */
export const EMPTY_ANSWERS: AnswerBook = { histories: new Map(), earlier: new Map() };

/** The rules of a study by which answers are entered. */
export interface AnswerRules {
  /** Ids of the dimensions. */
  readonly dimensions: readonly string[];
  /** Whether a rater holds an open lease of a text. */
  readonly holdsLease: (rater: string, text: string) => boolean;
}

/**
 * Enters one answer into a book.
 *
 * @param book - The book; it stays as it is.
 * @param event - The answer.
 * @param rules - Of the study.
 * @returns The book after it, and what the rater hears.
 */
export function enterAnswer(
  book: AnswerBook,
  event: AnswerEvent,
  rules: AnswerRules,
): { readonly book: AnswerBook; readonly reply: AnswerReply } {
  const place = answerPlace(event);
  const history = book.histories.get(place) ?? [];
  const keyPlace = JSON.stringify([event.rater, event.idempotencyKey]);
  const earlier = book.earlier.get(keyPlace);
  const { reply, isRepeat } = judgeAnswer(event, {
    dimensions: rules.dimensions,
    holdsLease: rules.holdsLease(event.rater, event.text),
    version: history.length,
    ...(earlier === undefined ? {} : { earlier }),
  });
  if (reply.status === "refused" || isRepeat) return { book, reply };
  const next = [...history, { atMs: event.atMs, answer: reply.answer }];
  const entry = { fingerprint: answerFingerprint(event), version: reply.version };
  return {
    reply,
    book: {
      histories: new Map(book.histories).set(place, next),
      earlier: new Map(book.earlier).set(keyPlace, entry),
    },
  };
}

/**
 * Where the answers of a rater to a dimension of a text stand in a book.
 *
 * @param event - Rater, text and dimension.
 * @returns The key of `histories`.
 */
export function answerPlace(event: Pick<AnswerEvent, "rater" | "text" | "dimension">): string {
  return JSON.stringify([event.rater, event.text, event.dimension]);
}
