import { splitSentences } from "../../text/index.ts";
import { countWords } from "../brief/brief-words.ts";
import type { MustHit } from "../plan/must-hits.ts";
import { cleanReply, withoutTornEnd } from "./clean-reply.ts";

const SENTENCE_ENDS = /[.!?…。！？]/u;
/** Fewest words with which a model may finish a sentence. */
const LEAST_WORDS = 3;
// With one of these a sentence can go on although a model wrote it with a capital.
const GOES_ON =
  /^(?:was|is|were|are|had|has|have|would|could|did|stood|hung|lay|came|went|shone|began|that|which|who|in|on|of|with|and)\b/i;

/**
 * The words with which a sentence begins that holds a mention.
 *
 * @param hit - The mention.
 * @returns For instance `The brass lamp`.
 */
export function beginningWith({ item }: Pick<MustHit, "item">): string {
  const form = item.accept[0] ?? item.text;
  if (/^\p{Lu}/u.test(form)) return form;
  if (/^(?:a|an|the|my|his|her|our|their|its|this|that|one|two|three)\s/i.test(form)) {
    return `${form[0]?.toUpperCase()}${form.slice(1)}`;
  }
  return /^\p{Script=Latin}/u.test(form) ? `The ${form}` : form;
}

/**
 * Puts a sentence together from its beginning and what a model wrote after it.
 *
 * @param start - The beginning.
 * @param reply - What the model wrote; it may have said the beginning again.
 * @returns The sentence; empty if the two make none.
 */
export function begunSentence(start: string, reply: string): string {
  const text = withoutTornEnd(cleanReply(reply))
    .replace(/\s+/g, " ")
    .replace(/^[…."“']+\s*/, "");
  const [first = ""] = splitSentences(text).map((sentence) => sentence.trim());
  const again = first.toLowerCase().indexOf(start.toLowerCase());
  if (again === 0) return first;
  if (again > 0 || countWords(first) < LEAST_WORDS) return "";
  if (!/^[\p{Ll},]/u.test(first) && !GOES_ON.test(first)) return "";
  const rest = `${first[0]?.toLowerCase()}${first.slice(1)}`;
  return rest.startsWith(",") ? `${start}${rest}` : `${start} ${rest}`;
}

/**
 * A sentence that a model has finished, going on with its beginning word for word.
 *
 * @param start - The beginning.
 * @param reply - What the model wrote after it.
 * @returns The first sentence of both; empty if the model added too little, or was cut off.
 */
export function finishedSentence(start: string, reply: string): string {
  if (!SENTENCE_ENDS.test(reply)) return "";
  const text = withoutTornEnd(cleanReply(`${start}${reply}`)).replace(/\s+/g, " ");
  const [first = ""] = splitSentences(text).map((sentence) => sentence.trim());
  const isWhole = first.startsWith(start) && countWords(first) >= countWords(start) + LEAST_WORDS;
  return isWhole ? first : "";
}
