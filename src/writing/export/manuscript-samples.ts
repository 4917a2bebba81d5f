import type { Manuscript, ManuscriptBlock } from "./manuscript.ts";

let made = 0;

function node(): string {
  made += 1;
  return made.toString(16).padStart(12, "0");
}

/**
 * A heading of a sample.
 *
 * @param level - 2 for a chapter.
 * @param text - The heading.
 * @returns The piece.
 */
export function heading(level: number, text: string): ManuscriptBlock {
  return { kind: "heading", level, text, node: node() };
}

/**
 * A paragraph of a sample.
 *
 * @param text - The text.
 * @returns The piece.
 */
export function paragraph(text: string): ManuscriptBlock {
  return { kind: "paragraph", text, node: node() };
}

/** Five levels of headings, and texts that formats like to stumble over. */
export const HOSTILE: Manuscript = {
  title: "Lamps & <ropes>",
  author: 'Zoë "Z" Ångström',
  language: "en",
  date: "2026-11-30",
  complete: true,
  blocks: [
    paragraph("What stands before the first heading."),
    heading(2, "The harbour & the <b>ferry</b>"),
    paragraph(
      "<script>alert(1)</script> and <!-- no comment --> and ]]> and &amp; stay as they are.",
    ),
    heading(3, "Second level"),
    paragraph("| a table | of two |"),
    heading(4, "Third level"),
    paragraph("# no heading, 1. no list, *no stars*, `no code`, [no link](https://example.org)"),
    heading(5, "Fourth level"),
    paragraph("Greek Ωμέγα, Cyrillic Паром, Vietnamese Việt, a star ★ and a face 😀 in one line."),
    heading(6, "Fifth level"),
    paragraph(
      "Bell\u0007 and null\u0000 and half \ud83d a character are left out; “quotes” — and dashes… stay.",
    ),
    heading(2, "The last chapter"),
    paragraph("offices fluffy affine: ligatures come back as letters."),
  ],
};

/** Hebrew and Arabic with figures, brackets and Latin words in them. */
export const RIGHT_TO_LEFT: Manuscript = {
  title: "המגדלור",
  language: "he",
  complete: true,
  blocks: [
    heading(2, "הלילה הראשון"),
    paragraph(
      "שלום עולם (בסדר) יש לנו 12 תפוחים ו-Linux על השולחן, והים היה שקט מאוד כל הלילה עד הבוקר.",
    ),
    heading(2, "العربية"),
    paragraph("كان البحر هادئا في تلك الليلة، وكان عددهم 25 رجلا."),
    paragraph("An English paragraph with שלום in the middle of it."),
  ],
};

/** A document with gaps. */
export const PARTIAL: Manuscript = {
  title: "Half a book",
  language: "en",
  complete: false,
  notes: ["Not mentioned, though asked for: “a lamp” (at 40 %)."],
  blocks: [
    heading(2, "There"),
    paragraph("This is there."),
    heading(2, "Not there"),
    { kind: "missing", reason: "refused", node: "c00000000000" },
  ],
};
