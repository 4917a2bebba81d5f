import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type Answer,
  eventsOf,
  hang,
  json,
  type MockOpenAiServer,
  reply,
  startMockOpenAiServer,
  stream,
  text,
} from "../../../tests/mock-openai-server.ts";
import { createVirtualClock, type VirtualClock } from "../../../tests/virtual-clock.ts";
import type { Random } from "../../foundation/index.ts";
import {
  type CallGate,
  type CallGateEvent,
  createCallGate,
  DEFAULT_CALL_LIMITS,
} from "../calls/call-gate.ts";
import { callWithRetries } from "../calls/call-with-retries.ts";
import type { LanguageModel, ModelReply } from "../language-model.ts";
import { createOpenAiModel } from "./openai-model.ts";

const START_MS = Date.UTC(2026, 0, 2, 3, 4, 5);
const longest: Random = { next: () => 1, nextBelow: (bound) => bound - 1 };

let server: MockOpenAiServer;
let clock: VirtualClock;
let model: LanguageModel;
let gate: CallGate;
let events: CallGateEvent[];
let failures: string[];

beforeEach(async () => {
  server = await startMockOpenAiServer(reply("Finally."));
  clock = createVirtualClock(START_MS);
  model = createOpenAiModel({ baseUrl: server.baseUrl, model: "m", clock });
  events = [];
  failures = [];
  gate = createCallGate(DEFAULT_CALL_LIMITS, { clock, onEvent: (event) => events.push(event) });
});
afterEach(async () => {
  await model.close();
  await server.close();
});

function call(streamed: boolean = false): Promise<ModelReply> {
  return callWithRetries({
    gate,
    clock,
    random: longest,
    call: () =>
      model.generate(
        {
          messages: [{ role: "user", content: "Hello." }],
          sampling: {},
          maxOutputTokens: 9,
        },
        streamed ? { onText: () => undefined } : {},
      ),
    onFailure: (error, attempt, willRetry) => {
      failures.push(`${attempt} ${error.reason}${willRetry ? "" : ", final"}`);
    },
  });
}

/** Lets time pass as soon as somebody waits for exactly so long. */
async function passTime(...waitsMs: readonly number[]): Promise<void> {
  for (const waitMs of waitsMs) {
    await clock.untilSleeping(waitMs);
    await clock.advance(waitMs);
  }
}

describe("a faulty server", () => {
  it.each<[string, Answer]>([
    ["seconds", json({}, 429, { "retry-after": "2" })],
    ["an HTTP date", json({}, 429, { "retry-after": "Fri, 02 Jan 2026 03:04:07 GMT" })],
    ["a reset header", json({}, 429, { "x-ratelimit-reset-requests": "2s" })],
  ])(
    "that asks for two seconds by %s gets them, and the attempt is not counted",
    async (_, answer) => {
      server.answerNext(answer);
      const made = call();
      await passTime(2000);
      expect((await made).text).toBe("Finally.");
      expect(failures).toEqual(["1 rate-limited"]);
      expect(events).toEqual([
        { type: "limit", from: 4, to: 3, because: "rate-limited", atMs: START_MS },
        { type: "pause", waitMs: 2000, atMs: START_MS },
      ]);
      expect(server.requests).toHaveLength(2);
    },
  );

  it("that is unavailable in bursts is asked again, later each time, with the same limit", async () => {
    server.answerNext(text("", 503), text("", 503), text("", 503));
    const made = call();
    await passTime(3000, 6000, 12_000);
    expect((await made).text).toBe("Finally.");
    expect(failures).toEqual(["1 server-error", "2 server-error", "3 server-error"]);
    expect([gate.limit, events]).toEqual([4, []]);
  });

  it("that stays unavailable ends the call after four attempts", async () => {
    server.answerNext(...Array<Answer>(5).fill(text("", 503)));
    const settled = call().catch((error: unknown) => error);
    await passTime(3000, 6000, 12_000);
    expect(await settled).toMatchObject({ reason: "server-error", httpStatus: 503 });
    expect(server.requests).toHaveLength(4);
    expect(failures.at(-1)).toBe("4 server-error, final");
  });

  it("that hangs is asked again after the reply timeout", async () => {
    server.answerNext(hang);
    const made = call();
    await server.untilRequested(1);
    await passTime(180_000, 3000);
    expect((await made).text).toBe("Finally.");
    expect(failures).toEqual(["1 timeout"]);
    expect(clock.nowMs() - START_MS).toBe(183_000);
  });

  it("that breaks off a stream is asked again, and the half reply is not taken", async () => {
    server.answerNext(stream(eventsOf(["Half "]).slice(0, 2)));
    const made = call(true);
    await passTime(3000);
    expect((await made).text).toBe("Finally.");
    expect(failures).toEqual(["1 network"]);
  });

  it("that refuses the request is asked once", async () => {
    server.answerNext(text("No.", 400));
    await expect(call()).rejects.toMatchObject({ reason: "no-output", httpStatus: 400 });
    expect(server.requests).toHaveLength(1);
  });

  it("that limits many calls at once gets fewer at once, and answers all of them", async () => {
    server.answerNext(...Array<Answer>(6).fill(json({}, 429, { "retry-after": "1" })));
    let settled = false;
    const replies = Promise.all(Array.from({ length: 8 }, () => call())).finally(() => {
      settled = true;
    });
    while (!settled) await clock.advance(250);
    expect((await replies).map((made) => made.text)).toEqual(Array(8).fill("Finally."));
    expect(server.requests).toHaveLength(8 + 6);
    // Four together are limited once, 4 → 3, and two of the next three: 3 → 2.
    expect(events.flatMap((event) => ("to" in event ? [event.to] : []))).toEqual([3, 2]);
  });
});
