import { describe, expect, it } from "vitest";
import { flagsOf } from "./output-flags.ts";

describe("flagsOf", () => {
  it.each([
    ["I'm sorry, but I can't help with that.", "stop", ["refusal"]],
    ["I am sorry for the delay in the delivery.", "stop", []],
    ["As an AI language model, I have no voice.", "stop", ["refusal"]],
    ["I cannot write that.", "stop", ["refusal"]],
    ["I can't come on Friday.", "stop", []],
    ['Review text: "The tent kept us dry."', "stop", ["prefix"]],
    ["Sure! The tent kept us dry.", "stop", ["prefix"]],
    ["The tent kept us dry. ".repeat(20), "stop", ["loop"]],
    [`A first sentence of its own. ${"very ".repeat(40)}`, "stop", ["loop"]],
    ["The tent kept us dr", "length", ["cut-off"]],
    ["The tent kept us dry, and the night was dry, and all was dry.", "stop", []],
    ["word ".repeat(3), "stop", []],
    ["", "stop", []],
  ] as const)("of %j (%s) are %j", (text, finishReason, expected) => {
    expect(flagsOf(text, finishReason)).toEqual(expected);
  });
});
