import type { PlanNode } from "../../records/index.ts";
import { bibleFor } from "../bible/bible.ts";
import { countWords } from "../brief/brief-words.ts";
import { checkLeaf } from "../check/check-leaf.ts";
import { type FilterReason, filterReasons, isBearable } from "../draft/candidate-filters.ts";
import { mentionsFound } from "../draft/candidate-score.ts";
import { placeOf } from "../draft/leaf-place.ts";
import { type LengthWindow, lengthWindow } from "../draft/length-control.ts";
import type { Writer } from "../run/writer.ts";
import type { OpenIssue } from "../run/writing-state.ts";
import type { DocumentIndex } from "./document-index.ts";
import { endingIssues } from "./ending-issues.ts";
import { joinIssues } from "./join-issues.ts";
import { referenceIssues } from "./reference-issues.ts";
import { standingIssues } from "./standing-issues.ts";
import { threadIssues } from "./thread-issues.ts";

/** What texts are measured against. */
export interface RepairGround {
  /** The run. */
  readonly writer: Writer;
  /** What all leaves say. */
  readonly index: DocumentIndex;
}

/** A text of a leaf, measured. */
export interface MeasuredText {
  /** The text. */
  readonly text: string;
  /** Its words. */
  readonly words: number;
  /** Words that it should have. */
  readonly window: LengthWindow;
  /** What is wrong with it. */
  readonly issues: readonly OpenIssue[];
  /** Sum of the issues' severities. */
  readonly severity: number;
  /** Mentions that it holds of those that it has to hold. */
  readonly mustHits: number;
  /** What would forbid taking it as a draft, repetition aside. */
  readonly refused: readonly FilterReason[];
  /** Distance to the author's style; absent where it cannot be told. */
  readonly styleDelta?: number;
}

/** Issues that say what happened to a leaf; no look at its text can find or lift them. */
const HISTORICAL: ReadonlySet<string> = new Set(["stale", "unchecked"]);

/**
 * Measures a text that stands in a leaf, or one that could stand there.
 *
 * @param node - The leaf; it has an accepted text.
 * @param text - The text.
 * @param ground - What it is measured against.
 * @returns Its issues and measures.
 */
export function measureLeaf(node: PlanNode, text: string, ground: RepairGround): MeasuredText {
  const { writer } = ground;
  const before = writer.journal.state.accepted.get(node.id);
  const targetWords = before?.targetWords ?? node.targetWords;
  const hits = node.must.flatMap((id) => writer.hits.get(id) ?? []);
  const reasons = reasonsAgainst(node, text, ground);
  const repeats = reasons.filter((reason) => isBearable([reason]));
  const found = [
    ...checkLeaf(node, text, {
      targetWords,
      hits,
      repeats,
      bible: bibleFor(writer),
      asked: { brief: writer.brief, scale: writer.scale },
      summary: before?.summary,
    }),
    ...threadIssues(node, writer),
    ...standingIssues(text, before?.issues ?? [], writer),
    ...joinIssues(node, text, writer),
    ...referenceIssues(node, text, writer),
    ...endingIssues(node, text, writer),
    ...(before?.issues ?? []).filter(({ type }) => HISTORICAL.has(type)),
  ];
  const issues = found.filter((issue) => !isWaived(node.id, issue, writer));
  const place = placeOf(node, writer);
  const styleDelta = writer.styleDelta?.(text);
  return {
    text,
    words: countWords(text),
    window: lengthWindow(targetWords, place === "last" || place === "only"),
    issues,
    severity: severityOf(issues),
    mustHits: mentionsFound(text, hits).length,
    refused: reasons.filter((reason) => !isBearable([reason])),
    ...(styleDelta === undefined ? {} : { styleDelta }),
  };
}

/** How grave issues are together. */
function severityOf(issues: readonly OpenIssue[]): number {
  return issues.reduce((sum, { severity }) => sum + severity, 0);
}

function reasonsAgainst(
  node: PlanNode,
  text: string,
  { writer, index }: RepairGround,
): FilterReason[] {
  const { brief } = writer;
  return filterReasons(text, {
    avoid: brief.avoid.filter(({ how }) => how === "word").map((item) => item.text),
    sources: [],
    instructions: "",
    said: index.without(node.id),
  });
}

function isWaived(node: string, { type, message }: OpenIssue, { journal }: Writer): boolean {
  return journal.state.revision.waivers.some(
    (waiver) => waiver.node === node && waiver.type === type && waiver.message === message,
  );
}

/**
 * The name of an issue in its leaf. It stays the same while the words that it is about stay.
 *
 * @param issue - The issue.
 * @returns The name.
 */
export function issueKey({ type, fact, message, quotes = [] }: OpenIssue): string {
  const about = fact ?? message.replace(/\d+/g, "#");
  const [first] = quotes;
  return [type, about, ...(first === undefined ? [] : [first.text.slice(0, 60)])].join("|");
}
