import { bibleFor } from "../bible/bible.ts";
import { reviewText } from "../check/review-text.ts";
import type { ReadRun } from "../run/writer.ts";

/** What rules find in all texts of a run. */
export interface RunReview {
  /** Statements that there was something to compare with. */
  readonly checked: number;
  /** Those that contradict the author or an accepted text. */
  readonly contradicted: number;
  /** Names that are nearly another one. */
  readonly drifts: number;
  /** Statements about the order of events, and wrong ones. */
  readonly orders: { readonly checked: number; readonly wrong: number };
  /** Names that stand. */
  readonly names: readonly string[];
}

/** From this severity on an issue contradicts something. */
const CONTRADICTION = 4;

/**
 * Checks all texts of a run again by rules: facts, names, order of events.
 *
 * @param run - The run.
 * @returns Sums over its parts; `undefined` for a language that rules cannot read.
 */
export function reviewRun(run: ReadRun): RunReview | undefined {
  const bible = bibleFor(run);
  if (bible === undefined) return undefined;
  const { tree, book } = run.journal.state;
  const sums = { checked: 0, contradicted: 0, drifts: 0, orders: { checked: 0, wrong: 0 } };
  for (const { id, span, storyTime } of tree.leaves()) {
    const text = run.texts.get(id);
    if (text === undefined) continue;
    const { checked, issues, drifts, orders } = reviewText(text, {
      node: id,
      span,
      storyTime,
      bible,
    });
    sums.checked += checked;
    sums.contradicted += issues.filter(({ severity }) => severity >= CONTRADICTION).length;
    sums.drifts += drifts;
    sums.orders.checked += orders.checked;
    sums.orders.wrong += orders.wrong;
  }
  const subjects = run.brief.facts.map(({ subject }) => subject);
  const learnt = book.learnt.flatMap(({ names }) => names.map(([name]) => name));
  return { ...sums, names: [...new Set([...subjects, ...learnt])] };
}
