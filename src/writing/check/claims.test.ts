import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bibleOf } from "../bible/bible.ts";
import { openFactBook } from "../bible/fact-book.ts";
import { readText } from "./claims.ts";
import { openEntities } from "./entities.ts";
import { reviewText } from "./review-text.ts";
import { tokensOf } from "./tokens.ts";
import { typedSpans } from "./typed-spans.ts";

// Words and marks that the rules look for, in any order: small models write such things.
const PIECES =
  `12 : 34 PM pm AM a p m . , ; - – % ( ) “ ” " ' ? ! … half past quarter to six o'clock minutes in the morning at night
  noon 3 1,000 2.5 £ $ kg km miles feet years year old aged age of turned thirty- four hundred dozen second third of May 3rd
  March 1 2024 1890s Monday Tuesday next last before after ago later since until when while because if not never no n't
  Signe Hanne Mr Mrs Dr St the The a an his her their its he she they I you it who which that is was were am are be been 's had
  said asked told knows knew owns left arrived died born married moved lives lived brother sister mother wife called named
  house houses door lamp ferry room number platform for about over under nearly only another each first part north of from
  \n\n \n 😀 é 中 ‘ ’ — * _ # > 1. [ ] / \\`.split(/ +/);

const soup = fc
  .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(" ", " ", " ", "", "\n")), {
    maxLength: 40,
  })
  .map((pieces) => pieces.map(([word, gap]) => word + gap).join(""));

describe("reading a text", () => {
  it("finds a time before the mark that ends the sentence", () => {
    const tokens = tokensOf("It was before 12:34 PM.", 0);
    expect(typedSpans(tokens)).toEqual([
      {
        value: { kind: "time", minutes: 754, half: "pm" },
        from: 3,
        to: 7,
        about: [],
        partial: false,
      },
    ]);
  });

  it("keeps dates, times and amounts inside the words, whatever stands there", () => {
    fc.assert(
      fc.property(soup, (text) => {
        const tokens = tokensOf(text, 0);
        for (const { from, to } of typedSpans(tokens)) {
          expect(from).toBeLessThan(to);
          expect(to).toBeLessThanOrEqual(tokens.length);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("quotes only what stands in the text, whatever stands there", () => {
    fc.assert(
      fc.property(soup, (text) => {
        const entities = openEntities();
        entities.add("Signe", "author");
        for (const { value, valueStart, start, end } of readText(text, entities).claims) {
          expect(text.slice(valueStart, valueStart + value.length)).toBe(value);
          expect(start).toBeLessThanOrEqual(end);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("comes to an end where one sentence has sixty pronouns", () => {
    const text = `Hanne waited because ${"she knew that it was late and ".repeat(30)}she was 40 years old.`;
    const entities = openEntities();
    entities.add("Hanne", "author");
    const ages = readText(text, entities).claims.filter(({ value }) => value.startsWith("40"));
    expect(ages.map(({ subject }) => subject?.text)).toEqual(["Hanne"]);
  });

  it("never fails in comparing a text with what an earlier one says", () => {
    fc.assert(
      fc.property(soup, soup, (earlier, later) => {
        const bible = bibleOf({ facts: [] }, openFactBook());
        const texts = [earlier, later].map((text, at) =>
          reviewText(text, { node: `leaf ${at}`, span: [at / 2, (at + 1) / 2], bible }),
        );
        expect(texts).toHaveLength(2);
      }),
      { numRuns: 500 },
    );
  });
});
