import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { LonghandError, type Random, randomStream } from "../../foundation/index.ts";
import type { FailureReason } from "../../records/index.ts";
import { ModelCallError } from "../model-call-error.ts";
import { createCallGate, DEFAULT_CALL_LIMITS } from "./call-gate.ts";
import { callWithRetries } from "./call-with-retries.ts";

const START_MS = Date.UTC(2020, 0, 1);
/** Full jitter at its upper end, so that waits can be worked out by hand. */
const longest: Random = { next: () => 1, nextBelow: (bound) => bound - 1 };

type Outcome = string | ModelCallError | Error;

function failure(
  reason: FailureReason,
  more: { retryAfterMs?: number; retryable?: boolean } = {},
): ModelCallError {
  return new ModelCallError(`It failed: ${reason}.`, { reason, retryable: true, ...more });
}

function setUp(outcomes: readonly Outcome[], random: Random = longest) {
  const clock = createVirtualClock(START_MS);
  const gate = createCallGate(DEFAULT_CALL_LIMITS, { clock });
  const calls: { attempt: number; atMs: number }[] = [];
  const failures: [FailureReason, number, boolean][] = [];
  const abort = new AbortController();
  const run = (maxAttempts?: number): Promise<string> =>
    callWithRetries({
      gate,
      clock,
      random,
      signal: abort.signal,
      ...(maxAttempts === undefined ? {} : { maxAttempts }),
      call: async (attempt) => {
        const outcome = outcomes[Math.min(calls.length, outcomes.length - 1)] as Outcome;
        calls.push({ attempt, atMs: clock.nowMs() - START_MS });
        if (typeof outcome === "string") return outcome;
        throw outcome;
      },
      onFailure: (error, attempt, willRetry) => {
        failures.push([error.reason, attempt, willRetry]);
      },
    });
  return { clock, gate, calls, failures, abort, run };
}

