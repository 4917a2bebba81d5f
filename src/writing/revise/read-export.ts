import { LonghandError } from "../../foundation/index.ts";
import type { PlanNode } from "../../records/index.ts";
import { nearestWord } from "../../storage/index.ts";
import { paragraphsOf } from "../draft/clean-reply.ts";
import { type ManuscriptBlock, manuscriptOf } from "../export/manuscript.ts";
import type { ReadRun } from "../run/writer.ts";
import type { TextEdit } from "./change-texts.ts";

const COMMENT = /^<!--\s*node\s+([0-9a-f]{12})\s*-->$/;
// Prose may hold an arrow; only what was a comment of the export is taken for a broken one.
const ANY_COMMENT = /<!--|\bnode\s+[0-9a-f]{6,}\s*-*>/;
const HEADING = /^(#{1,6})\s+(.*?)\s*$/;
const MISSING = /^> \[This part is missing: .*\]$/;

/** A block of a Markdown file: lines that no blank line sets apart. */
interface Block {
  readonly line: number;
  readonly text: string;
}

/** What stands under one comment. */
interface Entry {
  readonly node: string;
  readonly line: number;
  readonly blocks: Block[];
}

interface Fault {
  readonly line: number;
  readonly message: string;
}

/**
 * Reads back a Markdown file that was exported with the ids of its nodes and edited by hand.
 *
 * @param markdown - The file.
 * @param file - Its name in messages.
 * @param run - The run that it was exported from.
 * @returns Texts, headings and title that differ from the run's.
 * @throws LonghandError `invalid-edit` with every fault and its line: a broken, unknown, repeated, missing
 *   or moved comment, text outside of every node, a heading that the plan does not know, an emptied leaf.
 */
export function readExport(markdown: string, file: string, run: ReadRun): TextEdit {
  const faults: Fault[] = [];
  const { title, entries } = entriesOf(blocksOf(withoutHeader(markdown)), faults);
  if (entries.length === 0) {
    throw refused(file, [{ line: 1, message: "no comment names a node." }]);
  }
  checkNodes(entries, run, faults);
  const edit = editOf(entries, run, faults);
  if (faults.length > 0) throw refused(file, faults);
  const isRetitled = title !== undefined && title !== run.brief.title;
  return { ...edit, ...(isRetitled ? { title } : {}) };
}

/** Faults that are listed; a file with more of them is no export of this run. */
const SHOWN_FAULTS = 20;

function refused(file: string, faults: readonly Fault[]): LonghandError {
  const lines = faults
    .toSorted((left, right) => left.line - right.line)
    .map(({ line, message }) => `${file}:${line}: ${message}`);
  const more = lines.length - SHOWN_FAULTS;
  if (more > 0) lines.splice(SHOWN_FAULTS, more, `… and ${more} more.`);
  return new LonghandError(
    `${file} has ${faults.length} ${faults.length === 1 ? "fault" : "faults"}; nothing was changed.\n${lines.join("\n")}`,
    {
      code: "invalid-edit",
      hint: "Leave the comments <!-- node … --> as they were exported; `longhand writing export RUN --ids` writes them anew.",
      details: { file, problems: faults },
    },
  );
}

/** Author and date stand in a YAML header, which the brief knows better; its lines still count. */
function withoutHeader(markdown: string): string {
  return markdown.replace(/^\ufeff?---\r?\n[\s\S]*?\r?\n---(?=\r?\n)/, (header) =>
    header.replace(/[^\n]/g, ""),
  );
}

function blocksOf(markdown: string): Block[] {
  const blocks: { line: number; text: string }[] = [];
  let open: { line: number; text: string } | undefined;
  for (const [index, raw] of markdown.replace(/\r\n?/g, "\n").split("\n").entries()) {
    const text = raw.trimEnd();
    if (text.trim() === "") {
      open = undefined;
      continue;
    }
    if (open !== undefined && !isMark(text)) {
      open.text += `\n${text}`;
      continue;
    }
    const block = { line: index + 1, text: isMark(text) ? text.trim() : text };
    blocks.push(block);
    open = isMark(text) ? undefined : block;
  }
  return blocks;
}

/** Comments and headings are blocks of their own, with or without blank lines around them. */
function isMark(line: string): boolean {
  return COMMENT.test(line.trim()) || HEADING.test(line);
}

interface Entries {
  readonly title?: string;
  readonly entries: readonly Entry[];
}

function entriesOf(blocks: readonly Block[], faults: Fault[]): Entries {
  const first = blocks.findIndex(({ text }) => COMMENT.test(text));
  const head = first === -1 ? blocks : blocks.slice(0, first);
  const entries: Entry[] = [];
  for (const block of first === -1 ? [] : blocks.slice(first)) {
    const id = COMMENT.exec(block.text)?.[1];
    if (id !== undefined) entries.push({ node: id, line: block.line, blocks: [] });
    else if (hasComment(block.text)) faults.push(commentFault(block));
    else entries.at(-1)?.blocks.push(block);
  }
  return { ...titleOf(head, faults), entries };
}

function commentFault({ line, text }: Block): Fault {
  return { line: line + lineOfComment(text), message: brokenComment(text) };
}

/** Before the first node a title may stand, and the note about gaps. */
function titleOf(head: readonly Block[], faults: Fault[]): { readonly title?: string } {
  const [first] = head;
  const title = first?.text.startsWith("# ") === true ? first.text.slice(2).trim() : undefined;
  for (const block of title === undefined ? head : head.slice(1)) {
    if (hasComment(block.text)) faults.push(commentFault(block));
    else if (!block.text.startsWith("> ")) {
      const message = `“${cut(block.text)}” stands before the first node.`;
      faults.push({ line: block.line, message });
    }
  }
  return title === undefined ? {} : { title };
}

function hasComment(text: string): boolean {
  return ANY_COMMENT.test(withoutEscapes(text));
}

/** Prose that speaks of comments is exported with a backslash before each `<`. */
function withoutEscapes(text: string): string {
  return text.replace(/\\[<*_`[&\\#>+.)-]/g, "");
}

function lineOfComment(text: string): number {
  return Math.max(
    0,
    text.split("\n").findIndex((line) => ANY_COMMENT.test(withoutEscapes(line))),
  );
}

function brokenComment(text: string): string {
  const [line = text] = text.split("\n").filter((each) => ANY_COMMENT.test(withoutEscapes(each)));
  return `“${cut(line)}” is no sound comment: each stands on a line of its own as <!-- node ID -->, with the 12 digits of a node.`;
}

const SHOWN_CHARACTERS = 60;

function cut(text: string): string {
  const flat = text.replace(/\s+/g, " ");
  return flat.length > SHOWN_CHARACTERS ? `${flat.slice(0, SHOWN_CHARACTERS - 1)}…` : flat;
}

/** The nodes must be those of the run's own export, each once and in the same order. */
function checkNodes(entries: readonly Entry[], run: ReadRun, faults: Fault[]): void {
  const expected = [...new Set(manuscriptOf(run).blocks.map(({ node }) => node))];
  const seen = new Map<string, number>();
  for (const entry of entries) {
    const fault = nodeFault(entry, expected, seen);
    if (fault !== undefined) faults.push(fault);
    if (!seen.has(entry.node)) seen.set(entry.node, entry.line);
  }
  const last = entries.at(-1)?.line ?? 1;
  for (const node of expected.filter((id) => !seen.has(id))) {
    faults.push({ line: last, message: `the comment of node ${node} is missing from the file.` });
  }
  const moved = entries.find(({ node }, place) => node !== expected[place]);
  if (faults.length > 0 || moved === undefined) return;
  faults.push({
    line: moved.line,
    message: `node ${moved.node} stands at another place than in the run: the order is changed in plan.yaml.`,
  });
}

function nodeFault(
  { node, line }: Entry,
  expected: readonly string[],
  seen: ReadonlyMap<string, number>,
): Fault | undefined {
  const first = seen.get(node);
  if (first !== undefined) return { line, message: `node ${node} stands in line ${first}, too.` };
  if (expected.includes(node)) return undefined;
  const near = nearestWord(node, expected);
  const meant = near === undefined ? "" : ` Did you mean ${near}?`;
  return { line, message: `${node} is no node of this run.${meant}` };
}

interface ReadEdit {
  readonly texts: Map<string, string>;
  readonly headings: Map<string, string>;
}

function editOf(entries: readonly Entry[], run: ReadRun, faults: Fault[]): ReadEdit {
  const edit: ReadEdit = { texts: new Map(), headings: new Map() };
  const headed = new Map(
    manuscriptOf(run).blocks.flatMap((block) =>
      block.kind === "heading" ? [[block.node, block]] : [],
    ),
  );
  for (const entry of entries) {
    const node = run.journal.state.tree.get(entry.node);
    if (node === undefined) continue;
    const body = withoutHeading(entry, headed.get(node.id), { edit, faults });
    readBody({ entry, node, body }, { run, edit, faults });
  }
  return edit;
}

interface Reading {
  readonly edit: ReadEdit;
  readonly faults: Fault[];
}

/** Takes the node's own heading off; every other heading belongs into the plan. */
function withoutHeading(
  entry: Entry,
  own: Extract<ManuscriptBlock, { kind: "heading" }> | undefined,
  reading: Reading,
): readonly Block[] {
  const [first, ...rest] = entry.blocks;
  const read = own === undefined ? null : HEADING.exec(first?.text ?? "");
  const body = read === null ? entry.blocks : rest;
  if (own !== undefined) readHeading(entry, { own, read }, reading);
  for (const { line, text } of body.filter((block) => HEADING.test(block.text))) {
    const message = `“${cut(text)}” is a heading that the plan does not know: new sections are added in plan.yaml; prose that begins with # is written \\#.`;
    reading.faults.push({ line, message });
  }
  return body;
}

interface OwnHeading {
  readonly own: Extract<ManuscriptBlock, { kind: "heading" }>;
  readonly read: RegExpExecArray | null;
}

function readHeading(
  { node, line }: Entry,
  { own, read }: OwnHeading,
  { edit, faults }: Reading,
): void {
  if (read === null) {
    const message = `the heading “${own.text}” of node ${node} is missing below its comment.`;
    faults.push({ line, message });
    return;
  }
  const level = Math.min(6, own.level);
  if (read[1]?.length !== level) {
    faults.push({ line, message: `the heading of node ${node} has level ${level}.` });
  }
  if (read[2] !== own.text) edit.headings.set(node, read[2] ?? "");
}

interface ReadNode {
  readonly entry: Entry;
  readonly node: PlanNode;
  readonly body: readonly Block[];
}

function readBody(
  { entry, node, body }: ReadNode,
  { run, edit, faults }: Reading & { readonly run: ReadRun },
): void {
  const [first] = body;
  if (node.level !== "leaf") {
    if (first === undefined) return;
    faults.push({
      line: first.line,
      message: `“${cut(first.text)}” stands under a heading, outside of every leaf: move it below the comment of a leaf.`,
    });
    return;
  }
  const before = run.texts.get(node.id);
  const isMissing = body.length === 1 && MISSING.test(first?.text ?? "");
  if (before === undefined && (first === undefined || isMissing)) return;
  const text = body.map((block) => unescaped(block.text.replace(/\s+/g, " "))).join("\n\n");
  if (text.trim() === "") {
    const message = `the text of node ${node.id} is gone: to leave a section out, take it out of plan.yaml.`;
    faults.push({ line: entry.line, message });
    return;
  }
  const same = before === undefined ? undefined : paragraphsOf(before).join("\n\n");
  if (text !== same) edit.texts.set(node.id, text);
}

/** Undoes what the export did to characters that Markdown would take for its own. */
function unescaped(text: string): string {
  return text.trim().replace(/\\([\\<*_`[&#>+.)-])/g, "$1");
}
