import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type Answer,
  chatCompletion,
  eventsOf,
  hang,
  hangUp,
  isStreamWanted,
  json,
  type MockOpenAiServer,
  type ReceivedRequest,
  reply,
  startMockOpenAiServer,
  startStream,
  stream,
  text,
} from "../../../tests/mock-openai-server.ts";
import { createVirtualClock, type VirtualClock } from "../../../tests/virtual-clock.ts";
import { LonghandError } from "../../foundation/index.ts";
import { createFakeModel } from "../fake/fake-model.ts";
import { describeLanguageModel } from "../language-model.contract.ts";
import type { LanguageModel, ModelReply, ModelRequest } from "../language-model.ts";
import { ModelCallError } from "../model-call-error.ts";
import { createOpenAiModel } from "./openai-model.ts";
import type { OpenAiModelOptions } from "./openai-settings.ts";

const KEY = "sk-canary-0123456789";
const START_MS = Date.UTC(2026, 0, 2, 3, 4, 5);

/** Lets the fake model answer over HTTP, so that the whole contract can be tried. */
const answerLikeModel: Answer = async (response, request) => {
  const fake = createFakeModel({
    clock: createVirtualClock(),
    settings: { contextTokens: 4096 },
  });
  const asked = requestOf(request);
  try {
    const made = await fake.generate(asked);
    if (isStreamWanted(request)) {
      const pieces = made.text.match(/\s*\S+(?:\s+$)?/g) ?? [];
      const events = eventsOf(pieces, made.finishReason);
      stream(events)(response, request);
    } else {
      json(completionOf(made))(response, request);
    }
  } catch (error) {
    const message = "This model's maximum context length is 4096 tokens.";
    if (!(error instanceof ModelCallError)) throw error;
    json({ error: { message, code: "context_length_exceeded" } }, 400)(response, request);
  }
};

function requestOf({ body }: ReceivedRequest): ModelRequest {
  const { messages, max_tokens, temperature, seed, stop, top_logprobs } = body;
  return {
    messages,
    maxOutputTokens: max_tokens,
    sampling: { temperature, seed },
    ...(stop === undefined ? {} : { stop }),
    ...(top_logprobs === undefined ? {} : { topLogProbabilities: top_logprobs }),
  } as ModelRequest;
}

function completionOf(made: ModelReply): unknown {
  const content = made.logProbabilities?.map(({ token, logProbability, alternatives }) => ({
    token,
    logprob: logProbability,
    top_logprobs: alternatives.map((other) => ({
      token: other.token,
      logprob: other.logProbability,
    })),
  }));
  return chatCompletion(
    made.text,
    {
      finish_reason: made.finishReason,
      ...(content === undefined ? {} : { logprobs: { content } }),
    },
    { usage: { prompt_tokens: made.promptTokens, completion_tokens: made.outputTokens } },
  );
}

const contractServers: MockOpenAiServer[] = [];
describeLanguageModel("the OpenAI-compatible model", async () => {
  const server = await startMockOpenAiServer(answerLikeModel);
  contractServers.push(server);
  const model = createOpenAiModel({
    baseUrl: server.baseUrl,
    model: "some-model",
    contextTokens: 4096,
    clock: createVirtualClock(),
  });
  return {
    ...model,
    close: async () => {
      await model.close();
      await contractServers.pop()?.close();
    },
  };
});

let server: MockOpenAiServer;
let clock: VirtualClock;
let model: LanguageModel;

function open(change: Partial<OpenAiModelOptions> = {}): LanguageModel {
  return createOpenAiModel({
    baseUrl: server.baseUrl,
    model: "some-model",
    apiKey: KEY,
    clock,
    ...change,
  });
}

beforeEach(async () => {
  server = await startMockOpenAiServer();
  clock = createVirtualClock(START_MS);
  model = open();
});
afterEach(async () => {
  await model.close();
  await server.close();
});

const request: ModelRequest = {
  messages: [
    { role: "system", content: "You are terse." },
    { role: "user", content: "Hello, é 🌊?" },
  ],
  sampling: { temperature: 0.6, topP: 0.9 },
  maxOutputTokens: 64,
};

