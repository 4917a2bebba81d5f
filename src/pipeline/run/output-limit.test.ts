import { describe, expect, it } from "vitest";
import { outputLimitFor } from "./cell-prompt.ts";
import { defineExperiment } from "./run-experiment.ts";

const experiment = (generation: object): ReturnType<typeof defineExperiment> =>
  defineExperiment({
    version: 1,
    name: "x",
    dataset: { path: "d" },
    grid: { retriever: ["none"], model: ["fake"] },
    generation,
  });

describe("outputLimitFor", () => {
  it("is what the prompt leaves of the context where the limit is an upper bound", () => {
    const llama = experiment({ preset: "llama-2" });
    expect(outputLimitFor(1000, { contextTokens: 4096 }, llama)).toBe(3096);
    expect(outputLimitFor(1000, { contextTokens: 16_384 }, llama)).toBe(4096);
    expect(outputLimitFor(undefined, { contextTokens: 4096 }, llama)).toBe(4096);
    expect(outputLimitFor(1000, {}, llama)).toBe(4096);
  });

  it("is the limit itself elsewhere", () => {
    const plain = experiment({ maxOutputTokens: 300 });
    expect(outputLimitFor(1000, { contextTokens: 1100 }, plain)).toBe(300);
  });
});
