import { strFromU8, unzipSync } from "fflate";
import { DOMParser, parseHTML } from "linkedom";
import mammoth from "mammoth";
import MarkdownIt from "markdown-it";
import { SaxesParser } from "saxes";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, it } from "vitest";
import { LonghandError } from "../../foundation/index.ts";
import { manuscriptDocx } from "./docx.ts";
import { manuscriptEpub } from "./epub.ts";
import { EXPORT_FORMATS, exportDocument } from "./export-document.ts";
import { manuscriptHtml } from "./html.ts";
import { loadPackage } from "./load-package.ts";
import type { Manuscript } from "./manuscript.ts";
import { HOSTILE, heading, PARTIAL, paragraph, RIGHT_TO_LEFT } from "./manuscript-samples.ts";
import { manuscriptMarkdown } from "./markdown.ts";
import { manuscriptPdf } from "./pdf.ts";

/** As much of an element as the tests look at. */
interface XmlElement {
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<XmlElement>;
  getAttribute(name: string): string | null;
  remove(): void;
}

/** As much of a document as the tests look at. */
interface XmlDocument {
  readonly documentElement: XmlElement;
  getElementsByTagName(name: string): Iterable<XmlElement>;
  querySelectorAll(selector: string): Iterable<XmlElement>;
  querySelector(selector: string): XmlElement | null;
}

/** What a reader of the Markdown sees: headings and paragraphs below the front matter. */
function markdownLines(manuscript: Manuscript): string[] {
  const markdown = manuscriptMarkdown(manuscript).replace(/^---\n[\s\S]*?\n---\n/, "");
  const html = new MarkdownIt().render(markdown);
  const document: XmlDocument = parseHTML(`<!doctype html><body>${html}</body>`).document;
  const shown = document.querySelectorAll(":is(h2,h3,h4,h5,h6,p)");
  return Array.from(shown).map((element) => element.textContent?.trim() ?? "");
}

/** The texts of an e-book, file by file; each must be well-formed. */
function epubFiles(manuscript: Manuscript): Record<string, string> {
  const files = unzipSync(manuscriptEpub(manuscript));
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]));
}

function xml(text: string): XmlDocument {
  // Strict about form; without a handler its first error is thrown.
  new SaxesParser({ xmlns: true }).write(text).close();
  return new DOMParser().parseFromString(text, "text/xml") as unknown as XmlDocument;
}

function elements(document: XmlDocument, name: string): XmlElement[] {
  return Array.from(document.getElementsByTagName(name));
}

async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(pdf, { mergePages: false });
  // The last line of a page is its number.
  return text.map((page, index) => (index === 0 ? page : page.replace(/\n\d+$/, "")));
}

const squeezed = (text: string): string => text.replace(/\s+/g, "");

describe.each([
  ["hostile texts and five levels of headings", HOSTILE],
  ["texts from right to left", RIGHT_TO_LEFT],
  ["a document with gaps", PARTIAL],
])("%s", (_, manuscript) => {
  it("say the same in HTML as in Markdown", () => {
    const document: XmlDocument = parseHTML(manuscriptHtml(manuscript)).document;
    for (const number of Array.from(document.querySelectorAll(".number"))) number.remove();
    const shown = Array.from(document.querySelectorAll("main > :is(h2,h3,h4,h5,h6,p)"));
    const lines = shown.map((element) => element.textContent?.trim());
    expect(lines).toEqual(markdownLines(manuscript).slice(-lines.length).map(withoutBrackets));
    expect(document.querySelector("script")).toBeNull();
  });

  it("say the same in a Word file as in Markdown", async () => {
    const { value } = await mammoth.extractRawText({
      buffer: Buffer.from(await manuscriptDocx(manuscript)),
    });
    const body = manuscript.blocks.length;
    const lines = value.split("\n").filter((line) => line !== "");
    const expected = markdownLines(manuscript).slice(-body).map(withoutBrackets);
    // Headings from right to left hold their numbers.
    const shown = manuscript === RIGHT_TO_LEFT ? lines.map(withoutNumber) : lines;
    expect(shown.slice(-body)).toEqual(expected);
    expect(lines[0]).toBe(manuscript.title);
  });

  it("say the same in an e-book as in Markdown", () => {
    const lines: string[] = [];
    const chapters = Object.entries(epubFiles(manuscript)).filter(([path]) =>
      path.includes("/chapter-"),
    );
    for (const [, text] of chapters) {
      const children = Array.from(elements(xml(text), "section")[0]?.childNodes ?? []);
      const texts = children.map((child) => (child.textContent ?? "").trim());
      lines.push(...texts.filter((line) => line !== "").map(withoutNumber));
    }
    const expected = markdownLines(manuscript).slice(-manuscript.blocks.length);
    expect(lines).toEqual(expected.map(withoutBrackets));
  });
});

