import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isNearDuplicate, targetRuns } from "./near-text.ts";
import { words } from "./test-corpus.ts";

describe("isNearDuplicate", () => {
  // 14 words have ten runs of five.
  const target = targetRuns(words(14));

  it("finds a text with half of the target's runs, and none with fewer", () => {
    // Nine words of the target in a row hold five of its runs, eight hold four.
    expect(isNearDuplicate(target, `x ${words(9)} y`)).toBe(true);
    expect(isNearDuplicate(target, `x ${words(8)} y`)).toBe(false);
  });

  it("does not care for case, white space or what stands between", () => {
    const spread = `${words(7).toUpperCase()} other\n\nwords w7  w8 w9 w10 w11\tw12`;
    // Three runs before, two behind.
    expect(isNearDuplicate(target, spread)).toBe(true);
  });

  it("counts a run once however often it stands there", () => {
    expect(isNearDuplicate(target, Array(9).fill(words(5)).join(" x "))).toBe(false);
  });

  it("knows no near-duplicate of a target of fewer than five words", () => {
    expect(isNearDuplicate(targetRuns("a b c d"), "a b c d")).toBe(false);
  });

  it("finds every text of five words or more in itself", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c", "dd"), { minLength: 5 }), (list) => {
        const text = list.join(" ");
        expect(isNearDuplicate(targetRuns(text), text)).toBe(true);
      }),
    );
  });
});
