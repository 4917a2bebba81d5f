import type { ModelSize } from "../brief/brief.ts";
import { SIZE_LIMITS } from "../plan/model-size.ts";

/** Of a step's prompt, so much may be the brief's goal, and so much the author's own passages. */
export const STEP_SHARES = { goal: 0.25, exemplars: 0.2 } as const;
/** Fewest words of the text so far that a step of `rolling` or `outline` is shown. */
export const LEAST_TEXT_WORDS = 80;

/**
 * Tokens that a prompt of the tree has at most: the limit of `chapters` and `rolling`, too.
 *
 * @param scale - Size of the writer.
 * @returns The sum over all parts.
 */
export function promptLimit(scale: ModelSize): number {
  return Object.values(SIZE_LIMITS[scale].partTokens).reduce((sum, tokens) => sum + tokens, 0);
}
