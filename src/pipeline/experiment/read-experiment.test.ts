import { describe, expect, it } from "vitest";
import { sectionsOf } from "./grid.ts";
import { parseExperiment, readExperiment } from "./read-experiment.ts";

const base = { version: 1, name: "x", dataset: { path: "d" } };
const grid = { retriever: ["bm25"], model: ["fake"] };

function read(changes: object): ReturnType<typeof parseExperiment>["experiment"] {
  return parseExperiment(JSON.stringify({ ...base, grid, ...changes }), "x.yaml").experiment;
}

function faultsOf(changes: object): string {
  try {
    read(changes);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

describe("exclusions", () => {
  const two = { path: ["a", { path: "b", setting: "temporal", name: "later" }] };

  it("refuse a dataset that the experiment does not have, and name the nearest", () => {
    const exclude = [{ dataset: ["a", "latr"], retriever: "bm25" }];
    expect(faultsOf({ dataset: two, grid: { ...grid, exclude } })).toContain(
      'unknown dataset "latr": did you mean "later"?',
    );
    const whole = { ...grid, k: [1, 2], exclude: [{ dataset: "later", k: 2 }] };
    expect(
      sectionsOf(read({ dataset: two, grid: whole })).map(({ cells }) => cells.length),
    ).toEqual([2, 1]);
  });

  it("refuse a dataset where there is only one", () => {
    expect(faultsOf({ grid: { ...grid, exclude: [{ dataset: "d" }] } })).toContain(
      'there is only one dataset, so that "d" names none: leave dataset out',
    );
  });

  it("refuse a retriever and a model that the grid does not have", () => {
    const exclude = [{ retriever: "bm52" }, { model: ["fak"] }];
    const faults = faultsOf({ grid: { ...grid, k: [1], exclude } });
    expect(faults).toContain('unknown retriever "bm52": did you mean "bm25"?');
    expect(faults).toContain('unknown model "fak": did you mean "fake"?');
  });
});

describe("tags", () => {
  it("are refused by the name of what the file is", () => {
    expect(() => parseExperiment("version: !!js/function x", "x.yaml")).toThrow(
      "tags that name code or custom types are refused: an experiment is plain data.",
    );
  });
});

describe("generation presets", () => {
  it("write the paper's settings out and keep their name", () => {
    expect(read({ generation: { preset: "llama-2" } })).toMatchObject({
      generation: {
        preset: "llama-2",
        temperature: 0.8,
        topP: 0.95,
        maxOutputTokens: 4096,
        fitOutput: true,
      },
      prompt: { family: "llama", onOverflow: "drop-last-passage" },
    });
    expect(read({ generation: { preset: "gpt-3.5" } }).generation).toMatchObject({
      temperature: 0.6,
      maxOutputTokens: 2048,
      systemMessage: "You are a helpful assistant",
    });
    expect(read({ generation: { preset: "flan-t5" } }).generation.maxOutputTokens).toBe(1024);
  });

  it("give way to what the experiment says itself", () => {
    const { generation, prompt } = read({
      generation: { preset: "gpt-3.5", temperature: 0 },
      prompt: { family: "llama" },
    });
    expect([generation.temperature, generation.maxOutputTokens, prompt.family]).toEqual([
      0,
      2048,
      "llama",
    ]);
  });

  it("give no output for 5,000 tokens and more under the paper's profile", () => {
    const changes = { profile: "longlamp-paper", generation: { preset: "gpt-3.5" } };
    expect(read(changes).prompt).toMatchObject({ maxPromptTokens: 4999, onOverflow: "fail" });
  });

  it("are known by name only", () => {
    expect(faultsOf({ generation: { preset: "gpt3.5" } })).toContain('did you mean "gpt-3.5"?');
  });
});

describe("a list of datasets", () => {
  it("is one more axis, whose names lead the cell ids", () => {
    const experiment = read({
      dataset: { path: ["data/email", { path: "data/topic.jsonl", split: "val" }], split: "test" },
    });
    expect(experiment.dataset.path).toEqual([
      { path: "data/email", split: "test", setting: "user", name: "email" },
      { path: "data/topic.jsonl", split: "validation", setting: "user", name: "topic" },
    ]);
    expect(sectionsOf(experiment).flatMap(({ cells }) => cells)).toMatchObject([
      { id: "email--bm25-k4--plain--fake", dataset: "email" },
      { id: "topic--bm25-k4--plain--fake", dataset: "topic" },
    ]);
  });

  it("gets as much of a name as tells its members apart", () => {
    const both = { path: [{ path: "d" }, { path: "d", setting: "temporal" }] };
    const names = sectionsOf(read({ dataset: both })).map(({ name }) => name);
    expect(names).toEqual(["d-user", "d-temporal"]);
  });

  it("of one is that dataset, with the cell ids of a single one", () => {
    const { dataset } = read({ dataset: { path: [{ path: "d", setting: "temporal" }] } });
    expect(dataset).toEqual({ path: "d", split: "test", setting: "temporal" });
  });

  it("refuses the same one twice and one name for two", () => {
    expect(faultsOf({ dataset: { path: ["d", "d"] } })).toContain("this dataset is listed twice");
    const named = [
      { path: "a", name: "n" },
      { path: "b", name: "n" },
    ];
    expect(faultsOf({ dataset: { path: named } })).toContain("the name n is used twice");
  });

  it("says of an unknown key which is known", () => {
    expect(faultsOf({ dataset: { path: "d", spilt: "test" } })).toContain('did you mean "split"?');
  });
});

describe("faults of an experiment", () => {
  it("name a value that is listed twice by its place in the list", () => {
    expect(faultsOf({ grid: { ...grid, k: [1, 2, 4, 4] } })).toContain(
      "grid.k, item 4: this k is listed twice, got 4.",
    );
  });

  it("tell the bounds of a whole number", () => {
    for (const maxCalls of [0, -1, 1.5]) {
      expect(faultsOf({ limits: { maxCalls } })).toContain(
        `limits.maxCalls: must be a whole number of 1 or more, got ${maxCalls}.`,
      );
    }
    expect(faultsOf({ repeat: 0 })).toContain(
      "repeat: must be a whole number of 1 or more, got 0.",
    );
    expect(faultsOf({ seed: 2 ** 32 })).toContain("must be a whole number from 0 to 4294967295");
    expect(faultsOf({ grid: { ...grid, k: [-1] } })).toContain("of 0 or more, got -1.");
  });

  it("refuse a budget in money without a price, and say what else there is", () => {
    expect(faultsOf({ limits: { budgetUsd: 5 } })).toContain(
      "the price of fake is not known: give its inputUsdPerMillionTokens and outputUsdPerMillionTokens under models (0 if it costs nothing), or use maxCalls or maxTokens",
    );
    const price = { inputUsdPerMillionTokens: 1, outputUsdPerMillionTokens: 2 };
    const { limits } = read({ limits: { budgetUsd: 5 }, models: { fake: price } });
    expect(limits.budgetUsd).toBe(5);
  });

  it("tell a missing file as a fault of the command", async () => {
    await expect(readExperiment("no/such.yaml")).rejects.toMatchObject({
      code: "invalid-experiment",
      message: "There is no file no/such.yaml.",
    });
  });
});
