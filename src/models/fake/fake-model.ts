import { type Clock, LonghandError, type Random, randomStream } from "../../foundation/index.ts";
import type { ChatMessage } from "../../records/index.ts";
import { canonicalJson, sha256 } from "../../storage/index.ts";
import { throwIfCancelled, waitOrCancel } from "../cancelled-call.ts";
import { checkRequest } from "../check-request.ts";
import type {
  CallOptions,
  LanguageModel,
  ModelDescription,
  ModelReply,
  ModelRequest,
  TokenLogProbability,
} from "../language-model.ts";
import { ModelCallError } from "../model-call-error.ts";
import { openFakeCallLog } from "./fake-call-log.ts";
import { type FakeCall, scriptFailures } from "./fake-failures.ts";
import { countWords, fakeProse, splitWords } from "./fake-prose.ts";
import {
  type FakeModelSettings,
  type FilledFakeModelSettings,
  fillFakeSettings,
} from "./fake-settings.ts";

/** Version of the fake's behaviour: another one writes other texts. */
const ADAPTER_VERSION = 1;

/** How to open a fake model. */
export interface FakeModelOptions {
  /** Name of the model; models of different names answer differently. @defaultValue `"fake"` */
  readonly name?: string;
  /** What an experiment file may set. @defaultValue none set */
  readonly settings?: FakeModelSettings;
  /** Where time comes from. */
  readonly clock: Clock;
}

/**
 * Opens a model that needs no model: it writes English-like prose out of the words of its prompt.
 * A reply depends on the model's name, the messages and the sampling settings alone, with
 * `maxOutputTokens` and `stop` cutting it as they would cut any model's. Its tokens are words.
 *
 * @param options - Name, settings and clock.
 * @returns The model.
 * @throws LonghandError `invalid-option` if a setting is wrong or unknown.
 */
export function createFakeModel(options: FakeModelOptions): LanguageModel {
  const { name = "fake", clock } = options;
  const settings = fillFakeSettings(options.settings ?? {});
  const failureOf = scriptFailures(settings.failures);
  const log = settings.callLog === undefined ? undefined : openFakeCallLog(settings.callLog);
  let closed = false;

  async function attempt(
    call: FakeCall,
    request: ModelRequest,
    { signal, onText }: CallOptions,
  ): Promise<ModelReply> {
    const stream = (purpose: string): Random =>
      randomStream("fake", purpose, name, call.promptHash, canonicalJson(request.sampling));
    const [least, most] = settings.delayMs;
    const waitMs = least === most ? least : drawnBetween(settings.delayMs, stream("delay"));
    if (waitMs > 0) await waitOrCancel(clock, waitMs, signal);
    const failure = failureOf(call);
    if (failure !== undefined) throw failure;
    const reply = writeReply(call.prompt, request, { settings, stream });
    if (onText !== undefined) streamOut(reply.text, onText, signal);
    return reply;
  }

  return {
    description: describe(name, settings),
    async generate(request, callOptions = {}) {
      checkRequest(request);
      refuseIfClosed(closed);
      throwIfCancelled(callOptions.signal);
      const call = identify(request);
      const note = (outcome: "generated" | ModelCallError["reason"]): void =>
        log?.append({
          v: 1,
          requestHash: call.requestHash(),
          promptHash: call.promptHash,
          outcome,
          atMs: clock.nowMs(),
        });
      try {
        const reply = await attempt(call, request, callOptions);
        note("generated");
        return reply;
      } catch (error) {
        if (error instanceof ModelCallError) note(error.reason);
        throw error;
      }
    },
    countTokens: async (messages) => ({ tokens: countMessages(messages), exact: true }),
    close: async () => {
      closed = true;
      log?.close();
    },
  };
}

function describe(name: string, settings: FilledFakeModelSettings): ModelDescription {
  const [outputTokensMin, outputTokensMax] = settings.outputTokens;
  return {
    adapter: "fake",
    adapterVersion: ADAPTER_VERSION,
    model: name,
    contextTokens: settings.contextTokens,
    remote: false,
    deterministic: true,
    parallelCalls: 32,
    settings: {
      outputTokensMin,
      outputTokensMax,
      logProbabilities: settings.logProbabilities,
    },
  };
}

