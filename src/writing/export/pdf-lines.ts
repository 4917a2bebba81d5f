import type { Bidi } from "bidi-js";
import type { FontRun, PdfFonts } from "./pdf-fonts.ts";

/** A line in the order in which it is drawn, from left to right. */
export interface VisualLine {
  /** Its stretches, each in one direction and one font. */
  readonly runs: readonly FontRun[];
  /** Whether its paragraph runs from right to left. */
  readonly isRightToLeft: boolean;
}

/** What a paragraph is broken into lines with. */
export interface LineTools {
  /** Directions of characters. */
  readonly bidi: Bidi;
  /** The fonts. */
  readonly fonts: PdfFonts;
  /** Size of the font, in points. */
  readonly sizePoints: number;
  /** Width of a line, in points. */
  readonly widthPoints: number;
  /** Whether the text is bold. */
  readonly isBold: boolean;
}

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u0660-\u0669]/u;

/** Figures between letters from right to left that run from left to right themselves. */
const ARABIC_FIGURES = /([\u0660-\u0669\u066b\u066c\u06f0-\u06f9]+)/u;

/**
 * Tells whether a text holds letters that are written from right to left, or their figures.
 *
 * @param text - The text.
 * @returns Whether it does.
 */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/**
 * Breaks a paragraph that holds right-to-left letters into lines, and puts each line into the order in
 * which it is drawn. The PDF library knows only left to right.
 *
 * @param text - The paragraph.
 * @param tools - Fonts and measures.
 * @returns Its lines.
 */
export function visualLines(text: string, tools: LineTools): VisualLine[] {
  return brokenLines(text, tools).map((line) => visualLine(line, text, tools));
}

function brokenLines(text: string, tools: LineTools): string[] {
  const { fonts, sizePoints, widthPoints, isBold } = tools;
  const widthOf = (part: string): number =>
    fonts.runs(part, isBold).reduce((sum, run) => sum + fonts.widthOf(run, sizePoints), 0);
  // Bold letters are wider than those that are measured.
  const limit = widthPoints * (isBold ? 0.88 : 0.995);
  const space = widthOf(" ");
  const lines: string[] = [];
  let line = "";
  let width = 0;
  for (const word of text.split(" ")) {
    const wide = widthOf(word);
    if (line !== "" && width + space + wide > limit) {
      lines.push(line);
      line = "";
      width = 0;
    }
    width += line === "" ? wide : space + wide;
    line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}

function visualLine(line: string, paragraph: string, tools: LineTools): VisualLine {
  const { bidi, fonts, isBold } = tools;
  // Its direction is that of its first letter, as in the other formats.
  const base = (bidi.getEmbeddingLevels(paragraph).paragraphs[0]?.level ?? 0) % 2;
  const { levels } = bidi.getEmbeddingLevels(line, base === 1 ? "rtl" : "ltr");
  const stretches = stretchesOf(line, levels);
  const runs = inVisualOrder(stretches).flatMap(({ text, level }) => {
    if (level % 2 === 0) return forwardRuns(text, tools);
    const parts = fonts.runs(mirrored(text, bidi), isBold);
    return parts.reverse().map((part) => ({ ...part, text: asDrawn(part.text) }));
  });
  return { runs, isRightToLeft: base === 1 };
}

interface Stretch {
  readonly text: string;
  readonly level: number;
}

function stretchesOf(line: string, levels: Uint8Array): Stretch[] {
  const stretches: { text: string; level: number }[] = [];
  for (let place = 0; place < line.length; place += 1) {
    const level = levels[place] ?? 0;
    const last = stretches.at(-1);
    const unit = line[place] ?? "";
    if (last?.level === level) last.text += unit;
    else stretches.push({ text: unit, level });
  }
  return stretches;
}

/** Rule L2 of Unicode's bidirectional algorithm, by stretches of one level. */
function inVisualOrder(stretches: readonly Stretch[]): Stretch[] {
  const ordered = [...stretches];
  const highest = Math.max(0, ...ordered.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) {
    let from = 0;
    while (from < ordered.length) {
      let to = from;
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to += 1;
      if (to > from) {
        const part = ordered.slice(from, to).reverse();
        ordered.splice(from, part.length, ...part);
      }
      from = to + 1;
    }
  }
  return ordered;
}

function mirrored(text: string, bidi: Bidi): string {
  return [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join("");
}

/** Shaping takes Arabic figures for letters and turns them, so they are turned before. */
function forwardRuns(text: string, { fonts, isBold }: LineTools): FontRun[] {
  const parts = text.split(ARABIC_FIGURES).filter((part) => part !== "");
  return parts.flatMap((part) =>
    ARABIC_FIGURES.test(part)
      ? fonts.runs(reversed(part), isBold).reverse()
      : fonts.runs(part, isBold),
  );
}

/** Shaping turns letters of these scripts by itself, but not a stretch of spaces and signs alone. */
function asDrawn(text: string): string {
  return hasRightToLeft(text) ? text : reversed(text);
}

function reversed(text: string): string {
  return [...text].reverse().join("");
}
