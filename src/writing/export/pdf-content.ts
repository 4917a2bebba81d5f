import type { Bidi } from "bidi-js";
import type { FrontMatter } from "./front-matter.ts";
import type { PdfFonts } from "./pdf-fonts.ts";
import { hasRightToLeft, visualLines } from "./pdf-lines.ts";
import {
  contentsDepth,
  hasLongChapters,
  type NumberedBlock,
  type NumberedHeading,
} from "./sections.ts";

/** A piece of a PDF, as the library takes it. */
export type PdfNode = Readonly<Record<string, unknown>>;

/** What the pieces are made with. */
export interface PdfTools {
  /** The fonts. */
  readonly fonts: PdfFonts;
  /** Directions of characters. */
  readonly bidi: Bidi;
}

/** Page and type, in points. */
export const PAGE_POINTS = { width: 595.28, sides: 88, top: 80, bottom: 84, text: 10.5 } as const;

const TEXT_WIDTH = PAGE_POINTS.width - 2 * PAGE_POINTS.sides;
const LINE_HEIGHT = 1.3;
const QUIET = "#6b665e";
const WARNING = "#a3271f";
const HEADING_SIZES = [19, 14.5, 12.5, 11.5, 11, 10.5] as const;
/** Room below a heading, in points: fewer lines of text than that do not stand alone under it. */
const ROOM_BELOW = 48;

/** How a text is set. */
export interface PdfTextSetting {
  /** Size of the font, in points. */
  readonly sizePoints: number;
  /** Whether it is bold. */
  readonly isBold: boolean;
  /** Room for it, in points. */
  readonly widthPoints: number;
  /** What else the library is told of it. */
  readonly node: PdfNode;
  /** Section number that stands before it. @defaultValue none */
  readonly number?: string;
}

/**
 * The title page.
 *
 * @param front - Front matter.
 * @param tools - Fonts.
 * @returns Its pieces; none where there is nothing to show.
 */
export function titleNodes(front: FrontMatter, tools: PdfTools): PdfNode[] {
  if (!front.hasTitlePage) return [];
  const { name, author, dateInWords, notes, credit } = front;
  const lines = [
    { text: name, sizePoints: 28, isBold: true, node: { margin: [0, 190, 0, 18] } },
    ...(author === undefined ? [] : [{ text: author, sizePoints: 14, node: {} }]),
    ...(dateInWords === undefined
      ? []
      : [{ text: dateInWords, sizePoints: 11, node: { color: QUIET, margin: [0, 6, 0, 0] } }]),
    ...notes.map((text) => ({
      text,
      sizePoints: 10,
      node: { color: WARNING, margin: [0, 24, 0, 0] },
    })),
    ...(credit === undefined
      ? []
      : [{ text: credit, sizePoints: 9, node: { color: QUIET, margin: [0, 24, 0, 0] } }]),
  ];
  return lines.flatMap(({ text, node, ...setting }) =>
    textNodes(
      text,
      {
        isBold: false,
        widthPoints: TEXT_WIDTH,
        ...setting,
        node: { ...node, alignment: "center" },
      },
      tools,
    ),
  );
}

/**
 * The table of contents, with links and page numbers.
 *
 * @param blocks - The document.
 * @param front - Front matter.
 * @param tools - Fonts.
 * @returns Its pieces, on a page of their own; none for a document without headings.
 */
export function contentsNodes(
  blocks: readonly NumberedBlock[],
  front: FrontMatter,
  tools: PdfTools,
): PdfNode[] {
  const deepest = contentsDepth(blocks);
  const headings = blocks.filter(
    (block) => block.kind === "heading" && block.depth <= deepest,
  ) as NumberedHeading[];
  if (headings.length === 0) return [];
  const title = {
    sizePoints: 17,
    isBold: true,
    widthPoints: TEXT_WIDTH,
    node: { margin: [0, 0, 0, 14], ...(front.hasTitlePage ? { pageBreak: "before" } : {}) },
  };
  return [
    ...textNodes(front.contentsTitle, title, tools),
    ...headings.map((heading) => contentsLine(heading, tools, front.direction === "rtl")),
  ];
}

/** Width of a page number in the contents. */
const NUMBER_WIDTH = 34;

function contentsLine(
  { anchor, depth, number, text }: NumberedHeading,
  tools: PdfTools,
  isRightToLeft: boolean,
): PdfNode {
  const indent = (depth - 1) * 16;
  const numberWidth = 18 + 9 * depth;
  const setting = {
    sizePoints: depth === 1 ? 10.5 : 10,
    isBold: false,
    widthPoints: TEXT_WIDTH - NUMBER_WIDTH - indent - numberWidth,
    node: { linkToDestination: anchor },
  };
  const columns = [
    {
      width: numberWidth,
      text: number,
      font: tools.fonts.figures,
      color: QUIET,
      fontSize: setting.sizePoints,
      alignment: isRightToLeft ? "right" : "left",
    },
    { width: "*", stack: textNodes(text, setting, tools) },
    {
      width: NUMBER_WIDTH,
      text: [{ pageReference: anchor }],
      font: tools.fonts.figures,
      alignment: isRightToLeft ? "left" : "right",
      fontSize: setting.sizePoints,
    },
  ];
  const above = depth === 1 ? 6 : 1;
  if (isRightToLeft)
    return { columns: columns.reverse(), margin: [0, above, indent, 1], unbreakable: true };
  return { columns, margin: [indent, above, 0, 1], unbreakable: true };
}

