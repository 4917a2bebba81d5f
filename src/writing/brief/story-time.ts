import type { AuthorFact } from "./brief.ts";
import { overlap, type Stretch } from "./stretches.ts";

/** A stretch of the story's own time: two dates, the second one exclusive. */
export type StoryStretch = readonly [from: string, to: string];

/**
 * Tells whether a fact with a time of its own holds when something plays.
 *
 * @param during - When it holds; dates as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
 * @param time - When it plays, as such a date; a year or a month is all of it.
 * @returns Whether both share a day.
 */
export function playsDuring([from, to]: StoryStretch, time: string): boolean {
  return firstDay(from) <= lastDay(time) && firstDay(time) < firstDay(to);
}

/**
 * Tells whether two stretches of the story's time share a day.
 *
 * @param left - One stretch.
 * @param right - The other one.
 * @returns Whether they do.
 */
export function sameTimes(left: StoryStretch, right: StoryStretch): boolean {
  return firstDay(left[0]) < firstDay(right[1]) && firstDay(right[0]) < firstDay(left[1]);
}

/**
 * The first day of a year or month; of a day that day.
 *
 * @param date - `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
 * @returns `YYYY-MM-DD`, so that days compare as text.
 */
export function firstDay(date: string): string {
  return `${date}-01-01`.slice(0, 10);
}

function lastDay(date: string): string {
  return `${date}-12-31`.slice(0, 10);
}

/** Where a part stands, in the document and in the story's own time. */
export interface StoryPlace {
  /** Stretch of the document that it takes, 0–1. */
  readonly span: Stretch;
  /** When it plays; absent where that is not known. */
  readonly storyTime?: string | undefined;
}

/**
 * Tells whether a fact of the author's holds in a part: by the story's time where both have one, else by
 * the place in the document.
 *
 * @param fact - The fact.
 * @param place - The part.
 * @returns Whether it holds.
 */
export function holdsIn(
  { from = 0, to = 1, during }: Pick<AuthorFact, "from" | "to" | "during">,
  { span, storyTime }: StoryPlace,
): boolean {
  if (during !== undefined && storyTime !== undefined) return playsDuring(during, storyTime);
  return overlap([from, to], span);
}
