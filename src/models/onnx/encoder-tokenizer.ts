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
  /**
   * Cuts a text into tokens and keeps the first ones, as encoders do that read one window only.
   *
   * @param text - Any text.
   * @param maxTokens - How many at most, special tokens included.
   * @returns One window; a word may be cut in the middle.
   */
  firstTokens(text: string, maxTokens: number): TokenWindow;
  /**
   * Puts two texts together as the model expects a pair. Only the second is shortened, unless the
   * first fills the whole length: it then keeps half of it.
   *
   * @param texts - The two texts.
   * @param maxTokens - How many tokens at most, special ones included.
   * @returns Token ids, and for each whether it belongs to the first text (0) or the second (1).
   */
  pair(texts: readonly [string, string], maxTokens: number): TokenPair;
}

/** Two texts as the tokens of one input. */
export interface TokenPair {
  /** Ids of the tokens, special ones included. */
  readonly ids: readonly number[];
  /** 0 for tokens of the first text, 1 for those of the second, as the tokenizer's template says. */
  readonly segments: readonly number[];
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
  return {
    windows: (content, maxTokens) => cut(tokenizer, content, { frame, maxTokens }),
    firstTokens: (content, maxTokens) => {
      const all = tokenizer.encode(content, { add_special_tokens: false });
      return framed(slice(all, 0, roomIn(frame, maxTokens)), frame);
    },
    pair: (texts, maxTokens) => pairOf(tokenizer, texts, maxTokens),
  };
}

/** What is used of the package, whose own types do not resolve under Node's rules. */
interface PackageTokenizer {
  encode(
    text: string,
    options?: PackageOptions,
  ): Tokens & {
    readonly token_type_ids?: readonly number[];
  };
}

interface PackageOptions {
  readonly add_special_tokens?: boolean;
  readonly text_pair?: string;
  readonly return_token_type_ids?: boolean;
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
  // The file may ask for padding and truncation; neither is done here.
  const all = tokenizer.encode(text, { add_special_tokens: false });
  const room = roomIn(frame, maxTokens);
  const windows: TokenWindow[] = [];
  let from = 0;
  do {
    const to = endOfWindow(all.tokens, from, from + room);
    windows.push(framed(slice(all, from, to), frame));
    from = to;
  } while (from < all.ids.length);
  return windows;
}

function roomIn({ before, after }: Frame, maxTokens: number): number {
  return Math.max(1, maxTokens - before.ids.length - after.ids.length);
}

function framed(inner: Tokens, { before, after }: Frame): TokenWindow {
  return {
    ids: [...before.ids, ...inner.ids, ...after.ids],
    tokens: [...before.tokens, ...inner.tokens, ...after.tokens],
    before: before.ids.length,
    after: after.ids.length,
  };
}

/**
 * The template of a pair is read off a pair of one-token texts, so that it holds for every family of
 * tokenizers: [CLS] a [SEP] b [SEP], or <s> a </s></s> b </s>.
 */
function pairOf(
  tokenizer: PackageTokenizer,
  [first, second]: readonly [string, string],
  maxTokens: number,
): TokenPair {
  const plain = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).ids;
  const letter = plain("a");
  const template = tokenizer.encode("a", { text_pair: "a", return_token_type_ids: true });
  const firstAt = placeOf(letter, template.ids, 0);
  const secondAt = placeOf(letter, template.ids, firstAt + letter.length);
  const special = template.ids.length - 2 * letter.length;
  const room = Math.max(2, maxTokens - special);
  const [left, right] = [plain(first), plain(second)];
  const leftRoom = left.length >= room ? Math.ceil(room / 2) : left.length;
  const parts = [
    [template.ids.slice(0, firstAt), 0],
    [left.slice(0, leftRoom), firstAt],
    [template.ids.slice(firstAt + letter.length, secondAt), firstAt + letter.length],
    [right.slice(0, room - leftRoom), secondAt],
    [template.ids.slice(secondAt + letter.length), secondAt + letter.length],
  ] as const;
  const { token_type_ids: types = [] } = template;
  return {
    ids: parts.flatMap(([ids]) => ids),
    // What stands between two texts has the segment of its own place in the template.
    segments: parts.flatMap(([ids, from], part) =>
      ids.map((_, at) => types[part % 2 === 0 ? from + at : from] ?? 0),
    ),
  };
}

function placeOf(wanted: readonly number[], ids: readonly number[], from: number): number {
  return ids.findIndex(
    (_, start) => start >= from && wanted.every((id, index) => ids[start + index] === id),
  );
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
