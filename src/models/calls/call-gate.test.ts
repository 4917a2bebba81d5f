import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { ModelCallError } from "../model-call-error.ts";
import { type CallGateEvent, createCallGate, DEFAULT_CALL_LIMITS } from "./call-gate.ts";

const START_MS = Date.UTC(2020, 0, 1);

function tooMany(retryAfterMs?: number): ModelCallError {
  return new ModelCallError("Too many requests.", {
    reason: "rate-limited",
    retryable: true,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

function setUp(limits = DEFAULT_CALL_LIMITS) {
  const clock = createVirtualClock(START_MS);
  const events: CallGateEvent[] = [];
  const gate = createCallGate(limits, { clock, onEvent: (event) => events.push(event) });
  const succeed = async (times: number): Promise<void> => {
    for (let done = 0; done < times; done++) await gate.run(async () => "reply");
  };
  const refuse = (retryAfterMs?: number): Promise<void> =>
    gate
      .run(() => Promise.reject(tooMany(retryAfterMs)))
      .then(
        () => undefined,
        () => undefined,
      );
  return { clock, events, gate, succeed, refuse };
}

/** A call that ends when the test says so. */
function openCall() {
  let finish = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { call: () => ended, finish: () => finish() };
}

describe("createCallGate", () => {
  it("lets only as many calls through as the limit, in order of arrival", async () => {
    const { clock, gate } = setUp({ start: 2, min: 1, max: 2 });
    const started: number[] = [];
    const calls = [openCall(), openCall(), openCall(), openCall()];
    const runs = calls.map(({ call }, index) =>
      gate.run(() => {
        started.push(index);
        return call();
      }),
    );
    await clock.advance(0);
    expect([started, gate.running]).toEqual([[0, 1], 2]);
    calls[1]?.finish();
    await clock.advance(0);
    expect([started, gate.running]).toEqual([[0, 1, 2], 2]);
    for (const { finish } of calls) finish();
    await Promise.all(runs);
    expect([started, gate.running]).toEqual([[0, 1, 2, 3], 0]);
  });

  it("grows by one after as many successes as the limit is high, up to the maximum", async () => {
    const { events, gate, succeed } = setUp({ start: 2, min: 1, max: 4 });
    await succeed(1);
    expect(gate.limit).toBe(2);
    await succeed(1);
    expect(gate.limit).toBe(3);
    await succeed(3 + 4 + 4);
    expect(gate.limit).toBe(4);
    expect(events).toEqual([
      { type: "limit", from: 2, to: 3, because: "successes", atMs: START_MS },
      { type: "limit", from: 3, to: 4, because: "successes", atMs: START_MS },
    ]);
  });

  it("shrinks to 0.8, rounded down, at each 429, not below the minimum", async () => {
    const { events, gate, refuse } = setUp({ start: 32, min: 2, max: 32 });
    const limits = [];
    for (let times = 0; times < 12; times++) {
      await refuse();
      limits.push(gate.limit);
    }
    // 32 → 25.6 → 20.0 → 16.0 → 12.8 → 9.6 → 7.2 → 5.6 → 4.0 → 3.2 → 2.4 → (1.6) 2
    expect(limits).toEqual([25, 20, 16, 12, 9, 7, 5, 4, 3, 2, 2, 2]);
    expect(events).toHaveLength(10);
    expect(events[0]).toMatchObject({ from: 32, to: 25, because: "rate-limited" });
  });

  it("shrinks once for all calls that were under way together", async () => {
    const { events, gate } = setUp({ start: 32, min: 1, max: 32 });
    const burst = Array.from({ length: 32 }, () => gate.run(() => Promise.reject(tooMany(0))));
    await Promise.allSettled(burst);
    expect([gate.limit, events.length]).toEqual([25, 1]);
  });

  it("does not grow for 15 seconds after a 429, and counts successes anew", async () => {
    const { clock, gate, refuse, succeed } = setUp();
    await succeed(3);
    await refuse();
    expect(gate.limit).toBe(3);
    await clock.advance(14_999);
    await succeed(10);
    expect(gate.limit).toBe(3);
    await clock.advance(1);
    await succeed(2);
    expect(gate.limit).toBe(3);
    await succeed(1);
    expect(gate.limit).toBe(4);
  });

  it("keeps its limit at other failures", async () => {
    const { events, gate } = setUp();
    const error = new ModelCallError("503", { reason: "server-error", retryable: true });
    await expect(gate.run(() => Promise.reject(error))).rejects.toBe(error);
    expect([gate.limit, gate.running, events]).toEqual([4, 0, []]);
  });

  it("starts no call while the backend asked to wait, not even one already queued", async () => {
    const { clock, events, gate, refuse } = setUp({ start: 1, min: 1, max: 1 });
    const first = openCall();
    const started: string[] = [];
    const held = gate.run(first.call);
    const limited = refuse(2000);
    const queued = gate.run(async () => started.push("queued"));
    first.finish();
    await Promise.all([held, limited]);
    const late = gate.run(async () => started.push("late"));
    await clock.advance(1999);
    expect([started, gate.running]).toEqual([[], 0]);
    await clock.advance(1);
    await Promise.all([queued, late]);
    expect(started).toEqual(["queued", "late"]);
    expect(events).toEqual([{ type: "pause", waitMs: 2000, atMs: START_MS }]);
  });

  it("takes a shorter wish during a pause as already met, and a longer one as more", async () => {
    const { clock, events, gate } = setUp();
    await Promise.allSettled(
      [5000, 1000, 9000].map((waitMs) => gate.run(() => Promise.reject(tooMany(waitMs)))),
    );
    const next = gate.run(async () => clock.nowMs());
    await clock.advance(60_000);
    expect(await next).toBe(START_MS + 9000);
    expect(events.filter(({ type }) => type === "pause")).toEqual([
      { type: "pause", waitMs: 5000, atMs: START_MS },
      { type: "pause", waitMs: 9000, atMs: START_MS },
    ]);
  });

  it("pauses for 30 minutes at most", async () => {
    const { clock, gate, refuse } = setUp();
    await refuse(24 * 3_600_000);
    const next = gate.run(async () => clock.nowMs());
    await clock.advance(3_600_000);
    expect(await next).toBe(START_MS + 30 * 60_000);
  });

  it("ends the wait of an aborted call at once, in the queue and in a pause", async () => {
    const { clock, gate, refuse } = setUp({ start: 1, min: 1, max: 1 });
    const abort = new AbortController();
    const first = openCall();
    const held = gate.run(first.call);
    const queued = gate.run(async () => "never", abort.signal);
    await clock.advance(0);
    abort.abort();
    await expect(queued).rejects.toMatchObject({ reason: "cancelled" });
    first.finish();
    await held;

    await refuse(60_000);
    const abortPause = new AbortController();
    const paused = gate.run(async () => "never", abortPause.signal);
    await clock.advance(10);
    abortPause.abort();
    await expect(paused).rejects.toMatchObject({ reason: "cancelled", retryable: false });
    await expect(gate.run(async () => "never", AbortSignal.abort())).rejects.toMatchObject({
      reason: "cancelled",
    });
    expect([gate.running, clock.sleepingMs]).toEqual([0, []]);
  });

  it.each([
    { start: 4, min: 0, max: 8 },
    { start: 1, min: 2, max: 8 },
    { start: 9, min: 1, max: 8 },
    { start: 1.5, min: 1, max: 8 },
    { start: Number.NaN, min: 1, max: 8 },
  ])("refuses impossible limits %o", (limits) => {
    expect(() => setUp(limits)).toThrow(
      expect.objectContaining({
        code: "invalid-option",
        message: expect.stringContaining(`${limits.start}`),
      }),
    );
  });
});
