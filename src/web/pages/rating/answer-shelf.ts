import { z } from "zod";
import { type RatingAnswer, ratingAnswerSchema } from "../../../records/index.ts";

/** An answer that the server has not confirmed yet. */
export interface WaitingAnswer {
  /** Id of the dimension. */
  readonly dimension: string;
  /** The answer. */
  readonly answer: RatingAnswer;
  /** Key under which it is sent, the same for each try. */
  readonly key: string;
  /** Place in the order in which answers were given, from 1. */
  readonly place: number;
  /** Version that the rater saw, 0 for none; absent while an earlier answer of the same dimension is on its way. */
  readonly baseVersion?: number;
}

const waitingAnswerSchema: z.ZodType<WaitingAnswer> = z.object({
  dimension: z.string(),
  answer: ratingAnswerSchema,
  key: z.string(),
  place: z.int(),
  baseVersion: z.exactOptional(z.int()),
});

/** What a browser keeps across reloads; `localStorage` is one. */
export type BrowserStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** Keeps unconfirmed answers of one lease in the browser: a reload or a crash loses none. */
export interface AnswerShelf {
  /** Puts an answer there, or replaces the one with the same key. */
  readonly put: (waiting: WaitingAnswer) => void;
  /** Takes an answer away. */
  readonly take: (key: string) => void;
  /** All answers, in the order in which they were given. */
  readonly all: () => readonly WaitingAnswer[];
  /** Takes all away. */
  readonly clear: () => void;
}

const PREFIX = "longhand.rating";

/**
 * Opens the shelf of a lease. Each answer is an item of its own, so that two tabs do not overwrite each
 * other's.
 *
 * @param storage - Where it is kept.
 * @param leaseId - Id of the lease.
 * @returns The shelf.
 */
export function openAnswerShelf(storage: BrowserStorage, leaseId: string): AnswerShelf {
  const prefix = `${PREFIX}.${leaseId}.`;
  const names = (): readonly string[] =>
    Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? "").filter((name) =>
      name.startsWith(prefix),
    );
  return {
    put: (waiting) => storage.setItem(`${prefix}${waiting.key}`, JSON.stringify(waiting)),
    take: (key) => storage.removeItem(`${prefix}${key}`),
    all: () =>
      names()
        .flatMap((name) => readWaiting(storage.getItem(name)))
        .sort((one, two) => one.place - two.place),
    clear: () => {
      for (const name of names()) storage.removeItem(name);
    },
  };
}

/** What other versions of this page left is no answer: nothing is sent that was not understood. */
function readWaiting(text: string | null): readonly WaitingAnswer[] {
  try {
    const parsed = waitingAnswerSchema.safeParse(JSON.parse(text ?? ""));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}
