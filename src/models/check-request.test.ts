import { describe, expect, it } from "vitest";
import { checkRequest } from "./check-request.ts";
import type { ModelRequest } from "./language-model.ts";

const good: ModelRequest = {
  messages: [{ role: "user", content: "Hello" }],
  sampling: { temperature: 0, topP: 1, topK: 0, minP: 0, repeatPenalty: 1, seed: 0 },
  maxOutputTokens: 1,
  stop: ["\n"],
  topLogProbabilities: 0,
};

describe("checkRequest", () => {
  it("accepts the edges of every range", () => {
    expect(() => checkRequest(good)).not.toThrow();
    expect(() =>
      checkRequest({ messages: good.messages, sampling: {}, maxOutputTokens: 8 }),
    ).not.toThrow();
  });

  it.each<[string, Partial<ModelRequest>]>([
    ["messages must hold", { messages: [] }],
    ["maxOutputTokens must be a whole number, 1 or more, got 0.", { maxOutputTokens: 0 }],
    ["maxOutputTokens must be a whole number, 1 or more, got 1.5.", { maxOutputTokens: 1.5 }],
    ["topLogProbabilities", { topLogProbabilities: -1 }],
    ["stop[1] must not be empty", { stop: ["a", ""] }],
    ["sampling.temperature must be 0 or more, got -1.", { sampling: { temperature: -1 } }],
    ["sampling.temperature must be 0 or more, got NaN.", { sampling: { temperature: Number.NaN } }],
    ["sampling.topP must be between 0 and 1, got 1.1.", { sampling: { topP: 1.1 } }],
    ["sampling.minP", { sampling: { minP: 2 } }],
    ["sampling.repeatPenalty", { sampling: { repeatPenalty: -0.5 } }],
    ["sampling.topK", { sampling: { topK: 1.5 } }],
    ["sampling.seed", { sampling: { seed: -7 } }],
  ])("refuses with: %s", (message, change) => {
    const call = () => checkRequest({ ...good, ...change });
    expect(call).toThrow(message);
    expect(call).toThrow(expect.objectContaining({ code: "invalid-option" }));
  });
});