async function failureOf(call: Promise<unknown>): Promise<ModelCallError> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(ModelCallError);
  return thrown as ModelCallError;
}

async function failureAfter(answer: Answer, streamed: boolean = false): Promise<ModelCallError> {
  server.answerNext(answer);
  return failureOf(model.generate(request, streamed ? { onText: () => undefined } : {}));
}

describe("a request", () => {
  it("carries exactly what was asked, and nothing that was not", async () => {
    await model.generate(request);
    expect(server.requests).toMatchObject([{ method: "POST", url: "/v1/chat/completions" }]);
    expect(JSON.stringify(server.requests[0]?.body)).toBe(
      JSON.stringify({
        model: "some-model",
        messages: request.messages,
        max_tokens: 64,
        temperature: 0.6,
        top_p: 0.9,
      }),
    );
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      "content-type": "application/json",
      accept: "application/json",
    });
  });

  it("carries every sampling setting, stop texts and log-probabilities", async () => {
    await model.generate({
      messages: request.messages,
      sampling: { temperature: 0, topP: 1, topK: 5, minP: 0.1, repeatPenalty: 1.1, seed: 0 },
      maxOutputTokens: 1,
      stop: ["\n\n"],
      topLogProbabilities: 2,
    });
    expect(server.requests[0]?.body).toEqual({
      model: "some-model",
      messages: request.messages,
      max_tokens: 1,
      temperature: 0,
      top_p: 1,
      top_k: 5,
      min_p: 0.1,
      repetition_penalty: 1.1,
      repeat_penalty: 1.1,
      seed: 0,
      stop: ["\n\n"],
      logprobs: true,
      top_logprobs: 2,
    });
  });

  it("asks for a stream, with usage, only if somebody listens", async () => {
    await model.generate(request, { onText: () => undefined });
    expect(server.requests[0]?.body).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(server.requests[0]?.headers.accept).toBe("text/event-stream");
  });

  it("names the output limit as the model wants it, and says so in the cache key", async () => {
    const other = open({ outputLimitField: "max_completion_tokens" });
    await other.generate(request);
    expect(server.requests[0]?.body).toMatchObject({ max_completion_tokens: 64 });
    expect(server.requests[0]?.body).not.toHaveProperty("max_tokens");
    expect(other.description.settings).toEqual({ outputLimitField: "max_completion_tokens" });
    await other.close();
  });

  it("sends no authorisation without a key, and the query of the base URL always", async () => {
    const bare = createOpenAiModel({
      baseUrl: `${server.baseUrl}/?api-version=7`,
      model: "m",
      clock,
    });
    await bare.generate(request);
    expect(server.requests[0]?.url).toBe("/v1/chat/completions?api-version=7");
    expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
    expect(bare.description).toEqual({
      adapter: "openai",
      adapterVersion: 1,
      model: "m",
      baseUrl: server.baseUrl,
      remote: false,
      deterministic: false,
      parallelCalls: 32,
    });
    await bare.close();
  });
});

