import type { FileChild, ISectionOptions } from "docx";
import { strFromU8, strToU8, unzipSync } from "fflate";
import { quickPageNumbers } from "./docx-page-numbers.ts";
import {
  documentStyles,
  headingNumbering,
  LINE_WIDTH_POINTS,
  PAGE,
  SECTION_NUMBERS,
} from "./docx-styles.ts";
import { type FrontMatter, frontMatterOf } from "./front-matter.ts";
import { DOCX_PACKAGES, loadPackage } from "./load-package.ts";
import type { Manuscript } from "./manuscript.ts";
import { printable } from "./printable.ts";
import { contentsDepth, hasLongChapters, type NumberedBlock, numberedBlocks } from "./sections.ts";
import { escapedXml } from "./xml-text.ts";
import { zipFile } from "./zip-file.ts";

type Docx = typeof import("docx");

/** What the parts of a document are made with. */
interface Work {
  readonly docx: Docx;
  readonly front: FrontMatter;
  readonly blocks: readonly NumberedBlock[];
}

/**
 * Writes a manuscript as a Word file: title page, a table of contents with page numbers, headings in
 * Word's own styles with section numbers, page numbers below.
 *
 * @param manuscript - The document.
 * @returns The file; the same document gives the same bytes.
 * @throws LonghandError `missing-dependency`.
 */
export async function manuscriptDocx(manuscript: Manuscript): Promise<Uint8Array> {
  const use = { purpose: "Word files need", name: "docx", install: DOCX_PACKAGES };
  const docx = await loadPackage(use, () => import("docx"));
  const layout = await import("docx/layout");
  const shown = printable(manuscript);
  const front = frontMatterOf(shown);
  const work: Work = { docx, front, blocks: numberedBlocks(shown) };
  const styles = documentStyles(docx, front);
  const document = new docx.Document({
    title: front.name,
    styles,
    numbering: headingNumbering(docx),
    // Contents are written with their page numbers, so that Word does not ask to update them.
    pageNumbers: quickPageNumbers({
      docx,
      layout,
      styled: (children) => new docx.Document({ styles, sections: [{ children }] }),
      lineWidthPoints: LINE_WIDTH_POINTS,
    }),
    sections: [...titleSection(work), ...contentsSection(work), bodySection(work)],
  });
  const bytes = await docx.Packer.pack(document, "uint8array");
  return repacked(bytes, coreProperties(shown, front));
}

function titleSection({ docx, front }: Work): ISectionOptions[] {
  if (!front.hasTitlePage) return [];
  const { author, dateInWords, notes, name, credit } = front;
  const lines = [
    { text: name, heading: docx.HeadingLevel.TITLE },
    ...(author === undefined ? [] : [{ text: author, style: "Author" }]),
    ...(dateInWords === undefined ? [] : [{ text: dateInWords, style: "Date" }]),
    ...notes.map((text) => ({ text, style: "Note" })),
    ...(credit === undefined ? [] : [{ text: credit, style: "Date" }]),
  ];
  const children = lines.map(
    ({ text, ...style }) => new docx.Paragraph({ ...style, ...textOf(text, docx) }),
  );
  return [{ properties: { page: PAGE }, children, footers: emptyFooter(docx) }];
}

function contentsSection({ docx, front, blocks }: Work): ISectionOptions[] {
  if (!blocks.some(({ kind }) => kind === "heading")) return [];
  const { contentsTitle } = front;
  const children: FileChild[] = [
    new docx.Paragraph({ style: "ContentsTitle", ...textOf(contentsTitle, docx) }),
    new docx.TableOfContents(contentsTitle, {
      hyperlink: true,
      headingStyleRange: `1-${contentsDepth(blocks)}`,
    }),
  ];
  const pageNumbers = { start: 1, formatType: docx.NumberFormat.LOWER_ROMAN };
  return [{ properties: { page: { ...PAGE, pageNumbers } }, children, ...pageFooter(docx) }];
}

function bodySection({ docx, blocks }: Work): ISectionOptions {
  const breaks = hasLongChapters(blocks);
  const pageNumbers = { start: 1, formatType: docx.NumberFormat.DECIMAL };
  // LibreOffice sets a list's number of a line from right to left beside the page.
  const numbersAreText = blocks.some(
    (block) => block.kind === "heading" && isRightToLeft(block.text),
  );
  const children = blocks.map((block, index) =>
    blockParagraph(block, { docx, numbersAreText, breaksPage: breaks && index > 0 }),
  );
  return { properties: { page: { ...PAGE, pageNumbers } }, children, ...pageFooter(docx) };
}

/** Without one of its own, a section has the footer of the section before it. */
function emptyFooter({ Footer, Paragraph }: Docx): NonNullable<ISectionOptions["footers"]> {
  return { default: new Footer({ children: [new Paragraph({})] }) };
}

