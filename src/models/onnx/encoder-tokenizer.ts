import { readFile } from "node:fs/promises";
import { Tokenizer } from "@huggingface/tokenizers";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { fileError } from "../../storage/index.ts";

/** A stretch of a text that the model can read at once. */
export interface TokenWindow {
  /** Ids of the tokens, special ones at both ends included. */
  readonly ids: readonly number[];
  /** The same as the model spells them. */
  readonly tokens: readonly string[];
  /** Special tokens at the beginning. */
  readonly before: number;
  /** Special tokens at the end. */
  readonly after: number;
}

/** Cuts texts into the tokens of a model. */
export interface EncoderTokenizer {
  /**
   * Cuts a text into tokens, and these into windows. No window begins inside a word, unless a word is
   * longer than a window.
   *
   * @param text - Any text.
   * @param maxTokens - Longest window, special tokens included.
   * @returns The windows in order; a text without tokens has one with special tokens only.
   */
  windows(text: string, maxTokens: number): TokenWindow[];
}

/**
 * Reads a tokenizer in Hugging Face's format.
 *
 * @param path - A `tokenizer.json`.
 * @returns The tokenizer.
 * @throws LonghandError `not-found`, `not-readable` or `file-error`; `not-a-model` if the file is no
 *   tokenizer.
 */
export async function readTokenizer(path: string): Promise<EncoderTokenizer> {
  const text = await readFile(path, "utf8").catch((cause) => {
    throw fileError(path, cause);
  });
  const { tokenizer, frame } = parse(text, path);
  return { windows: (content, maxTokens) => cut(tokenizer, content, { frame, maxTokens }) };
}

/** What is used of the package, whose own types do not resolve under Node's rules. */
interface PackageTokenizer {
  encode(text: string, options?: { readonly add_special_tokens: boolean }): Tokens;
}

function parse(text: string, path: string): { tokenizer: PackageTokenizer; frame: Frame } {
  try {
    const tokenizer: PackageTokenizer = new Tokenizer(JSON.parse(text) as object, {});
    const frame = frameOf(tokenizer);
    if (frame !== undefined) return { tokenizer, frame };
  } catch (cause) {
    throw notATokenizer(path, messageOf(cause), cause);
  }
  throw notATokenizer(path, "it does not know the letter a");
}

function notATokenizer(path: string, why: string, cause?: unknown): LonghandError {
  return new LonghandError(`${path} is not a tokenizer: ${why}.`, {
    code: "not-a-model",
    hint: "Take the tokenizer.json that belongs to the model.",
    details: { file: path },
    cause,
  });
}

/** The special tokens that the model expects around a text. */
interface Frame {
  readonly before: Tokens;
  readonly after: Tokens;
}

interface Tokens {
  readonly ids: readonly number[];
  readonly tokens: readonly string[];
}

/** Around one word stands what stands around any text. */
function frameOf(tokenizer: PackageTokenizer): Frame | undefined {
  const framed = tokenizer.encode("a");
  const plain = tokenizer.encode("a", { add_special_tokens: false });
  const at = framed.ids.findIndex((_, start) =>
    plain.ids.every((id, index) => framed.ids[start + index] === id),
  );
  if (plain.ids.length === 0 || at < 0) return undefined;
  const end = at + plain.ids.length;
  return { before: slice(framed, 0, at), after: slice(framed, end, framed.ids.length) };
}

interface Cutting {
  readonly frame: Frame;
  readonly maxTokens: number;
}

function cut(
  tokenizer: PackageTokenizer,
  text: string,
  { frame, maxTokens }: Cutting,
): TokenWindow[] {
  const { before, after } = frame;
  // The file may ask for padding and truncation; neither is done here.
  const all = tokenizer.encode(text, { add_special_tokens: false });
  const room = Math.max(1, maxTokens - before.ids.length - after.ids.length);
  const windows: TokenWindow[] = [];
  let from = 0;
  do {
    const to = endOfWindow(all.tokens, from, from + room);
    const inner = slice(all, from, to);
    windows.push({
      ids: [...before.ids, ...inner.ids, ...after.ids],
      tokens: [...before.tokens, ...inner.tokens, ...after.tokens],
      before: before.ids.length,
      after: after.ids.length,
    });
    from = to;
  } while (from < all.ids.length);
  return windows;
}

/** WordPiece marks the pieces of a word after its first with `##`. */
function endOfWindow(tokens: readonly string[], from: number, latest: number): number {
  if (latest >= tokens.length) return tokens.length;
  let end = latest;
  while (end > from && tokens[end]?.startsWith("##") === true) end--;
  return end > from ? end : latest;
}

function slice({ ids, tokens }: Tokens, from: number, to: number): Tokens {
  return { ids: ids.slice(from, to), tokens: tokens.slice(from, to) };
}