describe("a reply", () => {
  it("gives text, usage, finish reason and revision", async () => {
    server.answerNext(
      json(
        chatCompletion(
          " Hello \n",
          { finish_reason: "length" },
          {
            system_fingerprint: "fp_1",
            usage: {
              prompt_tokens: 20,
              completion_tokens: 64,
              prompt_tokens_details: { cached_tokens: 16 },
            },
          },
        ),
      ),
    );
    expect(await model.generate(request)).toEqual({
      text: " Hello \n",
      finishReason: "length",
      promptTokens: 20,
      outputTokens: 64,
      cachedPromptTokens: 16,
      revision: "some-model fp_1",
    });
  });

  it("reads what some servers send instead: parts, other reasons, no usage", async () => {
    const parts = [
      { type: "text", text: "Hel" },
      { type: "text", text: "lo." },
    ];
    server.answerNext(
      json(
        chatCompletion(
          null,
          { message: { content: parts }, finish_reason: "eos_token" },
          {
            usage: null,
            model: null,
          },
        ),
      ),
    );
    // 16 for the conversation, 8 a message; "You are terse." 1+1+2+1, "Hello, é 🌊?" 2+1+1+4+1;
    // "Hello." 2+1.
    expect(await model.generate(request)).toEqual({
      text: "Hello.",
      finishReason: "stop",
      promptTokens: 16 + 8 + 5 + 8 + 9,
      outputTokens: 3,
      usageEstimated: true,
    });
  });

  it("gives log-probabilities, likeliest alternatives first, never above 0", async () => {
    const content = [
      {
        token: "He",
        logprob: 1e-7,
        bytes: [72, 101],
        top_logprobs: [
          { token: "Hi", logprob: -3 },
          { token: "He", logprob: 1e-7 },
        ],
      },
      { token: "llo", logprob: -0.5, top_logprobs: [] },
    ];
    server.answerNext(json(chatCompletion("Hello", { logprobs: { content } })));
    const made = await model.generate({ ...request, topLogProbabilities: 2 });
    expect(made.logProbabilities).toEqual([
      {
        token: "He",
        logProbability: 0,
        alternatives: [
          { token: "He", logProbability: 0 },
          { token: "Hi", logProbability: -3 },
        ],
      },
      { token: "llo", logProbability: -0.5, alternatives: [] },
    ]);
  });

  it.each<[string, Answer, Partial<ModelCallError>]>([
    [
      "a refusal",
      json(chatCompletion(null, { message: { content: null, refusal: "I cannot help." } })),
      { reason: "refused", retryable: false, message: "openai: the model refused: I cannot help." },
    ],
    [
      "a filtered reply",
      json(chatCompletion("Half a", { finish_reason: "content_filter" })),
      { reason: "content-filter", retryable: false },
    ],
    [
      "a tool call",
      json(chatCompletion(null, { finish_reason: "tool_calls" })),
      { reason: "invalid-output", retryable: false },
    ],
    [
      "an unknown finish reason",
      json(chatCompletion("Hi", { finish_reason: "bored" })),
      { reason: "invalid-output", message: expect.stringContaining('"bored"') },
    ],
    [
      "a server that gave up",
      json(chatCompletion("", { finish_reason: "error" })),
      { reason: "server-error", retryable: true },
    ],
    ["an empty text", json(chatCompletion("")), { reason: "empty-output", retryable: true }],
    ["no text at all", json(chatCompletion(null)), { reason: "empty-output" }],
    ["a blank text", json(chatCompletion(" \n")), { reason: "empty-output" }],
    [
      "a text that ended before it began",
      json(chatCompletion("", { finish_reason: "length" })),
      {
        reason: "empty-output",
        retryable: false,
        hint: expect.stringContaining("maxOutputTokens"),
      },
    ],
    ["no choices", json(chatCompletion("", {}, { choices: [] })), { reason: "invalid-output" }],
    ["no object", json([1]), { reason: "invalid-output" }],
    ["another object", json({ hello: 1 }), { reason: "invalid-output" }],
    [
      "a number for a text",
      json(chatCompletion("", { message: { content: 42 } })),
      { reason: "invalid-output", message: expect.stringContaining("choices.0.message.content") },
    ],
    [
      "nothing",
      text("", 200),
      { reason: "invalid-output", message: expect.stringMatching("empty") },
    ],
    [
      "a web page",
      text("<html>Welcome</html>", 200, "text/html"),
      { reason: "invalid-output", retryable: false, hint: expect.stringContaining("/v1") },
    ],
    ["half an answer", text('{"choices":[{"mess', 200), { reason: "invalid-output" }],
  ])("that is %s is an error", async (_, answer, expected) => {
    expect(await failureAfter(answer)).toMatchObject(expected);
  });
});

