import { describe, expect, it } from "vitest";
import { pieceAround, replaced, sentencePieces } from "./text-spans.ts";

const TEXT = "It was cold. Marit waited.\n\nThe ferry came. Nobody spoke.";

const cut = ({ start, end }: { readonly start: number; readonly end: number }): string =>
  TEXT.slice(start, end);

describe("pieces of a text", () => {
  it("finds sentences with their places", () => {
    expect(sentencePieces(TEXT).map(cut)).toEqual([
      ...["It was cold.", "Marit waited.", "The ferry came.", "Nobody spoke."],
    ]);
  });

  it("finds the sentence, the paragraph and the leaf around a place", () => {
    const start = TEXT.indexOf("ferry");
    const place = { start, end: start + 5 };
    expect(cut(pieceAround(TEXT, place, "sentence"))).toBe("The ferry came.");
    expect(cut(pieceAround(TEXT, place, "paragraph"))).toBe("The ferry came. Nobody spoke.");
    expect(cut(pieceAround(TEXT, place, "leaf"))).toBe(TEXT);
  });

  it("puts words in place of a piece, and leaves no gap where one is taken out", () => {
    const [, second = { start: 0, end: 0 }, third = { start: 0, end: 0 }] = sentencePieces(TEXT);
    expect(replaced(TEXT, second, "Signe slept.")).toContain("It was cold. Signe slept.\n\nThe");
    expect(replaced(TEXT, third, "")).toBe("It was cold. Marit waited.\n\nNobody spoke.");
    expect(replaced("One.\n\nTwo.", { start: 6, end: 10 }, "")).toBe("One.");
  });
});
