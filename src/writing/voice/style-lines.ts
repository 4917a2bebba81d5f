import { estimateTokens } from "../brief/brief-words.ts";
import { fill } from "../prompts/fill.ts";
import type { StyleCard, TellingMark } from "./style-card.ts";
import { VOICE_TEMPLATES } from "./voice-templates-v1.ts";

/** Per 1,000 words: from here on a mark or a contraction is worth telling. */
const OFTEN_PER_1000 = 4;
/** Below this it counts as never used. */
const NEVER_PER_1000 = 0.1;
/** Fewest words of a body of texts from which it is told what an author never does. */
const LEAST_WORDS = 3000;
/** Marks whose absence is told. */
const AVOIDABLE: readonly TellingMark[] = ["semicolon", "exclamation", "parenthesis"];

/**
 * What a prompt says about an author's style: short lines, the most telling first, as many as there is room
 * for.
 *
 * @param card - The card.
 * @param budgetTokens - Tokens that they may take together, estimated.
 * @returns The lines; none where not even the first fits.
 */
export function styleLines(card: StyleCard, budgetTokens: number): string[] {
  const kept: string[] = [];
  let left = budgetTokens;
  for (const line of [sentenceLine(card), mannerLine(card), wordLine(card)]) {
    const tokens = estimateTokens(line);
    if (line === "" || tokens > left) continue;
    kept.push(line);
    left -= tokens;
  }
  return kept;
}

function sentenceLine({ sentenceWords, paragraphWords }: StyleCard): string {
  const { low, high } = sentenceWords;
  return fill(VOICE_TEMPLATES.sentences, { low, high, paragraph: paragraphWords });
}

function mannerLine({ person, contractionsPer1000, marksPer1000, words }: StyleCard): string {
  const { persons, contractions, often, never, marks } = VOICE_TEMPLATES;
  const named = (wanted: readonly TellingMark[]): string =>
    wanted.map((mark) => marks[mark]).join(" and ");
  const used = (Object.keys(marks) as TellingMark[])
    .filter((mark) => marksPer1000[mark] >= OFTEN_PER_1000)
    .sort((left, right) => marksPer1000[right] - marksPer1000[left])
    .slice(0, 2);
  const unused =
    words < LEAST_WORDS ? [] : AVOIDABLE.filter((mark) => marksPer1000[mark] < NEVER_PER_1000);
  return [
    ...(person === undefined ? [] : [persons[person]]),
    ...(contractionsPer1000 === undefined ? [] : contractionsPart(contractionsPer1000, words)),
    ...(used.length === 0 ? [] : [fill(often, { marks: named(used) })]),
    ...(unused.length === 0 ? [] : [fill(never, { marks: named(unused) })]),
  ].join(" ");

  function contractionsPart(per1000: number, count: number): string[] {
    if (per1000 >= OFTEN_PER_1000) return [contractions.often];
    return per1000 < NEVER_PER_1000 && count >= LEAST_WORDS ? [contractions.never] : [];
  }
}

function wordLine({ openings, connectives, characteristic }: StyleCard): string {
  const quoted = (items: readonly string[]): string => items.map((item) => `“${item}”`).join(", ");
  return [
    ...(openings.length === 0 ? [] : [fill(VOICE_TEMPLATES.openings, { items: quoted(openings) })]),
    ...(connectives.length === 0
      ? []
      : [fill(VOICE_TEMPLATES.connectives, { items: connectives.join(", ") })]),
    ...(characteristic.length === 0
      ? []
      : [fill(VOICE_TEMPLATES.words, { items: characteristic.join(", ") })]),
  ].join(" ");
}
