import type { Brief } from "../brief/brief.ts";
import { targetWordsOf } from "../brief/brief-words.ts";
import { mentionPlaces, stemsOf } from "../draft/mentions.ts";
import { mustHits } from "../plan/must-hits.ts";
import { CALL_BACK_TOLERANCE } from "./planted-fact.ts";

/** Words of a section, for mentions that every n-th section has to hold. */
const WORDS_PER_SECTION = 1200;

/** How a text holds a brief's own mentions, whatever its plan was. */
export interface OwnMentions {
  /** Mentions found in their place. */
  readonly hit: number;
  /** Mentions required. */
  readonly required: number;
  /** Ids of those missed. */
  readonly misses: readonly string[];
}

/**
 * Looks for the mentions that a brief asks for beside its planted facts, by place in the document, 5 % before
 * and after it included: so that texts of different plans can be compared.
 *
 * @param brief - The brief.
 * @param text - The document without headings.
 * @param wholeWords - Words of the whole document, if the text breaks off. @defaultValue those of the text
 * @returns Hits over required.
 */
export function ownMentions(brief: Brief, text: string, wholeWords = 0): OwnMentions {
  const planted = new Set((brief.plantedFacts ?? []).map(({ id }) => id));
  const own = brief.must.filter(({ id }) => !planted.has(id.split(".")[0] ?? ""));
  const sections = Math.max(1, Math.round(targetWordsOf(brief) / WORDS_PER_SECTION));
  const hits = mustHits({ must: own }, sections);
  const stems = stemsOf(text);
  const whole = Math.max(1, stems.length, wholeWords);
  const misses = hits.filter(({ item, window: [from, to] }) => {
    const places = mentionPlaces(stems, item.accept).map((place) => (place + 0.5) / whole);
    return !places.some((at) => at >= from - CALL_BACK_TOLERANCE && at <= to + CALL_BACK_TOLERANCE);
  });
  return {
    hit: hits.length - misses.length,
    required: hits.length,
    misses: misses.map(({ id }) => id),
  };
}