describe("a stream", () => {
  const run = async (answer: Answer) => {
    server.answerNext(answer);
    const pieces: string[] = [];
    const made = await model.generate(request, { onText: (piece) => pieces.push(piece) });
    return { pieces, made };
  };

  it("gives pieces, and the reply they make", async () => {
    const { pieces, made } = await run(stream(eventsOf(["Hel", "lo ", "🌊"], "length")));
    expect(pieces).toEqual(["Hel", "lo ", "🌊"]);
    expect(made).toEqual({
      text: "Hello 🌊",
      finishReason: "length",
      promptTokens: 11,
      outputTokens: 3,
      revision: "some-model",
    });
  });

  it("survives cuts inside characters, comments, CR LF and a missing final mark", async () => {
    const [role = "", first = "", second = "", end = ""] = eventsOf(["naïve ", "🌊!"]);
    const bytes = Buffer.from(
      `: ping\r\n\r\ndata: ${role}\r\n\r\ndata:${first}\r\n\r\n: ping\n\ndata: ${second}\r\n\r\ndata: ${end}\n\n`,
    );
    const { pieces, made } = await run(async (response) => {
      startStream(response);
      for (const byte of bytes) {
        response.write(Buffer.of(byte));
        await new Promise(setImmediate);
      }
      response.end();
    });
    expect(pieces).toEqual(["naïve ", "🌊!"]);
    expect(made).toMatchObject({ text: "naïve 🌊!", finishReason: "stop", usageEstimated: true });
  });

  it("hands over no half of a character", async () => {
    const { pieces, made } = await run(stream(eventsOf(["a\uD83C", "\uDF0A", "b"])));
    expect([pieces, made.text]).toEqual([["a", "🌊", "b"], "a🌊b"]);
  });

  it("ends at the final mark, though the server keeps the connection open", async () => {
    const { made } = await run((response) => {
      startStream(response);
      for (const data of eventsOf(["Hello."])) response.write(`data: ${data}\n\n`);
    });
    expect(made.text).toBe("Hello.");
  });

  it("collects log-probabilities piece by piece", async () => {
    const events = ["Hel", "lo"].map((token) =>
      JSON.stringify({
        choices: [{ delta: { content: token }, logprobs: { content: [{ token, logprob: -1 }] } }],
      }),
    );
    const done = JSON.stringify({ choices: [{ delta: {}, finish_reason: "stop" }] });
    server.answerNext(stream([...events, done, "[DONE]"]));
    const made = await model.generate(
      { ...request, topLogProbabilities: 0 },
      { onText: () => undefined },
    );
    expect(made.logProbabilities?.map(({ token }) => token)).toEqual(["Hel", "lo"]);
  });

  it("takes a whole reply from a server that cannot stream", async () => {
    const { pieces, made } = await run(json(chatCompletion("Hello.")));
    expect([pieces, made.text]).toEqual([["Hello."], "Hello."]);
  });

  const events = eventsOf(["Hello ", "there."]);
  it.each<[string, Answer, Partial<ModelCallError>]>([
    [
      "closed after half of it",
      stream(events.slice(0, 2)),
      {
        reason: "network",
        retryable: true,
        message: "openai: the stream was cut off after 6 characters.",
      },
    ],
    ["closed at once", stream([]), { reason: "network", retryable: true }],
    [
      "closed inside an event",
      (response) => {
        startStream(response);
        response.end(`data: ${events[0]}\n\ndata: ${events[1]?.slice(0, 30)}`);
      },
      { reason: "network", retryable: true },
    ],
    [
      "torn down",
      (response) => {
        startStream(response);
        response.write(`data: ${events[0]}\n\n`, () => response.socket?.destroy());
      },
      { reason: "network", retryable: true },
    ],
    [
      "without a finish reason",
      stream([...events.slice(0, 2), "[DONE]"]),
      { reason: "invalid-output" },
    ],
    ["with an event that is not JSON", stream(["{oops"]), { reason: "invalid-output" }],
    [
      "with an error of the server",
      stream([...events.slice(0, 2), '{"error":{"message":"Engine died","code":500}}']),
      { reason: "server-error", retryable: true, message: expect.stringContaining("Engine died") },
    ],
    [
      "with an error of a router",
      stream(['{"error":{"message":"Slow down","code":429}}']),
      { reason: "rate-limited", retryable: true },
    ],
    [
      "with a refusal",
      stream([
        '{"choices":[{"delta":{"refusal":"I "}}]}',
        '{"choices":[{"delta":{"refusal":"cannot."},"finish_reason":"stop"}]}',
        "[DONE]",
      ]),
      { reason: "refused", message: "openai: the model refused: I cannot." },
    ],
  ])("that is %s is an error", async (_, answer, expected) => {
    expect(await failureAfter(answer, true)).toMatchObject(expected);
  });

  it("passes on a fault of the listener as it is", async () => {
    const fault = new LonghandError("No.", { code: "listener" });
    await expect(
      model.generate(request, {
        onText: () => {
          throw fault;
        },
      }),
    ).rejects.toBe(fault);
  });
});

