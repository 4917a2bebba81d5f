import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LonghandError } from "../foundation/index.ts";
import { type CachedCall, type CallCacheMode, withCallCache } from "./call-cache.ts";
import { entryPath } from "./call-cache-entry.ts";
import { callKey } from "./call-key.ts";
import type { CallOptions, LanguageModel, ModelReply, ModelRequest } from "./language-model.ts";
import { ModelCallError } from "./model-call-error.ts";

type Answer = (request: ModelRequest, options?: CallOptions) => Promise<Partial<ModelReply>>;

/** A model that counts its calls. */
function stubModel(name: string, answer: Answer = async () => ({})) {
  const calls: ModelRequest[] = [];
  const model: LanguageModel = {
    description: {
      adapter: "stub",
      adapterVersion: 1,
      model: name,
      remote: false,
      deterministic: false,
      parallelCalls: 1,
    },
    generate: async (request, options) => {
      calls.push(request);
      const text = `${name} ${calls.length}: ${request.messages[0]?.content}`;
      const made = await answer(request, options);
      return { text, finishReason: "stop", promptTokens: 2, outputTokens: 3, ...made };
    },
    countTokens: async () => ({ tokens: 1, exact: true }),
    close: async () => undefined,
  };
  return { model, calls };
}

function call(content: string, change: Partial<CachedCall> = {}): CachedCall {
  return {
    stage: "generation",
    request: { messages: [{ role: "user", content }], sampling: { seed: 1 }, maxOutputTokens: 9 },
    templateHash: "t",
    repeat: 0,
    ...change,
  };
}

function failure(reason: "refused" | "network" | "empty-output"): ModelCallError {
  return new ModelCallError(reason, { reason, retryable: false });
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "call-cache-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function open(model: LanguageModel, mode?: CallCacheMode) {
  const warnings: LonghandError[] = [];
  const cached = withCallCache(model, {
    folder,
    ...(mode === undefined ? {} : { mode }),
    onWarning: (warning) => warnings.push(warning),
  });
  return { cached, warnings };
}

