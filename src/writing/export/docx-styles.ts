import type { INumberingOptions, IStylesOptions } from "docx";
import type { FrontMatter } from "./front-matter.ts";

type Docx = typeof import("docx");

/** A4 with margins, in twentieths of a point. */
export const PAGE = {
  size: { width: 11_906, height: 16_838 },
  margin: { top: 1_500, bottom: 1_500, left: 1_600, right: 1_600, header: 720, footer: 720 },
} as const;

/** Width of a line. */
export const LINE_WIDTH_POINTS: number =
  (PAGE.size.width - PAGE.margin.left - PAGE.margin.right) / 20;

/** Name of the list that numbers the headings. */
export const SECTION_NUMBERS = "sections";

/** Headings that Word has styles for. */
const MAX_DEPTH = 6;
const FONT = { ascii: "Cambria", hAnsi: "Cambria", cs: "Times New Roman" };
const INK = "1F1D1A";
const QUIET = "6B665E";
const WARNING = "A3271F";
/** Sizes of headings by depth, in half points. */
const HEADING_SIZES = [36, 28, 25, 23, 22, 22] as const;

/**
 * The styles of a document.
 *
 * @param docx - The library.
 * @param front - Front matter, for language and direction.
 * @returns Word's own styles for headings, title and contents, set for reading.
 */
export function documentStyles(docx: Docx, { language, direction }: FrontMatter): IStylesOptions {
  const tag = language === "und" ? {} : { language: languageTags(language, direction) };
  return {
    default: {
      document: {
        run: { font: FONT, size: 22, color: INK, ...tag },
        paragraph: { spacing: { line: 312, after: 140, lineRule: docx.LineRuleType.AUTO } },
      },
      ...headingStyles(docx),
      title: {
        run: { font: FONT, size: 60, bold: true, color: INK },
        paragraph: {
          alignment: docx.AlignmentType.CENTER,
          spacing: { before: 4_200, after: 320, line: 264, lineRule: docx.LineRuleType.AUTO },
        },
      },
    },
    paragraphStyles: [
      frontStyle(docx, "Author", 28),
      frontStyle(docx, "Date", 24, QUIET),
      frontStyle(docx, "Note", 22, WARNING),
      {
        id: "ContentsTitle",
        name: "Contents title",
        basedOn: "Normal",
        run: { size: 32, bold: true },
        paragraph: { spacing: { after: 320 } },
      },
      ...[1, 2, 3, 4, 5, 6].map((level) => ({
        id: `TOC${level}`,
        name: `toc ${level}`,
        basedOn: "Normal",
        paragraph: {
          indent: { left: (level - 1) * 360 },
          spacing: { after: 60 },
          ...(direction === "rtl" ? { bidirectional: true } : {}),
        },
      })),
    ],
  };
}

function languageTags(language: string, direction: "ltr" | "rtl"): Record<string, string> {
  if (direction === "rtl") return { bidirectional: language };
  return /^(?:zh|ja|ko)\b/.test(language) ? { eastAsia: language } : { value: language };
}

function headingStyles({ LineRuleType }: Docx): IStylesOptions["default"] {
  const entries = HEADING_SIZES.map((size, index) => [
    `heading${index + 1}`,
    {
      run: { font: FONT, size, bold: true, color: INK },
      paragraph: {
        keepNext: true,
        spacing: {
          before: index === 0 ? 480 : 320,
          after: 160,
          line: 264,
          lineRule: LineRuleType.AUTO,
        },
      },
    },
  ]);
  return Object.fromEntries(entries);
}

function frontStyle(
  docx: Docx,
  id: string,
  ...[size, color = INK]: readonly [number, string?]
): NonNullable<IStylesOptions["paragraphStyles"]>[number] {
  return {
    id,
    name: id,
    basedOn: "Normal",
    run: { size, color },
    paragraph: { alignment: docx.AlignmentType.CENTER, spacing: { after: 200 } },
  };
}

/**
 * How headings are numbered: 1, 1.1, 1.1.1.
 *
 * @param docx - The library.
 * @returns The list.
 */
export function headingNumbering({ LevelFormat, LevelSuffix }: Docx): INumberingOptions {
  const levels = Array.from({ length: MAX_DEPTH }, (_, level) => ({
    level,
    format: LevelFormat.DECIMAL,
    text: Array.from({ length: level + 1 }, (_none, place) => `%${place + 1}`).join("."),
    suffix: LevelSuffix.SPACE,
    style: { paragraph: { indent: { left: 0, hanging: 0 } }, run: { color: QUIET } },
  }));
  return { config: [{ reference: SECTION_NUMBERS, levels }] };
}
