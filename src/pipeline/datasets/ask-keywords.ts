import { join } from "node:path";
import type { KeywordAnswer, KeywordAsker, KeywordQuestion } from "../../dataset/index.ts";
import { randomStream } from "../../foundation/index.ts";
import {
  type CachedModel,
  type CallGate,
  callWithRetries,
  createCallGate,
  DEFAULT_CALL_LIMITS,
  ModelCallError,
  type ModelRequest,
  openLanguageModel,
  withCallCache,
} from "../../models/index.ts";
import type { RunContext } from "../run-context.ts";

/** Which model names keywords. */
export interface KeywordModel {
  /** `<adapter>:<name>[@<revision>]`. */
  readonly spec: string;
  /** Seed of its generator and of waits. */
  readonly seed: number;
}

/** Five keywords, numbered, with some words around them. */
const MAX_OUTPUT_TOKENS = 128;

/** Failures that no further attempt will change: the paper then has no keywords. */
const FINAL_REASONS: ReadonlySet<string> = new Set([
  "no-output",
  "empty-output",
  "refused",
  "content-filter",
  "context-overflow",
  "invalid-output",
]);

interface Asking {
  readonly cached: CachedModel;
  readonly gate: CallGate;
  readonly model: KeywordModel;
  readonly context: RunContext;
}

/**
 * A model that names keywords, behind the cache of replies: a build that is taken up again pays for
 * no answer twice.
 *
 * @param model - Which one.
 * @param context - Time, places, credentials, the wish to stop.
 * @returns Asks it for any number of papers, several at a time; answers come in order.
 */
export function keywordAsker(model: KeywordModel, context: RunContext): KeywordAsker {
  return async function* (questions) {
    const opened = await openLanguageModel({
      spec: model.spec,
      home: context.home,
      credential: context.credential,
      clock: context.clock,
    });
    try {
      const { adapter, parallelCalls } = opened.description;
      const cached = withCallCache(opened, {
        folder: join(context.home, "cache", "calls"),
        mode: adapter === "fake" ? "off" : "readwrite",
        onWarning: ({ message }) => context.onProgress({ kind: "warning", text: message }),
      });
      const max = Math.max(1, Math.min(parallelCalls, DEFAULT_CALL_LIMITS.max));
      const start = Math.min(DEFAULT_CALL_LIMITS.start, max);
      const gate = createCallGate({ start, min: 1, max }, { clock: context.clock });
      yield* inOrder(questions, { cached, gate, model, context }, max);
    } finally {
      await opened.close();
    }
  };
}

async function* inOrder(
  questions: AsyncIterable<KeywordQuestion>,
  asking: Asking,
  width: number,
): AsyncGenerator<KeywordAnswer> {
  const underWay: Promise<KeywordAnswer>[] = [];
  for await (const question of questions) {
    const answer = ask(question, asking);
    // Whoever awaits it gets the error; meanwhile it must not count as unhandled.
    answer.catch(() => undefined);
    underWay.push(answer);
    if (underWay.length >= width) yield (await underWay.shift()) as KeywordAnswer;
  }
  for (const answer of underWay) yield await answer;
}

async function ask({ key, prompt }: KeywordQuestion, asking: Asking): Promise<KeywordAnswer> {
  const { cached, gate, model, context } = asking;
  const request: ModelRequest = {
    messages: [{ role: "user", content: prompt }],
    sampling: { temperature: 0, seed: model.seed },
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  };
  try {
    const { reply } = await cached.generate(
      { stage: "keywords", request, repeat: 0 },
      {
        signal: context.stopping,
        onMiss: (call) =>
          callWithRetries({
            gate,
            call: async () => call(),
            clock: context.clock,
            random: randomStream(model.seed, "keywords", key),
            signal: context.stopping,
          }),
      },
    );
    return { key, answer: reply.text };
  } catch (error) {
    if (error instanceof ModelCallError && FINAL_REASONS.has(error.reason)) return { key };
    throw error;
  }
}
