import { describe, expect, it } from "vitest";
import { parseBrief } from "../brief/read-brief.ts";
import { factTouches } from "./fact-touches.ts";
import { subjectNames, valueForms } from "./value-forms.ts";

const brief = parseBrief(
  "goal: x\nmodel: fake\nlength: { words: 400 }\nmust: [{ id: o, text: the Osprey, accept: [Osprey, the old boat] }]\n",
  "b.yaml",
);
const node = {
  id: "a",
  created: 1,
  order: 0,
  level: "leaf",
  task: "write",
  heading: "",
  brief: "A crossing.",
  must: [],
  avoid: [],
  entities: [],
  targetWords: 100,
  leaves: 1,
  levelsBelow: 0,
  span: [0, 1],
} as const;

describe("valueForms", () => {
  it("knows a value without its article and a number in words and with separators", () => {
    expect(valueForms("the twelfth of March")).toEqual([
      "the twelfth of March",
      "twelfth of March",
    ]);
    expect(valueForms(58)).toEqual(["58", "fifty-eight"]);
    expect(valueForms(20)).toEqual(["20", "twenty"]);
    expect(valueForms(1961)).toEqual(["1961", "1,961"]);
    expect(valueForms(true)).toEqual([]);
  });
});

describe("subjectNames", () => {
  it("knows the parts of a person's name and the forms that the brief asks for", () => {
    expect(subjectNames("Marit Solberg", brief)).toEqual(["Marit Solberg", "Marit", "Solberg"]);
    expect(subjectNames("the Osprey", brief)).toEqual(["the Osprey", "Osprey", "the old boat"]);
  });
});

describe("factTouches", () => {
  const kinds = (
    subject: string,
    [before, after]: readonly [string | number, string | number],
    text: string,
  ) => {
    const fact = { subject, attribute: "age", value: before };
    const change = { before: fact, after: { ...fact, value: after } };
    return factTouches(change, { node, text }, brief).map(({ kind }) => kind);
  };

  it("takes a short value only beside a name of its subject, a long one anywhere", () => {
    expect(kinds("Marit Solberg", [58, 61], "She counted fifty-eight sheep.")).toEqual([]);
    expect(kinds("Marit Solberg", [58, 61], "Marit was fifty-eight.")).toEqual(["value"]);
    expect(kinds("Marit Solberg", [1961, 1958], "It had been built in 1961.")).toEqual(["value"]);
    expect(kinds("the Osprey", [58, 61], "The old boat was 58.")).toEqual(["value"]);
  });

  it("takes no number for a part of a longer one, and no text that says the new value", () => {
    expect(kinds("Marit Solberg", [58, 61], "Marit had 1580 crowns.")).toEqual([]);
    expect(kinds("Marit Solberg", [58, "58 years"], "Marit was 58 years old.")).toEqual([]);
  });

  it("only looks at a text that names subject and attribute without the value", () => {
    expect(kinds("Marit Solberg", [58, 61], "Nobody knew Marit's age.")).toEqual(["named"]);
  });
});
