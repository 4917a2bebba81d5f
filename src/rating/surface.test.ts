import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { excerptOf, normaliseSurface } from "./surface.ts";

describe("normaliseSurface", () => {
  it("takes markup off and keeps the words", () => {
    const text =
      "## Chapter 1\r\n\r\nShe was **very** _late_, said `Tom` <i>twice</i>.\n\n\n\n> Go &amp; see [her](http://x.org).";
    expect(normaliseSurface(text)).toBe(
      "Chapter 1\n\nShe was very late, said Tom twice.\n\nGo & see her.",
    );
  });

  it("gives all breaks between scenes one sign", () => {
    expect(normaliseSurface("One.\n\n***\n\nTwo.\n\n---\n\nThree.\n\n# # #\n\nFour.")).toBe(
      "One.\n\n* * *\n\nTwo.\n\n* * *\n\nThree.\n\n* * *\n\nFour.",
    );
  });

  it.each([
    "<|endoftext|>",
    "...",
    "…",
    " [truncated]",
    "\n\nTHE END",
    "\n\nTo be continued...",
    "</s>",
    "\n\n***\n",
  ])("takes the mark of a cut off the end: %j", (mark) => {
    expect(normaliseSurface(`He opened the door${mark}`)).toBe("He opened the door");
  });

  it("leaves dots inside a text, names with underscores and sums alone", () => {
    const text = "Well… he said. my_file_name is 2 * 3 * 4.";
    expect(normaliseSurface(text)).toBe(text);
  });

  it("joins hard-wrapped lines and parts paragraphs that stand on lines of their own", () => {
    const line = "This line is about as wide as a page of a printed book is.";
    expect(normaliseSurface(`${line}\n${line}\n${line}\n${line}\nend\n\nNext.`)).toBe(
      `${line} ${line} ${line} ${line} end\n\nNext.`,
    );
    expect(normaliseSurface("One.\nTwo.")).toBe("One.\n\nTwo.");
  });

  it("changes nothing the second time", () => {
    const part = fc.constantFrom(
      "word ",
      "**",
      "_",
      "*",
      "#",
      "\n",
      "\n\n",
      "> ",
      "...",
      "<b>",
      "&amp;",
      "`",
      "The End",
      "***\n",
      "…",
      " ",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const once = normaliseSurface(parts.join(""));
        expect(normaliseSurface(once)).toBe(once);
      }),
      { numRuns: 500 },
    );
  });
});

describe("excerptOf", () => {
  it("takes the same windows of all texts, and what is left of those that end early", () => {
    const text = "one two three\n\nfour five six seven";
    expect(
      excerptOf(text, [
        { fromWord: 1, words: 3 },
        { fromWord: 5, words: 9 },
      ]),
    ).toBe("two three\n\nfour\n\n[…]\n\nsix seven");
    expect(excerptOf(text, [{ fromWord: 7, words: 2 }])).toBe("");
  });
});
