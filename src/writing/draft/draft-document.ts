import type { PlanNode } from "../../records/index.ts";
import { acceptLeaf } from "../bible/accept-leaf.ts";
import { countWords } from "../brief/brief-words.ts";
import { nodeLine } from "../prompts/phrases.ts";
import { draftOnceMore, unseenBy } from "../revise/draft-again.ts";
import { settleAll } from "../run/ask-model.ts";
import { spentShare } from "../run/spending.ts";
import type { Writer } from "../run/writer.ts";
import type { AcceptedLeaf } from "../run/writing-state.ts";
import { scriptLanguage } from "./candidate-filters.ts";
import type { DraftedLeaf } from "./draft-leaf.ts";
import { candidatesOf, type LeafWork } from "./drafting.ts";
import { fitDocument } from "./fit-document.ts";
import { carriedTarget, tokensPerWord } from "./length-control.ts";
import { openRelevance, type Relevance } from "./relevance.ts";
import { openSaidIndex, type SaidIndex } from "./said-index.ts";

/** Leaves that `bfs` drafts side by side; fixed, so that parallel calls change nothing. */
const LEAVES_PER_WAVE = 8;
/** Share of the budget from which one candidate must do. */
const SAVING_SHARE = 0.9;

/** How drafting ended. */
export type DraftingEnd = "complete" | "partial";

/**
 * Writes every leaf of a planned run that is still open, in the order of the brief, and brings the
 * document into its tolerance.
 *
 * @param writer - The open run; its plan is complete.
 * @returns `partial` if the budget ended it before the last leaf.
 * @throws LonghandError `interrupted`, `context-too-small`; ModelCallError if the model cannot be reached.
 */
export async function draftDocument(writer: Writer): Promise<DraftingEnd> {
  const { journal } = writer;
  await acceptLocked(writer);
  const leaves = journal.state.tree.leaves();
  const memory: Memory = {
    said: openSaidIndex(),
    relevance: openRelevance(leaves.map(nodeLine)),
  };
  for (const { id } of leaves) {
    const text = writer.texts.get(id);
    if (text !== undefined && isClosed(id, writer)) memory.said.add(text);
  }
  const open = leaves.filter(({ id }) => !isClosed(id, writer));
  const perWave = writer.brief.order === "bfs" ? LEAVES_PER_WAVE : 1;
  // Waves are cut from the whole plan, so that a resumed run has the same ones.
  for (const wave of wavesOf(leaves, perWave)) {
    const due = wave.filter((leaf) => open.includes(leaf));
    if (due.length === 0) continue;
    if (spentShare(writer) >= 1) return "partial";
    await draftWave(due, wave, { writer, memory });
  }
  await fitDocument(writer, memory.relevance);
  return "complete";
}

/** What grows with the document, outside of prompts. */
interface Memory {
  readonly said: SaidIndex;
  readonly relevance: Relevance;
}

interface Drafter {
  readonly writer: Writer;
  readonly memory: Memory;
}

function isClosed(id: string, { journal }: Writer): boolean {
  const { accepted, failed, revision } = journal.state;
  return (accepted.has(id) || failed.has(id)) && !revision.dirty.has(id);
}

function wavesOf(leaves: readonly PlanNode[], perWave: number): PlanNode[][] {
  return Array.from({ length: Math.ceil(leaves.length / perWave) }, (_, index) =>
    leaves.slice(index * perWave, (index + 1) * perWave),
  );
}

async function draftWave(
  due: readonly PlanNode[],
  wave: readonly PlanNode[],
  { writer, memory }: Drafter,
): Promise<void> {
  const unseen = unseenBy(writer, wave);
  const work = workFor(writer, memory, unseen);
  const closedWords = closedWordsOf(writer, unseen);
  const { tree } = writer.journal.state;
  const drafted = await settleAll(
    due.map((node) => {
      const target = carriedTarget(node, { tree, closedWords, limits: writer.ground.limits });
      return draftOnceMore(node, target, work);
    }),
  );
  for (const [index, node] of due.entries()) {
    await commitLeaf(node, drafted[index] as DraftedLeaf, { writer, memory });
  }
}

/** Everything as it was before the wave: leaves of it that a killed run committed do not count. */
function workFor(
  writer: Writer,
  { said, relevance }: Memory,
  unseen: ReadonlySet<string>,
): LeafWork {
  const { brief, journal } = writer;
  const isPlain = unseen.size === 1 && journal.state.revision.batch.size === 0;
  const view = isPlain ? writer : viewWithout(writer, unseen);
  const language = brief.language ?? scriptLanguage(brief.goal);
  return {
    writer: view,
    said: isPlain ? said : saidIn(view),
    relevance,
    candidates: spentShare(writer) >= SAVING_SHARE ? 1 : candidatesOf(writer),
    tokensPerWord: tokensPerWord(view.journal.state.accepted.values()),
    ...(language === "und" ? {} : { language }),
  };
}

function viewWithout(writer: Writer, own: ReadonlySet<string>): Writer {
  const { journal, texts } = writer;
  const without = <T>(map: ReadonlyMap<string, T>): Map<string, T> =>
    new Map([...map].filter(([id]) => !own.has(id)));
  const state = { ...journal.state, accepted: without(journal.state.accepted) };
  return { ...writer, texts: without(texts), journal: { ...journal, state } };
}

function saidIn({ journal, texts }: Writer): SaidIndex {
  const said = openSaidIndex();
  for (const { id } of journal.state.tree.leaves()) {
    const text = texts.get(id);
    if (text !== undefined) said.add(text);
  }
  return said;
}

function closedWordsOf({ journal }: Writer, unseen: ReadonlySet<string>): Map<string, number> {
  const { accepted, failed } = journal.state;
  const words = new Map<string, number>();
  for (const { node, words: count } of accepted.values())
    if (!unseen.has(node)) words.set(node, count);
  for (const node of failed.keys()) if (!unseen.has(node)) words.set(node, 0);
  return words;
}

async function commitLeaf(
  node: PlanNode,
  { entries, text, accepted, reason }: DraftedLeaf,
  { writer, memory }: Drafter,
): Promise<void> {
  if (text === undefined || accepted === undefined) {
    const why = reason ?? "empty";
    const fail = { type: "fail", body: { node: node.id, reason: why } } as const;
    await writer.journal.record([...entries, fail]);
    writer.onLeaf?.({ node, reason: why });
    return;
  }
  await acceptLeaf(writer, { text, accepted, entries });
  memory.said.add(text);
  writer.onLeaf?.({ node, accepted });
}

/** Takes over what the author has written; it is never sent for rewriting. */
async function acceptLocked(writer: Writer): Promise<void> {
  const { journal, store } = writer;
  for (const { id, textHash } of journal.state.tree.leaves()) {
    if (textHash === undefined || journal.state.accepted.has(id)) continue;
    const text = await store.readBlob(textHash);
    const words = countWords(text);
    const accepted: AcceptedLeaf = {
      node: id,
      version: 1,
      textHash,
      words,
      targetWords: words,
      summary: text.slice(0, 200),
      measured: { words: 0, tokens: 0 },
      issues: [],
      reads: [],
      attempts: 0,
    };
    await acceptLeaf(writer, { text, accepted });
  }
}
