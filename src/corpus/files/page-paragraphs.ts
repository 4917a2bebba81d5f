/** A piece of text where it stands on a page. */
export interface PageItem {
  readonly str: string;
  /** Its left end, in points from the left of the page. */
  readonly x: number;
  /** Its base line, in points above the foot of the page. */
  readonly y: number;
  readonly fontSize: number;
}

interface Line {
  text: string;
  readonly x: number;
  readonly y: number;
  readonly fontSize: number;
}

/** Lines this much further apart than most of the document's belong to two paragraphs. */
const PARAGRAPH_GAP = 1.4;
/** How far a first line is set in, in sizes of its font: less is chance, more is a column. */
const MIN_INDENT = 0.7;
const MAX_INDENT = 4;

/**
 * Pages know no paragraphs, only lines. Lines are joined unless the gap above one is larger than
 * most, or it is set in. A word that is broken at the end of a line becomes one again.
 *
 * @param pages - The pieces of text of each page, in reading order.
 * @returns The text, paragraphs and pages apart by a blank line.
 */
export function pageParagraphs(pages: readonly (readonly PageItem[])[]): string {
  const lines = pages.map(linesOf);
  const gaps = lines.flatMap((page) => page.slice(1).map((line, at) => gap(page[at], line)));
  const usual = gaps.sort((left, right) => left - right)[Math.floor(gaps.length / 2)] ?? 0;
  const texts = lines.map((page) => pageText(page, usual));
  return texts.filter((text) => text !== "").join("\n\n");
}

function pageText(lines: readonly Line[], usualGap: number): string {
  const margin = marginOf(lines);
  const paragraphs: string[] = [];
  for (const [at, line] of lines.entries()) {
    const above = lines[at - 1];
    const isApart = above === undefined || gap(above, line) > usualGap * PARAGRAPH_GAP;
    const isSetIn = isIndented(line, margin) && above !== undefined && !isIndented(above, margin);
    if (isApart || isSetIn) paragraphs.push(line.text);
    else paragraphs.push(joined(paragraphs.pop() ?? "", line.text));
  }
  return paragraphs.join("\n\n");
}

/** Where most lines of the page begin. */
function marginOf(lines: readonly Line[]): number {
  const starts = new Map<number, number>();
  for (const { x } of lines) starts.set(Math.round(x), (starts.get(Math.round(x)) ?? 0) + 1);
  const [most] = [...starts].sort((left, right) => right[1] - left[1] || left[0] - right[0]);
  return most?.[0] ?? 0;
}

function isIndented({ x, fontSize }: Line, margin: number): boolean {
  return x - margin > MIN_INDENT * fontSize && x - margin < MAX_INDENT * fontSize;
}

function gap(above: Line | undefined, line: Line): number {
  return Math.abs((above?.y ?? line.y) - line.y);
}

function joined(before: string, line: string): string {
  const isBroken = /\p{L}-$/u.test(before.slice(-3)) && /^\p{Ll}/u.test(line);
  return isBroken ? before.slice(0, -1) + line : `${before} ${line}`;
}

function linesOf(items: readonly PageItem[]): Line[] {
  const lines: Line[] = [];
  for (const { str, x, y, fontSize } of items) {
    const last = lines.at(-1);
    const isSameLine = last !== undefined && Math.abs(last.y - y) < fontSize / 2;
    if (last !== undefined && (isSameLine || str.trim() === "")) last.text += str;
    else if (str.trim() !== "") lines.push({ text: str, x, y, fontSize });
  }
  return lines.map(({ text, ...where }) => ({ ...where, text: text.trim() }));
}