describe("callWithRetries", () => {
  it("returns the first reply without waiting", async () => {
    const { calls, failures, run } = setUp(["a reply"]);
    expect(await run()).toBe("a reply");
    expect([calls, failures]).toEqual([[{ attempt: 1, atMs: 0 }], []]);
  });

  it.each<FailureReason>(["server-error", "network", "timeout"])(
    "backs off 3, 6, 12 seconds after %s, and gives up after four attempts",
    async (reason) => {
      const { clock, gate, calls, failures, run } = setUp([failure(reason)]);
      const settled = run().catch((error: unknown) => error);
      await clock.advance(3_600_000);
      expect(await settled).toMatchObject({ reason });
      expect(calls).toEqual([
        { attempt: 1, atMs: 0 },
        { attempt: 2, atMs: 3000 },
        { attempt: 3, atMs: 9000 },
        { attempt: 4, atMs: 21_000 },
      ]);
      expect(failures).toEqual([
        [reason, 1, true],
        [reason, 2, true],
        [reason, 3, true],
        [reason, 4, false],
      ]);
      expect(gate.limit).toBe(4);
    },
  );

  it("never backs off longer than 60 seconds", async () => {
    const { clock, calls, run } = setUp([...Array(8).fill(failure("network")), "late"]);
    const reply = run(20);
    await clock.advance(3_600_000);
    expect(await reply).toBe("late");
    const waits = calls.slice(1).map(({ atMs }, index) => atMs - (calls[index]?.atMs ?? 0));
    expect(waits).toEqual([3000, 6000, 12_000, 24_000, 48_000, 60_000, 60_000, 60_000]);
  });

  it("spreads the back-off over the whole time, the same way for the same seed", async () => {
    const startsOf = async (seed: number): Promise<number[]> => {
      const { clock, calls, run } = setUp(
        [failure("server-error"), failure("server-error"), "reply"],
        randomStream(seed, "retry", "example-1"),
      );
      const reply = run();
      await clock.advance(3_600_000);
      await reply;
      return calls.map(({ atMs }) => atMs);
    };
    const [, second = 0, third = 0] = await startsOf(7);
    expect(second).toBeGreaterThan(0);
    expect(second).toBeLessThan(3000);
    expect(third - second).toBeLessThan(6000);
    expect(await startsOf(7)).toEqual([0, second, third]);
    expect(await startsOf(8)).not.toEqual([0, second, third]);
  });

  it("waits as long as a 429 asks, without using up an attempt, and shrinks the limit", async () => {
    const limited = failure("rate-limited", { retryAfterMs: 2000 });
    const { clock, gate, calls, failures, run } = setUp([...Array(5).fill(limited), "reply"]);
    const reply = run();
    await clock.advance(60_000);
    expect(await reply).toBe("reply");
    expect(calls).toEqual(
      [0, 2000, 4000, 6000, 8000, 10_000].map((atMs) => ({ attempt: 1, atMs })),
    );
    expect(failures).toEqual(Array(5).fill(["rate-limited", 1, true]));
    expect(gate.limit).toBe(1); // 4 → 3 → 2 → 1 → 1 → 1
  });

  it("backs off from a 429 that does not say how long", async () => {
    const { clock, calls, run } = setUp([
      failure("rate-limited"),
      failure("rate-limited"),
      "reply",
    ]);
    const reply = run();
    await clock.advance(60_000);
    await reply;
    expect(calls.map(({ atMs }) => atMs)).toEqual([0, 3000, 9000]);
  });

  it("does not hammer a backend whose 429 asks for no wait at all", async () => {
    const limited = failure("rate-limited", { retryAfterMs: 0 });
    const { clock, calls, run } = setUp([limited, limited, limited, "reply"]);
    const reply = run();
    await clock.advance(60_000);
    await reply;
    expect(calls.map(({ atMs }) => atMs)).toEqual([0, 0, 1000, 2000]);
  });

  it("waits 30 minutes at a time and one hour in all, then gives up as rate-limited", async () => {
    const day = failure("rate-limited", { retryAfterMs: 24 * 3_600_000 });
    const { clock, calls, failures, run } = setUp([day]);
    const settled = run().catch((error: unknown) => error);
    await clock.advance(24 * 3_600_000);
    expect(await settled).toBe(day);
    expect(calls.map(({ atMs }) => atMs)).toEqual([0, 1_800_000, 3_600_000]);
    expect(failures.map(([, , willRetry]) => willRetry)).toEqual([true, true, false]);
  });

  it("waits longer than its back-off if a 503 asks for it", async () => {
    const busy = failure("server-error", { retryAfterMs: 20_000 });
    const { clock, calls, run } = setUp([busy, "reply"]);
    const reply = run();
    await clock.advance(60_000);
    await reply;
    expect(calls).toEqual([
      { attempt: 1, atMs: 0 },
      { attempt: 2, atMs: 20_000 },
    ]);
  });

  it.each<FailureReason>([
    "refused",
    "content-filter",
    "context-overflow",
    "invalid-output",
    "empty-output",
    "no-output",
  ])("does not repeat a call that ended with %s", async (reason) => {
    const { calls, failures, run } = setUp([failure(reason)]);
    await expect(run()).rejects.toMatchObject({ reason });
    expect([calls.length, failures]).toEqual([1, [[reason, 1, false]]]);
  });

  it("does not repeat a call that is marked as not to be retried", async () => {
    const { calls, run } = setUp([failure("rate-limited", { retryable: false })]);
    await expect(run()).rejects.toMatchObject({ reason: "rate-limited" });
    expect(calls).toHaveLength(1);
  });

  it("passes on errors that are not about the call, such as a full disk", async () => {
    const full = new LonghandError("The disk is full.", { code: "file-error" });
    const { failures, run } = setUp([full]);
    await expect(run()).rejects.toBe(full);
    expect(failures).toEqual([]);
  });

  it.each<ModelCallError>([
    failure("server-error"),
    failure("rate-limited", { retryAfterMs: 60_000 }),
  ])("ends a wait at once when it is aborted (%o)", async (error) => {
    const { abort, calls, clock, run } = setUp([error]);
    const settled = run().catch((thrown: unknown) => thrown);
    await clock.advance(10);
    abort.abort();
    expect(await settled).toMatchObject({ reason: "cancelled" });
    expect([calls.length, clock.sleepingMs]).toEqual([1, []]);
  });

  it("holds no slot while it waits", async () => {
    const { clock, gate, run } = setUp([failure("server-error"), "reply"]);
    const reply = run();
    await clock.advance(10);
    expect(gate.running).toBe(0);
    await clock.advance(3000);
    expect(await reply).toBe("reply");
  });
});
