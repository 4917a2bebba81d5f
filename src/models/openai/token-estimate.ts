import type { ChatMessage } from "../../records/index.ts";

/** Tokens that a chat template puts around one message, at most. */
const TOKENS_PER_MESSAGE = 8;
/** Tokens that a chat template puts around the whole conversation, at most. */
const TOKENS_PER_CONVERSATION = 16;
/** A longer run of small letters is no ordinary word. */
const LONGEST_PLAIN_WORD = 12;

const RUN = /[A-Z]?[a-z]+|[A-Z]+| +|[^A-Za-z ]/gu;

/**
 * Estimates the length of a text in tokens, from above for text as people write it, in the
 * tokenizers of today's models (vocabularies of 32,000 tokens and more):
 *
 * - a word of small letters, a capital before them or not: one token per three letters, begun ones
 *   included; per two letters if it has more than 12;
 * - a run of capitals: one per two letters;
 * - one space between words: none; a longer run of spaces: one per four of the others;
 * - any other ASCII character, and one of U+0080–U+036F: one;
 * - U+0370–U+07FF (Greek, Cyrillic, Hebrew, Arabic): one and a half;
 * - Han, Kana and Hangul: two; everything else: its UTF-8 bytes.
 *
 * Random letters, such as keys in base 64, can have more tokens than this says.
 *
 * @param text - Any text.
 * @returns A whole number of tokens. English prose has little more than half of it.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [run] of text.matchAll(RUN)) tokens += tokensOfRun(run);
  return Math.ceil(tokens);
}

function tokensOfRun(run: string): number {
  const code = run.codePointAt(0) ?? 0;
  if (code === 32) return Math.ceil((run.length - 1) / 4);
  if (/^[A-Za-z]/.test(run)) return tokensOfLetters(run);
  if (code < 0x370) return 1;
  if (code < 0x800) return 1.5;
  const eastAsian = (code >= 0x3000 && code < 0xa000) || (code >= 0xac00 && code < 0xd7b0);
  if (eastAsian) return 2;
  return code < 0x10000 ? 3 : 4;
}

function tokensOfLetters(run: string): number {
  const plain = run.length <= LONGEST_PLAIN_WORD && !/^[A-Z]{2}/.test(run);
  return Math.ceil(run.length / (plain ? 3 : 2));
}

/**
 * Estimates the length of a conversation from above, chat template included.
 *
 * @param messages - The conversation.
 * @returns A whole number of tokens.
 */
export function estimateMessageTokens(messages: readonly ChatMessage[]): number {
  return messages.reduce(
    (sum, { content }) => sum + TOKENS_PER_MESSAGE + estimateTokens(content),
    TOKENS_PER_CONVERSATION,
  );
}
