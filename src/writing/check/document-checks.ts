import type { WritingThread } from "../../records/index.ts";
import { bibleFor } from "../bible/bible.ts";
import { threadsOf } from "../bible/threads.ts";
import { countWords } from "../brief/brief-words.ts";
import type { ReadRun } from "../run/writer.ts";
import type { OpenIssue } from "../run/writing-state.ts";
import { reviewText } from "./review-text.ts";

/** A measure of a document, or why there is none. */
export type Measure =
  | { readonly status: "measured"; readonly value: number }
  | { readonly status: "undefined"; readonly reason: string };

/** How far a document agrees with its bible and with itself. */
export interface FactConsistency {
  /** 1 − contradicted / checkable statements, 0–1; undefined where nothing could be compared. */
  readonly consistency: Measure;
  /** Statements that there was something to compare with. */
  readonly checkable: number;
  /** Contradictions, with the leaf that they stand in. */
  readonly contradictions: readonly (OpenIssue & { readonly node: string })[];
  /** Names that are one or two letters away from a known one, per 10,000 words. */
  readonly nameDrift: Measure;
  /** Statements about the order of events: those that could be compared, and wrong ones. */
  readonly order: { readonly checkable: number; readonly wrong: number };
  /** Threads that are open, of all: 0 for a document that keeps its promises. */
  readonly openThreads: Measure;
  /** Those threads. */
  readonly threads: readonly WritingThread[];
}

const PER_WORDS = 10_000;

/**
 * Compares everything that a document says with what its author laid down and with what it says elsewhere.
 * Rules read English; of other languages nothing is measured.
 *
 * @param run - The run, finished or not.
 * @returns Measures and contradictions.
 *
 * @example
 * ```ts
 * import { factConsistency, type ReadRun } from "longhand/writing";
 *
 * export function contradictions(run: ReadRun): number {
 *   return factConsistency(run).contradictions.length;
 * }
 * ```
 */
export function factConsistency(run: ReadRun): FactConsistency {
  const bible = bibleFor(run);
  const threads = threadsOf(run);
  if (bible === undefined) return unread(threads);
  const contradictions: (OpenIssue & { readonly node: string })[] = [];
  let [checkable, drifts, words, orders, wrong] = [0, 0, 0, 0, 0];
  for (const { id, span, storyTime } of run.journal.state.tree.leaves()) {
    const text = run.texts.get(id);
    if (text === undefined) continue;
    const review = reviewText(text, { node: id, span, storyTime, bible });
    contradictions.push(...review.issues.map((issue) => ({ ...issue, node: id })));
    checkable += review.checked;
    drifts += review.drifts;
    orders += review.orders.checked;
    wrong += review.orders.wrong;
    words += countWords(text);
  }
  const facts = contradictions.length - drifts;
  return {
    consistency: ratio(checkable - facts, checkable, "no statement could be compared with another"),
    checkable,
    contradictions,
    nameDrift: ratio(PER_WORDS * drifts, words, "nothing is written yet"),
    order: { checkable: orders, wrong },
    openThreads: openShare(threads),
    threads,
  };
}

function ratio(part: number, whole: number, reason: string): Measure {
  if (whole === 0) return { status: "undefined", reason };
  return { status: "measured", value: part / whole };
}

function openShare(threads: readonly WritingThread[]): Measure {
  const open = threads.filter(({ state }) => state !== "closed" && state !== "abandoned");
  return ratio(open.length, threads.length, "the brief names no threads");
}

function unread(threads: readonly WritingThread[]): FactConsistency {
  const none: Measure = { status: "undefined", reason: "rules read English only" };
  return {
    consistency: none,
    checkable: 0,
    contradictions: [],
    nameDrift: none,
    order: { checkable: 0, wrong: 0 },
    openThreads: openShare(threads),
    threads,
  };
}
