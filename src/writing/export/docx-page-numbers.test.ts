import type { EstimatedPageNumbers, PageNumberEstimator } from "docx";
import * as docx from "docx";
import * as layout from "docx/layout";
import { beforeAll, describe, expect, it } from "vitest";
import { randomStream } from "../../foundation/index.ts";
import { isPlain, lineCount } from "./docx-lines.ts";
import { quickPageNumbers } from "./docx-page-numbers.ts";
import { documentStyles, LINE_WIDTH_POINTS, PAGE } from "./docx-styles.ts";
import { frontMatterOf } from "./front-matter.ts";

const WORDS =
  "the ferry was late — and her well-known lamp (grey wool, 1914–1918) went out; “so it goes”, said Zoë of Ångström’s æther";

/** Paragraphs that are set line by line, and some that only the library can set. */
function paragraphs(count: number): string[] {
  const random = randomStream(1, "paragraphs");
  const words = WORDS.split(" ");
  const others = ["שלום עולם", "今天的海很安静。", `a ${"long".repeat(40)} word`, "a ★ and a 😀"];
  return Array.from({ length: count }, (_, index) => {
    const length = 3 + Math.floor(140 * random.next());
    const drawn = Array.from({ length }, () => words[Math.floor(words.length * random.next())]);
    const other = index % 9 === 4 ? [others[index % others.length]] : [];
    return [...drawn, ...other].join(" ");
  });
}

interface Both {
  readonly quick: EstimatedPageNumbers;
  readonly slow: EstimatedPageNumbers;
}

/** Has both work out the pages of one document; its first section stands for title and contents. */
async function bothEstimates(texts: readonly string[]): Promise<Both> {
  const styles = documentStyles(
    docx,
    frontMatterOf({ blocks: [], language: "en", complete: true }),
  );
  const slow = layout.estimatePageNumbersWith({ guess: true });
  const quick = quickPageNumbers({
    docx,
    layout,
    styled: (children) => new docx.Document({ styles, sections: [{ children }] }),
    lineWidthPoints: LINE_WIDTH_POINTS,
  });
  let found: Both | undefined;
  const pageNumbers: PageNumberEstimator = Object.assign(
    (...args: Parameters<PageNumberEstimator>) => {
      found = { quick: quick(...args), slow: slow(...args) };
      return found.slow;
    },
    {
      listNumbers: (...args: Parameters<PageNumberEstimator>) =>
        quick.listNumbers?.(...args) ?? new Map(),
    },
  );
  const body = texts.flatMap((text, index) => [
    ...(index % 5 === 0
      ? [new docx.Paragraph({ heading: "Heading1", text: `Chapter ${index}` })]
      : []),
    new docx.Paragraph({
      alignment: "both",
      widowControl: true,
      children: [new docx.TextRun({ text })],
    }),
  ]);
  const contents = new docx.TableOfContents("Contents", { headingStyleRange: "1-1" });
  const start = { page: { ...PAGE, pageNumbers: { start: 1 } } };
  const sections = [{ children: [contents] }, { properties: start, children: body }];
  await docx.Packer.pack(new docx.Document({ styles, pageNumbers, sections }), "uint8array");
  if (found === undefined) throw new TypeError("nobody asked for page numbers");
  return found;
}

describe("quick page numbers", () => {
  let both: Both;
  beforeAll(async () => {
    both = await bothEstimates(paragraphs(120));
  });

  it("are those of the library, heading by heading", () => {
    expect(both.quick.bookmarks.size).toBe(24);
    expect(both.quick.bookmarks).toEqual(both.slow.bookmarks);
  });

  it("go over many pages", () => {
    expect(Number([...both.quick.bookmarks.values()].at(-1))).toBeGreaterThan(10);
  });
});

describe("the lines of a justified paragraph", () => {
  /** Each letter 10 points wide, a space 4. */
  const widths = new Map<string, number>([..."abcdefgh-"].map((letter) => [letter, 10])).set(
    " ",
    4,
  );

  it("break where the next word does not fit", () => {
    // "aaa bbb" is 64 wide.
    expect(lineCount("aaa bbb", widths, 64)).toBe(1);
    expect(lineCount("aaa bbb ccc ddd", widths, 64)).toBe(2);
    expect(lineCount("aaa bbb", widths, 60)).toBe(2);
  });

  it("keep a word that goes past the end by little, as Word does", () => {
    // "a b c d e" is 50 + 16 wide: 1 too wide squeezes four spaces by 1/16, where they would stretch by 13/12.
    expect(lineCount("a b c d e", widths, 65)).toBe(1);
    // 5 too wide is more than a quarter of the spaces.
    expect(lineCount("a b c d e", widths, 61)).toBe(2);
  });

  it("break after a hyphen, but not before a figure", () => {
    expect(lineCount("aaa-bbb", widths, 50)).toBe(2);
    expect(lineCount("aaa-1", new Map([...widths, ["1", 10]]), 45)).toBeUndefined();
  });

  it("are not counted where a character is not known or a word is too long", () => {
    expect(lineCount("a z", widths, 60)).toBeUndefined();
    expect(lineCount("aaaaaaa", widths, 60)).toBeUndefined();
  });

  it("are counted for letters that are written one after the other only", () => {
    const shown = ["“Ångström’s” – 12 %", "עולם", "中文", "e\u0301", "😀", "a\u00adb"].map(isPlain);
    expect(shown).toEqual([true, false, false, false, false, false]);
  });
});
