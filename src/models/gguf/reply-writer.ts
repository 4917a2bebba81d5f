import type { LlamaModel, Token } from "node-llama-cpp";
import type { ModelReply, ModelRequest, TokenLogProbability } from "../language-model.ts";
import { ModelCallError } from "../model-call-error.ts";
import type { ChatPrompt } from "./chat-prompt.ts";
import { createStopFilter } from "./stop-filter.ts";
import { createTokenText } from "./token-text.ts";

/** Probability of each token that could have been drawn, likeliest first. */
export type Probabilities = ReadonlyMap<Token, number>;

/** Puts a reply together from its tokens. */
export interface ReplyWriter {
  /** Tokens written so far. */
  readonly tokens: readonly Token[];
  /** Why the reply has ended; `undefined` while it goes on. */
  readonly finishReason: "stop" | "length" | undefined;
  /**
   * Takes the next token.
   *
   * @param token - Its number.
   * @param probabilities - Those that it was drawn from, if the caller asked for them.
   * @returns Text that can be shown now; often empty.
   */
  add(token: Token, probabilities?: Probabilities): string;
  /**
   * Ends the reply.
   *
   * @param finishReason - Why it ended.
   * @returns The last text that can be shown, and the reply.
   * @throws ModelCallError `empty-output` if no text was written.
   */
  finish(finishReason: "stop" | "length"): { readonly piece: string; readonly reply: ModelReply };
}

/** What one reply is written from. */
export interface ReplyTask {
  /** What was asked. */
  readonly request: ModelRequest;
  /** The prompt. */
  readonly prompt: ChatPrompt;
  /** Longest reply that is allowed and fits. */
  readonly maxTokens: number;
}

/** Below the smallest number above 0 that the engine's 32 bits can hold. */
const SMALLEST_PROBABILITY = 1e-45;

/**
 * Starts a reply.
 *
 * @param task - Request, prompt and limit.
 * @param model - The model that writes.
 * @returns The writer, for one reply.
 */
export function createReplyWriter(task: ReplyTask, model: LlamaModel): ReplyWriter {
  const { request, prompt, maxTokens } = task;
  const tokens: Token[] = [];
  const logProbabilities: TokenLogProbability[] = [];
  const tokenText = createTokenText((some, before) =>
    model.detokenize(some as Token[], false, before as Token[]),
  );
  const filter = createStopFilter([...(request.stop ?? []), ...prompt.endTexts]);
  let text = "";
  const show = (piece: string): string => {
    text += piece;
    return piece;
  };
  return {
    tokens,
    get finishReason() {
      if (filter.stopped) return "stop";
      return tokens.length >= maxTokens ? "length" : undefined;
    },
    add(token, probabilities) {
      tokens.push(token);
      if (probabilities !== undefined) {
        const wanted = request.topLogProbabilities ?? 0;
        logProbabilities.push(logProbabilityOf(token, { probabilities, wanted }, model));
      }
      return show(filter.add(tokenText.add(token)));
    },
    finish(finishReason) {
      const piece = show(filter.add(tokenText.end())) + show(filter.end());
      if (text === "") throw emptyReply(finishReason);
      const reply: ModelReply = {
        text,
        finishReason,
        promptTokens: prompt.tokens.length,
        outputTokens: tokens.length,
        ...(request.topLogProbabilities === undefined ? {} : { logProbabilities }),
      };
      return { piece, reply };
    },
  };
}

function logProbabilityOf(
  token: Token,
  { probabilities, wanted }: { readonly probabilities: Probabilities; readonly wanted: number },
  model: LlamaModel,
): TokenLogProbability {
  const describe = (some: Token, probability: number) => ({
    token: model.detokenize([some], true),
    logProbability: Math.log(Math.max(probability, SMALLEST_PROBABILITY)),
  });
  const alternatives: { readonly token: string; readonly logProbability: number }[] = [];
  for (const [other, probability] of probabilities) {
    if (alternatives.length === wanted) break;
    if (probability > 0) alternatives.push(describe(other, probability));
  }
  return { ...describe(token, probabilities.get(token) ?? 0), alternatives };
}

function emptyReply(finishReason: "stop" | "length"): ModelCallError {
  const why =
    finishReason === "stop" ? "it ended its reply at once" : "its tokens stand for no text";
  return new ModelCallError(`The model wrote nothing: ${why}.`, {
    reason: "empty-output",
    // The same seed ends the same way.
    retryable: false,
    hint: "Look at the prompt and the stop texts, or try another seed at a temperature above 0.",
  });
}
