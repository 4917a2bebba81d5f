import type { ModelRequest, Sampling } from "../models/index.ts";
import type { ChatMessage } from "../records/index.ts";

/** What turns a finished prompt into a request. */
export interface SinglePassSettings {
  /** How tokens are drawn. */
  readonly sampling: Sampling;
  /** Longest text, in the model's tokens. */
  readonly maxOutputTokens: number;
  /** Texts that end the reply. */
  readonly stop: readonly string[];
  /** First message; absent for none. */
  readonly systemMessage?: string;
}

/**
 * The request for one benchmark example: one prompt, one reply.
 *
 * @param prompt - The exact prompt.
 * @param settings - Sampling, limits and system message.
 * @returns The request, as sent.
 */
export function singlePassRequest(prompt: string, settings: SinglePassSettings): ModelRequest {
  const messages: ChatMessage[] = [];
  if (settings.systemMessage !== undefined) {
    messages.push({ role: "system", content: settings.systemMessage });
  }
  messages.push({ role: "user", content: prompt });
  return {
    messages,
    sampling: settings.sampling,
    maxOutputTokens: settings.maxOutputTokens,
    ...(settings.stop.length > 0 ? { stop: settings.stop } : {}),
  };
}
