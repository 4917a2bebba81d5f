import { sha256 } from "../../storage/index.ts";
import { acceptLeaf } from "../bible/accept-leaf.ts";
import type { JournalEntry } from "../run/journal.ts";
import { type AcceptedLeaf, nextVersion, triesKey } from "../run/writing-state.ts";
import { codeRepairs, type Mending } from "./code-repairs.ts";
import { faultOf, type KeepFault } from "./keep-rule.ts";
import { issueKey, type MeasuredText, measureLeaf, type RepairGround } from "./measure-leaf.ts";
import { modelRepairs, pieceSizes } from "./model-repairs.ts";
import type { PieceSize } from "./text-spans.ts";

/** Tries to mend an issue, at most. */
export const MAX_TRIES = 2;

/** Texts that were proposed in one try. */
export interface Attempt {
  /** Who proposed them. */
  readonly by: "code" | "model";
  /** How large a piece was replaced; absent for code. */
  readonly size?: PieceSize;
  /** The texts. */
  readonly texts: readonly string[];
  /** The calls. */
  readonly entries: readonly JournalEntry[];
}

/**
 * Makes one try to mend an issue: code first, then the model with the smallest piece, then a larger one.
 * The best text that keeps the rule stands in place of the old one; otherwise the old one stays, and the
 * issue with it. The try is on record either way.
 *
 * @param mending - The issue.
 * @param ground - Run and index.
 * @throws LonghandError `interrupted`; ModelCallError if the model cannot be reached.
 */
export async function mendIssue(mending: Mending, ground: RepairGround): Promise<void> {
  const { node, text, issue } = mending;
  const before = measureLeaf(node, text, ground);
  const attempt = await attemptFor(mending, ground);
  const looked = attempt.texts.map((each) => {
    const after = measureLeaf(node, each, ground);
    return { after, fault: faultOf(before, after) };
  });
  const best = bestOf(looked.filter(({ fault }) => fault === undefined).map(({ after }) => after));
  const body = {
    node: node.id,
    issue: issueKey(issue),
    by: attempt.by,
    ...(attempt.size === undefined ? {} : { size: attempt.size }),
    kept: best !== undefined,
    before: figuresOf(before),
    ...(best === undefined ? { faults: faultCounts(looked) } : { after: figuresOf(best) }),
  };
  const entries: JournalEntry[] = [...attempt.entries, { type: "repair", body }];
  if (best === undefined) await ground.writer.journal.record(entries);
  else await putText(mending, best, { ground, entries });
}

async function attemptFor(mending: Mending, { writer, index }: RepairGround): Promise<Attempt> {
  const { node, issue } = mending;
  const tried = writer.journal.state.tries.get(triesKey(node.id, issueKey(issue))) ?? 0;
  const byCode = codeRepairs(mending, { writer, index });
  if (byCode.length > 0 && tried === 0) return { by: "code", texts: byCode, entries: [] };
  const sizes = pieceSizes(mending, writer);
  const size = sizes[byCode.length > 0 ? tried - 1 : tried];
  if (size === undefined) return { by: "code", texts: [], entries: [] };
  const { texts, entries } = await modelRepairs(mending, size, {
    writer,
    attempt: `${issueKey(issue)}.${tried}`,
  });
  return { by: "model", size, texts, entries };
}

/** The text with the least that is wrong; the first of those that are alike. */
export function bestOf(texts: readonly MeasuredText[]): MeasuredText | undefined {
  return texts.toSorted((left, right) => left.severity - right.severity)[0];
}

/** What a journal keeps of a measured text. */
export function figuresOf({ severity, words, mustHits, styleDelta }: MeasuredText): {
  readonly severity: number;
  readonly words: number;
  readonly mustHits: number;
  readonly styleDelta?: number;
} {
  return { severity, words, mustHits, ...(styleDelta === undefined ? {} : { styleDelta }) };
}

/** How many of the proposed texts failed for which reason. */
export function faultCounts(
  looked: readonly { readonly fault: KeepFault | undefined }[],
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { fault } of looked) {
    if (fault !== undefined) counts[fault] = (counts[fault] ?? 0) + 1;
  }
  return counts;
}

/**
 * Puts a mended text into its leaf, as the next version.
 *
 * @param mending - The leaf.
 * @param after - Its new text, measured.
 * @param options - Run and index, and what led to it.
 */
export async function putText(
  { node }: Pick<Mending, "node">,
  after: MeasuredText,
  { ground, entries }: { readonly ground: RepairGround; readonly entries: readonly JournalEntry[] },
): Promise<void> {
  const { writer, index } = ground;
  const before = writer.journal.state.accepted.get(node.id) as AcceptedLeaf;
  const accepted: AcceptedLeaf = {
    ...before,
    version: nextVersion(writer.journal.state, node.id),
    textHash: sha256(after.text),
    words: after.words,
    issues: after.issues,
  };
  await acceptLeaf(writer, { text: after.text, accepted, entries });
  index.put(node.id, after.text);
  writer.onLeaf?.({ node, accepted });
}
