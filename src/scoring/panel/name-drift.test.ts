import { expect, it } from "vitest";

import { nameDrift } from "./name-drift.ts";

const NAMES = [{ name: "Marian Hale", aliases: ["Mari"] }, { name: "Tom" }, { name: "Øystein" }];

it("matches a value worked by hand", () => {
  // 12 words (Marian's is two), one of which drifts. Hail is two letters from Hale, which is too short.
  const text = "Marian left. Marien and Hail came back to Marian's brother Tom.";
  expect(nameDrift(text, NAMES)).toEqual({
    status: "scored",
    signature: "name-drift|edits:1-2|per:10000|tok:unicode-words|v:1",
    value: (10_000 * 1) / 12,
    drifted: [{ found: "Marien", meant: "Marian", edits: 1, count: 1 }],
    words: 12,
  });
});

it("compares short names up to one letter only, since two make another name", () => {
  const found = (text: string): string[] => {
    const score = nameDrift(text, NAMES);
    return score.status === "scored" ? score.drifted.map((one) => one.found) : [];
  };
  // Hail is two letters from Hale, Hall one; Tim one from Tom, Ted two.
  expect(found("Then Hail, Hall, Tim and Ted came.")).toEqual(["Hall", "Tim"]);
  expect(found("Then Øysteyn and Oistein came.")).toEqual(["Øysteyn", "Oistein"]);
});

it("leaves alone names that stand, other forms, plurals and words that only begin a sentence", () => {
  // "Male" also occurs in lower case.
  const text = "Mari and the Hales came. Male voices sang, as male voices do. Tom and Toms.";
  expect(nameDrift(text, NAMES)).toMatchObject({ value: 0, drifted: [] });
});

it("counts each occurrence, in the order of the first", () => {
  const score = nameDrift("Marion saw Tim. Tim saw Marion. Marion left.", NAMES);
  expect(score).toMatchObject({
    value: (10_000 * 5) / 8,
    drifted: [
      { found: "Marion", meant: "Marian", edits: 1, count: 3 },
      { found: "Tim", meant: "Tom", edits: 1, count: 2 },
    ],
  });
});

it("has no score without words or names", () => {
  expect(nameDrift("...", NAMES)).toMatchObject({ status: "unscored", reason: "no-words" });
  expect(nameDrift("Tom left.", [])).toMatchObject({ status: "unscored", reason: "no-names" });
  expect(nameDrift("Tom left.", [{ name: "the dog" }])).toMatchObject({ reason: "no-names" });
});

it("takes composed and decomposed letters for the same", () => {
  const score = nameDrift("Jose\u0301 met Jos\u00e9.", [{ name: "Jos\u00e9" }]);
  expect(score).toMatchObject({ value: 0 });
});