/**
 * The document itself.
 *
 * @param blocks - The document.
 * @param tools - Fonts.
 * @param isFirstPage - Whether nothing stands before it.
 * @returns Its pieces.
 */
export function bodyNodes(
  blocks: readonly NumberedBlock[],
  tools: PdfTools,
  isFirstPage: boolean,
): PdfNode[] {
  const breaks = hasLongChapters(blocks);
  const nodes: PdfNode[] = [];
  const parents: string[] = [];
  let headings: PdfNode[] = [];
  const close = (): void => {
    if (headings.length > 0) nodes.push(headingGroup(headings));
    headings = [];
  };
  for (const [index, block] of blocks.entries()) {
    if (block.kind !== "heading") {
      const isBelowHeading = headings.length > 0;
      close();
      nodes.push(...proseNodes(block, tools, isBelowHeading));
      continue;
    }
    const breaksPage = index > 0 && breaks && block.depth === 1;
    if (breaksPage) close();
    parents.splice(block.depth - 1, parents.length, block.anchor);
    const parent = parents[block.depth - 2];
    const lines = headingNodes(block, tools, parent);
    headings.push(...(breaksPage ? onNewPage(lines) : lines));
  }
  close();
  return isFirstPage ? nodes : onNewPage(nodes);
}

function onNewPage([first, ...rest]: readonly PdfNode[]): PdfNode[] {
  return first === undefined ? [] : [{ ...first, pageBreak: "before" }, ...rest];
}

/** Headings keep together, with room for some lines of text below the last. */
function headingGroup(headings: readonly PdfNode[]): PdfNode {
  const { pageBreak, ...first } = headings[0] ?? {};
  const stack = [first, ...headings.slice(1)];
  const room = { text: "", fontSize: 1, margin: [0, 0, 0, ROOM_BELOW] };
  return {
    stack: [...stack, room],
    unbreakable: true,
    ...(pageBreak === undefined ? {} : { pageBreak }),
  };
}

function headingNodes(
  { anchor, depth, number, text }: NumberedHeading,
  tools: PdfTools,
  parent: string | undefined,
): PdfNode[] {
  const sizePoints = HEADING_SIZES[Math.min(HEADING_SIZES.length, depth) - 1] ?? PAGE_POINTS.text;
  const above = depth === 1 ? 20 : 14;
  const setting: PdfTextSetting = {
    sizePoints,
    isBold: true,
    widthPoints: TEXT_WIDTH,
    node: {},
    number,
  };
  const nodes = textNodes(text, setting, tools);
  const last = nodes.length - 1;
  return nodes.map((node, index) => ({
    ...node,
    margin: [0, index === 0 ? above : 0, 0, index === last ? sizePoints * 0.45 : 0],
    ...(index > 0 ? {} : { id: anchor, outline: true, outlineText: `${number} ${text}` }),
    ...(index > 0 || parent === undefined ? {} : { outlineParentId: parent }),
  }));
}

function proseNodes(
  block: Exclude<NumberedBlock, NumberedHeading>,
  tools: PdfTools,
  isBelowHeading: boolean,
): PdfNode[] {
  const isMissing = block.kind === "missing";
  const text = isMissing ? `This part is missing: ${block.reason}` : block.text;
  const node = isMissing ? { color: WARNING } : { alignment: "justify" };
  const setting = { sizePoints: PAGE_POINTS.text, isBold: false, widthPoints: TEXT_WIDTH, node };
  const nodes = textNodes(text, setting, tools);
  const last = nodes.length - 1;
  return nodes.map((each, index) => ({
    ...each,
    margin: [0, index === 0 && isBelowHeading ? -ROOM_BELOW : 0, 0, index === last ? 7 : 0],
  }));
}

/**
 * Sets a text.
 *
 * @param text - The text.
 * @param setting - How.
 * @param tools - Fonts.
 * @returns One piece for a text from left to right; one a line where letters run from right to left.
 */
export function textNodes(text: string, setting: PdfTextSetting, tools: PdfTools): PdfNode[] {
  const { sizePoints, isBold, node, number } = setting;
  const { alignment } = node;
  const look = { fontSize: sizePoints, bold: isBold, lineHeight: isBold ? 1.12 : LINE_HEIGHT };
  if (!hasRightToLeft(text)) {
    const label = labelRuns(number, "start", tools);
    return [{ ...look, ...node, text: [...label, ...tools.fonts.runs(text, isBold)] }];
  }
  const indent = number === undefined ? 0 : sizePoints * (1 + number.length * 0.6);
  const widthPoints = setting.widthPoints - indent;
  return visualLines(text, { ...tools, sizePoints, widthPoints, isBold }).map((line, index) => {
    // With features of its own, a stretch is shaped as a whole and not word by word.
    const runs = line.runs.map((run) => ({ ...run, noWrap: true, fontFeatures: ["kern"] }));
    const shown = index === 0 ? number : undefined;
    const start = line.isRightToLeft ? "right" : "left";
    const side = alignment === "center" ? "center" : start;
    const own = line.isRightToLeft
      ? [...runs, ...labelRuns(shown, "end", tools)]
      : [...labelRuns(shown, "start", tools), ...runs];
    return { ...look, ...node, alignment: side, noWrap: true, text: own };
  });
}

/** A section number with room on one side, which is a character, too: not every font has it. */
function labelRuns(
  number: string | undefined,
  side: "start" | "end",
  { fonts }: PdfTools,
): PdfNode[] {
  if (number === undefined) return [];
  const text = side === "start" ? `${number}\u2002` : `\u2002${number}`;
  return fonts.runs(text, false).map((run) => ({ ...run, color: QUIET, bold: false }));
}
