import { LonghandError } from "../foundation/index.ts";
import type { ModelRequest, Sampling } from "./language-model.ts";

/**
 * Refuses a request that no backend could answer, before anything is sent. Every adapter calls it
 * first, so that a wrong setting gives the same error everywhere.
 *
 * @param request - The request as the caller built it.
 * @throws LonghandError with code `invalid-option`, naming the field and its value.
 */
export function checkRequest(request: ModelRequest): void {
  refuseUnless(request.messages.length > 0, "messages must hold at least one message, got none.");
  checkWhole("maxOutputTokens", request.maxOutputTokens, 1);
  checkWhole("topLogProbabilities", request.topLogProbabilities, 0);
  const blank = request.stop?.indexOf("") ?? -1;
  refuseUnless(blank < 0, `stop[${blank}] must not be empty: it would end every reply at once.`);
  checkSampling(request.sampling);
}

function checkSampling(sampling: Sampling): void {
  checkRange("sampling.temperature", sampling.temperature, [0, Number.MAX_VALUE]);
  checkRange("sampling.topP", sampling.topP, [0, 1]);
  checkRange("sampling.minP", sampling.minP, [0, 1]);
  checkRange("sampling.repeatPenalty", sampling.repeatPenalty, [0, Number.MAX_VALUE]);
  checkWhole("sampling.topK", sampling.topK, 0);
  checkWhole("sampling.seed", sampling.seed, 0);
}

function checkRange(
  field: string,
  value: number | undefined,
  [low, high]: readonly [number, number],
): void {
  const limit = high === Number.MAX_VALUE ? `${low} or more` : `between ${low} and ${high}`;
  refuseUnless(
    value === undefined || (value >= low && value <= high),
    `${field} must be ${limit}, got ${value}.`,
  );
}

function checkWhole(field: string, value: number | undefined, low: number): void {
  refuseUnless(
    value === undefined || (Number.isSafeInteger(value) && value >= low),
    `${field} must be a whole number, ${low} or more, got ${value}.`,
  );
}

function refuseUnless(holds: boolean, message: string): void {
  if (holds) return;
  throw new LonghandError(`Model request: ${message}`, {
    code: "invalid-option",
    hint: "Change this setting where the request is made: the `generation` part of an experiment.",
  });
}
