/** Counts of words of the rows of a segment, as lines of CSV for the engine. */
export interface WordCounts {
  /** Adds a row. */
  add(counts: readonly number[]): void;
  /** All rows so far, and begins anew. */
  take(): Buffer;
}

const FIRST_BYTES = 1 << 20;
/** Ten digits, and a comma or a line feed. */
const COUNT_BYTES = 11;
const [LINE_FEED, COMMA, ZERO] = [10, 44, 48] as const;

/** Begins to gather counts. Digits go into one buffer: millions of short strings would burden the memory. */
export function wordCounts(): WordCounts {
  let bytes = Buffer.alloc(FIRST_BYTES);
  let at = 0;
  return {
    add: (counts) => {
      if (counts.length === 0) return;
      if (at + COUNT_BYTES * counts.length > bytes.length) {
        bytes = Buffer.concat([bytes, Buffer.alloc(bytes.length)]);
      }
      for (const count of counts) {
        at = writeNumber(bytes, at, count);
        bytes[at] = COMMA;
        at += 1;
      }
      bytes[at - 1] = LINE_FEED;
    },
    take: () => {
      const taken = Buffer.from(bytes.subarray(0, at));
      at = 0;
      return taken;
    },
  };
}

/** Writes a whole number in digits; where the next byte goes. */
function writeNumber(bytes: Buffer, at: number, value: number): number {
  let power = 1;
  while (power * 10 <= value) power *= 10;
  let next = at;
  for (let rest = value; power >= 1; power = Math.floor(power / 10)) {
    const digit = Math.floor(rest / power);
    bytes[next] = ZERO + digit;
    next += 1;
    rest -= digit * power;
  }
  return next;
}
