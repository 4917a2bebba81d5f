import type { Brief, MustItem } from "./brief.ts";

/** Tokens that a word of a Latin-script language takes before anything was measured. */
export const START_TOKENS_PER_WORD = 1.35;

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{Nd}])+(?:['’](?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{Nd}])+)*/gu;

/**
 * Counts the words of a text: words of scripts with spaces, and each CJK character by itself.
 *
 * @param text - Any text.
 * @returns How many.
 */
export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}

/**
 * Estimates from above how many tokens a text takes, before a model is asked.
 *
 * @param text - Any text.
 * @returns Tokens: 1.35 a word, 1.5 a CJK character.
 */
export function estimateTokens(text: string): number {
  const words = text.match(WORD) ?? [];
  let tokens = 0;
  for (const word of words) tokens += CJK.test(word) ? 1.5 : START_TOKENS_PER_WORD;
  return Math.ceil(tokens);
}

/**
 * How many words a brief asks for; a target in tokens is turned into words.
 *
 * @param brief - The brief.
 * @returns Words of the whole document, its opening and locked texts included.
 */
export function targetWordsOf({ length, goal }: Pick<Brief, "length" | "goal">): number {
  if (length.words !== undefined) return length.words;
  const perWord = CJK.test(goal) ? 1.5 : START_TOKENS_PER_WORD;
  return Math.round((length.tokens ?? 0) / perWord);
}

/**
 * How often an item has to be mentioned at least, before the plan is known.
 *
 * @param item - The item.
 * @param sections - Sections of the document.
 * @returns Mentions.
 */
export function mentionsOf({ when, every }: MustItem, sections: number): number {
  if (when === "once") return 1;
  if (when === "range") return 3;
  return Math.max(1, Math.floor(sections / (every ?? 1)));
}
