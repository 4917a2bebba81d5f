import stringWidth from "string-width";
import type { NodeStatus, WritingProgress } from "../pipeline/index.ts";
import { terminalSafe } from "../text/index.ts";
import { bar, count, span } from "./quantities.ts";
import { cutToColumns, type TreeStyle, treeLine } from "./writing-tree.ts";

/** The window that a block is drawn in. */
export interface BlockWindow extends TreeStyle {
  /** Columns of the window. */
  readonly widthColumns: number;
  /** Rows of the window. */
  readonly heightRows: number;
}

/** Narrower windows have no bar. */
const BAR_FROM_COLUMNS = 60;
/** Rows that stay free below a block. */
const FREE_ROWS = 1;
/** Fewest rows of the tree; in a window that is lower, only the head is shown. */
const LEAST_TREE_ROWS = 3;

const PHASES: Readonly<Record<WritingProgress["phase"], string>> = {
  plan: "planning",
  draft: "writing",
  repair: "mending",
  back: "mending earlier parts",
  close: "smoothing joins",
  fit: "fitting the length",
  done: "done",
};

/**
 * A document that is being written, as lines for a terminal: how far it is, then its plan, of which
 * finished chapters and those to come take a line each, and those at work are shown with their parts.
 *
 * @param progress - How far the document is.
 * @param window - Width, height, colour.
 * @returns Lines that are narrower than the window, and fewer than its rows.
 */
export function writingBlock(progress: WritingProgress, window: BlockWindow): string[] {
  const inner = { ...window, widthColumns: Math.max(1, window.widthColumns - 1) };
  const rows = Math.max(1, window.heightRows - FREE_ROWS);
  const head = headLines(progress, inner);
  const treeRows = rows - head.length;
  if (treeRows < LEAST_TREE_ROWS) return head.slice(0, rows);
  return [...head, ...fittedTree(progress.nodes, treeRows, inner)];
}

function headLines(progress: WritingProgress, { widthColumns }: BlockWindow): string[] {
  const { phase, words, targetWords, tokens, usd, current, openIssues } = progress;
  const share = targetWords === 0 ? 0 : Math.min(1, words / targetWords);
  const cells = widthColumns < BAR_FROM_COLUMNS ? "" : ` ${bar(words, targetWords)}`;
  const lines = [
    [
      `${PHASES[phase]}${cells} ${count(words)} of ${count(targetWords)} words`,
      `${Math.floor(share * 100)} %`,
      speedText(progress),
      leftText(progress),
    ],
    [
      leavesText(progress),
      openIssues === 0
        ? "no open issues"
        : `${count(openIssues)} open issue${openIssues === 1 ? "" : "s"}`,
      `${capped(tokens.in, tokens.inCap)} tokens read`,
      `${capped(tokens.out, tokens.outCap)} written`,
      usd === undefined ? "" : moneyText(usd),
    ],
    [current === undefined ? "" : `now: ${terminalSafe(current.replace(/\s+/g, " "))}`],
  ];
  return lines.flatMap((parts) =>
    broken(
      parts.filter((part) => part !== ""),
      widthColumns,
    ),
  );
}

/** Parts of a line, with a new line begun before the one that does not fit. */
function broken(parts: readonly string[], widthColumns: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = lines.length === 0 ? part : `${lines.at(-1)} · ${part}`;
    if (lines.length > 0 && stringWidth(longer) <= widthColumns) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines.map((line) => cutToColumns(line, widthColumns));
}

function speedText({ tokensPerSecond }: WritingProgress): string {
  if (tokensPerSecond === undefined) return "";
  return `${tokensPerSecond < 10 ? tokensPerSecond.toFixed(1) : Math.round(tokensPerSecond)} tokens/s`;
}

function leftText({ secondsLeft }: WritingProgress): string {
  if (secondsLeft === undefined) return "";
  return `about ${span(Math.max(1, secondsLeft))} left`;
}

function leavesText({ leaves }: WritingProgress): string {
  const told = [
    ["accepted", "done"],
    ["drafting", "at work"],
    ["planned", "to come"],
    ["dirty", "to be written anew"],
    ["failed", "failed"],
  ] as const;
  const counts = told.flatMap(([state, name]) =>
    leaves[state] === 0 ? [] : [`${count(leaves[state])} ${name}`],
  );
  return counts.length === 0 ? "" : `parts: ${counts.join(", ")}`;
}

function capped(used: number, cap: number | undefined): string {
  return cap === undefined ? count(used) : `${count(used)} of ${count(cap)}`;
}

function moneyText({ used, cap }: NonNullable<WritingProgress["usd"]>): string {
  return `$${used.toFixed(2)}${cap === undefined ? "" : ` of $${cap.toFixed(2)}`}`;
}

interface ShownNode {
  readonly node: NodeStatus;
  /** Leaves below it that have no line of their own. */
  readonly hidden: number;
}

/** The plan in as many rows as there are: what is farthest from the work at hand goes first. */
function fittedTree(nodes: readonly NodeStatus[], rows: number, style: BlockWindow): string[] {
  const shown = collapsed(nodes);
  if (shown.length <= rows) return shown.map((entry) => lineOf(entry, style));
  const focus = Math.max(0, focusOf(shown));
  const room = Math.max(1, rows - 2);
  const start = Math.min(Math.max(0, focus - Math.floor(room / 3)), shown.length - room);
  const end = start + room;
  return [
    moreLine(start, "before", style),
    ...shown.slice(start, end).map((entry) => lineOf(entry, style)),
    moreLine(shown.length - end, "after", style),
  ].filter((line) => line !== "");
}

function lineOf({ node, hidden }: ShownNode, style: BlockWindow): string {
  // The document's own line stands above as the bar.
  return treeLine({ ...node, depth: node.depth - 1 }, style, hidden);
}

function moreLine(lines: number, where: string, { widthColumns }: BlockWindow): string {
  return lines === 0 ? "" : cutToColumns(`  … ${lines} more ${where}`, widthColumns);
}

/** Nodes below the root; those that are not at work stand for everything below them. */
function collapsed(nodes: readonly NodeStatus[]): ShownNode[] {
  const shown: ShownNode[] = [];
  const next = nextDue(nodes);
  for (let at = 1; at < nodes.length; ) {
    const node = nodes[at] as NodeStatus;
    const end = endOf(nodes, at);
    const isOpen = node.state === "drafting" || (next > at && next < end);
    const leaves = nodes.slice(at + 1, end).filter(({ level }) => level === "leaf").length;
    shown.push({ node, hidden: isOpen ? 0 : leaves });
    at = isOpen ? at + 1 : end;
  }
  return shown;
}

/** Place of the next leaf to be written, where none is at work; −1 otherwise. */
function nextDue(nodes: readonly NodeStatus[]): number {
  if (nodes.some(({ state }) => state === "drafting")) return -1;
  return nodes.findIndex(
    ({ state, level }) => level === "leaf" && (state === "planned" || state === "dirty"),
  );
}

/** Where the nodes below one end. */
function endOf(nodes: readonly NodeStatus[], at: number): number {
  const depth = (nodes[at] as NodeStatus).depth;
  let end = at + 1;
  while ((nodes[end]?.depth ?? -1) > depth) end += 1;
  return end;
}

function focusOf(shown: readonly ShownNode[]): number {
  const working = shown.findIndex(({ node }) => node.state === "drafting" && node.level === "leaf");
  if (working !== -1) return working;
  return shown.findIndex(({ node }) => node.state === "planned" || node.state === "dirty");
}
