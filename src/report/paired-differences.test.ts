import { describe, expect, it } from "vitest";
import { contrastOf, exampleOf } from "../../tests/sample-summary.ts";
import type { ExampleView } from "../records/index.ts";
import { largestDifferences, pairedDifferences } from "./paired-differences.ts";

function exampleWith(id: string, one: number | undefined, other: number): ExampleView {
  const outputs = exampleOf(id).outputs.map((output, index) => {
    const score = index === 0 ? other : one;
    return { ...output, scores: score === undefined ? {} : { "rouge-l": score } };
  });
  return exampleOf(id, { outputs });
}

describe("pairedDifferences", () => {
  it("pairs cell and baseline and leaves out examples without both scores", () => {
    const examples = [exampleWith("a", 0.5, 0.25), exampleWith("b", undefined, 0.5)];
    const pairs = pairedDifferences(contrastOf(), examples);
    expect(pairs.map(({ index, difference }) => [index, difference])).toEqual([[0, 0.25]]);
  });

  it("does not take inherited properties for scores", () => {
    const pairs = pairedDifferences(contrastOf({ metric: "constructor" }), [exampleOf("a")]);
    expect(pairs).toEqual([]);
  });

  it("lists wins and losses from the largest; a tie is neither", () => {
    const examples = [
      exampleWith("tie", 0.5, 0.5),
      exampleWith("small win", 0.5, 0.25),
      exampleWith("large loss", 0, 1),
      exampleWith("large win", 1, 0),
      exampleWith("small loss", 0.25, 0.5),
    ];
    const { wins, losses } = largestDifferences(pairedDifferences(contrastOf(), examples), 10);
    expect(wins.map(({ example }) => example.exampleId)).toEqual(["large win", "small win"]);
    expect(losses.map(({ example }) => example.exampleId)).toEqual(["large loss", "small loss"]);
    expect(largestDifferences(pairedDifferences(contrastOf(), examples), 1).losses).toHaveLength(1);
  });
});
