import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomStream } from "../../foundation/index.ts";
import { countWords, fakeProse, splitWords } from "./fake-prose.ts";

describe("countWords", () => {
  it.each([
    ["", 0],
    [" \n\t\u00a0\u3000\ufeff", 0],
    ["one", 1],
    ["  one\u2003two\r\nthree\u2028four  ", 4],
    ["日本語 🌊🌊 \u0000", 3],
  ])("of %j gives %i", (text, words) => {
    expect(countWords(text)).toBe(words);
  });

  it("counts as many words as white space separates, for any text", () => {
    const texts = fc.string({ unit: fc.oneof(fc.string({ unit: "binary" }), fc.constant(" ")) });
    fc.assert(
      fc.property(texts, (text) => {
        expect(countWords(text)).toBe(text.match(/\S+/g)?.length ?? 0);
      }),
    );
  });
});

describe("splitWords", () => {
  it("gives one piece per word, which join to the text if there is a word", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a\s]*a[a\s]*$/), (text) => {
        const pieces = splitWords(text);
        expect([pieces.length, pieces.join("")]).toEqual([countWords(text), text]);
      }),
    );
  });
});

describe("fakeProse", () => {
  it("writes as many words as asked for, whatever the source", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.nat(80),
        fc.nat(80),
        (source, plannedWords, most) => {
          const writtenWords = Math.min(plannedWords, most);
          const text = fakeProse(source, randomStream(1), { plannedWords, writtenWords });
          expect(countWords(text)).toBe(writtenWords);
          expect(/\p{Surrogate}/u.test(text)).toBe(false);
        },
      ),
    );
  });
});
