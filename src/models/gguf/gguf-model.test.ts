import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual, promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type TinyGgufOptions, writeTinyGguf } from "../../../tests/tiny-gguf.ts";
import { describeLanguageModel } from "../language-model.contract.ts";
import type { ModelRequest } from "../language-model.ts";
import { type GgufModel, type GgufModelOptions, openGgufModel } from "./gguf-model.ts";

const TIMEOUT_MS = 60_000;

let folder: string;
let tiny: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "longhand-gguf-"));
  tiny = write("tiny.gguf");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, options: TinyGgufOptions = {}): string {
  const path = join(folder, name);
  writeTinyGguf(path, options);
  return path;
}

function open(changes: Partial<GgufModelOptions> = {}): Promise<GgufModel> {
  return openGgufModel({ path: tiny, name: "tiny", revision: "r1", threads: 1, ...changes });
}

function request(content: string, changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    messages: [{ role: "user", content }],
    sampling: {},
    maxOutputTokens: 24,
    ...changes,
  };
}

/** Whether a process is there; a process that has ended may still wait to be collected. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

async function untilGone(pid: number): Promise<boolean> {
  for (let turn = 0; turn < 500 && isRunning(pid); turn++) await wait(20);
  return !isRunning(pid);
}

describeLanguageModel("openGgufModel", () => open(), { testTimeoutMs: TIMEOUT_MS });

describe("openGgufModel", { timeout: TIMEOUT_MS }, () => {
  let model: GgufModel;
  beforeAll(async () => {
    model = await open();
  }, TIMEOUT_MS);
  afterAll(() => model.close());

  it("describes what changes replies", () => {
    expect(model.description).toEqual({
      adapter: "gguf",
      adapterVersion: 1,
      model: "tiny",
      revision: "r1",
      contextTokens: 512,
      remote: false,
      deterministic: true,
      continuesReply: true,
      parallelCalls: 8,
      settings: expect.objectContaining({ engine: "3.21.1", device: "cpu" }),
    });
  });

  it("adds the default system message of the template, and counts it", async () => {
    const user = { role: "user", content: "hi" } as const;
    const counted = await model.countTokens([user]);
    expect(counted).toEqual(
      await model.countTokens([{ role: "system", content: "Be kind." }, user]),
    );
    const other = await model.countTokens([{ role: "system", content: "Be kind or not." }, user]);
    expect(other.tokens).toBeGreaterThan(counted.tokens);
  });

  it("reads special tokens in a message as plain text", async () => {
    const count = async (content: string) =>
      (await model.countTokens(request(content).messages)).tokens;
    // The tokenizer knows neither "<" nor "|": a, <, |, o, v, er, |, > are eight tokens, and
    // the special token would be one.
    expect((await count("a<|over|>")) - (await count("a"))).toBe(7);
  });

  it("goes on with a message of its own", async () => {
    const messages = [
      { role: "user", content: "Begin." },
      { role: "assistant", content: "Once upon" },
    ] as const;
    const asked = await model.countTokens(messages);
    const started = await model.countTokens(messages.slice(0, 1));
    const { text } = await model.generate({ ...request(""), messages });
    // "▁O" or "O", "n", "c", "e", "▁", "u", "p", "o", "n": nothing follows them, so no end either.
    expect(asked.tokens - started.tokens).toBeLessThanOrEqual("Once upon".length + 1);
    expect(text).not.toBe("");
  });

  it("draws tokens from the probabilities that it reports", async () => {
    const { logProbabilities = [] } = await model.generate(
      request("Hello.", { topLogProbabilities: 400 }),
    );
    expect(logProbabilities.length).toBe(24);
    for (const { token, logProbability, alternatives } of logProbabilities) {
      expect(alternatives[0]).toEqual({ token, logProbability });
      const sum = alternatives.reduce((total, other) => total + Math.exp(other.logProbability), 0);
      expect(sum).toBeCloseTo(1, 4);
    }
    const cut = await model.generate(
      request("Hello.", { topLogProbabilities: 400, sampling: { temperature: 1, topK: 3 } }),
    );
    expect(cut.logProbabilities?.map(({ alternatives }) => alternatives.length)).toEqual(
      Array.from({ length: 24 }, () => 3),
    );
  });

  it("writes less of what it has written under a repeat penalty", async () => {
    const long = { maxOutputTokens: 120 };
    const plain = await model.generate(request("Go.", long));
    const punished = await model.generate(
      request("Go.", { ...long, sampling: { repeatPenalty: 3 } }),
    );
    const kinds = (text: string) => new Set(text).size;
    expect(kinds(punished.text)).toBeGreaterThan(kinds(plain.text));
  });

  it("stops at the end of the context, and says so", async () => {
    const reply = await model.generate(request("word ".repeat(70), { maxOutputTokens: 4000 }));
    expect(reply.outputTokens).toBeGreaterThan(50);
    expect(reply.promptTokens + reply.outputTokens).toBe(512);
    expect(reply.finishReason).toBe("length");
  });

  it("hands on what a listener throws, and answers the next call", async () => {
    const fault = new TypeError("the terminal is gone");
    const call = model.generate(request("Hello."), {
      onText: () => {
        throw fault;
      },
    });
    await expect(call).rejects.toBe(fault);
    expect((await model.generate(request("Hello."))).text).not.toBe("");
  });

  it("gives up calls that wait for their turn", async () => {
    const abort = new AbortController();
    const long = request("Hello.", { maxOutputTokens: 300 });
    const running = Array.from({ length: 4 }, () => model.generate(long));
    const waiting = model.generate(long, { signal: abort.signal });
    await wait(5);
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ reason: "cancelled" });
    const texts = (await Promise.all(running)).map(({ text }) => text);
    expect(new Set(texts).size).toBe(1);
  });

  it("survives Ctrl-C, which reaches all processes of a terminal", async () => {
    const { pid } = model;
    const call = model.generate(request("Hello.", { maxOutputTokens: 200 }), {
      onText: () => process.kill(pid as number, "SIGINT"),
    });
    expect((await call).outputTokens).toBe(200);
    expect(model.pid).toBe(pid);
  });
});

describe.each<NonNullable<TinyGgufOptions["weights"]>>(["f32", "q8_0"])(
  "a model with weights in %s",
  { timeout: TIMEOUT_MS },
  (weights) => {
    // Longer and shorter than 256 tokens, from where attention may be split by threads.
    const requests = Array.from({ length: 7 }, (_, place) =>
      request("many words ".repeat((place * 11) % 38), {
        sampling: place % 2 === 0 ? {} : { temperature: 1.2, topP: 0.9, seed: place },
        maxOutputTokens: 3 + 7 * (place % 4),
      }),
    );

    async function answers(model: GgufModel) {
      const answer = async (asked: ModelRequest) => (await model.generate(asked)).text;
      const together = await Promise.all(requests.map(answer));
      const backwards = (await Promise.all([...requests].reverse().map(answer))).reverse();
      const alone: string[] = [];
      for (const asked of requests) alone.push(await answer(asked));
      return { together, backwards, alone };
    }

    it("gives equal requests equal replies: alone, in a crowd, and in another order", async () => {
      const path = write(`${weights}.gguf`, { weights });
      const model = await open({ path, threads: 2, sequences: 4 });
      const { together, backwards, alone } = await answers(model);
      const { settings, deterministic } = model.description;
      await model.close();
      expect(deterministic).toBe(true);
      expect(new Set(together).size).toBeGreaterThan(4);
      expect(backwards).toEqual(together);
      expect(alone).toEqual(together);

      const other = await open({ path, threads: 1, sequences: 3 });
      const { together: others } = await answers(other);
      const isLikeFirst = isDeepStrictEqual(other.description.settings, settings);
      await other.close();
      expect(others).toEqual(isLikeFirst ? together : expect.any(Array));
    });

    it("answers a prompt that it has read already as if it read it anew", async () => {
      const path = write(`${weights}.gguf`, { weights });
      const asked = [1, 2, 3, 4, 5, 6].map((seed) =>
        request("many words ".repeat(31), {
          sampling: { temperature: 1.2, seed },
          topLogProbabilities: 3,
        }),
      );
      const model = await open({ path, threads: 2, sequences: 4 });
      const replies = await Promise.all(asked.map((one) => model.generate(one)));
      await model.close();
      expect(replies[0]?.promptTokens).toBeGreaterThan(256);
      for (const place of [3, 5]) {
        const fresh = await open({ path, threads: 2, sequences: 4 });
        const reply = await fresh.generate(asked[place] as ModelRequest);
        await fresh.close();
        expect(replies[place]).toEqual(reply);
      }
    });

    it("does the same with one sequence", async () => {
      const path = write(`${weights}.gguf`, { weights });
      const model = await open({ path, threads: 2, sequences: 1 });
      const { together, backwards, alone } = await answers(model);
      expect(model.description).toMatchObject({
        deterministic: true,
        parallelCalls: 1,
        settings: { rows: 1, threads: 2 },
      });
      await model.close();
      expect(backwards).toEqual(together);
      expect(alone).toEqual(together);
    });
  },
);

describe("the engine process", { timeout: TIMEOUT_MS }, () => {
  let model: GgufModel | undefined;
  afterEach(async () => {
    await model?.close();
    model = undefined;
  });

  it("fails the calls in it when it is killed, and is started again by the next", async () => {
    model = await open();
    const before = await model.generate(request("Hello."));
    const pid = model.pid as number;
    const long = request("Hello.", { maxOutputTokens: 400 });
    const calls = await Promise.allSettled([
      model.generate(long, { onText: () => process.kill(pid, "SIGKILL") }),
      model.generate(long),
    ]);
    for (const call of calls) {
      expect(call).toMatchObject({
        status: "rejected",
        reason: { reason: "server-error", retryable: true },
      });
    }
    expect((await model.generate(request("Hello."))).text).toBe(before.text);
    expect(model.pid).not.toBe(pid);
    expect(isRunning(pid)).toBe(false);
  });

  it("ends with close, also in the middle of a call", async () => {
    model = await open();
    const pid = model.pid as number;
    const call = model.generate(request("Hello.", { maxOutputTokens: 400 }));
    const outcome = expect(call).rejects.toMatchObject({ reason: "server-error" });
    await model.close();
    await outcome;
    expect(isRunning(pid)).toBe(false);
    expect(model.pid).toBeUndefined();
  });

  it("answers in time or not at all", async () => {
    model = await open({ replyTimeoutMs: 1 });
    const long = request("Hello.", { maxOutputTokens: 400 });
    await expect(model.generate(long)).rejects.toMatchObject({
      reason: "timeout",
      retryable: true,
    });
  });

  it("does not outlive its parent, however that ends", async () => {
    const script = (end: string) => `
      import { openGgufModel } from "./src/models/gguf/gguf-model.ts";
      const model = await openGgufModel({ path: ${JSON.stringify(tiny)}, name: "tiny", threads: 1 });
      const messages = [{ role: "user", content: "Hello." }];
      await model.generate({ messages, sampling: {}, maxOutputTokens: 3 });
      console.log(model.pid);
      ${end}`;
    const runScript = async (name: string, end: string): Promise<number> => {
      const file = join(process.cwd(), `node_modules/.cache-longhand-${process.pid}-${name}.mts`);
      writeFileSync(file, script(end).replace("./src", `${process.cwd()}/src`));
      try {
        const run = promisify(execFile)(process.execPath, ["--import", "tsx", file]);
        const { stdout } = await run.catch((error: { readonly stdout: string }) => error);
        return Number(stdout);
      } finally {
        rmSync(file);
      }
    };
    const [killed, forgot] = await Promise.all([
      runScript("killed", 'process.kill(process.pid, "SIGKILL");'),
      runScript("forgot", "// and no close()"),
    ]);
    expect([killed > 0, forgot > 0]).toEqual([true, true]);
    expect([await untilGone(killed), await untilGone(forgot)]).toEqual([true, true]);
  });
});

describe("files that cannot be opened", { timeout: TIMEOUT_MS }, () => {
  const refusal = (changes: Partial<GgufModelOptions>) =>
    open(changes).then(
      async (opened) => {
        await opened.close();
        return "opened";
      },
      (error: unknown) => error,
    );

  it("refuses an encoder–decoder model before it could abort", async () => {
    expect(await refusal({ path: write("t5.gguf", { architecture: "t5" }) })).toMatchObject({
      code: "unsupported-model",
      message: expect.stringContaining("encoder–decoder model (t5)"),
    });
  });

  it("refuses an embedding model", async () => {
    expect(await refusal({ path: write("bert.gguf", { architecture: "bert" }) })).toMatchObject({
      code: "unsupported-model",
      message: expect.stringContaining("turns texts into vectors"),
    });
  });

  it("refuses a file without a chat template, unless one is given", async () => {
    const path = write("plain.gguf", { chatTemplate: "" });
    expect(await refusal({ path })).toMatchObject({ code: "unsupported-model" });
    expect(await refusal({ path, chatTemplate: "{{ nothing | unknown }}" })).toMatchObject({
      code: "unsupported-model",
    });
    const chatTemplate =
      "{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}assistant: ";
    const model = await open({ path, chatTemplate });
    expect(model.description.settings).toHaveProperty("chatTemplate");
    await model.close();
  });

  it("refuses damaged files", async () => {
    const whole = readFileSync(tiny);
    const path = join(folder, "damaged.gguf");
    writeFileSync(path, whole.subarray(0, whole.length / 2));
    expect(await refusal({ path })).toMatchObject({ code: "model-damaged" });
    writeFileSync(path, Buffer.concat([Buffer.from("GGUF"), Buffer.alloc(5000, 255)]));
    expect(await refusal({ path })).toMatchObject({ code: "model-damaged" });
  });

  it("refuses other files without starting a process", async () => {
    const path = join(folder, "page.gguf");
    writeFileSync(path, "<html>Log in</html>");
    expect(await refusal({ path })).toMatchObject({ code: "not-a-model" });
    expect(await refusal({ path: join(folder, "none.gguf") })).toMatchObject({ code: "not-found" });
    expect(await refusal({ path: folder })).toMatchObject({ code: "not-readable" });
  });

  it.each([
    ["threads", { threads: 0 }],
    ["sequences", { sequences: 1.5 }],
    ["contextTokens", { contextTokens: -1 }],
    ["replyTimeoutMs", { replyTimeoutMs: Number.NaN }],
  ])("refuses wrong %s", async (_, changes) => {
    expect(await refusal(changes)).toMatchObject({ code: "invalid-option" });
  });

  it("says how to get a GPU that is not there", async () => {
    expect(await refusal({ gpu: "cuda" })).toMatchObject({
      code: "gpu-unavailable",
      hint: expect.stringContaining("npm run gpu"),
    });
  });
});

describe("a model that ends its replies", { timeout: TIMEOUT_MS }, () => {
  it("ends with its own token, of which nothing is seen", async () => {
    const model = await open({ path: write("ending.gguf", { endWeight: 0.3 }), sequences: 2 });
    const replies = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((seed) =>
        model.generate(
          request("Hello.", { maxOutputTokens: 300, sampling: { temperature: 2, seed } }),
        ),
      ),
    );
    await model.close();
    expect(replies.map(({ finishReason }) => finishReason)).toContain("stop");
    for (const { text, outputTokens, finishReason } of replies) {
      expect(text).not.toMatch(/<\/s>|<\|/);
      expect(outputTokens < 300).toBe(finishReason === "stop");
    }
  });

  it("is said to have written nothing if it ends at once", async () => {
    const model = await open({ path: write("silent.gguf", { endWeight: 9 }) });
    const call = model.generate(request("Hello."));
    await expect(call).rejects.toMatchObject({ reason: "empty-output", retryable: false });
    await model.close();
  });
});

describe("system messages", { timeout: TIMEOUT_MS }, () => {
  const refusing =
    "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system') }}{% endif %}" +
    "{{ m.role }}: {{ m.content }}\n{% endfor %}assistant: ";
  it.each<[string, Partial<GgufModelOptions>]>([
    ["where the template refuses them", { chatTemplate: refusing }],
    ["where that is wanted", { systemRole: "user" }],
  ])("go before the first user message %s", async (_, changes) => {
    const model = await open(changes);
    const apart = await model.countTokens([
      { role: "system", content: "Be brief." },
      { role: "user", content: "hi" },
    ]);
    const joined = await model.countTokens([{ role: "user", content: "Be brief.\n\nhi" }]);
    await model.close();
    expect(apart).toEqual(joined);
  });
});
