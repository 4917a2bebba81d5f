import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rebuildAbstract } from "./indexed-abstract.ts";

function indexOf(words: readonly string[]): Record<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, word] of words.entries()) places.set(word, [...(places.get(word) ?? []), at]);
  return Object.fromEntries(places);
}

describe("rebuildAbstract", () => {
  it("gives back any text that was indexed, from an object and from its JSON", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (words) => {
        const index = { IndexLength: words.length, InvertedIndex: indexOf(words) };
        const expected = { text: words.join(" "), oddities: [] };
        expect(rebuildAbstract(index)).toEqual(expected);
        expect(rebuildAbstract(JSON.stringify(index))).toEqual(expected);
      }),
    );
  });

  it.each([
    ["a negative position", { a: [-1] }, '"a" has the position -1'],
    ["half a position", { a: [0.5] }, '"a" has the position 0.5'],
    ["a position as a text", { a: ["0"] }, '"a" has the position "0"'],
    ["no list", { a: 0 }, '"a" has no list of positions'],
    ["a word twice in one place", { a: [0, 0] }, '"a" and "a" both stand at 0'],
    ["a far position", { a: [10] }, "position 10 is too far for an abstract of 1 words"],
  ])("refuses %s", (_, words, fault) => {
    expect(rebuildAbstract({ IndexLength: 1, InvertedIndex: words })).toEqual({ fault });
  });

  it.each([[null], [[]], ["[]"], [{}], [{ InvertedIndex: [] }], [5]])("refuses %j", (given) => {
    expect(rebuildAbstract(given)).toEqual({ fault: "indexed_abstract holds no inverted index" });
  });

  it("keeps words that are keys of every object", () => {
    const given = '{"IndexLength":2,"InvertedIndex":{"__proto__":[0],"constructor":[1]}}';
    expect(rebuildAbstract(given)).toEqual({ text: "__proto__ constructor", oddities: [] });
  });
});
