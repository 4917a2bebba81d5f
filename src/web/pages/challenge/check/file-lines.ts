/** A line that cannot be read as text. */
export interface UnreadableLine {
  /** Its number, from 1. */
  readonly line: number;
  /** Why. */
  readonly code: "line-too-long" | "invalid-utf8";
}

/** Longest line, in bytes: the server's bound. */
const MAX_LINE_BYTES = 8 * 1_048_576;
const LINE_FEED = 10;

/**
 * Reads the lines of a file, as the server does.
 *
 * @param stream - The bytes.
 * @param onBytes - Is told how many bytes were read.
 * @returns Lines without their ends, and which could not be read.
 */
export async function* linesOf(
  stream: ReadableStream<Uint8Array>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<string | UnreadableLine, void, undefined> {
  const pending = openPending();
  let bytes = 0;
  for await (const chunk of chunksOf(stream)) {
    bytes += chunk.length;
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      pending.add(chunk.subarray(start, end));
      yield pending.take();
      start = end + 1;
    }
    pending.add(chunk.subarray(start));
    onBytes(bytes);
  }
  if (!pending.isEmpty()) yield pending.take();
}

/** Not every browser lets one go through a stream with `for await`. */
async function* chunksOf(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    reader.releaseLock();
  }
}

interface Pending {
  add(bytes: Uint8Array): void;
  take(): string | UnreadableLine;
  isEmpty(): boolean;
}

function openPending(): Pending {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let parts: Uint8Array[] = [];
  let size = 0;
  let line = 0;
  return {
    add: (bytes) => {
      size += bytes.length;
      // Of a line that is too long nothing is kept but its length.
      if (size <= MAX_LINE_BYTES) parts.push(bytes);
    },
    take: () => {
      line += 1;
      const [taken, bytes] = [parts, size];
      parts = [];
      size = 0;
      if (bytes > MAX_LINE_BYTES) return { line, code: "line-too-long" };
      try {
        return decoder.decode(joined(taken, bytes));
      } catch {
        return { line, code: "invalid-utf8" };
      }
    },
    isEmpty: () => size === 0,
  };
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}
