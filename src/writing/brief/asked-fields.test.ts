import { describe, expect, it } from "vitest";
import { parseBrief } from "./read-brief.ts";

function faultsOf(yaml: string): string {
  try {
    parseBrief(`goal: Tell of a harbour.\n${yaml}`, "brief.yaml");
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

describe("what a brief says of time, knowledge, sources and checks", () => {
  it("is taken over, years written as numbers included", () => {
    const brief = parseBrief(
      `goal: Tell of a harbour.
facts: [{ subject: Marit, attribute: age, value: 12, during: [1950, 1951-06], knownBy: [{ who: Signe, from: 0.5 }] }]
outline: [{ heading: One, time: 1950 }]
sources: [{ title: Minutes, text: The dam. }]
checks: { model: false }
`,
      "brief.yaml",
    );
    expect(brief.facts[0]?.during).toEqual(["1950", "1951-06"]);
    expect(brief.outline?.[0]?.time).toBe("1950");
    expect(brief.checks).toEqual({ model: false });
  });

  it("lets facts disagree whose times do not meet", () => {
    const facts = (second: string): string =>
      `facts:\n  - { subject: Marit, attribute: age, value: 12, during: [1950, 1951] }\n  - { subject: Marit, attribute: age, value: 13, during: [${second}] }\n`;
    expect(faultsOf(facts("1951, 1952"))).toBe("");
    expect(faultsOf(facts("1950-12, 1952"))).toContain("contradicts");
  });

  it.each([
    ["facts: [{ subject: A, attribute: b, value: c, during: [1951, 1950] }]", "must be before"],
    ["facts: [{ subject: A, attribute: b, value: c, during: [1951-13, 1952] }]", "must be a year"],
    ["facts: [{ subject: A, attribute: b, value: c, during: [1951] }]", "two dates"],
    [
      "facts: [{ subject: A, attribute: b, value: c, from: 0.5, knownBy: [{ who: D, from: 0.2 }] }]",
      "cannot know",
    ],
    [
      "facts: [{ subject: A, attribute: b, value: c, knownBy: [{ who: D, from: 0.2 }, { who: D, from: 0.3 }] }]",
      "named twice",
    ],
    ["facts: [{ subject: A, attribute: b, value: c, knownBy: [{ who: D }] }]", "from"],
    ["sources: [{ title: A, text: b }, { title: A, text: c }]", "sources.0, too"],
    ["sources: [{ title: A, text: ' ' }]", "must not be empty"],
    ["outline: [{ heading: A, time: spring }]", "must be a year"],
    ["checks: { modle: true }", "model"],
  ])("is refused with its line: %s", (yaml, message) => {
    const faults = faultsOf(`${yaml}\n`);
    expect(faults).toContain("brief.yaml:2:");
    expect(faults).toContain(message);
  });
});
