import { z } from "zod";
import type { ChatMessage } from "../../records/index.ts";
import { checkRequest } from "../check-request.ts";
import type {
  CallOptions,
  LanguageModel,
  ModelDescription,
  ModelReply,
  ModelRequest,
  TokenCount,
} from "../language-model.ts";
import {
  type CollectedReply,
  collect,
  emptyCollection,
  finishedReply,
  invalid,
  parsedAnswer,
} from "./chat-reply.ts";
import { chatRequest } from "./chat-request.ts";
import { readChatStream } from "./chat-stream.ts";
import { type Endpoint, readEndpoint } from "./endpoint.ts";
import { createHttpCaller, type HttpAnswer, type HttpCaller } from "./http-caller.ts";
import {
  checkModelName,
  checkPositive,
  DEFAULT_REPLY_TIMEOUT_MS,
  type OpenAiModelOptions,
} from "./openai-settings.ts";
import { estimateMessageTokens } from "./token-estimate.ts";

/** Version of the adapter's behaviour; a change empties the cache. */
const ADAPTER_VERSION = 1;

/**
 * Opens a model behind any endpoint that speaks OpenAI's `/chat/completions`: vLLM, Ollama,
 * LM Studio, llama.cpp's server, hosted services. One call is one request; nothing is retried. The
 * reply is streamed only if the caller takes it piece by piece. The key appears in no message.
 *
 * @param options - Address, model, key and limits.
 * @returns The model. Nothing is sent until the first call.
 * @throws LonghandError `invalid-option` if an option cannot be used.
 */
export function createOpenAiModel(options: OpenAiModelOptions): LanguageModel {
  checkModelName(options.model);
  checkPositive("contextTokens", options.contextTokens);
  checkPositive("parallelCalls", options.parallelCalls);
  checkPositive("replyTimeoutMs", options.replyTimeoutMs);
  const { clock, model, outputLimitField = "max_tokens", tokenCounting = "estimate" } = options;
  const { replyTimeoutMs = DEFAULT_REPLY_TIMEOUT_MS } = options;
  const endpoint = readEndpoint(options);
  const caller = createHttpCaller({ endpoint, clock, replyTimeoutMs });
  return {
    description: describe(options, endpoint),
    generate(request, callOptions = {}) {
      const call = { request, callOptions, model, outputLimitField };
      return generateOnce(call, endpoint, caller);
    },
    countTokens: async (messages) =>
      tokenCounting === "vllm"
        ? countAtServer({ model, messages }, endpoint, caller)
        : { tokens: estimateMessageTokens(messages), exact: false },
    close: () => caller.close(),
  };
}

function describe(options: OpenAiModelOptions, endpoint: Endpoint): ModelDescription {
  const { model, revision, contextTokens, parallelCalls = 32, outputLimitField } = options;
  return {
    adapter: "openai",
    adapterVersion: ADAPTER_VERSION,
    model,
    ...(revision === undefined ? {} : { revision }),
    baseUrl: endpoint.shownUrl,
    ...(contextTokens === undefined ? {} : { contextTokens }),
    remote: endpoint.remote,
    deterministic: false,
    parallelCalls,
    ...(outputLimitField === undefined ? {} : { settings: { outputLimitField } }),
  };
}

interface ChatCall {
  readonly request: ModelRequest;
  readonly callOptions: CallOptions;
  readonly model: string;
  readonly outputLimitField: "max_tokens" | "max_completion_tokens";
}

async function generateOnce(
  { request, callOptions, model, outputLimitField }: ChatCall,
  endpoint: Endpoint,
  caller: HttpCaller,
): Promise<ModelReply> {
  checkRequest(request);
  const stream = callOptions.onText !== undefined;
  const call = {
    url: endpoint.urlOf("/chat/completions"),
    body: chatRequest(request, { model, outputLimitField, stream }),
    accept: stream ? "text/event-stream" : "application/json",
    signal: callOptions.signal,
  };
  return caller.post(call, async (answer) => {
    // A server that cannot stream answers in one piece, whatever was asked for.
    const streamed = stream && !answer.mediaType.includes("json");
    const collected = streamed
      ? await readChatStream(answer.pieces(), {
          ...callOptions,
          refuseFailure: answer.refuseFailure,
        })
      : await readWholeReply(answer, callOptions.onText);
    return finishedReply(collected, request);
  });
}

async function readWholeReply(
  answer: HttpAnswer,
  onText: CallOptions["onText"],
): Promise<CollectedReply> {
  const text = await answer.text();
  const parsed = parsedAnswer(text);
  answer.refuseFailure(parsed, text);
  const collected = emptyCollection();
  const piece = collect(collected, parsed);
  if (collected.finishReason === undefined && piece === "" && collected.refusal === "") {
    throw invalid("it holds no choice");
  }
  if (piece !== "") onText?.(piece);
  return collected;
}

const countSchema = z.looseObject({ count: z.int().nonnegative() });

/** vLLM's own endpoint, which stands beside `/v1` and applies the chat template. */
function countAtServer(
  prompt: { readonly model: string; readonly messages: readonly ChatMessage[] },
  endpoint: Endpoint,
  caller: HttpCaller,
): Promise<TokenCount> {
  const call = {
    url: endpoint.urlBesideVersion("/tokenize"),
    body: { ...prompt, add_generation_prompt: true },
    accept: "application/json",
    signal: undefined,
  };
  return caller.post(call, async (answer) => {
    const parsed = countSchema.safeParse(parsedAnswer(await answer.text()));
    if (!parsed.success) throw invalid("/tokenize gave no count");
    return { tokens: parsed.data.count, exact: true };
  });
}
