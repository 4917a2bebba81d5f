import { describe, expect, it } from "vitest";
import { faultOf } from "./keep-rule.ts";
import type { MeasuredText } from "./measure-leaf.ts";

const fact = { type: "age", severity: 5, message: "wrong age", fact: "Marit/age" };
const repeat = { type: "repetition", severity: 2, message: "repeats" };

function measured(changes: Partial<MeasuredText>): MeasuredText {
  const { issues = [fact] } = changes;
  return {
    text: "before",
    words: 100,
    window: { least: 88, most: 112 },
    issues,
    severity: issues.reduce((sum, { severity }) => sum + severity, 0),
    mustHits: 1,
    refused: [],
    ...changes,
  };
}

const repaired = (changes: Partial<MeasuredText>): MeasuredText =>
  measured({ text: "after", issues: [], ...changes });

describe("faultOf", () => {
  it("takes a text with less wrong and nothing worse", () => {
    expect(faultOf(measured({}), repaired({}))).toBeUndefined();
    expect(faultOf(measured({}), repaired({ issues: [repeat] }))).toBeUndefined();
  });

  it.each([
    ["unchanged", repaired({ text: "before" })],
    ["no-better", repaired({ issues: [fact] })],
    ["no-better", repaired({ issues: [{ ...fact, fact: "Signe/age" }] })],
    [
      "new-issue",
      repaired({ issues: [{ type: "must", severity: 3, message: "lamp is missing" }] }),
    ],
    ["out-of-length", repaired({ words: 87 })],
    ["out-of-length", repaired({ words: 113 })],
    ["lost-mention", repaired({ mustHits: 0 })],
    ["refused", repaired({ refused: ["task-talk"] })],
  ] as const)("refuses with %s", (fault, text) => {
    expect(faultOf(measured({}), text)).toBe(fault);
  });

  it("lets a text that is out of length come nearer, not go further", () => {
    const long = measured({ words: 130 });
    expect(faultOf(long, repaired({ words: 120 }))).toBeUndefined();
    expect(faultOf(long, repaired({ words: 131 }))).toBe("out-of-length");
  });

  it("looks at the style only where it is known on both sides", () => {
    const styled = measured({ styleDelta: 0.5 });
    expect(faultOf(styled, repaired({ styleDelta: 0.59 }))).toBeUndefined();
    expect(faultOf(styled, repaired({ styleDelta: 0.61 }))).toBe("style");
    expect(faultOf(measured({}), repaired({ styleDelta: 9 }))).toBeUndefined();
  });

  it("counts what a change takes away from another leaf", () => {
    const clean = measured({ issues: [] });
    expect(faultOf(clean, repaired({}))).toBe("no-better");
    expect(faultOf(clean, repaired({}), 4)).toBeUndefined();
  });
});
