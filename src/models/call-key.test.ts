import { describe, expect, it } from "vitest";
import { type CallKeyParts, callKey } from "./call-key.ts";

const parts: CallKeyParts = {
  stage: "generation",
  description: {
    adapter: "openai",
    adapterVersion: 1,
    model: "some-model",
    revision: "2026-01",
    baseUrl: "http://localhost:8000/v1",
    contextTokens: 8192,
    remote: false,
    deterministic: false,
    parallelCalls: 8,
    settings: { template: "chatml" },
  },
  request: {
    messages: [
      { role: "system", content: "You are terse." },
      { role: "user", content: "Hello." },
    ],
    sampling: { temperature: 0.6, topP: 1, topK: 40, minP: 0.05, repeatPenalty: 1.1, seed: 7 },
    maxOutputTokens: 64,
    stop: ["\n\n"],
    topLogProbabilities: 2,
  },
  templateHash: "abc",
  repeat: 0,
};
const { description, request } = parts;
const { sampling, messages } = request;

function withDescription(change: Partial<CallKeyParts["description"]>): CallKeyParts {
  return { ...parts, description: { ...description, ...change } };
}

function withRequest(change: Partial<CallKeyParts["request"]>): CallKeyParts {
  return { ...parts, request: { ...request, ...change } };
}

function without<T extends object>(value: T, field: keyof T): T {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== field)) as T;
}

const changes: readonly [string, CallKeyParts][] = [
  ["stage", { ...parts, stage: "summary" }],
  ["adapter", withDescription({ adapter: "gguf" })],
  ["adapter version", withDescription({ adapterVersion: 2 })],
  ["model", withDescription({ model: "other-model" })],
  ["revision", withDescription({ revision: "2026-02" })],
  ["no revision", { ...parts, description: without(description, "revision") }],
  ["base URL", withDescription({ baseUrl: "http://localhost:8001/v1" })],
  ["no base URL", { ...parts, description: without(description, "baseUrl") }],
  ["context length", withDescription({ contextTokens: 4096 })],
  ["a model setting", withDescription({ settings: { template: "llama" } })],
  ["no model settings", { ...parts, description: without(description, "settings") }],
  [
    "a message",
    withRequest({ messages: [...messages.slice(0, 1), { role: "user", content: "Hi" }] }),
  ],
  [
    "one space of a message",
    withRequest({ messages: [...messages.slice(0, 1), { role: "user", content: "Hello. " }] }),
  ],
  [
    "the role of a message",
    withRequest({ messages: [...messages.slice(0, 1), { role: "assistant", content: "Hello." }] }),
  ],
  ["the order of messages", withRequest({ messages: [...messages].reverse() })],
  ["the number of messages", withRequest({ messages: messages.slice(1) })],
  ["temperature", withRequest({ sampling: { ...sampling, temperature: 0.7 } })],
  ["top p", withRequest({ sampling: { ...sampling, topP: 0.9 } })],
  ["top k", withRequest({ sampling: { ...sampling, topK: 41 } })],
  ["min p", withRequest({ sampling: { ...sampling, minP: 0.06 } })],
  ["repeat penalty", withRequest({ sampling: { ...sampling, repeatPenalty: 1.2 } })],
  ["provider seed", withRequest({ sampling: { ...sampling, seed: 8 } })],
  ["no provider seed", withRequest({ sampling: without(sampling, "seed") })],
  ["output limit", withRequest({ maxOutputTokens: 65 })],
  ["a stop word", withRequest({ stop: ["\n"] })],
  ["two stop words for one", withRequest({ stop: ["\n", "\n"] })],
  ["no stop words", { ...parts, request: without(request, "stop") }],
  ["number of log-probabilities", withRequest({ topLogProbabilities: 3 })],
  ["no log-probabilities", { ...parts, request: without(request, "topLogProbabilities") }],
  ["template hash", { ...parts, templateHash: "abd" }],
  ["no template hash", without(parts, "templateHash")],
  ["repeat", { ...parts, repeat: 1 }],
];

describe("callKey", () => {
  it.each(changes)("changes with %s alone", (_, changed) => {
    expect(callKey(changed)).not.toBe(callKey(parts));
  });

  it("gives no two of those changes the same key", () => {
    expect(new Set(changes.map(([, changed]) => callKey(changed))).size).toBe(changes.length);
  });

  it("stays the same for equal parts in another order of fields", () => {
    const reordered = {
      repeat: 0,
      templateHash: "abc",
      request: Object.fromEntries(Object.entries(request).reverse()) as typeof request,
      description: Object.fromEntries(Object.entries(description).reverse()) as typeof description,
      stage: "generation",
    };
    expect(callKey(reordered)).toBe(callKey(parts));
    expect(callKey(parts)).toMatch(/^[0-9a-f]{64}$/);
  });

  it("does not depend on what changes no reply", () => {
    const same = withDescription({ parallelCalls: 1, remote: true, deterministic: true });
    expect(callKey(same)).toBe(callKey(parts));
  });
});
