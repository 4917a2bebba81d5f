import { createColors } from "picocolors";
import stringWidth from "string-width";
import type { NodeState, NodeStatus } from "../pipeline/index.ts";
import { terminalSafe } from "../text/index.ts";

/** How a plan is shown. */
export interface TreeStyle {
  /** Widest line, in terminal columns. @defaultValue as wide as it comes out */
  readonly widthColumns?: number;
  /** Whether states have colours beside their marks. */
  readonly colour: boolean;
}

const MARKS: Readonly<Record<NodeState, string>> = {
  planned: "·",
  drafting: "◐",
  accepted: "✓",
  failed: "✗",
  dirty: "~",
};

const LOCKS: Readonly<Record<NodeStatus["lock"], string>> = {
  none: "",
  part: ", locked in part",
  whole: ", locked",
};

/** Columns of a heading, or of the brief in its place, where lines may be as wide as they like. */
const NAME_COLUMNS = 70;
/** Fewest columns of a name beside its words. */
const LEAST_NAME_COLUMNS = 12;

/**
 * A whole plan as lines of text.
 *
 * @param nodes - The nodes in reading order.
 * @param style - Width and colour.
 * @returns One indented line a node: mark, heading or brief, words.
 */
export function treeLines(nodes: readonly NodeStatus[], style: TreeStyle): string[] {
  return nodes.map((node) => treeLine(node, style));
}

/**
 * A node as a line.
 *
 * @param node - The node.
 * @param style - Width and colour.
 * @param parts - Parts below it that are not shown. @defaultValue none
 * @returns The line.
 */
export function treeLine(node: NodeStatus, style: TreeStyle, parts = 0): string {
  const { depth, heading, brief, words, targetWords, state, lock } = node;
  const indent = "  ".repeat(depth);
  const count = parts > 0 ? `, ${parts === 1 ? "1 part" : `${parts} parts`}` : "";
  const { askedWords = targetWords } = node;
  const asked = askedWords === targetWords ? "" : ` (${askedWords} asked)`;
  const tail = ` — ${words} of ${targetWords} words${asked}${count}${LOCKS[lock]}`;
  const name = oneLine(heading === "" ? brief : heading);
  const { widthColumns = Number.POSITIVE_INFINITY } = style;
  const room = widthColumns - stringWidth(indent) - 2 - stringWidth(tail);
  const fitting = Math.max(LEAST_NAME_COLUMNS, Math.min(NAME_COLUMNS, room));
  const line = `${indent}${MARKS[state]} ${cutToColumns(name, fitting)}${tail}`;
  return inked(cutToColumns(line, widthColumns), state, style.colour);
}

/** Colour only repeats what the mark says. */
function inked(line: string, state: NodeState, colour: boolean): string {
  const colours = createColors(colour);
  switch (state) {
    case "planned":
      return colours.dim(line);
    case "drafting":
      return colours.bold(line);
    case "accepted":
      return colours.green(line);
    case "failed":
      return colours.red(line);
    case "dirty":
      return colours.yellow(line);
  }
}

/** A text of the model's or the user's in one line that a terminal does not obey. */
function oneLine(text: string): string {
  return terminalSafe(text.replace(/\s+/g, " ").trim());
}

const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * Cuts a text to a width; wide characters count as the terminal counts them.
 *
 * @param text - One line without colours.
 * @param columns - Widest result, in terminal columns; 1 or more.
 * @returns The text, or its beginning with `…`.
 */
export function cutToColumns(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let kept = "";
  let width = 0;
  for (const { segment } of characters.segment(text)) {
    width += stringWidth(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
