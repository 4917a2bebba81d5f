import { describe, expect, it } from "vitest";
import { createTokenText, type Detokenize } from "./token-text.ts";

/** A tokenizer whose tokens are bytes. */
const bytes: Detokenize = (tokens) => Buffer.from(tokens).toString("utf8");

function pieces(tokens: Iterable<number>, detokenize: Detokenize = bytes): string[] {
  const text = createTokenText(detokenize);
  return [...Array.from(tokens, (token) => text.add(token)), text.end()];
}

describe("createTokenText", () => {
  it("gives each character when its last byte has come", () => {
    // é has two bytes, 🌊 four.
    expect(pieces(Buffer.from("aé🌊"))).toEqual(["a", "", "é", "", "", "", "🌊", ""]);
  });

  it("gives a mark for bytes that are no character, when the reply ends or nothing can mend them", () => {
    expect(pieces([0xf0, 0x9f])).toEqual(["", "", "\uFFFD"]);
    expect(pieces([0xe2, 0x41])).toEqual(["", "\uFFFDA", ""]);
    expect(pieces([0xff, 0xff, 0xff, 0xff, 0x41]).join("")).toBe("\uFFFD\uFFFD\uFFFD\uFFFDA");
  });

  it("tells the tokenizer what came before, so that it knows where words begin", () => {
    const seen: (readonly number[])[] = [];
    pieces([1, 2, 3, 4, 5, 6], (tokens, before) => {
      seen.push(before);
      return `<${tokens.join()}>`;
    });
    expect(seen).toEqual([[], [1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [2, 3, 4, 5]]);
  });

  it("gives nothing for a token without text", () => {
    expect(pieces([7], () => "")).toEqual(["", ""]);
  });
});
