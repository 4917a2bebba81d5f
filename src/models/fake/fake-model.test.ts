import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { describeLanguageModel } from "../language-model.contract.ts";
import type { CallOptions, LanguageModel, ModelReply, ModelRequest } from "../language-model.ts";
import { ModelCallError } from "../model-call-error.ts";
import { createFakeModel } from "./fake-model.ts";
import type { FakeModelSettings } from "./fake-settings.ts";

const clock = createVirtualClock(0);

describeLanguageModel("the fake model", async () => createFakeModel({ clock }));

function open(settings: FakeModelSettings = {}, name?: string): LanguageModel {
  return createFakeModel({ clock, settings, ...(name === undefined ? {} : { name }) });
}

function request(content: string, change: Partial<ModelRequest> = {}): ModelRequest {
  return {
    messages: [{ role: "user", content }],
    sampling: { temperature: 0.6, seed: 1 },
    maxOutputTokens: 500,
    ...change,
  };
}

async function textOf(model: LanguageModel, asked: ModelRequest): Promise<string> {
  return (await model.generate(asked)).text;
}

async function reasonOf(call: Promise<ModelReply>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof ModelCallError ? error.reason : "none";
}

const SOURCE =
  "Write about lighthouses. The keeper's lantern, well-oiled, burned through every November storm of 1893.";

