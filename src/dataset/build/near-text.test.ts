import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pythonWords } from "../../text/index.ts";
import { comparedText, isNearDuplicate, type TargetRuns, targetRuns } from "./near-text.ts";
import { words } from "./test-corpus.ts";

function isNear(target: TargetRuns, text: string): boolean {
  return isNearDuplicate(target, comparedText(text));
}

describe("isNearDuplicate", () => {
  // 14 words have ten runs of five.
  const target = targetRuns(words(14));

  it("finds a text with half of the target's runs, and none with fewer", () => {
    // Nine words of the target in a row hold five of its runs, eight hold four.
    expect(isNear(target, `x ${words(9)} y`)).toBe(true);
    expect(isNear(target, `x ${words(8)} y`)).toBe(false);
  });

  it("does not care for case, white space or what stands between", () => {
    const spread = `${words(7).toUpperCase()} other\n\nwords w7  w8 w9 w10 w11\tw12`;
    // Three runs before, two behind.
    expect(isNear(target, spread)).toBe(true);
  });

  it("counts a run once however often it stands there", () => {
    expect(isNear(target, Array(9).fill(words(5)).join(" x "))).toBe(false);
  });

  it("compares one text with any number of targets", () => {
    const text = comparedText(`x ${words(9)} y`);
    const found = [target, targetRuns("a b c d e f"), target].map((each) =>
      isNearDuplicate(each, text),
    );
    expect(found).toEqual([true, false, true]);
  });

  it("knows no near-duplicate of a target of fewer than five words", () => {
    expect(isNear(targetRuns("a b c d"), "a b c d")).toBe(false);
  });

  it("finds what a plain count of runs finds, in any letters and spaces", () => {
    const word = fc.constantFrom("a", "B", "c", "Dd", "é", "İ", "漢");
    const text = fc
      .array(fc.tuple(word, fc.constantFrom(" ", "  ", "\n", "\u3000")), { maxLength: 40 })
      .map((list) => list.flat().join(""));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [own, others] = [runsOf(one), runsOf(other)];
        const shared = [...own].filter((run) => others.has(run)).length;
        const isWanted = own.size > 0 && shared >= own.size / 2;
        expect(isNear(targetRuns(one), other)).toBe(isWanted);
      }),
    );
  });

  it("finds every text of five words or more in itself", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c", "dd"), { minLength: 5 }), (list) => {
        const text = list.join(" ");
        expect(isNear(targetRuns(text), text)).toBe(true);
      }),
    );
  });
});

function runsOf(text: string): Set<string> {
  const list = pythonWords(text.toLowerCase());
  return new Set(list.slice(4).map((_, at) => list.slice(at, at + 5).join(" ")));
}
