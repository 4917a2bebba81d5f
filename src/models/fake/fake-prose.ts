import type { Random } from "../../foundation/index.ts";

/** Longest word that is taken over from the source, in UTF-16 units. */
const LONGEST_WORD = 24;
/** Share of phrases that come from the source; the rest is glue. */
const SOURCE_SHARE = 0.6;
const PLAIN_WORD = /^[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*$/u;
const EDGES = /^["'“‘«([]+|["'”’»)\].,;:!?…]+$/g;

const GLUE: readonly string[] = [
  ...["the", "of", "and", "a", "to", "in", "that", "with", "for", "on", "by", "from", "at", "as"],
  ...["is", "was", "are", "were", "has", "had", "will", "would", "can", "may", "must", "should"],
  ...["we", "they", "it", "our", "their", "its", "this", "these", "which", "who", "what", "each"],
  ...["not", "but", "or", "so", "yet", "still", "only", "also", "more", "most", "never", "again"],
];
const GLUE_WORDS: ReadonlySet<string> = new Set(GLUE);

/**
 * Writes English-like prose that shares words with a source: phrases of it, glued together by
 * common words, in sentences and paragraphs. The first words do not depend on how many are wanted,
 * as with a real model under another limit.
 *
 * @param source - Text to take words from. Only places looked at cost time, so that a long one is
 *   as cheap as a short one.
 * @param random - The stream to draw from.
 * @param shape - Words of the whole reply, and how many of them to write.
 * @returns The text; it ends with a full stop unless it is cut short.
 */
export function fakeProse(
  source: string,
  random: Random,
  shape: { readonly plannedWords: number; readonly writtenWords: number },
): string {
  const next = wordStream(source, random);
  let text = "";
  let sentenceLeft = 0;
  let sentences = 0;
  for (let index = 0; index < shape.writtenWords; index++) {
    const starts = sentenceLeft === 0;
    if (starts) {
      sentenceLeft = 6 + random.nextBelow(13);
      sentences += 1;
    }
    const word = next();
    text += starts ? gap(index, sentences) + capitalised(word) : ` ${word}`;
    sentenceLeft -= 1;
    if (sentenceLeft === 0 || index === shape.plannedWords - 1) text += ".";
  }
  return text;
}

function gap(index: number, sentences: number): string {
  if (index === 0) return "";
  return sentences % 5 === 1 ? "\n\n" : " ";
}

function capitalised(word: string): string {
  const first = String.fromCodePoint(word.codePointAt(0) ?? 0);
  return first.toUpperCase() + word.slice(first.length);
}

function wordStream(source: string, random: Random): () => string {
  let at = 0;
  let phraseLeft = 0;
  const glue = (): string => GLUE[random.nextBelow(GLUE.length)] as string;
  return () => {
    if (phraseLeft > 0) {
      phraseLeft -= 1;
    } else if (source !== "" && random.next() < SOURCE_SHARE) {
      at = startOfNextWord(source, random.nextBelow(source.length));
      phraseLeft = random.nextBelow(4);
    } else {
      return glue();
    }
    const end = endOfWord(source, at);
    const word = plainWord(source.slice(at, end));
    at = startOfNextWord(source, end);
    return word ?? glue();
  };
}

function plainWord(raw: string): string | undefined {
  if (raw === "" || raw.length > LONGEST_WORD) return undefined;
  const word = raw.replace(EDGES, "");
  if (!PLAIN_WORD.test(word)) return undefined;
  const lower = word.toLowerCase();
  // A common word that began a sentence there stands inside one here.
  return GLUE_WORDS.has(lower) ? lower : word;
}

/** Where the next word begins; the end of the source if that is far away. */
function startOfNextWord(source: string, from: number): number {
  const limit = Math.min(source.length, from + LONGEST_WORD);
  let at = from;
  if (at > 0 && !isSpace(source.charCodeAt(at - 1))) {
    while (at < limit && !isSpace(source.charCodeAt(at))) at += 1;
    if (!isSpace(source.charCodeAt(at))) return source.length;
  }
  while (at < limit && isSpace(source.charCodeAt(at))) at += 1;
  return at;
}

function endOfWord(source: string, from: number): number {
  const limit = Math.min(source.length, from + LONGEST_WORD + 1);
  let at = from;
  while (at < limit && !isSpace(source.charCodeAt(at))) at += 1;
  return at;
}

/** White space as `\s` knows it, the rare ones of the general punctuation block included. */
function isSpace(unit: number): boolean {
  if (unit <= 32) return unit === 32 || (unit >= 9 && unit <= 13);
  if (unit < 0x1680) return unit === 0xa0;
  return (
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000 ||
    unit === 0xfeff
  );
}

/**
 * Counts the words of a text: runs without white space. The fake model's tokens.
 *
 * @param text - Any text.
 * @returns How many.
 */
export function countWords(text: string): number {
  let words = 0;
  let inside = false;
  for (let at = 0; at < text.length; at++) {
    const space = isSpace(text.charCodeAt(at));
    if (!space && !inside) words += 1;
    inside = !space;
  }
  return words;
}

/**
 * Splits a text into its tokens, each with the white space before it; the last one also has what
 * follows it. Joined, they give the text.
 *
 * @param text - Any text.
 * @returns As many pieces as the text has words.
 */
export function splitWords(text: string): string[] {
  return text.match(/\s*\S+(?:\s+$)?/g) ?? [];
}
