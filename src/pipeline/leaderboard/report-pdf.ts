import type { ReportDocument, SourcedTable, TablePlace } from "../../report/index.ts";
import {
  openPdfWriter,
  type PdfNode,
  type PdfTextSetting,
  type PdfWriter,
} from "../../writing/index.ts";

/** Landscape A4, in points: boards are wide. */
const PAGE = { width: 841.89, sides: 42, top: 46, bottom: 46 } as const;
const TEXT_WIDTH = PAGE.width - 2 * PAGE.sides;
const QUIET = "#6b665e";
const LINE = "#d8d3ca";

/**
 * Writes a report as PDF: headings with bookmarks, text, tables whose heads are repeated on every page.
 * A character that no font has is shown by its number, which the last lines of the file say.
 *
 * @param report - The report.
 * @param madeAtMs - The moment that it shows, in UTC milliseconds: the date of the file.
 * @returns The file; the same report gives the same bytes.
 * @throws LonghandError `missing-dependency`.
 */
export async function reportPdf(report: ReportDocument, madeAtMs: number): Promise<Uint8Array> {
  const writer = await openPdfWriter();
  const setter = setterOf(writer);
  const { title, overline, sections } = report;
  const content = [
    ...setter.lines(overline, { sizePoints: 9, node: { color: QUIET } }),
    ...setter.lines(title, { sizePoints: 22, isBold: true, node: { margin: [0, 2, 0, 12] } }),
    ...sections.flatMap(({ id, title: heading, paragraphs, points, tables }) => [
      ...setter.lines(heading, {
        sizePoints: 14,
        isBold: true,
        node: {
          margin: [0, 12, 0, 5],
          id,
          outline: true,
          outlineText: setter.shown(heading, true),
          headlineLevel: 1,
        },
      }),
      ...paragraphs.flatMap((text) => setter.lines(text, { node: { margin: [0, 0, 0, 5] } })),
      ...listNodes(points, setter),
      ...tables.flatMap((table) => tableNodes(table, setter)),
    ]),
    ...numberedNote(setter),
  ];
  return await writer.make({
    version: "1.7",
    language: "en",
    displayTitle: true,
    pageSize: "A4",
    pageOrientation: "landscape",
    pageMargins: [PAGE.sides, PAGE.top, PAGE.sides, PAGE.bottom],
    info: {
      title: `${title} (${overline})`,
      creator: "Longhand",
      producer: "pdfmake",
      creationDate: new Date(madeAtMs),
    },
    defaultStyle: { fontSize: 9, color: "#1f1d1a" },
    // A heading does not stand alone at the end of a page.
    pageBreakBefore: (node: { headlineLevel?: number }, { getFollowingNodesOnPage }: PageNodes) =>
      node.headlineLevel !== undefined && getFollowingNodesOnPage().length === 0,
    footer: (page: number, pages: number) => ({
      text: `${page} / ${pages}`,
      alignment: "center",
      fontSize: 8,
      color: QUIET,
      margin: [0, 16, 0, 0],
    }),
    content,
  });
}

interface PageNodes {
  readonly getFollowingNodesOnPage: () => readonly unknown[];
}

/** Sets texts, and remembers which characters it had to show by their numbers. */
interface Setter {
  readonly lines: (text: string, setting: Partial<PdfTextSetting>) => PdfNode[];
  readonly shown: (text: string, isBold: boolean) => string;
  readonly numbered: ReadonlySet<string>;
}

function setterOf(writer: PdfWriter): Setter {
  const numbered = new Set<string>();
  const shown = (text: string, isBold: boolean): string => {
    const plain = printable(text);
    const missing = new Set(writer.missing(plain, isBold));
    if (missing.size === 0) return plain;
    return Array.from(plain, (character) => {
      if (!missing.has(character)) return character;
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
      numbered.add(code);
      return `[U+${code}]`;
    }).join("");
  };
  return {
    numbered,
    shown,
    lines: (text, { sizePoints = 9, isBold = false, widthPoints = TEXT_WIDTH, node = {} }) =>
      writer.text(shown(text, isBold), { sizePoints, isBold, widthPoints, node }),
  };
}

const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\uffff]|\p{Cs}|\p{Variation_Selector}/gu;

/** Without signs that draw nothing or turn the direction of writing. */
function printable(text: string): string {
  return text.replace(UNPRINTABLE, "").replace(/[ \t]+/g, " ");
}

function listNodes(points: readonly string[], setter: Setter): PdfNode[] {
  if (points.length === 0) return [];
  const items = points.map((text) => ({
    stack: setter.lines(text, { widthPoints: TEXT_WIDTH - 16, node: { margin: [0, 0, 0, 2] } }),
  }));
  return [{ ul: items, margin: [0, 0, 0, 6] }];
}

