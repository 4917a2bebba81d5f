import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canonicalJson } from "../storage/index.ts";
import type { LanguageModel, ModelReply, ModelRequest } from "./language-model.ts";
import { ModelCallError } from "./model-call-error.ts";

/** Parts of the contract that a backend may be unable to keep; each needs a reason to be left out. */
export type OptionalPromise = "stop" | "seed" | "log-probabilities" | "context-overflow" | "limit";

/** What the suite has to know of an adapter. */
export interface LanguageModelSuiteOptions {
  /** Promises that this adapter does not make, each with the reason. */
  readonly leftOut?: Partial<Readonly<Record<OptionalPromise, string>>>;
  /** Time limit of a test in milliseconds. */
  readonly testTimeoutMs?: number;
}

/**
 * The suite that every language model passes: what a caller may rely on, whatever the backend.
 *
 * @param name - Name of the adapter, for the test report.
 * @param open - Opens a model that can answer any prompt with a text of at least a few words.
 * @param options - Promises left out, with the reason.
 */
export function describeLanguageModel(
  name: string,
  open: () => Promise<LanguageModel>,
  options: LanguageModelSuiteOptions = {},
): void {
  const timeout = options.testTimeoutMs ?? 30_000;
  describe(`${name} keeps the contract of language models`, { timeout }, () => {
    let model: LanguageModel;
    beforeAll(async () => {
      model = await open();
    }, timeout);
    afterAll(async () => {
      await model.close();
    });
    const current = (): LanguageModel => model;
    describeReplies(current);
    describeInputs(current, options);
    describeSettings(current, options);
    describeAbort(current);
    describeClosing(open);
  });
}

function describeReplies(model: () => LanguageModel): void {
  it("answers with text, usage and a finish reason", async () => {
    const reply = await model().generate(request("Tell me about the sea."));
    expect(reply.text).not.toBe("");
    expect(["stop", "length"]).toContain(reply.finishReason);
    expect(reply.promptTokens).toBeGreaterThan(0);
    expect(reply.outputTokens).toBeGreaterThan(0);
    expect(Number.isInteger(reply.promptTokens) && Number.isInteger(reply.outputTokens)).toBe(true);
    expect(reply.logProbabilities).toBeUndefined();
  });

  it("streams pieces that join to the reply, none of them empty or cut inside a character", async () => {
    const pieces: string[] = [];
    const reply = await model().generate(request("Say something with an emoji 🌊, please."), {
      onText: (piece) => pieces.push(piece),
    });
    expect(pieces.join("")).toBe(reply.text);
    expect(pieces.filter((piece) => piece === "" || /\p{Surrogate}/u.test(piece))).toEqual([]);
  });

  it("describes itself in plain data", () => {
    const { description } = model();
    expect(JSON.parse(canonicalJson(description))).toEqual({ ...description });
    expect(description.parallelCalls).toBeGreaterThanOrEqual(1);
    expect(description.adapterVersion).toBeGreaterThanOrEqual(1);
    expect(description.baseUrl ?? "").not.toContain("@");
  });

  it("keeps calls that run at once apart", async () => {
    const topics = ["apples", "boats", "clouds", "doors", "eggs"];
    const replies = await Promise.all(
      topics.map(async (topic) => {
        const pieces: string[] = [];
        const reply = await model().generate(request(`Write about ${topic}.`), {
          onText: (piece) => pieces.push(piece),
        });
        return { reply, streamed: pieces.join("") };
      }),
    );
    expect(replies.map(({ streamed }) => streamed)).toEqual(replies.map(({ reply }) => reply.text));
  });

  it("gives equal replies to equal requests, alone and among others, if it says so", async () => {
    const asked = request("Tell me about rivers.", { sampling: { temperature: 0, seed: 3 } });
    const alone = await model().generate(asked);
    const [, among] = await Promise.all([
      model().generate(request("Another question.")),
      model().generate(asked),
      model().generate(request("And a much longer one, about lakes, ponds and puddles.")),
    ]);
    const again = await model().generate(asked);
    const texts = [among?.text, again.text];
    expect(texts).toEqual(
      model().description.deterministic
        ? [alone.text, alone.text]
        : texts.map(() => expect.any(String)),
    );
  });
}

function describeInputs(model: () => LanguageModel, { leftOut }: LanguageModelSuiteOptions): void {
  it("takes any Unicode and an empty message", async () => {
    for (const content of ["", " ", "日本語 العربية 👩‍👩‍👧 \u0000\uFEFF", "</s><|im_end|>[INST]"]) {
      const reply = await model().generate(request(content));
      expect(reply.text).not.toBe("");
    }
  });

  it("takes a system message and turns of both sides", async () => {
    const reply = await model().generate({
      ...request(""),
      messages: [
        { role: "system", content: "You are terse." },
        { role: "user", content: "Hello." },
        { role: "assistant", content: "Hello." },
        { role: "user", content: "Go on." },
      ],
    });
    expect(reply.text).not.toBe("");
  });

  it("counts a longer conversation as longer, exactly or from above", async () => {
    const short = request("One two three.");
    const long = request("One two three. ".repeat(40));
    const counted = await model().countTokens(short.messages);
    const { promptTokens } = await model().generate(short);
    expect(counted.tokens).toBeGreaterThanOrEqual(promptTokens);
    expect(counted.exact ? counted.tokens : promptTokens).toBe(promptTokens);
    expect((await model().countTokens(long.messages)).tokens).toBeGreaterThan(counted.tokens);
  });

  it.each<[string, Partial<ModelRequest>]>([
    ["no messages", { messages: [] }],
    ["no room for a reply", { maxOutputTokens: 0 }],
    ["an empty stop text", { stop: [""] }],
    ["a negative temperature", { sampling: { temperature: -1 } }],
  ])("refuses %s as an invalid option", async (_, change) => {
    await expect(model().generate({ ...request("Hello."), ...change })).rejects.toMatchObject({
      code: "invalid-option",
    });
  });

  optional("context-overflow", leftOut)(
    "refuses a prompt that is longer than its context",
    async () => {
      const words = model().description.contextTokens ?? 100_000;
      const error = await failureOf(model().generate(request("lorem ipsum ".repeat(words))));
      expect(error.reason).toBe("context-overflow");
      expect(error.retryable).toBe(false);
    },
  );
}

