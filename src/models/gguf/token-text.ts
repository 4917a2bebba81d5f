/** Turns tokens into text. */
export type Detokenize = (tokens: readonly number[], before: readonly number[]) => string;

/** Turns the tokens of one reply into pieces of text, never cutting a character in two. */
export interface TokenText {
  /**
   * Takes the next token.
   *
   * @param token - Its number.
   * @returns The text that is complete now; empty while a character lacks bytes.
   */
  add(token: number): string;
  /**
   * Ends the reply.
   *
   * @returns What is left, with U+FFFD in the place of bytes that are no character.
   */
  end(): string;
}

/** A character has at most four bytes; whatever is incomplete after four tokens stays so. */
const MAX_PENDING_TOKENS = 4;
/** Enough for a tokenizer to tell whether a word begins, and few enough to stay cheap. */
const TOKENS_BEFORE = 4;

/**
 * Makes the reader for one reply. A token can hold a part of a character, since tokenizers cut
 * bytes; such tokens wait for the rest.
 *
 * @param detokenize - Gives the text of tokens, with U+FFFD for bytes that are no character.
 * @returns The reader.
 */
export function createTokenText(detokenize: Detokenize): TokenText {
  let before: number[] = [];
  let pending: number[] = [];
  const flush = (text: string): string => {
    before = [...before, ...pending].slice(-TOKENS_BEFORE);
    pending = [];
    return text;
  };
  return {
    add(token) {
      pending.push(token);
      const text = detokenize(pending, before);
      const incomplete = text.endsWith("\uFFFD") && pending.length < MAX_PENDING_TOKENS;
      return incomplete ? "" : flush(text);
    },
    end() {
      return pending.length === 0 ? "" : flush(detokenize(pending, before));
    },
  };
}
