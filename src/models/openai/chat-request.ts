import type { ModelRequest } from "../language-model.ts";

/** What the endpoint has to know beside the request. */
export interface ChatRequestSettings {
  /** Name of the model at the endpoint. */
  readonly model: string;
  /** Name of the field that holds the longest reply. */
  readonly outputLimitField: "max_tokens" | "max_completion_tokens";
  /** Whether the reply is to come piece by piece. */
  readonly stream: boolean;
}

/**
 * The body of a call to `/chat/completions`. Settings that are absent are not sent, so that the
 * server's own hold. The repeat penalty is sent under both names that servers know.
 *
 * @param request - What to answer, and how.
 * @param settings - Model and form of the reply.
 * @returns A JSON value, always with the same order of fields.
 */
export function chatRequest(
  request: ModelRequest,
  { model, outputLimitField, stream }: ChatRequestSettings,
): Readonly<Record<string, unknown>> {
  const { messages, sampling, maxOutputTokens, stop = [], topLogProbabilities } = request;
  const { temperature, topP, topK, minP, repeatPenalty, seed } = sampling;
  const fields: readonly (readonly [string, unknown])[] = [
    ["model", model],
    ["messages", messages.map(({ role, content }) => ({ role, content }))],
    [outputLimitField, maxOutputTokens],
    ["temperature", temperature],
    ["top_p", topP],
    ["top_k", topK],
    ["min_p", minP],
    ["repetition_penalty", repeatPenalty],
    ["repeat_penalty", repeatPenalty],
    ["seed", seed],
    ["stop", stop.length === 0 ? undefined : stop],
    ["logprobs", topLogProbabilities === undefined ? undefined : true],
    ["top_logprobs", topLogProbabilities],
    ["stream", stream ? true : undefined],
    ["stream_options", stream ? { include_usage: true } : undefined],
  ];
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}
