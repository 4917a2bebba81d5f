import { LonghandError } from "../../foundation/index.ts";
import type { JudgeCall, JudgeCaller } from "../../retrieval/index.ts";

/** Where the calls of re-ranking models go. Retrievers are opened before budget and logs are. */
export interface JudgeRoute {
  /** Makes a call in the way that was set last. */
  readonly call: JudgeCaller;
  /**
   * Sets the way.
   *
   * @param caller - What makes the calls from now on.
   */
  lead(caller: JudgeCaller): void;
}

/**
 * A route that leads nowhere yet.
 *
 * @returns The route; a call before the first `lead` is a fault, `model-closed`.
 */
export function openJudgeRoute(): JudgeRoute {
  let caller: JudgeCaller = ({ model }: JudgeCall) =>
    Promise.reject(
      new LonghandError(`The model ${model} is not to be called now.`, { code: "model-closed" }),
    );
  return {
    call: (call) => caller(call),
    lead: (next) => {
      caller = next;
    },
  };
}
