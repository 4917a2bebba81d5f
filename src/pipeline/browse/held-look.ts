import type { Clock } from "../../foundation/index.ts";

/** How long what was seen is taken for what is there. */
export interface HoldOptions {
  /** The time. */
  readonly clock: Clock;
  /** Least time that a look holds, in milliseconds; 0 to look every time. */
  readonly holdMs: number;
}

/** A look that takes long holds this many times as long as it took. */
const HOLD_SHARE = 4;

/**
 * Makes a look that is shared: whoever asks while it is under way gets the same, and for a while after.
 *
 * @param look - Looks.
 * @param options - How long it holds.
 * @returns The shared look. One that failed does not hold.
 */
export function heldLook<T>(
  look: () => Promise<T>,
  { clock, holdMs }: HoldOptions,
): () => Promise<T> {
  let last: { readonly seen: Promise<T>; untilMs: number } | undefined;
  return () => {
    if (last !== undefined && clock.nowMs() < last.untilMs) return last.seen;
    const beganMs = clock.nowMs();
    const own = { seen: look(), untilMs: holdMs === 0 ? 0 : Number.POSITIVE_INFINITY };
    last = own;
    own.seen.then(
      () => {
        const tookMs = clock.nowMs() - beganMs;
        if (holdMs > 0) own.untilMs = beganMs + Math.max(holdMs, HOLD_SHARE * tookMs);
      },
      () => {
        own.untilMs = 0;
      },
    );
    return own.seen;
  };
}