describe("withCallCache", () => {
  it("asks once and gives the very same reply again, also to another process", async () => {
    const logProbabilities = [{ token: "é🌊", logProbability: -0.25, alternatives: [] }];
    const first = stubModel("m", async () => ({
      finishReason: "length",
      cachedPromptTokens: 1,
      logProbabilities,
      revision: "r",
    }));
    const asked = await open(first.model).cached.generate(call("Hello \u2028\u0000 é"));
    const second = stubModel("m");
    const { cached, warnings } = open(second.model);
    const again = await cached.generate(call("Hello \u2028\u0000 é"));
    expect(asked.cached).toBe(false);
    expect(again).toEqual({ ...asked, cached: true });
    expect(again.reply).toEqual({
      text: "m 1: Hello \u2028\u0000 é",
      finishReason: "length",
      promptTokens: 2,
      outputTokens: 3,
      cachedPromptTokens: 1,
      logProbabilities,
      revision: "r",
    });
    expect([first.calls.length, second.calls.length, warnings]).toEqual([1, 0, []]);
  });

  it("calls each of two models for each of N prompts over one cache: 2N calls", async () => {
    const models = [stubModel("a"), stubModel("b")];
    for (let round = 0; round < 3; round++) {
      for (const { model } of models) {
        for (const prompt of ["one", "two", "three"]) {
          await open(model).cached.generate(call(prompt));
        }
      }
    }
    expect(models.map(({ calls }) => calls.length)).toEqual([3, 3]);
  });

  it("keeps repeats apart: three calls per prompt, three stored replies", async () => {
    const { model, calls } = stubModel("m");
    const { cached } = open(model);
    const texts = [];
    for (const repeat of [0, 1, 2, 0, 1, 2]) {
      texts.push((await cached.generate(call("Hello", { repeat }))).reply.text);
    }
    expect(calls).toHaveLength(3);
    expect(texts.slice(3)).toEqual(texts.slice(0, 3));
    expect(new Set(texts).size).toBe(3);
  });

  it.each(["refused", "network", "empty-output"] as const)(
    "asks again after %s",
    async (reason) => {
      const { model, calls } = stubModel("m", async () => {
        if (calls.length === 1) throw failure(reason);
        return {};
      });
      const { cached } = open(model);
      await expect(cached.generate(call("Hello"))).rejects.toMatchObject({ reason });
      expect(readdirSync(folder)).toEqual([]);
      expect((await cached.generate(call("Hello"))).cached).toBe(false);
      expect((await cached.generate(call("Hello"))).cached).toBe(true);
      expect(calls).toHaveLength(2);
    },
  );

  it("stores no reply that is blank or that JSON cannot hold", async () => {
    const infinite = [{ token: "a", logProbability: Number.NEGATIVE_INFINITY, alternatives: [] }];
    for (const odd of [{ text: " \n" }, { logProbabilities: infinite }]) {
      const { model } = stubModel("m", async () => odd);
      await open(model).cached.generate(call("Hello"));
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each<[CallCacheMode, boolean[], number]>([
    ["readwrite", [false, true, true], 1],
    ["read", [false, false, true], 2],
    ["write", [false, false, true], 2],
    ["off", [false, false, true], 2],
  ])("in mode %s answers from the cache: %o", async (mode, expected, callsMade) => {
    const { model, calls } = stubModel("m");
    const { cached } = open(model, mode);
    const outcomes = [
      (await cached.generate(call("Hello"))).cached,
      (await cached.generate(call("Hello"))).cached,
    ];
    if (mode === "read" || mode === "off") {
      expect(readdirSync(folder)).toEqual([]);
      await open(stubModel("m").model, "write").cached.generate(call("Hello"));
    }
    outcomes.push((await open(model, "read").cached.generate(call("Hello"))).cached);
    expect([outcomes, calls.length]).toEqual([expected, callsMade]);
  });

  it("in mode write replaces what is stored", async () => {
    await open(stubModel("m").model).cached.generate(call("Hello"));
    const { model } = stubModel("m", async () => ({ text: "newer" }));
    await open(model, "write").cached.generate(call("Hello"));
    expect((await open(model, "read").cached.generate(call("Hello"))).reply.text).toBe("newer");
  });

  it("makes one call for equal calls at the same time", async () => {
    const { model, calls } = stubModel("m");
    const { cached } = open(model);
    const pieces: string[] = [];
    const replies = await Promise.all([
      cached.generate(call("Hello")),
      cached.generate(call("Hello"), { onText: (piece) => pieces.push(piece) }),
      cached.generate(call("Other")),
    ]);
    expect(calls).toHaveLength(2);
    expect(replies.map((reply) => reply.cached)).toEqual([false, true, false]);
    expect(pieces).toEqual(["m 1: Hello"]);
  });

  it("lets the next of equal calls try when the first fails", async () => {
    const { model, calls } = stubModel("m", async () => {
      await Promise.resolve();
      if (calls.length === 1) throw failure("network");
      return {};
    });
    const { cached } = open(model);
    const replies = await Promise.allSettled([1, 2, 3].map(() => cached.generate(call("Hello"))));
    expect(replies.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
    expect(calls).toHaveLength(2);
  });

  it("ends the wait for an equal call when it is aborted, and leaves that call alone", async () => {
    let finish = (): void => undefined;
    const open1 = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { model } = stubModel("m", async () => {
      await open1;
      return {};
    });
    const { cached } = open(model);
    const abort = new AbortController();
    const first = cached.generate(call("Hello"));
    const second = cached.generate(call("Hello"), { signal: abort.signal });
    abort.abort();
    await expect(second).rejects.toMatchObject({ reason: "cancelled" });
    finish();
    expect((await first).cached).toBe(false);
    await expect(
      cached.generate(call("Hello"), { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ reason: "cancelled" });
  });

  it("makes the call of a miss, and no other, through onMiss", async () => {
    const { model, calls } = stubModel("m", async () => {
      if (calls.length === 1) throw failure("network");
      return {};
    });
    const { cached } = open(model);
    let misses = 0;
    const options = {
      onMiss: async (callModel: () => Promise<ModelReply>) => {
        misses += 1;
        return callModel().catch(callModel);
      },
    };
    await cached.generate(call("Hello"), options);
    await cached.generate(call("Hello"), options);
    expect([misses, calls.length]).toEqual([1, 2]);
  });

  it("streams a cached reply in one piece", async () => {
    const { model } = stubModel("m");
    const { cached } = open(model);
    await cached.generate(call("Hello"));
    const pieces: string[] = [];
    await cached.generate(call("Hello"), { onText: (piece) => pieces.push(piece) });
    expect(pieces).toEqual(["m 1: Hello"]);
  });

  it.each<[string, (file: string) => string]>([
    ["empty", () => ""],
    ["cut in half", (file) => file.slice(0, file.length / 2)],
    ["without its last bytes", (file) => file.slice(0, -9)],
    ["with one letter changed", (file) => file.replace("Hello", "Hallo")],
    ["not ours", () => "{}\n"],
  ])("asks again, with a warning, when an entry is %s", async (_, damage) => {
    const { model, calls } = stubModel("m");
    const { key } = await open(model).cached.generate(call("Hello"));
    const path = entryPath(folder, key);
    writeFileSync(path, damage(readFileSync(path, "utf8")));
    const { cached, warnings } = open(model);
    expect((await cached.generate(call("Hello"))).cached).toBe(false);
    expect(calls).toHaveLength(2);
    expect(warnings).toMatchObject([{ code: "damaged-cache-entry", details: { file: path } }]);
    expect((await cached.generate(call("Hello"))).cached).toBe(true);
    expect(warnings).toHaveLength(1);
  });

  it("does not take an entry that lies under another key", async () => {
    const { model, calls } = stubModel("m");
    const { cached, warnings } = open(model);
    const { key } = await cached.generate(call("Hello"));
    const other = await cached.generate(call("Other"));
    writeFileSync(entryPath(folder, other.key), readFileSync(entryPath(folder, key)));
    expect((await cached.generate(call("Other"))).reply.text).toBe("m 3: Other");
    expect([calls.length, warnings.length]).toEqual([3, 1]);
  });

  it("goes on with a warning when the folder cannot be used", async () => {
    const { model, calls } = stubModel("m");
    writeFileSync(join(folder, "file"), "");
    const warnings: LonghandError[] = [];
    const cached = withCallCache(model, {
      folder: join(folder, "file"),
      onWarning: (warning) => warnings.push(warning),
    });
    expect((await cached.generate(call("Hello"))).reply.text).toBe("m 1: Hello");
    expect(calls).toHaveLength(1);
    expect(warnings.map(({ code }) => code)).toEqual(["cache-error", "cache-error"]);
  });

  it("leaves nothing but whole entries, none of which holds the prompt", async () => {
    const { model } = stubModel("m", async () => ({ text: "A reply." }));
    const { cached } = open(model);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => cached.generate(call(`secret-${index}`))),
    );
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(
      files.map(({ name }) => name).filter((name) => !/^[0-9a-f]{62}\.json$/.test(name)),
    ).toEqual([]);
    expect(files).toHaveLength(20);
    const key = callKey({ ...call("secret-3"), description: model.description });
    expect(readFileSync(entryPath(folder, key), "utf8")).not.toContain("secret");
  });

  it("does not hide a fault of the receiver of warnings", async () => {
    const { model } = stubModel("m");
    const { key } = await open(model).cached.generate(call("Hello"));
    writeFileSync(entryPath(folder, key), "");
    const cached = withCallCache(model, {
      folder,
      onWarning: (warning) => {
        throw warning;
      },
    });
    await expect(cached.generate(call("Hello"))).rejects.toMatchObject({
      code: "damaged-cache-entry",
    });
  });
});