describe("createFakeModel", () => {
  it("writes the same text on every machine and in every version of this adapter", async () => {
    expect(await textOf(open(), request(SOURCE, { maxOutputTokens: 24 }))).toBe(
      "Burned through each lantern well-oiled had well-oiled burned. Through every every was about lighthouses the about lighthouses the keeper's. Lantern in the every November",
    );
  });

  it("writes sentences out of the prompt's words and common ones", async () => {
    const text = await textOf(open({ outputTokens: [300, 300] }), request(SOURCE));
    const words = text.match(/[\p{L}\p{N}'-]+/gu) ?? [];
    const own = new Set(SOURCE.toLowerCase().match(/[\p{L}\p{N}'-]+/gu));
    const share = words.filter((word) => own.has(word.toLowerCase())).length / words.length;
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThan(0.95);
    expect(text).toMatch(/^\p{Lu}/u);
    expect(text).toMatch(/\.$/);
    expect(text).toContain("\n\n");
    expect(words).toEqual(expect.arrayContaining(["keeper's", "well-oiled", "1893"]));
  });

  it("answers differently to another prompt, seed, temperature, role or model name", async () => {
    const asked = request(SOURCE);
    const texts = [
      await textOf(open(), asked),
      await textOf(open(), request(`${SOURCE} `)),
      await textOf(open(), request(SOURCE, { sampling: { temperature: 0.6, seed: 2 } })),
      await textOf(open(), request(SOURCE, { sampling: { temperature: 0.7, seed: 1 } })),
      await textOf(open(), { ...asked, messages: [{ role: "system", content: SOURCE }] }),
      await textOf(open({}, "other"), asked),
    ];
    expect(new Set(texts).size).toBe(texts.length);
    expect(await textOf(open(), asked)).toBe(texts[0]);
  });

  it("writes as many words as its settings say, and counts them as tokens", async () => {
    const model = open({ outputTokens: [5, 8] });
    const lengths = new Set<number>();
    for (let seed = 0; seed < 60; seed++) {
      const reply = await model.generate(request("one two  three\n", { sampling: { seed } }));
      expect(reply.text.split(/\s+/)).toHaveLength(reply.outputTokens);
      expect([reply.promptTokens, reply.finishReason]).toEqual([3, "stop"]);
      lengths.add(reply.outputTokens);
    }
    expect([...lengths].sort()).toEqual([5, 6, 7, 8]);
    const messages = [...request("one two  three\n").messages, ...request("four").messages];
    expect(await model.countTokens(messages)).toEqual({ tokens: 4, exact: true });
  });

  it("begins with the same words under a tighter limit, and is cut at the context's end", async () => {
    const whole = await textOf(open(), request(SOURCE));
    const cut = await open().generate(request(SOURCE, { maxOutputTokens: 10 }));
    expect(whole.startsWith(cut.text)).toBe(true);
    expect([cut.outputTokens, cut.finishReason]).toEqual([10, "length"]);

    // 14 words of prompt in a context of 19 leave room for 5.
    const squeezed = await open({ contextTokens: 19 }).generate(request(SOURCE));
    expect(SOURCE.split(" ")).toHaveLength(14);
    expect([squeezed.outputTokens, squeezed.finishReason]).toEqual([5, "length"]);
    expect(await reasonOf(open({ contextTokens: 14 }).generate(request(SOURCE)))).toBe(
      "context-overflow",
    );
  });

  it("takes a reply that a stop text empties as empty", async () => {
    const [first = ""] = await textOf(open(), request(SOURCE));
    expect(await reasonOf(open().generate(request(SOURCE, { stop: [first] })))).toBe(
      "empty-output",
    );
  });

  it("takes no more than whole, plain words from odd prompts", async () => {
    const odd = `\uD800 ${"x".repeat(60)} </s> <|im_end|> \u0000 日本語 naïve`;
    const text = await textOf(open({ outputTokens: [200, 200] }), request(odd));
    expect(text).not.toMatch(/\p{Surrogate}|[<>|x]|im_end/u);
    expect(text).not.toContain("\u0000");
    expect(text.toLowerCase()).toContain("naïve");
    expect(text).toContain("日本語");
  });

  it("gives log-probabilities that join to the text, unless it is told to have none", async () => {
    const asked = request(SOURCE, { topLogProbabilities: 2, stop: ["e "] });
    const reply = await open().generate(asked);
    expect(reply.logProbabilities?.map(({ token }) => token).join("")).toBe(reply.text);
    expect(reply.logProbabilities?.every(({ alternatives }) => alternatives.length === 2)).toBe(
      true,
    );
    const none = await open({ logProbabilities: false }).generate(asked);
    expect([none.text, none.logProbabilities]).toEqual([reply.text, undefined]);
  });

  it("takes as long as its settings say, by the clock it was given", async () => {
    const ended: number[] = [];
    const start = clock.nowMs();
    const call = open({ delayMs: 50 }).generate(request(SOURCE));
    const noted = call.then(() => ended.push(clock.nowMs() - start));
    await clock.advance(49);
    expect(ended).toEqual([]);
    await clock.advance(1);
    await noted;
    expect(ended).toEqual([50]);
  });

  it("draws delays from a range, the same ones for the same requests", async () => {
    const delaysOf = async (): Promise<number[]> => {
      const start = clock.nowMs();
      const model = open({ delayMs: [10, 90] });
      const ends: number[] = [];
      const calls = Array.from({ length: 12 }, async (_, seed) => {
        await model.generate(request(SOURCE, { sampling: { seed } }));
        ends[seed] = clock.nowMs() - start;
      });
      await clock.advance(100);
      await Promise.all(calls);
      return ends;
    };
    const delays = await delaysOf();
    expect(await delaysOf()).toEqual(delays);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(10);
    expect(Math.max(...delays)).toBeLessThanOrEqual(90);
    expect(new Set(delays).size).toBeGreaterThan(6);
  });

  it("ends its delay at once when the call is aborted", async () => {
    const abort = new AbortController();
    const call = open({ delayMs: 60_000 }).generate(request(SOURCE), { signal: abort.signal });
    const reason = reasonOf(call);
    await clock.advance(1);
    abort.abort();
    expect(await reason).toBe("cancelled");
    expect(clock.sleepingMs).toEqual([]);
  });

  it.each<[string, FakeModelSettings, string]>([
    ["an unknown key", { delay: 50 } as FakeModelSettings, "delay"],
    ["a negative delay", { delayMs: -1 }, "delayMs"],
    ["a range that falls", { outputTokens: [9, 3] }, "first number"],
    ["an unknown reason", { failures: [{ reason: "boredom" as "network" }] }, "reason"],
    [
      "a broken expression",
      { failures: [{ reason: "network", match: "(" }] },
      "regular expression",
    ],
    [
      "an unknown key of a failure",
      { failures: [{ reason: "network", after: 2 } as never] },
      "after",
    ],
    ["no room at all", { contextTokens: 0 }, "contextTokens"],
  ])("refuses %s, naming it", (_, settings, named) => {
    expect(() => open(settings)).toThrow(
      expect.objectContaining({
        code: "invalid-option",
        message: expect.stringContaining(named),
      }),
    );
  });
});

describe("failures of the fake model", () => {
  const prompts = Array.from({ length: 400 }, (_, index) => `Prompt number ${index}.`);

  async function outcomes(
    model: LanguageModel,
    order: readonly string[] = prompts,
  ): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const prompt of order) found.set(prompt, await reasonOf(model.generate(request(prompt))));
    return found;
  }

  it("fail every call, with the reason, whether it may be retried, and the wait asked for", async () => {
    const failures = [{ reason: "rate-limited", retryAfterMs: 2000 }] as const;
    await expect(open({ failures }).generate(request(SOURCE))).rejects.toMatchObject({
      reason: "rate-limited",
      retryable: true,
      retryAfterMs: 2000,
      message: "Fake model: told to fail with rate-limited.",
    });
    const refused = open({ failures: [{ reason: "refused" }] });
    await expect(refused.generate(request(SOURCE))).rejects.toMatchObject({
      reason: "refused",
      retryable: false,
      retryAfterMs: undefined,
    });
  });

  it("fail the prompts that match", async () => {
    const failures = [{ reason: "refused", match: "number \\d\\.$" }] as const;
    const found = await outcomes(open({ failures }));
    const failed = [...found].filter(([, reason]) => reason === "refused");
    expect(failed.map(([prompt]) => prompt)).toEqual(prompts.slice(0, 10));
  });

  it("fail one prompt in n, the same ones in any order and after a restart", async () => {
    const failures = [{ reason: "server-error", every: 4 }] as const;
    const found = await outcomes(open({ failures }));
    const failed = [...found.values()].filter((reason) => reason === "server-error").length;
    expect(failed).toBeGreaterThan(60);
    expect(failed).toBeLessThan(140);
    const again = await outcomes(open({ failures }), [...prompts].reverse());
    expect(new Map([...again].reverse())).toEqual(found);
  });

  it("fail a request n times, then let it through; the next rule has its turn then", async () => {
    const model = open({
      failures: [
        { reason: "network", times: 2 },
        { reason: "timeout", times: 1, match: "^A" },
      ],
    });
    const reasons = async (prompt: string): Promise<string[]> => {
      const found = [];
      for (let call = 0; call < 4; call++) {
        found.push(await reasonOf(model.generate(request(prompt))));
      }
      return found;
    };
    expect(await reasons("A prompt.")).toEqual(["network", "network", "timeout", "none"]);
    expect(await reasons("The other.")).toEqual(["network", "network", "none", "none"]);
  });
});

describe("the call log of the fake model", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "fake-log-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const lines = (path: string): string[] => readFileSync(path, "utf8").trimEnd().split("\n");

  it("gets a line per call before the reply is returned, failures included", async () => {
    const callLog = join(folder, "deep", "calls.jsonl");
    const model = open({
      callLog,
      delayMs: 10,
      failures: [{ reason: "refused", match: "forbidden" }],
    });
    const abort = new AbortController();
    const start = clock.nowMs();
    const calls: Promise<string>[] = [];
    const ask = (asked: ModelRequest, options?: CallOptions): void => {
      calls.push(reasonOf(model.generate(asked, options)));
    };
    ask(request("one"));
    ask(request("forbidden"));
    ask(request("one", { sampling: { seed: 2 } }), { signal: abort.signal });
    abort.abort();
    await clock.advance(10);
    await Promise.all(calls);
    const entries = lines(callLog).map((line) => JSON.parse(line));
    expect(entries.map(({ outcome }) => outcome)).toEqual(["cancelled", "generated", "refused"]);
    expect(entries.map(({ atMs }) => atMs - start)).toEqual([0, 10, 10]);
    expect(entries[0].promptHash).toBe(entries[1].promptHash);
    expect(new Set(entries.map(({ requestHash }) => requestHash)).size).toBe(3);
    expect(Object.keys(entries[0])).toEqual(["v", "requestHash", "promptHash", "outcome", "atMs"]);
    expect(entries[0].requestHash).toMatch(/^[0-9a-f]{64}$/);
    await model.close();
  });

  it("lets repeated calls be counted over several processes, and mends a torn line", async () => {
    const callLog = join(folder, "calls.jsonl");
    const first = open({ callLog });
    await first.generate(request("one"));
    await first.close();
    appendFileSync(callLog, '{"v":1,"requestH');
    const second = open({ callLog });
    await second.generate(request("one"));
    await second.close();
    const [before, torn, after, ...more] = lines(callLog);
    expect([torn, more]).toEqual(['{"v":1,"requestH', []]);
    expect(JSON.parse(after ?? "").requestHash).toBe(JSON.parse(before ?? "").requestHash);
  });

  it("fails the call when the file cannot be written", async () => {
    await expect(open({ callLog: folder }).generate(request("one"))).rejects.toMatchObject({
      code: "file-error",
      details: { file: folder },
    });
  });
});
