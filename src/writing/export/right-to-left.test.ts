import bidiFactory, { type Bidi } from "bidi-js";
import { strFromU8, unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { manuscriptDocx } from "./docx.ts";
import { manuscriptEpub } from "./epub.ts";
import { frontMatterOf } from "./front-matter.ts";
import { manuscriptHtml } from "./html.ts";
import type { Manuscript } from "./manuscript.ts";
import { heading, PARTIAL, paragraph, RIGHT_TO_LEFT } from "./manuscript-samples.ts";
import { openPdfFonts, type PdfFonts } from "./pdf-fonts.ts";
import { visualLines } from "./pdf-lines.ts";

/** The package has its function under another name than its types say. */
const openBidi = bidiFactory as unknown as () => Bidi;

const HEBREW_DRAFT: Manuscript = {
  ...RIGHT_TO_LEFT,
  author: "דנה כהן",
  credit: "Written with Longhand.",
  complete: false,
  blocks: [
    heading(2, "שלום (Linux)"),
    { kind: "missing", reason: "refused", node: "c00000000000" },
  ],
};

describe("lines of a PDF, as they are drawn from left to right", () => {
  let fonts: PdfFonts;
  beforeAll(async () => {
    fonts = await openPdfFonts([]);
  });
  const drawn = (text: string): string => {
    const tools = { bidi: openBidi(), fonts, sizePoints: 10, widthPoints: 400, isBold: false };
    const [line] = visualLines(text, tools);
    // Shaping turns a stretch that holds letters or figures of these scripts.
    const turned = (stretch: string): string =>
      /[\p{Script=Arabic}\p{Script=Hebrew}\u0660-\u0669]/u.test(stretch)
        ? [...stretch].reverse().join("")
        : stretch;
    return (line?.runs ?? []).map((run) => turned(run.text)).join("");
  };

  it("turn letters, not figures; brackets open on the other side", () => {
    // Read from the right: א (ב) 12:30, in which the figures are read from the left.
    expect(drawn("א (ב) 12:30")).toBe("12:30 (ב) א");
    expect(drawn("אב ABC דה")).toBe("הד ABC בא");
  });

  it("keep Arabic figures in the order of their digits, which shaping would turn", () => {
    expect(drawn("عدد ٣٠")).toBe("٣٠ ددع");
    expect(drawn("عدد ٣٠٫٥")).toBe("٣٠٫٥ ددع");
    expect(drawn("in ۱۲ days")).toBe("in ۱۲ days");
    expect(drawn("in ٣٠ days")).toBe("in ٣٠ days");
  });
});

describe("a document from right to left", () => {
  it("runs that way as a whole, by its language or by the script in its tag", () => {
    const directions = ["he", "ar-EG", "fa", "ku", "ku-Latn", "az-Arab-IR", "en"].map(
      (language) => frontMatterOf({ blocks: [], language, complete: true }).direction,
    );
    expect(directions).toEqual(["rtl", "rtl", "rtl", "rtl", "ltr", "rtl", "ltr"]);
  });

  it("keeps headings, notes and credits of other directions whole in HTML and e-books", () => {
    const html = manuscriptHtml(HEBREW_DRAFT);
    expect(html).toContain('<html lang="he" dir="rtl">');
    expect(html).toContain('<span class="number">1</span> <bdi>שלום (Linux)</bdi></h2>');
    expect(html).toContain('<p dir="auto">Written with Longhand.</p>');
    expect(html).toContain('<p class="missing" dir="auto">This part is missing: refused</p>');
    const files = unzipSync(manuscriptEpub(HEBREW_DRAFT));
    const text = (path: string): string => strFromU8(files[`EPUB/${path}`] ?? new Uint8Array());
    expect(text("title.xhtml")).toContain('<p dir="auto">Written with Longhand.</p>');
    expect(text("chapter-0001.xhtml")).toContain("<bdi>שלום (Linux)</bdi></h1>");
    expect(text("nav.xhtml")).toContain("<bdi>שלום (Linux)</bdi></a>");
  });

  it("has contents from right to left in Word files, and numbers that stand in the headings", async () => {
    const files = unzipSync(await manuscriptDocx(HEBREW_DRAFT));
    const part = (name: string): string => strFromU8(files[`word/${name}.xml`] ?? new Uint8Array());
    const style = /<w:style [^>]*w:styleId="TOC1">.*?<\/w:style>/.exec(part("styles"))?.[0];
    expect(style).toContain("<w:bidi/>");
    expect(part("document")).toMatch(
      /<w:pStyle w:val="Heading1"\/><w:bidi\/><\/w:pPr>.*?>1 שלום \(Linux\)</,
    );
    expect(part("document")).not.toContain("<w:numPr>");
  });

  it("leaves the numbers of other documents to Word's lists", async () => {
    const english = { ...PARTIAL, blocks: [heading(2, "One"), paragraph("שלום")] };
    const files = unzipSync(await manuscriptDocx(english));
    const document = strFromU8(files["word/document.xml"] ?? new Uint8Array());
    expect(document).toContain("<w:numPr>");
    expect(document).toContain("<w:bidi/>");
  });
});
