import { type FrontMatter, frontMatterOf } from "./front-matter.ts";
import type { Manuscript } from "./manuscript.ts";
import { type MissedGlyph, missingGlyphs } from "./missing-glyphs.ts";
import {
  bodyNodes,
  contentsNodes,
  PAGE_POINTS,
  type PdfNode,
  type PdfTools,
  titleNodes,
} from "./pdf-content.ts";
import type { FontFile, PdfFonts } from "./pdf-fonts.ts";
import { openPdfBench } from "./pdf-writer.ts";
import { printable } from "./printable.ts";
import { type NumberedBlock, numberedBlocks } from "./sections.ts";

/** How a manuscript is written as PDF. */
export interface PdfOptions {
  /** Fonts that come before the shipped ones; the first that has a character is taken. @defaultValue none */
  readonly fonts?: readonly FontFile[];
}

/**
 * Writes a manuscript as PDF: title page, a table of contents with page numbers and links, section
 * numbers, bookmarks, page numbers; the fonts are in the file.
 *
 * @param manuscript - The document.
 * @param options - Fonts.
 * @returns The file; the same document gives the same bytes.
 * @throws LonghandError `missing-dependency`; `invalid-font`; `missing-glyph` for a character that no font
 *   has.
 */
export async function manuscriptPdf(
  manuscript: Manuscript,
  options: PdfOptions = {},
): Promise<Uint8Array> {
  const { tools, make } = await openPdfBench(options.fonts ?? []);
  const { fonts } = tools;
  const shown = withoutInvisible(printable(manuscript));
  const front = frontMatterOf(shown);
  const blocks = numberedBlocks(shown);
  const missed = missedGlyphs(blocks, front, fonts);
  if (missed.length > 0) {
    const own = (options.fonts ?? []).map((font) => font.name);
    throw missingGlyphs(missed, { own, language: front.language });
  }
  return await make(definitionOf({ manuscript: shown, front, blocks }, tools));
}

interface Pages {
  readonly manuscript: Manuscript;
  readonly front: FrontMatter;
  readonly blocks: readonly NumberedBlock[];
}

function definitionOf({ manuscript, front, blocks }: Pages, tools: PdfTools): PdfNode {
  const { name, author, language, timestamp } = front;
  const title = titleNodes(front, tools);
  const contents = contentsNodes(blocks, front, tools);
  const firstPages = title.length > 0 ? 1 : 0;
  const { sides, top, bottom, text } = PAGE_POINTS;
  return {
    version: "1.7",
    ...(manuscript.language === undefined ? {} : { language }),
    displayTitle: true,
    pageSize: "A4",
    pageMargins: [sides, top, sides, bottom],
    info: {
      title: name,
      ...(author === undefined ? {} : { author }),
      creator: "Longhand",
      producer: "pdfmake",
      creationDate: new Date(timestamp),
    },
    defaultStyle: { font: tools.fonts.main, fontSize: text, color: "#1f1d1a" },
    footer: (page: number) =>
      page <= firstPages
        ? null
        : {
            text: String(page),
            font: tools.fonts.figures,
            alignment: "center",
            fontSize: 9,
            margin: [0, 28, 0, 0],
          },
    content: [
      ...title,
      ...contents,
      ...bodyNodes(blocks, tools, title.length + contents.length === 0),
    ],
  };
}

/** Marks that choose between looks of a character, or say where a word may break: nothing to draw. */
const INVISIBLE = /[\u00ad\u061c\u200e\u200f]|\p{Variation_Selector}/gu;

function withoutInvisible(manuscript: Manuscript): Manuscript {
  const bare = (text: string): string => text.replace(INVISIBLE, "");
  const { title, author } = manuscript;
  return {
    ...manuscript,
    ...(title === undefined ? {} : { title: bare(title) }),
    ...(author === undefined ? {} : { author: bare(author) }),
    blocks: manuscript.blocks.map((block) =>
      block.kind === "missing" ? block : { ...block, text: bare(block.text) },
    ),
  };
}

/** Every character that no font has, in the order of the document. */
function missedGlyphs(
  blocks: readonly NumberedBlock[],
  front: FrontMatter,
  fonts: PdfFonts,
): MissedGlyph[] {
  const misses = new Map<number, MissedGlyph>();
  const look = (text: string, isBold: boolean, place: string): void => {
    for (const glyph of fonts.missing(text, isBold)) {
      if (!misses.has(glyph.codePoint)) misses.set(glyph.codePoint, { ...glyph, place });
    }
  };
  look(front.name, true, "the title");
  for (const line of [front.author, front.dateInWords, front.credit, ...front.notes]) {
    look(line ?? "", false, "the title page");
  }
  look(front.contentsTitle, true, "the title of the contents");
  let section = "the text before the first heading";
  for (const block of blocks) {
    if (block.kind === "heading") {
      section = `section ${block.number}`;
      look(block.text, true, `the heading of ${section}`);
      look(block.text, false, `the heading of ${section}`);
    } else look(block.kind === "missing" ? block.reason : block.text, false, section);
  }
  return [...misses.values()];
}
