// A model for tests of the long writer: it writes prose of about the length that it is asked for, with an
// error that is drawn for each call.
import { type Random, randomStream } from "../src/foundation/index.ts";
import type { LanguageModel, ModelReply, ModelRequest } from "../src/models/index.ts";

/** How far the model's replies are from what was asked. */
export interface MockLength {
  /** Mean of reply length / asked length. */
  readonly bias: number;
  /** Standard deviation of the logarithm of that ratio. */
  readonly sd: number;
}

const TOKENS_PER_WORD = 1.35;

/**
 * Makes the model. Its replies depend on the request alone.
 *
 * @param length - How it errs.
 */
export function createMockWriter({ bias, sd }: MockLength): LanguageModel {
  return {
    description: {
      adapter: "fake",
      adapterVersion: 1,
      model: "mock-writer",
      contextTokens: 32_768,
      remote: false,
      deterministic: true,
      parallelCalls: 8,
    },
    generate: async (request) => replyTo(request, { bias, sd }),
    countTokens: async (messages) => ({
      tokens: messages.reduce((sum, { content }) => sum + content.split(/\s+/).length, 0),
      exact: true,
    }),
    close: async () => undefined,
  };
}

function replyTo(request: ModelRequest, { bias, sd }: MockLength): ModelReply {
  const prompt = request.messages.map(({ content }) => content).join("\n");
  const random = randomStream("mock-writer", prompt, request.sampling.seed ?? 0);
  const asked = Number(/about (\d+)(?: more)? words/.exec(prompt)?.[1] ?? 30);
  const wanted = Math.max(8, Math.round(asked * bias * Math.exp(sd * normal(random))));
  const most = Math.floor(request.maxOutputTokens / TOKENS_PER_WORD);
  const words = Math.min(wanted, most);
  const text = sentences(words, random);
  return {
    // A reply that its limit cuts ends inside a sentence.
    text: wanted > most ? text.slice(0, -1) : text,
    finishReason: wanted > most ? "length" : "stop",
    promptTokens: prompt.split(/\s+/).length,
    outputTokens: Math.round(words * TOKENS_PER_WORD),
  };
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

/** Sentences of 6 to 18 words out of a made-up vocabulary of 2,000 words. */
function sentences(words: number, random: Random): string {
  let text = "";
  for (let left = words; left > 0; ) {
    const length = Math.min(left, 6 + random.nextBelow(13));
    const sentence = Array.from(
      { length },
      () =>
        `${"bcdfghjklm"[random.nextBelow(10)]}${"aeiou"[random.nextBelow(5)]}${"nprst"[random.nextBelow(5)]}${"aeiou"[random.nextBelow(5)]}${"lmnrs"[random.nextBelow(5)]}`,
    ).join(" ");
    text += `${text === "" ? "" : " "}${sentence[0]?.toUpperCase()}${sentence.slice(1)}.`;
    left -= length;
  }
  return text;
}
