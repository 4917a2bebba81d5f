import fc from "fast-check";
import { expect, it } from "vitest";

import { repeatedParagraphs } from "./repeated-paragraphs.ts";

const LONG = "The tent kept us dry while the rain went on.";

it("matches a value worked by hand", () => {
  // Three paragraphs of more than 8 words, two different ones by their words; "Rain." is too short.
  const text = `${LONG}\n\nRain.\n\nRain.\n \n${LONG.toUpperCase()}!\n\nA stove, a lamp, and nine more days of walking.`;
  expect(repeatedParagraphs(text)).toEqual({
    status: "scored",
    signature: "duplicate-paragraphs|tok:unicode-words|longer-than:8|v:1",
    value: 1 - 2 / 3,
    paragraphs: 3,
    distinct: 2,
  });
});

it("takes lines for paragraphs only in a text without blank lines", () => {
  expect(repeatedParagraphs(`${LONG}\n${LONG}`)).toMatchObject({ value: 0.5 });
  expect(repeatedParagraphs(`${LONG}\r\n${LONG}`)).toMatchObject({ value: 0.5 });
  const wrapped = `${LONG}\n${LONG}\n\n${LONG}`;
  expect(repeatedParagraphs(wrapped)).toMatchObject({ value: 0, paragraphs: 2 });
});

it("leaves a text without a long paragraph unscored", () => {
  expect(repeatedParagraphs("Rain.\n\nMore rain.")).toMatchObject({ reason: "no-paragraphs" });
  expect(repeatedParagraphs("\n\n***\n\n")).toMatchObject({ reason: "no-words" });
  const all = { shortParagraphWords: 0 };
  expect(repeatedParagraphs("Rain.\n\nRain.", all)).toMatchObject({ value: 0.5 });
});

it("does not depend on the order of the paragraphs", () => {
  const paragraphs = fc.array(fc.constantFrom(LONG, `${LONG} Then fog.`, `Fog. ${LONG}`), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(paragraphs, (list) => {
      const score = repeatedParagraphs(list.join("\n\n"));
      const expected = 1 - new Set(list).size / list.length;
      expect(score).toMatchObject({ value: expected });
      expect(repeatedParagraphs([...list].sort().join("\n\n"))).toEqual(score);
    }),
    { seed: 5 },
  );
});
