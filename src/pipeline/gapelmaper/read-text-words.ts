import { createReadStream } from "node:fs";
import { LonghandError } from "../../foundation/index.ts";
import { collectWords, type WordRule, type WordSequence } from "../../scoring/index.ts";
import { fileError } from "../../storage/index.ts";

const PIECE_BYTES = 1 << 18;

/**
 * Reads the words of a text file piece by piece, by one rule or several at once.
 *
 * @param path - A text file in UTF-8.
 * @param rules - How text becomes words.
 * @returns The words by rule.
 * @throws LonghandError `not-found`, `not-readable`, or `invalid-utf8` with the place.
 */
export async function readTextWords(
  path: string,
  rules: readonly WordRule[],
): Promise<ReadonlyMap<WordRule, WordSequence>> {
  const collectors = rules.map((rule) => [rule, collectWords(rule)] as const);
  for await (const piece of wholeWordPieces(path)) {
    for (const [, collector] of collectors) collector.add(piece);
  }
  return new Map(collectors.map(([rule, collector]) => [rule, collector.finish()]));
}

/** Text in pieces that end at white space, so that no word and no entity is cut. */
async function* wholeWordPieces(path: string): AsyncGenerator<string> {
  let rest = "";
  for await (const text of decodedPieces(path)) {
    const whole = rest + text;
    const end = lastSpace(whole) + 1;
    if (end > 0) yield whole.slice(0, end);
    rest = whole.slice(end);
  }
  if (rest !== "") yield rest;
}

function lastSpace(text: string): number {
  let at = text.length - 1;
  while (at >= 0 && text[at] !== " " && text[at] !== "\n") at--;
  return at;
}

async function* decodedPieces(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let bytes = 0;
  const decode = (chunk?: Buffer): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch (cause) {
      throw notUtf8(path, bytes, cause);
    }
  };
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
      yield decode(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
  } catch (cause) {
    throw fileError(path, cause);
  }
  yield decode();
}

function notUtf8(path: string, afterByte: number, cause: unknown): LonghandError {
  return new LonghandError(`${path} is not a text in UTF-8: see after byte ${afterByte}.`, {
    code: "invalid-utf8",
    hint: "Save it as plain text in UTF-8, for instance with iconv -f windows-1252 -t utf-8.",
    details: { file: path, afterByte },
    cause,
  });
}