/**
 * Refuses a call to a fake model that was closed.
 *
 * @param closed - Whether it was.
 * @throws LonghandError `model-closed`.
 */
export function refuseIfClosed(closed: boolean): void {
  if (!closed) return;
  throw new LonghandError("Fake model: it was closed, and takes no more calls.", {
    code: "model-closed",
    hint: "Open it again with createFakeModel.",
  });
}

function identify(request: ModelRequest): FakeCall {
  const prompt = request.messages.map(({ content }) => content).join("\n");
  const promptHash = sha256(canonicalJson(request.messages));
  const requestHash = (): string => sha256(canonicalJson({ ...request, messages: promptHash }));
  return { prompt, promptHash, requestHash };
}

interface Writing {
  readonly settings: FilledFakeModelSettings;
  readonly stream: (purpose: string) => Random;
}

function writeReply(prompt: string, request: ModelRequest, writing: Writing): ModelReply {
  const { settings, stream } = writing;
  const promptTokens = countMessages(request.messages);
  const room = settings.contextTokens - promptTokens;
  if (room < 1) throw overflow(promptTokens, settings.contextTokens);
  const random = stream("text");
  const plannedWords = drawnBetween(settings.outputTokens, random);
  const writtenWords = Math.min(plannedWords, request.maxOutputTokens, room);
  const whole = fakeProse(prompt, random, { plannedWords, writtenWords });
  const text = beforeStop(whole, request.stop ?? []);
  if (text.trim() === "") throw emptyReply();
  const stopped = text.length < whole.length || writtenWords === plannedWords;
  const wanted = settings.logProbabilities ? request.topLogProbabilities : undefined;
  return {
    text,
    finishReason: stopped ? "stop" : "length",
    promptTokens,
    outputTokens: countWords(text),
    ...(wanted === undefined
      ? {}
      : { logProbabilities: inventLogProbabilities(text, wanted, stream("log-probabilities")) }),
  };
}

function countMessages(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + countWords(content), 0);
}

/** A whole number between two bounds, both included. */
function drawnBetween([low, high]: readonly [number, number], random: Random): number {
  return low + random.nextBelow(Math.floor(high - low) + 1);
}

function beforeStop(text: string, stops: readonly string[]): string {
  const places = stops.map((stop) => text.indexOf(stop)).filter((place) => place >= 0);
  return places.length === 0 ? text : text.slice(0, Math.min(...places));
}

function streamOut(
  text: string,
  onText: (piece: string) => void,
  signal: AbortSignal | undefined,
): void {
  for (const piece of splitWords(text)) {
    throwIfCancelled(signal);
    onText(piece);
  }
}

function inventLogProbabilities(
  text: string,
  wanted: number,
  random: Random,
): TokenLogProbability[] {
  return splitWords(text).map((token) => {
    let logProbability = -random.next();
    const alternatives = Array.from({ length: wanted }, (_, rank) => {
      const alternative = { token: rank === 0 ? token : `${token}~${rank}`, logProbability };
      logProbability -= 0.5 + random.next();
      return alternative;
    });
    return {
      token,
      logProbability: alternatives[0]?.logProbability ?? logProbability,
      alternatives,
    };
  });
}

function overflow(promptTokens: number, contextTokens: number): ModelCallError {
  return new ModelCallError(
    `Fake model: the prompt has ${promptTokens} words, and the context holds ${contextTokens}.`,
    {
      reason: "context-overflow",
      retryable: false,
      hint: "Shorten the prompt, or raise the fake model's setting contextTokens.",
    },
  );
}

function emptyReply(): ModelCallError {
  return new ModelCallError("Fake model: a stop text stands at the very start of the reply.", {
    reason: "empty-output",
    retryable: false,
  });
}