describe("an answer that is no reply", () => {
  const saying = (message: string, status: number, more: object = {}): Answer =>
    json({ error: { message, type: "x", ...more } }, status);

  it.each<[string, Answer, Partial<ModelCallError>]>([
    [
      "429",
      saying("Slow down.", 429),
      {
        reason: "rate-limited",
        retryable: true,
        retryAfterMs: undefined,
        httpStatus: 429,
        message: expect.stringMatching(
          /^openai: http:\/\/127.0.0.1:\d+\/v1\/chat\/completions answered 429 \(Too Many Requests\): Slow down\.$/,
        ),
      },
    ],
    [
      "429 with seconds",
      json({}, 429, { "retry-after": "2" }),
      { reason: "rate-limited", retryAfterMs: 2000 },
    ],
    [
      "429 with a date",
      json({}, 429, { "retry-after": "Fri, 02 Jan 2026 03:04:15 GMT" }),
      { reason: "rate-limited", retryAfterMs: 10_000 },
    ],
    [
      "429 with reset headers",
      json({}, 429, { "x-ratelimit-reset-requests": "1m0s" }),
      { reason: "rate-limited", retryAfterMs: 60_000 },
    ],
    [
      "429 without quota",
      saying("You exceeded your current quota.", 429, { code: "insufficient_quota" }),
      { reason: "rate-limited", retryable: false, hint: expect.stringContaining("quota") },
    ],
    ["500", text("oops", 500), { reason: "server-error", retryable: true, httpStatus: 500 }],
    [
      "503 with a wait",
      json({}, 503, { "retry-after": "7" }),
      { reason: "server-error", retryable: true, retryAfterMs: 7000 },
    ],
    ["529", text("overloaded", 529), { reason: "server-error", retryable: true }],
    ["408", text("", 408), { reason: "timeout", retryable: true }],
    [
      "a context overflow, by code",
      saying("Too much.", 400, { code: "context_length_exceeded" }),
      { reason: "context-overflow", retryable: false, hint: expect.stringContaining("passages") },
    ],
    [
      "a context overflow, by message (vLLM)",
      json(
        {
          object: "error",
          message:
            "This model's maximum context length is 2048 tokens. However, you requested 3000 tokens.",
          type: "BadRequestError",
          code: 400,
        },
        400,
      ),
      { reason: "context-overflow" },
    ],
    [
      "a context overflow (llama.cpp)",
      saying("the request exceeds the available context size", 400, {
        type: "exceed_context_size_error",
      }),
      { reason: "context-overflow" },
    ],
    ["413", text("", 413), { reason: "context-overflow", retryable: false }],
    [
      "a content policy",
      saying("Your request was rejected.", 400, { code: "content_policy_violation" }),
      { reason: "content-filter", retryable: false },
    ],
    [
      "401",
      saying("Incorrect API key provided.", 401),
      { reason: "no-output", retryable: false, hint: expect.stringContaining("key") },
    ],
    ["403", text("", 403), { reason: "no-output", hint: expect.stringContaining("key") }],
    [
      "404",
      json({ detail: "Not Found" }, 404),
      {
        reason: "no-output",
        retryable: false,
        hint: expect.stringContaining("/v1"),
        message: expect.stringContaining("404 (Not Found): Not Found"),
      },
    ],
    [
      "an output limit under another name",
      saying("Use 'max_completion_tokens' instead.", 400),
      { reason: "no-output", hint: expect.stringContaining("outputLimitField") },
    ],
    [
      "422 with details",
      json({ detail: [{ loc: ["body", "top_k"], msg: "Extra inputs" }] }, 422),
      { reason: "no-output", retryable: false, message: expect.stringContaining("top_k") },
    ],
    ["an error as a string", json({ error: "model not found" }, 404), { reason: "no-output" }],
    [
      "an error in a list",
      json([{ error: { message: "Bad.", code: 400 } }], 400),
      { reason: "no-output", message: expect.stringContaining("400 (Bad Request): Bad.") },
    ],
    [
      "a redirect",
      (response) => {
        response.writeHead(302, { location: "/elsewhere" });
        response.end();
      },
      { reason: "no-output", httpStatus: 302, hint: expect.stringContaining("redirects") },
    ],
    [
      "200 with an error inside",
      json({ error: { message: "Upstream is busy.", code: 502 } }),
      { reason: "server-error", retryable: true, httpStatus: 502 },
    ],
    [
      "a web page",
      text("<html><body>Bad gateway</body></html>", 502, "text/html"),
      { reason: "server-error", message: expect.stringMatching(/502 \(Bad Gateway\)$/) },
    ],
    [
      "words without end",
      text("long ".repeat(1000), 500),
      { message: expect.stringMatching(/^.{300,420}…$/) },
    ],
  ])("%s", async (_, answer, expected) => {
    expect(await failureAfter(answer)).toMatchObject(expected);
  });
});

