import { LonghandError } from "../foundation/index.ts";
import type { RunContext } from "../pipeline/index.ts";

/**
 * Ends the work if the user has asked to stop.
 *
 * @param context - The user's wish.
 * @throws LonghandError `interrupted`.
 */
export function throwIfStopped({ stopping }: Pick<RunContext, "stopping">): void {
  if (!stopping.aborted) return;
  throw new LonghandError("The demo was stopped before it was ready.", {
    code: "interrupted",
    hint: "Start it again: texts that were made are in the reply cache.",
  });
}
