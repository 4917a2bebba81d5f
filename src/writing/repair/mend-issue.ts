import { sha256 } from "../../storage/index.ts";
import { acceptLeaf } from "../bible/accept-leaf.ts";
import type { JournalEntry } from "../run/journal.ts";
import { type AcceptedLeaf, nextVersion, triesKey } from "../run/writing-state.ts";
import { codeRepairs, type Mending } from "./code-repairs.ts";
import { bestOf, faultCounts, figuresOf } from "./compare-texts.ts";
import { faultOf } from "./keep-rule.ts";
import { issueKey, type MeasuredText, measureLeaf, type RepairGround } from "./measure-leaf.ts";
import { modelRepairs, pieceKinds } from "./model-repairs.ts";
import type { PieceKind } from "./text-spans.ts";

/** Texts that were proposed in one try. */
export interface Attempt {
  /** Who proposed them; `nobody` where neither code nor a model of this size can help. */
  readonly by: "code" | "model" | "nobody";
  /** Whether nothing is left to be tried after it. */
  readonly isLast: boolean;
  /** What was replaced; absent for code. */
  readonly kind?: PieceKind;
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
    ...(attempt.kind === undefined ? {} : { piece: attempt.kind }),
    kept: best !== undefined,
    ...(attempt.isLast ? { last: true } : {}),
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
  const codeTries = byCode.length > 0 ? 1 : 0;
  const kinds = pieceKinds(mending, writer);
  const isLast = tried + 1 >= codeTries + kinds.length;
  if (tried < codeTries) return { by: "code", texts: byCode, entries: [], isLast };
  const kind = kinds[tried - codeTries];
  if (kind === undefined) return { by: "nobody", texts: [], entries: [], isLast: true };
  const { texts, entries } = await modelRepairs(mending, kind, {
    writer,
    attempt: `${issueKey(issue)}.${tried}`,
  });
  return { by: "model", kind, texts, entries, isLast };
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