describe("the connection", () => {
  it("that nobody takes is a network error with a hint", async () => {
    const gone = await startMockOpenAiServer();
    const lost = open({ baseUrl: gone.baseUrl });
    await gone.close();
    expect(await failureOf(lost.generate(request))).toMatchObject({
      reason: "network",
      retryable: true,
      message: expect.stringContaining("ECONNREFUSED"),
      hint: expect.stringContaining("running"),
    });
    await lost.close();
  });

  it("that is closed without a word is a network error", async () => {
    expect(await failureAfter(hangUp)).toMatchObject({ reason: "network", retryable: true });
  });

  it.each<[string, Answer]>([
    ["hangs", hang],
    [
      "hangs in the middle of a reply",
      (response) => {
        startStream(response);
        response.write(`data: ${eventsOf(["Hello"])[1]}\n\n`);
      },
    ],
  ])("that %s ends at the reply timeout", async (_, answer) => {
    server.answerNext(answer);
    const failure = failureOf(model.generate(request, { onText: () => undefined }));
    await server.untilRequested(1);
    await clock.untilSleeping(180_000);
    await clock.advance(179_999);
    expect(clock.sleepingMs).toEqual([180_000]);
    await clock.advance(1);
    expect(await failure).toMatchObject({
      reason: "timeout",
      retryable: true,
      message: expect.stringContaining("180000 ms"),
    });
  });

  it("leaves no timer behind", async () => {
    await model.generate(request);
    await failureAfter(text("", 500));
    expect(clock.sleepingMs).toEqual([]);
  });

  it("is closed at once when the call is aborted", async () => {
    const closed = new Promise<void>((resolve) => {
      server.answerNext((response) => {
        response.on("close", resolve);
      });
    });
    const abort = new AbortController();
    const failure = failureOf(model.generate(request, { signal: abort.signal }));
    await server.untilRequested(1);
    abort.abort();
    expect(await failure).toMatchObject({ reason: "cancelled", retryable: false });
    await closed;
    expect(clock.sleepingMs).toEqual([]);
  });

  it("is closed with the model, which ends calls under way", async () => {
    server.answerNext(hang);
    const failure = failureOf(model.generate(request));
    await server.untilRequested(1);
    await model.close();
    expect(await failure).toMatchObject({ reason: "cancelled" });
    await expect(model.generate(request)).rejects.toMatchObject({ code: "model-closed" });
  });
});