function describeSettings(
  model: () => LanguageModel,
  { leftOut }: LanguageModelSuiteOptions,
): void {
  optional("limit", leftOut)("stops at maxOutputTokens, and says so", async () => {
    const reply = await model().generate(request("Count to a million.", { maxOutputTokens: 2 }));
    expect(reply.outputTokens).toBeLessThanOrEqual(2);
    expect(reply.finishReason).toBe("length");
  });

  optional("stop", leftOut)("ends before a stop text, which is in no piece either", async () => {
    const whole = await model().generate(request("Tell me a story."));
    const characters = [...whole.text];
    const middle = Math.floor(characters.length / 2);
    const stop = characters.slice(middle, middle + 3).join("");
    const pieces: string[] = [];
    const reply = await model().generate(request("Tell me a story.", { stop: ["\u0001", stop] }), {
      onText: (piece) => pieces.push(piece),
    });
    expect(reply.text).toBe(whole.text.slice(0, whole.text.indexOf(stop)));
    expect(pieces.join("")).toBe(reply.text);
    expect(reply.finishReason).toBe("stop");
  });

  optional("seed", leftOut)("repeats a reply with its seed, and varies without it", async () => {
    const drawn = async (seed: number): Promise<string> => {
      const sampling = { temperature: 1.5, seed };
      return (await model().generate(request("Invent a name.", { sampling }))).text;
    };
    const texts = [await drawn(1), await drawn(2), await drawn(3), await drawn(4)];
    expect(await drawn(1)).toBe(texts[0]);
    expect(new Set(texts).size).toBeGreaterThan(1);
  });

  optional("log-probabilities", leftOut)("gives log-probabilities when asked", async () => {
    const reply = await model().generate(request("Hello.", { topLogProbabilities: 3 }));
    checkLogProbabilities(reply, 3);
  });
}

function checkLogProbabilities(reply: ModelReply, wanted: number): void {
  const tokens = reply.logProbabilities ?? [];
  expect(tokens.length).toBeGreaterThan(0);
  expect(tokens.length).toBeLessThanOrEqual(reply.outputTokens);
  for (const { logProbability, alternatives } of tokens) {
    expect(logProbability).toBeLessThanOrEqual(0);
    expect(alternatives.length).toBeGreaterThan(0);
    expect(alternatives.length).toBeLessThanOrEqual(wanted);
    const listed = alternatives.map((alternative) => alternative.logProbability);
    expect(listed).toEqual([...listed].sort((left, right) => right - left));
  }
}

function describeAbort(model: () => LanguageModel): void {
  it("does not start a call whose signal is aborted", async () => {
    const pieces: string[] = [];
    const error = await failureOf(
      model().generate(request("Hello."), {
        signal: AbortSignal.abort(),
        onText: (piece) => pieces.push(piece),
      }),
    );
    expect(error.reason).toBe("cancelled");
    expect(error.retryable).toBe(false);
    expect(pieces).toEqual([]);
  });

  it("ends a call that is aborted while it writes, and answers the next one", async () => {
    const abort = new AbortController();
    let late = 0;
    const error = await failureOf(
      model().generate(request("Tell me a very long story.", { maxOutputTokens: 200 }), {
        signal: abort.signal,
        onText: () => {
          if (abort.signal.aborted) late += 1;
          abort.abort();
        },
      }),
    );
    expect(error.reason).toBe("cancelled");
    expect(late).toBe(0);
    expect((await model().generate(request("Hello."))).text).not.toBe("");
  });
}

function describeClosing(open: () => Promise<LanguageModel>): void {
  it("rejects calls after it was closed, and may be closed twice", async () => {
    const model = await open();
    await model.close();
    await model.close();
    await expect(model.generate(request("Hello."))).rejects.toMatchObject({
      code: expect.any(String),
    });
  });
}

/** A test that runs unless its promise is left out; the reason then stands in the report. */
function optional(
  promise: OptionalPromise,
  leftOut: LanguageModelSuiteOptions["leftOut"],
): (name: string, body: () => Promise<void>) => void {
  const reason = leftOut?.[promise];
  return (name, body) => {
    if (reason === undefined) it(name, body);
    else
      it(`makes no promise about "${promise}": ${reason}`, () =>
        expect(reason.length > 9).toBe(true));
  };
}

function request(content: string, change: Partial<ModelRequest> = {}): ModelRequest {
  return {
    messages: [{ role: "user", content }],
    sampling: { temperature: 0, seed: 1 },
    maxOutputTokens: 24,
    ...change,
  };
}

async function failureOf(call: Promise<unknown>): Promise<ModelCallError> {
  const outcome = await call.then(
    () => "a reply",
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(ModelCallError);
  return outcome as ModelCallError;
}
