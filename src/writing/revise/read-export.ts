import { LonghandError } from "../../foundation/index.ts";
import type { PlanNode } from "../../records/index.ts";
import { nearestWord } from "../../storage/index.ts";
import { paragraphsOf } from "../draft/clean-reply.ts";
import { type ManuscriptBlock, manuscriptOf } from "../export/manuscript.ts";
import { PARTIAL_NOTE } from "../export/markdown.ts";
import type { ReadRun } from "../run/writer.ts";
import type { TextEdit } from "./change-texts.ts";

const COMMENT = /^<!--\s*node\s+([0-9a-f]{12})\s*-->$/;
const ANY_COMMENT = /<!--|-->/;
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
  const { title, entries } = entriesOf(blocksOf(markdown), faults);
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

function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let first = 0;
  const end = (): void => {
    if (lines.length > 0) blocks.push({ line: first, text: lines.join("\n") });
    lines = [];
  };
  for (const [index, raw] of markdown.replace(/\r\n?/g, "\n").split("\n").entries()) {
    const line = raw.trimEnd();
    const isAlone = COMMENT.test(line.trim()) || HEADING.test(line);
    if (line.trim() === "" || isAlone) end();
    if (line.trim() === "") continue;
    if (lines.length === 0) first = index + 1;
    lines.push(isAlone ? line.trim() : line);
    if (isAlone) end();
  }
  end();
  return blocks;
}

interface Entries {
  readonly title?: string;
  readonly entries: readonly Entry[];
}

function entriesOf(blocks: readonly Block[], faults: Fault[]): Entries {
  const entries: Entry[] = [];
  let title: string | undefined;
  for (const block of blocks) {
    const { line, text } = block;
    const id = COMMENT.exec(text)?.[1];
    const entry = entries.at(-1);
    if (id !== undefined) entries.push({ node: id, line, blocks: [] });
    else if (ANY_COMMENT.test(withoutEscapes(text))) {
      faults.push({ line: line + lineOfComment(text), message: brokenComment(text) });
    } else if (entry !== undefined) entry.blocks.push(block);
    else if (title === undefined && text.startsWith("# ")) title = text.slice(2).trim();
    else if (text !== `> ${PARTIAL_NOTE}`) {
      faults.push({ line, message: `“${cut(text)}” stands before the first node.` });
    }
  }
  return { ...(title === undefined ? {} : { title }), entries };
}

/** Prose that speaks of comments is exported with a backslash before each `<`. */
function withoutEscapes(text: string): string {
  return text.replace(/\\[<*_`\\#>+.)-]/g, "");
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
  for (const { node, line } of entries) {
    const first = seen.get(node);
    if (first !== undefined) {
      faults.push({ line, message: `node ${node} stands in line ${first}, too.` });
    } else if (!expected.includes(node)) {
      const near = nearestWord(node, expected);
      const meant = near === undefined ? "" : ` Did you mean ${near}?`;
      faults.push({ line, message: `${node} is no node of this run.${meant}` });
    }
    seen.set(node, first ?? line);
  }
  const last = entries.at(-1)?.line ?? 1;
  for (const node of expected.filter((id) => !seen.has(id))) {
    faults.push({ line: last, message: `the comment of node ${node} is missing from the file.` });
  }
  if (faults.length > 0) return;
  const moved = entries.find(({ node }, place) => node !== expected[place]);
  if (moved === undefined) return;
  faults.push({
    line: moved.line,
    message: `node ${moved.node} stands at another place than in the run: the order is changed in plan.yaml.`,
  });
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
  { node, line, blocks }: Entry,
  own: Extract<ManuscriptBlock, { kind: "heading" }> | undefined,
  { edit, faults }: Reading,
): readonly Block[] {
  const [first, ...rest] = blocks;
  const read = first === undefined ? null : HEADING.exec(first.text);
  const body = read === null || own === undefined ? blocks : rest;
  if (own !== undefined && read === null) {
    faults.push({
      line,
      message: `the heading “${own.text}” of node ${node} is missing below its comment.`,
    });
  }
  if (own !== undefined && read !== null) {
    const level = Math.min(6, own.level);
    if (read[1]?.length !== level) {
      faults.push({
        line: first?.line ?? line,
        message: `the heading of node ${node} has level ${level}.`,
      });
    }
    if (read[2] !== own.text) edit.headings.set(node, read[2] ?? "");
  }
  for (const block of body.filter(({ text }) => HEADING.test(text))) {
    const message = `“${cut(block.text)}” is a heading that the plan does not know: new sections are added in plan.yaml; prose that begins with # is written \\#.`;
    faults.push({ line: block.line, message });
  }
  return body;
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
  return text.trim().replace(/\\([\\<*_`#>+.)-])/g, "$1");
}
