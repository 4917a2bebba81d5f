/** Shortest block that counts as a repeat, in characters. */
const LEAST_BLOCK = 20;
/** Longest block that is looked for. */
const MOST_BLOCK = 400;
/** How often in a row a block must stand. */
const REPEATS = 3;
/** Lines that are looked at, and the share of them that must differ. */
const LINES_SEEN = 40;
const LEAST_UNIQUE_LINES = 0.5;
/** Characters between two looks. */
const LOOK_EVERY = 40;

/** Watches a text while it is written. */
export interface StreamGuard {
  /**
   * Takes the next piece.
   *
   * @param piece - Text.
   * @returns `true` once the text runs in circles; the call should then be stopped.
   */
  add(piece: string): boolean;
  /**
   * Everything so far.
   *
   * @returns The text.
   */
  text(): string;
  /**
   * The text up to where it began to repeat itself, the first of the repeats included.
   *
   * @returns The sound part; everything while nothing repeats.
   */
  soundText(): string;
}

/**
 * Opens a guard: it trips when a block of 20 characters or more stands three times in a row, or when
 * fewer than half of the last 40 lines differ.
 *
 * @returns The guard.
 */
export function openStreamGuard(): StreamGuard {
  let text = "";
  let soundEnd: number | undefined;
  let looked = 0;
  return {
    add: (piece) => {
      const from = text.length;
      text += piece;
      // Big pieces are looked at step by step, so that the result does not depend on their size.
      for (let end = Math.max(looked + LOOK_EVERY, from); end <= text.length; end += LOOK_EVERY) {
        if (soundEnd !== undefined) break;
        looked = end;
        soundEnd = loopStart(text.slice(0, end)) ?? monotonyStart(text.slice(0, end));
      }
      return soundEnd !== undefined;
    },
    text: () => text,
    soundText: () => text.slice(0, soundEnd ?? text.length),
  };
}

/** Where the second of three equal blocks at the end begins. */
function loopStart(text: string): number | undefined {
  for (let block = LEAST_BLOCK; block <= MOST_BLOCK && block * REPEATS <= text.length; block++) {
    const last = text.slice(text.length - block);
    const isLoop = Array.from({ length: REPEATS - 1 }, (_, index) =>
      text.startsWith(last, text.length - (index + 2) * block),
    ).every(Boolean);
    if (isLoop) return text.length - (REPEATS - 1) * block;
  }
  return undefined;
}

/** Where the last 40 lines begin if most of them are the same. */
function monotonyStart(text: string): number | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < LINES_SEEN) return undefined;
  const seen = lines.slice(-LINES_SEEN);
  if (new Set(seen).size >= LEAST_UNIQUE_LINES * LINES_SEEN) return undefined;
  return text.length - seen.join("\n").length;
}
