import { describe, expect, it } from "vitest";
import { textChunks, textParts } from "./text-parts.ts";

describe("textParts", () => {
  it("parts a text at blank lines and numbers its paragraphs from 0", () => {
    expect(textParts("One.\n\nTwo,\nin two lines.\n\n\n[…]\n\nThree.")).toEqual([
      { index: 0, kind: "paragraph", text: "One." },
      { index: 1, kind: "paragraph", text: "Two,\nin two lines." },
      { index: 2, kind: "cut", text: "[…]" },
      { index: 3, kind: "paragraph", text: "Three." },
    ]);
  });

  it("takes short lines that begin as chapters do for headings, and sentences for sentences", () => {
    const kinds = (text: string): readonly string[] => textParts(text).map(({ kind }) => kind);
    expect(kinds("Chapter 3. The Fire\n\nPart Two\n\nXIV.\n\n12\n\n## Home\n\nEpilogue")).toEqual(
      Array.from({ length: 6 }, () => "heading"),
    );
    expect(kinds("Part of him knew.\n\nActing was all he could do\n\nI.e. nothing of it.")).toEqual(
      Array.from({ length: 3 }, () => "paragraph"),
    );
  });

  it("parts a text without any blank line where sentences end, and loses no word", () => {
    const sentence = "The keeper looked out over the harbour and said nothing. ";
    const text = sentence.repeat(500).trim();
    const parts = textParts(text);
    expect(parts.length).toBeGreaterThan(3);
    expect(Math.max(...parts.map((part) => part.text.length))).toBeLessThanOrEqual(6_000);
    expect(parts.map((part) => part.text).join(" ")).toBe(text);
  });
});

describe("textChunks", () => {
  it("keeps all paragraphs in order, about 6,000 characters together", () => {
    const parts = textParts(Array.from({ length: 40 }, () => "x".repeat(1_000)).join("\n\n"));
    const chunks = textChunks(parts);
    expect(chunks.map(({ first }) => first)).toEqual([0, 6, 12, 18, 24, 30, 36]);
    expect(chunks.flatMap((chunk) => chunk.parts)).toEqual(parts);
  });

  it("has no chunk for no text", () => {
    expect(textChunks(textParts(" \n\n "))).toEqual([]);
  });
});
