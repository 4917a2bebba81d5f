import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateMessageTokens, estimateTokens } from "./token-estimate.ts";

describe("estimateTokens", () => {
  it.each<[string, number]>([
    ["", 0],
    ["a", 1],
    ["the keeper", 3], // 3/3 + 6/3
    ["Lighthouses", 4], // 11/3
    ["uncharacteristically", 10], // 20 letters, above 12: 20/2
    ["NASA", 2],
    ["camelCase", 4], // camel 2, Case 2
    ["a, b.", 4],
    ["1893", 4],
    ["a    b", 3], // 1 + (4 - 1)/4 begun + 1
    ["\n\n", 2],
    ["über", 2], // ü 1, ber 1
    ["море", 6], // 4 × 1.5
    ["мор", 5], // 4.5, rounded up
    ["大雨", 4],
    ["한국", 4],
    ["नम", 6], // three bytes each
    ["🌊", 4],
    ["\uD800", 3],
  ])("of %j gives %i", (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  it("grows with the text", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (first, second) => {
        const together = estimateTokens(`${first} ${second}`);
        expect(together).toBeGreaterThanOrEqual(estimateTokens(first));
        expect(together).toBeGreaterThanOrEqual(estimateTokens(second));
      }),
    );
  });
});

describe("estimateMessageTokens", () => {
  it("adds what a chat template may take", () => {
    // 16 for the conversation, 8 for each message, 3 and 0 for their texts.
    expect(
      estimateMessageTokens([
        { role: "user", content: "the keeper" },
        { role: "assistant", content: "" },
      ]),
    ).toBe(16 + 8 + 3 + 8);
  });
});
