// A language model that says what a test tells it to.
import type { LanguageModel, ModelReply, ModelRequest } from "../src/models/index.ts";
import { ModelCallError } from "../src/models/index.ts";

/** What the model does at one call: says a text, is cut off after one, or fails. */
export type ScriptedTurn = string | { readonly cutOff: string } | Error;

/** A scripted model, with what it was asked. */
export interface ScriptedModel extends LanguageModel {
  /** The requests so far, in order. */
  readonly requests: readonly ModelRequest[];
}

/**
 * Makes a model that follows a script; a call beyond its end is an error of the test.
 *
 * @param turns - What it does, call by call.
 */
export function createScriptedModel(turns: readonly ScriptedTurn[]): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    requests,
    description: {
      adapter: "fake",
      adapterVersion: 1,
      model: "scripted",
      revision: "r1",
      remote: false,
      deterministic: true,
      parallelCalls: 1,
    },
    async generate(request, { signal } = {}) {
      if (signal?.aborted === true) {
        throw new ModelCallError("Cancelled.", { reason: "cancelled", retryable: false });
      }
      const turn = turns[requests.length];
      requests.push(request);
      if (turn === undefined) throw new Error(`no turn for call ${requests.length}`);
      if (turn instanceof Error) throw turn;
      return replyOf(turn);
    },
    countTokens: async () => ({ tokens: 1, exact: true }),
    close: async () => undefined,
  };
}

function replyOf(turn: string | { readonly cutOff: string }): ModelReply {
  const isWhole = typeof turn === "string";
  return {
    text: isWhole ? turn : turn.cutOff,
    finishReason: isWhole ? "stop" : "length",
    promptTokens: 10,
    outputTokens: 3,
  };
}