describe("secrets", () => {
  it("appear in no error, whatever the server says back", async () => {
    const echo = `You sent Authorization: Bearer ${KEY}`;
    const padding = "x".repeat(290);
    const answers: [Answer, boolean][] = [
      [json({ error: { message: `${padding}${echo}` } }, 401), false],
      [text(`${padding} ${echo}`, 500), false],
      [text(echo, 200), false],
      [json({ error: { message: echo } }), false],
      [json(chatCompletion(null, { message: { refusal: echo } })), false],
      [json(chatCompletion("x", { finish_reason: echo })), false],
      [json({ choices: echo }), false],
      [stream([echo]), true],
      [stream([JSON.stringify({ error: { message: echo } })]), true],
      [
        (response) => {
          // Not HTTP at all.
          response.socket?.end(`${echo}\r\n\r\n`);
        },
        false,
      ],
    ];
    for (const [answer, streamed] of answers) {
      const error = await failureAfter(answer, streamed);
      const everything = `${inspect(error, { depth: 9, showHidden: true })} ${JSON.stringify(error)} ${error.stack}`;
      expect(everything).not.toContain(KEY.slice(0, 12));
    }
    expect(server.requests).toHaveLength(answers.length);
  });

  it("do not stand in the description or in the errors of a base URL with a password", async () => {
    const baseUrl = server.baseUrl.replace("//", "//ann:canary-pass@");
    const secret = createOpenAiModel({ baseUrl: `${baseUrl}?key=canary-query`, model: "m", clock });
    server.answerNext(hangUp, text("canary-pass canary-query", 400));
    const errors = [
      await failureOf(secret.generate(request)),
      await failureOf(secret.generate(request)),
    ];
    expect(server.requests[0]?.headers.authorization).toMatch(/^Basic /);
    expect(server.requests[0]?.url).toContain("key=canary-query");
    const everything = inspect([errors, secret.description], { depth: 9, showHidden: true });
    expect(everything).not.toContain("canary");
    await secret.close();
  });
});

describe("counting tokens", () => {
  it("estimates from above without asking", async () => {
    expect(await model.countTokens(request.messages)).toEqual({ tokens: 46, exact: false });
    expect(server.requests).toEqual([]);
  });

  it("asks vLLM if told so", async () => {
    const vllm = open({ tokenCounting: "vllm" });
    server.answerNext(json({ count: 12, max_model_len: 2048, tokens: [1, 2] }));
    expect(await vllm.countTokens(request.messages)).toEqual({ tokens: 12, exact: true });
    expect(server.requests).toMatchObject([
      {
        url: "/tokenize",
        body: { model: "some-model", messages: request.messages, add_generation_prompt: true },
      },
    ]);
    server.answerNext(json({ detail: "Not Found" }, 404), json({ tokens: 3 }));
    expect(await failureOf(vllm.countTokens(request.messages))).toMatchObject({ httpStatus: 404 });
    expect(await failureOf(vllm.countTokens(request.messages))).toMatchObject({
      reason: "invalid-output",
    });
    await vllm.close();
  });
});

describe("createOpenAiModel", () => {
  it.each<[Partial<OpenAiModelOptions>, string]>([
    [{ model: " " }, "name"],
    [{ contextTokens: 0 }, "contextTokens"],
    [{ parallelCalls: 1.5 }, "parallelCalls"],
    [{ replyTimeoutMs: Number.NaN }, "replyTimeoutMs"],
    [{ baseUrl: "localhost" }, "base URL"],
  ])("refuses %o", (change, named) => {
    expect(() => open(change)).toThrow(
      expect.objectContaining({
        code: "invalid-option",
        message: expect.stringContaining(named),
      }),
    );
  });

  it("reuses its connections", async () => {
    const sockets = new Set<unknown>();
    const noting: Answer = (response, received) => {
      sockets.add(response.socket);
      reply("Hello.")(response, received);
    };
    server.answerNext(...Array<Answer>(10).fill(noting));
    for (let call = 0; call < 10; call++) await model.generate(request);
    // A reply is whole a moment before its connection is free again.
    expect(sockets.size).toBeLessThanOrEqual(2);
  });
});