function withoutNumber(line: string): string {
  return line.replace(/^\d+(?:\.\d+)* (?=\S)/, "");
}

/** Markdown sets the mark of a missing part in brackets. */
function withoutBrackets(line: string): string {
  return line.replace(/^\[(This part is missing: .*)\]$/, "$1");
}

describe("PDF", () => {
  it("says the same as Markdown, with title page, contents, section and page numbers", async () => {
    const pages = await pdfPages(await manuscriptPdf(HOSTILE));
    expect(pages[0]).toBe('Lamps & <ropes>\nZoë "Z" Ångström\n30 November 2026');
    expect(pages[1]).toContain("1.1.1.1.1 Fifth level 3");
    const numbers = ["", "1", "", "1.1", "", "1.1.1", "", "1.1.1.1", "", "1.1.1.1.1", "", "2", ""];
    const expected = markdownLines(HOSTILE).map((line, index) => `${numbers[index]}${line}`);
    expect(squeezed(pages.slice(2).join(""))).toBe(squeezed(expected.join("")));
  });

  it("carries title, author, date, language, bookmarks, and its fonts", async () => {
    const bytes = await manuscriptPdf(HOSTILE);
    const pdf = await getDocumentProxy(new Uint8Array(bytes));
    const { info } = await pdf.getMetadata();
    expect(info).toMatchObject({
      Title: "Lamps & <ropes>",
      Author: 'Zoë "Z" Ångström',
      CreationDate: "D:20261130000000Z",
      Language: "en",
    });
    const outline = await pdf.getOutline();
    expect(outline.map(({ title }) => title)).toEqual([
      "1 The harbour & the <b>ferry</b>",
      "2 The last chapter",
    ]);
    expect(outline[0]?.items[0]?.title).toBe("1.1 Second level");
    expect(Buffer.from(bytes).toString("latin1")).toMatch(/FontFile2/);
  });

  it("draws lines from right to left, figures and Latin words within them as they are", async () => {
    const pages = await pdfPages(await manuscriptPdf(RIGHT_TO_LEFT));
    for (const words of ["הלילה הראשון", "תפוחים", "12", "25", "Linux", "שלום", "in the middle"]) {
      expect(pages[2]).toContain(words);
    }
  });

  it("refuses a character that no font has, and names it, its number and its place", async () => {
    const manuscript = { ...PARTIAL, blocks: [heading(2, "One"), paragraph("A 中 and a 文.")] };
    const error = await manuscriptPdf(manuscript).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(LonghandError);
    expect(error).toMatchObject({
      code: "missing-glyph",
      message: "PDF: no font has the character 中 (U+4E2D) in section 1, 文 (U+6587) in section 1.",
      hint: expect.stringContaining("--font FILE"),
    });
  });

  it("refuses a file that is no font", async () => {
    const fonts = [{ name: "notes.ttf", bytes: new TextEncoder().encode("no font at all") }];
    await expect(manuscriptPdf(HOSTILE, { fonts })).rejects.toMatchObject({
      code: "invalid-font",
      message: expect.stringContaining("notes.ttf"),
    });
  });
});

