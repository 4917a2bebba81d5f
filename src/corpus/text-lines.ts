import { LonghandError } from "../foundation/index.ts";

/** Longest line, in UTF-16 units. */
const MAX_LINE_UNITS = 64 * 1024 * 1024;

/**
 * Lines of a text that comes in pieces; LF, CR LF and a lone CR end a line alike.
 *
 * @param chunks - The text.
 * @returns Its lines without line ends; what follows the last line end is a line unless it is empty.
 * @throws LonghandError `line-too-long` above 64 Mi characters.
 */
export async function* textLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  let isAfterCr = false;
  for await (const chunk of chunks) {
    if (chunk === "") continue;
    // The CR has ended the line already.
    const text = isAfterCr && chunk.startsWith("\n") ? chunk.slice(1) : chunk;
    isAfterCr = chunk.endsWith("\r");
    const [first = "", ...others] = text.split(/\r\n|\r|\n/);
    rest += first;
    if (rest.length > MAX_LINE_UNITS) throw tooLong();
    const last = others.pop();
    if (last === undefined) continue;
    yield rest;
    yield* others;
    rest = last;
  }
  if (rest !== "") yield rest;
}

function tooLong(): LonghandError {
  return new LonghandError("A line is longer than 64 Mi characters.", {
    code: "line-too-long",
    hint: "Is this a text file with one record a line?",
  });
}
