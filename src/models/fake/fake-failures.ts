import { randomStream } from "../../foundation/index.ts";
import { ModelCallError } from "../model-call-error.ts";
import type { FakeFailure } from "./fake-settings.ts";

/** Reasons after which the same call may succeed. */
const PASSING: ReadonlySet<string> = new Set([
  "timeout",
  "rate-limited",
  "server-error",
  "network",
]);

/** A call that may be told to fail. */
export interface FakeCall {
  /** Text of the conversation. */
  readonly prompt: string;
  /** Hash of the conversation. */
  readonly promptHash: string;
  /** Gives the hash of the whole request. */
  readonly requestHash: () => string;
}

/** Gives the error of a call that is to fail; `undefined` for one that is not. */
export type FakeFailureScript = (call: FakeCall) => ModelCallError | undefined;

/**
 * Turns a script of failures into a decision per call. The first rule that fits decides; a rule
 * that has failed a request as often as it should fits that request no more.
 *
 * @param failures - The rules.
 * @returns The decision.
 */
export function scriptFailures(failures: readonly FakeFailure[]): FakeFailureScript {
  const rules = failures.map((failure, index) => ({ failure, fits: ruleOf(failure, index) }));
  return (call) => {
    const rule = rules.find(({ fits }) => fits(call));
    return rule === undefined ? undefined : errorOf(rule.failure);
  };
}

function ruleOf(failure: FakeFailure, index: number): (call: FakeCall) => boolean {
  const { every = 1, times = Number.POSITIVE_INFINITY } = failure;
  const match = failure.match === undefined ? undefined : new RegExp(failure.match, "u");
  const failed = new Map<string, number>();
  return ({ prompt, promptHash, requestHash }) => {
    if (match?.test(prompt) === false) return false;
    // Chosen by hash, not by counting calls: retries, resumes and concurrency change nothing.
    if (every > 1 && randomStream("fake-failure", index, promptHash).nextBelow(every) !== 0) {
      return false;
    }
    if (times === Number.POSITIVE_INFINITY) return true;
    const key = requestHash();
    const before = failed.get(key) ?? 0;
    if (before >= times) return false;
    failed.set(key, before + 1);
    return true;
  };
}

function errorOf({ reason, retryAfterMs }: FakeFailure): ModelCallError {
  return new ModelCallError(`Fake model: told to fail with ${reason}.`, {
    reason,
    retryable: PASSING.has(reason),
    hint: "Its setting `failures` asks for this.",
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}
