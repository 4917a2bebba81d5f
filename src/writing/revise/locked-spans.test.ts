import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anchoredSpans, piecesOf } from "./locked-spans.ts";

describe("anchoredSpans", () => {
  it("finds a quote again at the place nearest to where it stood", () => {
    // "he ran" stands at 0 and at 12; it stood at 10.
    expect(anchoredSpans("he ran, and he ran.", [{ quote: "he ran", start: 10 }])).toEqual([
      { quote: "he ran", start: 12 },
    ]);
    expect(anchoredSpans("nobody", [{ quote: "he ran", start: 0 }])).toEqual([]);
  });
});

describe("piecesOf", () => {
  it("cuts any text into pieces that together are the text", () => {
    const spans = fc.array(fc.record({ quote: fc.string({ maxLength: 3 }), start: fc.nat(30) }));
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), spans, (text, locked) => {
        const pieces = piecesOf(text, locked);
        expect(pieces.map((piece) => piece.text).join("")).toBe(text);
        for (const piece of pieces.filter((each) => each.locked)) {
          expect(locked.some(({ quote }) => quote === piece.text)).toBe(true);
        }
      }),
    );
  });
});