describe("e-book", () => {
  it("begins with its type, stored, and every time is the earliest that an archive can hold", () => {
    const bytes = Buffer.from(manuscriptEpub(HOSTILE));
    // Local file header: method at 8, time at 10, date at 12 (1980-01-01 is 33), name from 30 on.
    expect(bytes.readUInt16LE(8)).toBe(0);
    expect([bytes.readUInt16LE(10), bytes.readUInt16LE(12)]).toEqual([0, 33]);
    expect(bytes.subarray(30, 58).toString()).toBe("mimetypeapplication/epub+zip");
  });

  it.each([HOSTILE, RIGHT_TO_LEFT, PARTIAL])("is well-formed in every file", (manuscript) => {
    const files = Object.entries(epubFiles(manuscript)).filter(([path]) =>
      /ml$|opf$|ncx$/.test(path),
    );
    const roots = files.map(([, text]) => xml(text).documentElement.nodeName);
    expect(roots.slice(0, 3)).toEqual(["container", "package", "ncx"]);
    expect(new Set(roots.slice(3))).toEqual(new Set(["html"]));
  });

  it("has a spine, a manifest, contents and files that agree", () => {
    const files = epubFiles(HOSTILE);
    const opf = xml(files["EPUB/package.opf"] ?? "");
    const items = new Map(
      elements(opf, "item").map((item) => [item.getAttribute("id"), item.getAttribute("href")]),
    );
    expect(Object.keys(files).sort()).toEqual(
      ["mimetype", "META-INF/container.xml", "EPUB/package.opf"]
        .concat([...items.values()].map((href) => `EPUB/${href}`))
        .sort(),
    );
    const spine = elements(opf, "itemref").map((ref) => items.get(ref.getAttribute("idref")));
    expect(spine).toEqual([
      "title.xhtml",
      "nav.xhtml",
      "chapter-0001.xhtml",
      "chapter-0002.xhtml",
      "chapter-0003.xhtml",
    ]);
    const targets = elements(xml(files["EPUB/nav.xhtml"] ?? ""), "a").map((link) =>
      link.getAttribute("href"),
    );
    for (const target of targets) {
      const [file = "", anchor] = (target ?? "").split("#");
      const text = files[`EPUB/${file}`] ?? "";
      expect(text).toContain(anchor === undefined ? "<body>" : `id="${anchor}"`);
    }
    const points = elements(xml(files["EPUB/toc.ncx"] ?? ""), "content");
    expect(points.map((point) => point.getAttribute("src"))).toEqual(targets.slice(0, 6));
  });

  it("turns pages the other way for languages from right to left", () => {
    const { "EPUB/package.opf": opf } = epubFiles(RIGHT_TO_LEFT);
    expect(opf).toContain('page-progression-direction="rtl"');
    expect(opf).toContain("<dc:language>he</dc:language>");
  });
});

describe("Word file", () => {
  it("has headings in Word's styles, numbers, filled contents and the brief's properties", async () => {
    const files = unzipSync(await manuscriptDocx(HOSTILE));
    const core = strFromU8(files["docProps/core.xml"] ?? new Uint8Array());
    expect(core).toContain("<dc:title>Lamps &amp; &lt;ropes&gt;</dc:title>");
    expect(core).toContain("<dc:language>en</dc:language>");
    expect(core).toContain('xsi:type="dcterms:W3CDTF">2026-11-30T00:00:00Z</dcterms:created>');
    const document = strFromU8(files["word/document.xml"] ?? new Uint8Array());
    for (const level of [1, 2, 3, 4, 5]) expect(document).toContain(`w:val="Heading${level}"`);
    const contents = document.slice(
      document.indexOf("TOC \\"),
      document.indexOf('w:val="Heading1"'),
    );
    expect(contents).toContain("Fifth level");
    expect(contents).toMatch(/PAGEREF/);
  });
});

describe("every format", () => {
  it.each(EXPORT_FORMATS)("%s: the same document gives the same bytes", async (format) => {
    const [first, second] = [
      await exportDocument(HOSTILE, format),
      await exportDocument(HOSTILE, format),
    ];
    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
  });

  it("says in front that parts are missing, what is not mentioned and, if asked, what it was made with", async () => {
    const manuscript = { ...PARTIAL, credit: "Written with Longhand." };
    const wanted = ["parts of this document are missing", "“a lamp”", "Written with Longhand."];
    const docx = await mammoth.extractRawText({
      buffer: Buffer.from(await manuscriptDocx(manuscript)),
    });
    const texts = [
      manuscriptMarkdown(manuscript),
      manuscriptHtml(manuscript),
      epubFiles(manuscript)["EPUB/title.xhtml"] ?? "",
      docx.value,
      (await pdfPages(await manuscriptPdf(manuscript)))[0] ?? "",
    ];
    for (const text of texts) {
      for (const line of wanted) expect(text.replace(/\s+/g, " ")).toContain(line);
    }
  });

  it("tells what to install where a package is not there", async () => {
    const use = { purpose: "Word files need", name: "docx", install: "docx@9.15.2" };
    const load = (): Promise<never> =>
      Promise.reject(Object.assign(new TypeError("not found"), { code: "ERR_MODULE_NOT_FOUND" }));
    await expect(loadPackage(use, load)).rejects.toMatchObject({
      code: "missing-dependency",
      message: "Word files need the package docx, which is not installed.",
      hint: "Install it with `npm install docx@9.15.2`.",
    });
  });
});
