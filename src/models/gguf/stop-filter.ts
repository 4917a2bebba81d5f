/** Cuts a text that arrives in pieces before the first stop text in it. */
export interface StopFilter {
  /** Whether a stop text was found; what comes after it is ignored. */
  readonly stopped: boolean;
  /**
   * Takes the next piece.
   *
   * @param piece - Text that follows what was added before.
   * @returns What may be shown now: no stop text can begin in it.
   */
  add(piece: string): string;
  /**
   * Ends the text.
   *
   * @returns What was held back because a stop text could have begun in it.
   */
  end(): string;
}

/**
 * Makes a filter. The stop text that ends first wins; of two that end together, the longer. How the
 * text is cut into pieces makes no difference.
 *
 * @param stops - Texts that end the reply, none of them empty.
 * @returns The filter, for one reply.
 */
export function createStopFilter(stops: readonly string[]): StopFilter {
  let held = "";
  let stopped = false;
  return {
    get stopped() {
      return stopped;
    },
    add(piece) {
      if (stopped) return "";
      held += piece;
      const stopStart = firstStop(held, stops);
      stopped = stopStart !== undefined;
      const shown = held.slice(0, stopStart ?? held.length - possibleStopLength(held, stops));
      held = stopped ? "" : held.slice(shown.length);
      return shown;
    },
    end() {
      const rest = held;
      held = "";
      return rest;
    },
  };
}

function firstStop(text: string, stops: readonly string[]): number | undefined {
  let first: { readonly start: number; readonly end: number } | undefined;
  for (const stop of stops) {
    const start = text.indexOf(stop);
    if (start < 0) continue;
    const end = start + stop.length;
    if (!first || end < first.end || (end === first.end && start < first.start)) {
      first = { start, end };
    }
  }
  return first?.start;
}

/** Length of the longest end of the text that is the beginning of a stop text. */
function possibleStopLength(text: string, stops: readonly string[]): number {
  let longest = 0;
  for (const stop of stops) {
    for (let length = Math.min(stop.length - 1, text.length); length > longest; length--) {
      if (text.endsWith(stop.slice(0, length))) longest = length;
    }
  }
  return longest;
}
