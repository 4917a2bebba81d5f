import { LonghandError } from "../../foundation/index.ts";
import type { VectorEntry } from "./vector-file.ts";

/** Longest part of the file that is no vector: it lists all words. */
const MAX_HEAD_CHARACTERS = 1 << 26;

/**
 * Reads the JSON file of a package `wink-embeddings-sg-…`, entry by entry: as a whole it would take a
 * gigabyte of memory. Of each entry the first numbers are the vector; norm and rank follow.
 *
 * @param chunks - The bytes of the file.
 * @param path - Its name, for messages.
 * @returns Words with their vectors, in the order of the file.
 * @throws LonghandError `invalid-vectors` if the file has another form.
 */
export async function* readWinkVectors(
  chunks: AsyncIterable<Buffer>,
  path: string,
): AsyncGenerator<VectorEntry> {
  const decoder = new TextDecoder();
  let text = "";
  let dimensions = 0;
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    if (dimensions === 0) {
      const start = text.indexOf(VECTORS);
      if (start === -1 && text.length < MAX_HEAD_CHARACTERS) continue;
      dimensions = dimensionsOf(text, start, path);
      text = text.slice(start + VECTORS.length);
    }
    const { entries, rest } = wholeEntries(text, path);
    for (const [word, numbers] of entries) yield entryOf(word, numbers, { dimensions, path });
    text = rest;
  }
  if (dimensions === 0 || !text.startsWith("}")) throw invalid(path, "it ends early");
}

const VECTORS = '"vectors":{';
const ENTRY = /,?("(?:[^"\\]|\\.)*"):\[([^\]]*)\]/y;

function dimensionsOf(head: string, end: number, path: string): number {
  const found = end === -1 ? null : /"dimensions":(\d+)/.exec(head.slice(0, end));
  if (found === null) throw invalid(path, 'there is no "dimensions" before "vectors"');
  return Number(found[1]);
}

interface Entries {
  readonly entries: readonly (readonly [word: string, numbers: string])[];
  readonly rest: string;
}

/** The entries that a piece holds whole, and what is left of it. */
function wholeEntries(text: string, path: string): Entries {
  const entries: (readonly [string, string])[] = [];
  ENTRY.lastIndex = 0;
  let end = 0;
  for (let found = ENTRY.exec(text); found !== null; found = ENTRY.exec(text)) {
    entries.push([found[1] as string, found[2] as string]);
    end = ENTRY.lastIndex;
  }
  const rest = text.slice(end);
  const isOver = rest.startsWith("}");
  if (!isOver && rest.length > 1 << 20) throw invalid(path, "an entry is longer than 1 MiB");
  // What follows the vectors is not kept.
  return { entries, rest: isOver ? "}" : rest };
}

function entryOf(
  word: string,
  numbers: string,
  { dimensions, path }: { readonly dimensions: number; readonly path: string },
): VectorEntry {
  const values = parsed(numbers);
  const vector = Float32Array.from(values.slice(0, dimensions));
  if (vector.length < dimensions || !vector.every(Number.isFinite)) {
    throw invalid(path, `the entry ${word} does not hold ${dimensions} numbers`);
  }
  return { word: JSON.parse(word) as string, vector };
}

/** Nothing if they are not numbers. */
function parsed(numbers: string): readonly number[] {
  try {
    return JSON.parse(`[${numbers}]`) as readonly number[];
  } catch {
    return [];
  }
}

function invalid(path: string, problem: string): LonghandError {
  return new LonghandError(`${path} is not a JSON file of wink embeddings: ${problem}.`, {
    code: "invalid-vectors",
    hint: "Name such a package's JSON file, or a text file as GloVe and word2vec write them.",
    details: { file: path },
  });
}
