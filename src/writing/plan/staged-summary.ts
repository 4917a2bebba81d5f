import type { PlanNode } from "../../records/index.ts";
import { splitSentences } from "../../text/index.ts";
import { countWords, targetWordsOf } from "../brief/brief-words.ts";
import { cleanReply } from "../draft/clean-reply.ts";
import { mentions, stemsOf } from "../draft/mentions.ts";
import { cutToTokens, cutToWords } from "../prompts/cut-text.ts";
import { fill } from "../prompts/fill.ts";
import { kindName, mustLine } from "../prompts/phrases.ts";
import { TEMPLATES } from "../prompts/templates-v1.ts";
import type { CallOutcome } from "../run/ask-model.ts";
import type { JournalEntry } from "../run/journal.ts";
import { SIZE_LIMITS } from "./model-size.ts";
import type { MustHit } from "./must-hits.ts";
import type { Planning } from "./planning.ts";

/** A summary of the whole has at most this share of the document's words, and so many words. */
const MOST_SHARE = 0.05;
const MOST_WORDS = 800;
/** Words of a leaf's own summary, as a share of the leaf. */
const LEAF_SHARE = 0.15;
/** How much longer a level may be than the one above it. */
const MOST_GROWTH = 10;
const MAX_ASKS = 3;
/** Tokens of a word of a summary, with room for the end of its sentence. */
const TOKENS_PER_WORD = 1.8;

/** A summary of the whole document, made before its plan. */
export interface WholeSummary {
  /** The summary; empty if the planner gave none. */
  readonly text: string;
  /** Ids of mentions that it lacks; they are planned all the same. */
  readonly missed: readonly string[];
  /** What to record about the calls. */
  readonly entries: readonly JournalEntry[];
}

/**
 * Asks the planner for a summary of the whole document, at most a twentieth of its words and 800. It is
 * asked again, twice at most, for mentions that it lacks; the summary with most of them is kept.
 *
 * @param root - The document.
 * @param planning - Brief, tree and asker.
 * @returns The summary, and what it lacks.
 */
export async function summariseWhole(root: PlanNode, planning: Planning): Promise<WholeSummary> {
  const most = Math.min(MOST_WORDS, Math.floor(MOST_SHARE * targetWordsOf(planning.brief)));
  const hits = root.must.flatMap((id) => planning.hits.get(id) ?? []);
  const entries: JournalEntry[] = [];
  let best: { readonly text: string; readonly missing: readonly MustHit[] } = {
    text: "",
    missing: hits,
  };
  for (let ask = 0; ask < MAX_ASKS && (best.text === "" || best.missing.length > 0); ask++) {
    const { call, entry } = await askForSummary(
      { root, most, missing: best.missing, ask },
      planning,
    );
    entries.push(entry);
    const text = cutToWords(cleanReply(call?.text ?? "").replace(/\s+/g, " "), most);
    const missing = missingIn(text, hits);
    if (best.text === "" || missing.length < best.missing.length) best = { text, missing };
  }
  return { text: best.text, missed: best.missing.map(({ id }) => id), entries };
}

interface SummaryAsk {
  readonly root: PlanNode;
  readonly most: number;
  readonly missing: readonly MustHit[];
  readonly ask: number;
}

function askForSummary(
  { root, most, missing, ask }: SummaryAsk,
  { brief, asker, scale }: Planning,
): Promise<CallOutcome> {
  const { partTokens } = SIZE_LIMITS[scale];
  const kind = kindName(brief);
  const goal = cutToTokens(brief.goal, partTokens.document + partTokens.exemplars);
  const items = cutToTokens(mustLine(missing), partTokens.must);
  const parts = [
    fill(TEMPLATES.plan.whole, { kind, goal }),
    ...(items === "" ? [] : [fill(TEMPLATES.staged.must, { items })]),
    fill(TEMPLATES.staged.whole, { kind, words: most }),
  ];
  return asker.ask({
    stage: "plan",
    node: root.id,
    variant: `whole.${ask}`,
    messages: [
      { role: "system", content: fill(TEMPLATES.staged.system, { kind }) },
      { role: "user", content: parts.join("\n\n") },
    ],
    maxOutputTokens: Math.ceil(TOKENS_PER_WORD * most),
  });
}

function missingIn(text: string, hits: readonly MustHit[]): MustHit[] {
  const stems = stemsOf(text);
  return hits.filter(({ item }) => !mentions(stems, item.accept));
}

/**
 * The text that a node's children are told from.
 *
 * @param node - The node.
 * @returns The summary of the whole for the document, else the node's own brief.
 */
export function stagedText({ summary, brief }: PlanNode): string {
  return summary ?? brief;
}

/**
 * Words of the brief of a child, so that each level is longer than the one above it by the same factor,
 * never by more than ten.
 *
 * @param node - The node that is expanded.
 * @param wanted - How many children it gets.
 * @param root - The document.
 * @returns Words of one child's brief, at most.
 */
export function stagedWords(node: PlanNode, wanted: number, root: PlanNode): number {
  const whole = Math.max(1, countWords(stagedText(root)));
  const share = LEAF_SHARE * root.targetWords;
  const levels = Math.max(1, root.levelsBelow);
  const level = Math.min(levels, Math.max(1, levels - node.levelsBelow + 1));
  const levelWords = whole * Math.max(1, share / whole) ** (level / levels);
  const own = (levelWords * node.targetWords) / (root.targetWords * wanted);
  return Math.floor(Math.min(own, (MOST_GROWTH * countWords(stagedText(node))) / wanted));
}

/**
 * Asks a planner to tell a node's text again, one line for each child.
 *
 * @param node - The node.
 * @param count - How many children.
 * @param options - Words of a line, and the planner's size.
 * @returns The request, to stand at the end of a plan's prompt.
 */
export function expandAsk(
  node: PlanNode,
  count: number,
  { words, isTiny }: { readonly words: number; readonly isTiny: boolean },
): string {
  const values = { text: stagedText(node), count, words };
  return fill(isTiny ? TEMPLATES.staged.expandTiny : TEMPLATES.staged.expand, values);
}

/**
 * Cuts a node's text into as many slices as it gets children, for lines that a planner left out.
 *
 * @param node - The node.
 * @param count - How many children.
 * @returns The slices in order; empty ones where there are fewer sentences than children.
 */
export function slicesOf(node: PlanNode, count: number): string[] {
  const sentences = splitSentences(stagedText(node));
  return Array.from({ length: count }, (_, place) => {
    const from = Math.floor((place * sentences.length) / count);
    const to = Math.floor(((place + 1) * sentences.length) / count);
    return sentences.slice(from, to).join("").trim();
  });
}
