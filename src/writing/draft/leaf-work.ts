import type { PlanNode } from "../../records/index.ts";
import type { Writer } from "../run/writer.ts";
import type { DraftMemory } from "./draft-memory.ts";
import { candidatesOf, type LeafWork } from "./drafting.ts";
import { documentLanguage } from "./language-drift.ts";
import { carriedTarget, tokensPerWord } from "./length-control.ts";

/**
 * What leaves work with that are drafted side by side: everything but their own texts, so that it makes
 * no difference which of them a killed run committed.
 *
 * @param unseen - Ids of leaves whose texts they must not see.
 * @param writer - The run.
 * @param memory - What grows with the document.
 * @returns What they work with.
 */
export function workFor(
  unseen: ReadonlySet<string>,
  writer: Writer,
  memory: DraftMemory,
): LeafWork {
  const { brief, journal } = writer;
  const view = viewWithout(writer, unseen);
  const language = documentLanguage(brief);
  return {
    writer: view,
    said: memory.saidWithout(unseen),
    relevance: memory.relevance,
    keywords: memory.keywords,
    candidates: journal.state.saving ? 1 : candidatesOf(writer),
    tokensPerWord: tokensPerWord(view.journal.state.accepted.values()),
    ...(language === undefined ? {} : { language }),
  };
}

function viewWithout(writer: Writer, unseen: ReadonlySet<string>): Writer {
  const { journal, texts } = writer;
  if (![...unseen].some((id) => texts.has(id))) return writer;
  const without = <T>(map: ReadonlyMap<string, T>): Map<string, T> =>
    new Map([...map].filter(([id]) => !unseen.has(id)));
  const state = { ...journal.state, accepted: without(journal.state.accepted) };
  return { ...writer, texts: without(texts), journal: { ...journal, state } };
}

/**
 * Targets of leaves, carried over from everything that is closed.
 *
 * @param unseen - Ids of leaves that count as open.
 * @param writer - The run.
 * @returns Words for a leaf.
 */
export function targetsWithout(
  unseen: ReadonlySet<string>,
  { journal, ground }: Writer,
): (node: PlanNode) => number {
  const { tree, accepted, failed } = journal.state;
  const closedWords = new Map<string, number>();
  for (const { node, words } of accepted.values()) {
    if (!unseen.has(node)) closedWords.set(node, words);
  }
  for (const id of failed.keys()) if (!unseen.has(id)) closedWords.set(id, 0);
  return (node) => carriedTarget(node, { tree, closedWords, limits: ground.limits });
}