function pageFooter({ AlignmentType, Footer, PageNumber, Paragraph, TextRun }: Docx): {
  readonly footers: NonNullable<ISectionOptions["footers"]>;
} {
  const number = new TextRun({ children: [PageNumber.CURRENT], size: 19 });
  const paragraph = new Paragraph({ alignment: AlignmentType.CENTER, children: [number] });
  return { footers: { default: new Footer({ children: [paragraph] }) } };
}

interface BlockTools {
  readonly docx: Docx;
  /** Whether section numbers are letters of the heading, and not those of a list. */
  readonly numbersAreText: boolean;
  readonly breaksPage: boolean;
}

function blockParagraph(
  block: NumberedBlock,
  { docx, numbersAreText, breaksPage }: BlockTools,
): FileChild {
  switch (block.kind) {
    case "heading": {
      const level = Math.min(6, block.depth) - 1;
      const { number, text } = block;
      return new docx.Paragraph({
        heading: headingLevel(block.depth, docx),
        ...(numbersAreText ? {} : { numbering: { reference: SECTION_NUMBERS, level } }),
        pageBreakBefore: breaksPage && block.depth === 1,
        ...textOf(numbersAreText ? `${number} ${text}` : text, docx),
      });
    }
    case "paragraph":
      return new docx.Paragraph({
        alignment: docx.AlignmentType.BOTH,
        widowControl: true,
        ...textOf(block.text, docx),
      });
    case "missing": {
      const text = `This part is missing: ${block.reason}`;
      return new docx.Paragraph({ style: "Note", ...textOf(text, docx) });
    }
  }
}

function headingLevel(depth: number, { HeadingLevel }: Docx): "Heading1" {
  const levels = [
    HeadingLevel.HEADING_1,
    HeadingLevel.HEADING_2,
    HeadingLevel.HEADING_3,
    HeadingLevel.HEADING_4,
    HeadingLevel.HEADING_5,
    HeadingLevel.HEADING_6,
  ] as const;
  return (levels[Math.min(levels.length, depth) - 1] ?? HeadingLevel.HEADING_6) as "Heading1";
}

const FIRST_STRONG =
  /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{L}/u;
const RIGHT_TO_LEFT_LETTER =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** A paragraph runs in the direction of its first letter, as `dir="auto"` in HTML. */
function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT_LETTER.test(FIRST_STRONG.exec(text)?.[0] ?? "");
}

function textOf(
  text: string,
  { TextRun }: Docx,
): { readonly children: InstanceType<Docx["TextRun"]>[]; readonly bidirectional?: boolean } {
  if (!isRightToLeft(text)) return { children: [new TextRun({ text })] };
  return { children: [new TextRun({ text, rightToLeft: true })], bidirectional: true };
}

/** Title, author, language and date; the library would write down the time of the export. */
function coreProperties({ author, date }: Manuscript, front: FrontMatter): string {
  const { name, language, timestamp } = front;
  const stamp = (which: string): string =>
    `<dcterms:${which} xsi:type="dcterms:W3CDTF">${timestamp}</dcterms:${which}>`;
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<cp:coreProperties',
    ' xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"',
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    `<dc:title>${escapedXml(name)}</dc:title>`,
    ...(author === undefined ? [] : [`<dc:creator>${escapedXml(author)}</dc:creator>`]),
    ...(language === "und" ? [] : [`<dc:language>${escapedXml(language)}</dc:language>`]),
    ...(date === undefined ? [] : [stamp("created"), stamp("modified")]),
    "</cp:coreProperties>",
  ].join("");
}

/** Packs the file anew: its parts in a fixed order, with fixed times. */
function repacked(bytes: Uint8Array, core: string): Uint8Array {
  const parts = unzipSync(bytes);
  parts["docProps/core.xml"] = new TextEncoder().encode(core);
  const document = strFromU8(parts["word/document.xml"] ?? new Uint8Array());
  parts["word/document.xml"] = strToU8(recounted(document));
  const paths = Object.keys(parts).sort();
  // Word wants the list of content types first.
  const first = "[Content_Types].xml";
  const order = [first, ...paths.filter((path) => path !== first)];
  return zipFile(order.map((path) => ({ path, bytes: parts[path] ?? new Uint8Array() })));
}

/** The library counts bookmarks from the first document of the process on. */
function recounted(xml: string): string {
  const renumber = (text: string, pattern: RegExp): string => {
    const numbers = new Map<string, number>();
    return text.replace(pattern, (_, before: string, number: string) => {
      const known = numbers.get(number) ?? numbers.size + 1;
      numbers.set(number, known);
      return `${before}${known}`;
    });
  };
  const named = renumber(xml, /((?:w:name="|w:anchor="|>PAGEREF )_Toc)(\d+)/g);
  return renumber(named, /(<w:bookmark(?:Start|End) (?:[^>]* )?w:id=")(\d+)/g);
}
