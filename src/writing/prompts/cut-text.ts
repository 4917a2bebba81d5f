import { pythonWords, splitSentences } from "../../text/index.ts";
import { countWords, estimateTokens } from "../brief/brief-words.ts";

/**
 * Shortens a text to a budget: whole sentences from its beginning, or, if not even one fits, words.
 *
 * @param text - The text.
 * @param budgetTokens - Tokens that it may take, estimated.
 * @returns The text, or its beginning.
 */
export function cutToTokens(text: string, budgetTokens: number): string {
  if (estimateTokens(text) <= budgetTokens) return text.trim();
  let kept = "";
  for (const sentence of splitSentences(text)) {
    if (estimateTokens(kept + sentence) > budgetTokens) break;
    kept += sentence;
  }
  return kept === "" ? cutWords(text, budgetTokens) : kept.trim();
}

function cutWords(text: string, budgetTokens: number): string {
  const words = pythonWords(text);
  let count = words.length;
  while (count > 0 && estimateTokens(words.slice(0, count).join(" ")) > budgetTokens) count -= 1;
  return words.slice(0, count).join(" ");
}

// Words with which nothing ends that makes sense.
const DANGLING =
  /[\s,;:–—-]+(?:a|an|the|and|or|but|of|to|in|on|at|by|for|with|from|as|if|that|which|who|may|can|will|be|has|have|is|are|his|her|their|its|they|he|she|it)$/i;

/** So many words, up to the end of a clause where one ends in their second half. */
function clauseWithin(text: string, maxWords: number): string {
  let kept = pythonWords(text).slice(0, maxWords).join(" ");
  const clause = /^(.+)[,;:–—]\s/su.exec(kept)?.[1] ?? "";
  if (countWords(clause) * 2 >= countWords(kept)) return clause;
  while (DANGLING.test(kept)) kept = kept.replace(DANGLING, "");
  return kept;
}

/**
 * Shortens a text to so many words: whole sentences from its beginning, or a clause, or words of which the
 * last one can end a line.
 *
 * @param text - The text.
 * @param maxWords - Words that it may have.
 * @returns The text, or its beginning.
 */
export function cutToWords(text: string, maxWords: number): string {
  if (countWords(text) <= maxWords) return text.trim();
  let kept = "";
  for (const sentence of splitSentences(text)) {
    if (countWords(kept + sentence) > maxWords) break;
    kept += sentence;
  }
  return kept === "" ? clauseWithin(text, maxWords) : kept.trim();
}

/**
 * The end of a text.
 *
 * @param text - The text.
 * @param maxWords - Words that it may have.
 * @returns Its last words, from the beginning of a sentence where one begins among them.
 */
export function tailOf(text: string, maxWords: number): string {
  const words = pythonWords(text);
  if (words.length <= maxWords) return words.join(" ");
  const tail = words.slice(-maxWords).join(" ");
  const [first = "", ...rest] = splitSentences(tail);
  const whole = rest.join("").trim();
  // A tail that would lose most of itself keeps its torn first sentence.
  return countWords(whole) * 2 >= countWords(first) && whole !== "" ? whole : tail;
}

/**
 * As many lines as a budget holds, in the order given.
 *
 * @param lines - The lines, the most important first.
 * @param budgetTokens - Tokens that they may take together, estimated.
 * @returns The first of them that fit.
 */
export function linesWithin(lines: readonly string[], budgetTokens: number): string[] {
  const kept: string[] = [];
  let taken = 0;
  for (const line of lines) {
    taken += estimateTokens(line);
    if (taken > budgetTokens) break;
    kept.push(line);
  }
  return kept;
}