/** Lines of a table up to which it stands on one page. */
const LINES_TOGETHER = 14;

function tableNodes({ table, source }: SourcedTable, setter: Setter): PdfNode[] {
  const title = setter.lines(table.title, {
    sizePoints: 10,
    isBold: true,
    node: { margin: [0, 8, 0, 3], headlineLevel: 2 },
  });
  const from = source === "" ? "Made from the archive." : `Made from ${source} of the archive.`;
  const notes = [...table.notes, from].flatMap((note) =>
    setter.lines(note, { sizePoints: 7, node: { color: QUIET } }),
  );
  const nodes = [...title, gridNode(table, setter), ...notes];
  return table.rows.length > LINES_TOGETHER ? nodes : [{ stack: nodes, unbreakable: true }];
}

function gridNode({ rowHeads, columns, rows }: SourcedTable["table"], setter: Setter): PdfNode {
  const titles = columns.map(({ group, title: own }) => (group ? `${group}: ${own}` : own));
  const head = [...rowHeads, ...titles];
  const body = rows.map(({ heads, places }) => [...heads, ...places.map(placeText)]);
  const sizePoints = head.length > 9 ? 6.5 : 7.5;
  const widths = widthsOf([head, ...body], sizePoints);
  const isNumeric = (at: number): boolean =>
    rows.some(({ places }) => places[at - rowHeads.length]?.value !== undefined);
  const cell = (text: string, at: number, isBold: boolean): PdfNode => ({
    stack: setter.lines(text, {
      sizePoints,
      isBold,
      widthPoints: widths[at] ?? TEXT_WIDTH,
      node: { alignment: isNumeric(at) ? "right" : "left", ...breaking(text) },
    }),
  });
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths,
      body: [head, ...body].map((row, line) => row.map((text, at) => cell(text, at, line === 0))),
    },
    layout: {
      hLineWidth: (line: number) => (line <= 1 ? 0.8 : 0.4),
      vLineWidth: () => 0,
      hLineColor: () => LINE,
      paddingLeft: () => CELL_PADDING,
      paddingRight: () => CELL_PADDING,
      paddingTop: () => 2,
      paddingBottom: () => 1,
    },
    margin: [0, 0, 0, 3],
  };
}

/** Only a word that is longer than its column may be broken anywhere. */
function breaking(text: string): PdfNode {
  return text.split(/\s+/).some((word) => word.length > MOST_WORD)
    ? { wordBreak: "break-all" }
    : {};
}

function placeText({ text, ends, detail, reason }: TablePlace): string {
  const more = [detail, reason].filter((part) => part !== undefined && part !== "");
  return [text, ends, ...(more.length === 0 ? [] : [`(${more.join("; ")})`])]
    .filter((part) => part !== undefined && part !== "")
    .join(" ");
}

const CELL_PADDING = 3;
/** Width of a bold character, as a share of the size of the font. */
const CHARACTER = 0.62;

/** Widths by what columns hold: the longest word at least, and the rest by length, within the page. */
function widthsOf(rows: readonly (readonly string[])[], sizePoints: number): number[] {
  const columns = rows[0]?.length ?? 0;
  const room = TEXT_WIDTH - columns * 2 * CELL_PADDING;
  const wanted = Array.from({ length: columns }, (_, at) => {
    const texts = rows.map((row) => row[at] ?? "");
    const longest = Math.max(...texts.map((text) => text.length));
    const word = Math.max(...texts.flatMap((text) => text.split(/\s+/).map((one) => one.length)));
    return { least: Math.min(word, MOST_WORD), all: Math.min(longest, MOST_TEXT) };
  });
  const points = (characters: number): number => (characters + 1) * sizePoints * CHARACTER;
  const least = wanted.map((one) => points(one.least));
  const most = wanted.map((one) => points(one.all));
  const leastSum = sum(least);
  if (leastSum >= room) return least.map((width) => (width * room) / leastSum);
  const spare = room - leastSum;
  const wishes = most.map((width, at) => Math.max(0, width - (least[at] ?? 0)));
  const share = Math.min(1, spare / Math.max(1, sum(wishes)));
  return least.map((width, at) => width + (wishes[at] ?? 0) * share);
}

/** Characters of a word that a column makes room for; longer ones are broken. */
const MOST_WORD = 24;
/** Characters of a text that a column makes room for; longer ones take more lines. */
const MOST_TEXT = 66;

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function numberedNote(setter: Setter): PdfNode[] {
  if (setter.numbered.size === 0) return [];
  return setter.lines(
    "Signs such as [U+4E2D] stand for characters that the fonts of this file lack, by their number in Unicode; the other formats show them.",
    { sizePoints: 7, node: { color: QUIET, margin: [0, 10, 0, 0] } },
  );
}
