import type { PlanNode } from "../../records/index.ts";
import { sha256 } from "../../storage/index.ts";
import { checksOf } from "../check/check-switches.ts";
import { CHECK_TEMPLATES } from "../check/check-templates-v1.ts";
import { type KnownStatement, knownStatements } from "../check/known-statements.ts";
import { type ReadReply, readContradictions } from "../check/read-contradictions.ts";
import { fill } from "../prompts/fill.ts";
import { settleAll } from "../run/ask-model.ts";
import type { JournalEntry } from "../run/journal.ts";
import { spentShare } from "../run/spending.ts";
import { sizesOf, type Writer } from "../run/writer.ts";
import type { OpenIssue } from "../run/writing-state.ts";
import { techniquesOf } from "../techniques/techniques.ts";

/** Texts that are looked at side by side. */
const SIDE_BY_SIDE = 8;
/** Share of the budget from which no check begins. */
const MOST_SPENT = 0.97;
/** Longest reply, in tokens. */
const REPLY_TOKENS = 240;
/** Times that a text is looked at until a reply keeps the form. */
const MOST_TRIES = 2;

/** A text and what it is compared with. */
interface CheckedLeaf {
  readonly node: PlanNode;
  readonly text: string;
  readonly statements: readonly KnownStatement[];
  /** Name of the question, so that it is asked once. */
  readonly asked: string;
}

interface LeafCheck {
  readonly leaf: CheckedLeaf;
  readonly entries: readonly JournalEntry[];
  /** What came of it; absent where the budget forbade it or no reply kept the form. */
  readonly read?: Extract<ReadReply, { status: "read" }>;
  readonly reason?: string;
}

/**
 * Lets the model look for contradictions between each leaf and what it shares a subject with, where there
 * is anything. Each question is asked once; what the model says counts only with two quotations that code
 * has found. Without a bible nothing is looked for. A check that could not be made is an issue of type `unchecked`.
 *
 * @param writer - The run; all its leaves have a text.
 * @throws LonghandError `interrupted`; ModelCallError if the model cannot be reached.
 */
export async function checkByModel(writer: Writer): Promise<void> {
  if (
    !checksOf(writer.brief, sizesOf(writer.brief).checker).model ||
    !techniquesOf(writer.brief).bible
  )
    return;
  const { state } = writer.journal;
  const open = state.tree
    .leaves()
    .flatMap((node) => leafToCheck(node, writer) ?? [])
    .filter(({ node, asked }) => state.modelChecks.get(node.id) !== asked);
  for (let from = 0; from < open.length; from += SIDE_BY_SIDE) {
    const group = open.slice(from, from + SIDE_BY_SIDE);
    const isAffordable = spentShare(writer) < MOST_SPENT;
    const checks = await settleAll(
      group.map((leaf) => (isAffordable ? checkLeafByModel(leaf, writer) : unaffordable(leaf))),
    );
    for (const check of checks) await writer.journal.record(entriesOf(check, writer));
  }
}

function leafToCheck(node: PlanNode, writer: Writer): CheckedLeaf | undefined {
  const text = writer.texts.get(node.id);
  if (text === undefined) return undefined;
  const statements = knownStatements(node, text, writer);
  if (statements.length === 0) return undefined;
  const asked = sha256(`${CHECK_TEMPLATES.version}|${askOf(text, statements)}`).slice(0, 16);
  return { node, text, statements, asked };
}

function askOf(text: string, statements: readonly KnownStatement[]): string {
  const lines = statements.map((statement, index) => `${index + 1}. ${statement.text}`).join("\n");
  return [
    fill(CHECK_TEMPLATES.statements, { lines }),
    fill(CHECK_TEMPLATES.text, { text }),
    CHECK_TEMPLATES.ask,
  ].join("\n\n");
}

async function unaffordable(leaf: CheckedLeaf): Promise<LeafCheck> {
  return { leaf, entries: [], reason: "the budget is nearly spent" };
}

async function checkLeafByModel(leaf: CheckedLeaf, { asker }: Writer): Promise<LeafCheck> {
  const { node, text, statements } = leaf;
  const entries: JournalEntry[] = [];
  for (let round = 0; round < MOST_TRIES; round++) {
    const outcome = await asker.ask({
      stage: "check",
      node: node.id,
      variant: String(round),
      messages: [
        { role: "system", content: CHECK_TEMPLATES.system },
        { role: "user", content: askOf(text, statements) },
      ],
      maxOutputTokens: REPLY_TOKENS,
    });
    entries.push(outcome.entry);
    const read = readContradictions(outcome.call?.text ?? "", statements, { node: node.id, text });
    if (read.status === "read") return { leaf, entries, read };
  }
  return { leaf, entries, reason: "no reply kept the form asked for" };
}

function entriesOf({ leaf, entries, read, reason }: LeafCheck, writer: Writer): JournalEntry[] {
  const { node, asked } = leaf;
  const before = writer.journal.state.accepted.get(node.id)?.issues ?? [];
  const kept = before.filter(({ type }) => type !== "contradiction" && type !== "unchecked");
  const found: readonly OpenIssue[] = read?.issues ?? [
    {
      type: "unchecked",
      severity: 1,
      message: `The model's check for contradictions is missing: ${reason}.`,
    },
  ];
  const model = {
    template: CHECK_TEMPLATES.version,
    asked,
    status: read === undefined ? "missing" : "checked",
    ...(reason === undefined ? {} : { reason }),
    ...(read === undefined ? {} : { found: read.issues.length, invented: read.invented }),
  };
  const issues = [...kept, ...found];
  return [...entries, { type: "check", body: { node: node.id, model, issues } }];
}
