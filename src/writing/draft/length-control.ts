import type { PlanNode } from "../../records/index.ts";
import { splitSentences } from "../../text/index.ts";
import { countWords, START_TOKENS_PER_WORD } from "../brief/brief-words.ts";
import type { SizeLimits } from "../plan/model-size.ts";
import type { PlanTree } from "../plan/plan-tree.ts";
import type { AcceptedLeaf } from "../run/writing-state.ts";
import { paragraphsOf } from "./clean-reply.ts";

/** Room of a reply above its target. */
const REPLY_SLACK = 1.3;
/** How far a leaf's target may move away from its plan. */
const LEAST_CARRY = 0.75;
const MOST_CARRY = 1.25;
/** Words that the first estimate of tokens per word counts as. */
const PRIOR_WORDS = 200;

/** Lengths between which a leaf is left alone, in words. */
export interface LengthWindow {
  /** Below it the model is asked to go on. */
  readonly least: number;
  /** Above it sentences are dropped. */
  readonly most: number;
}

/**
 * The window of a leaf.
 *
 * @param targetWords - Its target.
 * @param isLast - Whether it is the document's last leaf, which makes up for all others.
 * @returns 0.88–1.12 of the target; 0.95–1.05 for the last leaf.
 */
export function lengthWindow(targetWords: number, isLast: boolean): LengthWindow {
  const [least, most] = isLast ? [0.95, 1.05] : [0.88, 1.12];
  return { least: Math.ceil(least * targetWords), most: Math.floor(most * targetWords) };
}

/**
 * Longest reply to ask for.
 *
 * @param words - Words wanted.
 * @param tokensPerWord - The model's ratio.
 * @returns ⌈1.3 · tokens per word · words⌉.
 */
export function replyTokens(words: number, tokensPerWord: number): number {
  return Math.ceil(REPLY_SLACK * tokensPerWord * words);
}

/**
 * Tokens that the model takes for a word, measured on the accepted text so far.
 *
 * @param accepted - Accepted leaves.
 * @returns The ratio; it starts at 1.35.
 */
export function tokensPerWord(accepted: Iterable<AcceptedLeaf>): number {
  let words = PRIOR_WORDS;
  let tokens = PRIOR_WORDS * START_TOKENS_PER_WORD;
  for (const { measured } of accepted) {
    words += measured.words;
    tokens += measured.tokens;
  }
  return tokens / words;
}

/** What the target of a leaf follows from. */
export interface CarryGround {
  /** The plan. */
  readonly tree: PlanTree;
  /** Words of closed leaves by id; failed ones have 0. */
  readonly closedWords: ReadonlyMap<string, number>;
  /** Limits of the writer. */
  readonly limits: SizeLimits;
}

/**
 * Target of a leaf: its planned words, moved by what the parts before it are over or under, so that the
 * document comes out right. At most a quarter away from the plan.
 *
 * @param leaf - The leaf.
 * @param ground - Plan and words so far.
 * @returns Words.
 */
export function carriedTarget(leaf: PlanNode, ground: CarryGround): number {
  const wanted = effectiveWords(leaf, ground);
  const least = LEAST_CARRY * leaf.targetWords;
  const most = Math.max(
    leaf.targetWords,
    Math.min(MOST_CARRY * leaf.targetWords, ground.limits.maxLeafWords * 1.1),
  );
  return Math.round(Math.min(most, Math.max(least, wanted)));
}

/** What a node should have in the end, given what its earlier siblings and its parent's came to. */
function effectiveWords(node: PlanNode, ground: CarryGround): number {
  const parent = ground.tree.get(node.parent ?? "");
  if (parent === undefined) return node.targetWords;
  let open = effectiveWords(parent, ground);
  let plannedOpen = 0;
  for (const sibling of ground.tree.childrenOf(parent.id)) {
    const closed = closedWordsOf(sibling, ground);
    if (closed === undefined) plannedOpen += sibling.targetWords;
    else open -= closed;
  }
  return plannedOpen === 0 ? node.targetWords : (node.targetWords * open) / plannedOpen;
}

/** Words of a node all of whose leaves are closed; `undefined` while one is open. */
function closedWordsOf(node: PlanNode, ground: CarryGround): number | undefined {
  const own = ground.closedWords.get(node.id);
  if (node.level === "leaf" || own !== undefined) return own;
  let sum = 0;
  const children = ground.tree.childrenOf(node.id);
  for (const child of children) {
    const words = closedWordsOf(child, ground);
    if (words === undefined) return undefined;
    sum += words;
  }
  return children.length === 0 ? undefined : sum;
}

/** How a sentence counts when a text is shortened. */
export interface SentenceWorth {
  /** Whether it must stay. */
  readonly keep: boolean;
  /** How much it says about the brief. */
  readonly worth: number;
}

interface Sentence extends SentenceWorth {
  readonly paragraph: number;
  readonly place: number;
  readonly text: string;
  readonly words: number;
}

/**
 * Shortens a text by whole sentences, those that say least about the brief first. Its first sentence
 * stays, and so do those that must.
 *
 * @param text - The text.
 * @param window - Where its length should come to lie.
 * @param judge - What a sentence counts.
 * @returns The text within the window, or as near as whole sentences come.
 */
export function trimToWindow(
  text: string,
  window: LengthWindow,
  judge: (sentence: string) => SentenceWorth,
): string {
  let sentences = sentencesOf(text, judge);
  let words = sentences.reduce((sum, sentence) => sum + sentence.words, 0);
  while (words > window.most) {
    const dropped = leastWorth(sentences, words, window);
    if (dropped === undefined) break;
    sentences = sentences.filter((sentence) => sentence !== dropped);
    words -= dropped.words;
  }
  return joined(sentences);
}

function sentencesOf(text: string, judge: (sentence: string) => SentenceWorth): Sentence[] {
  let place = 0;
  return paragraphsOf(text).flatMap((paragraph, index) =>
    splitSentences(paragraph).map((sentence) => {
      place += 1;
      const words = countWords(sentence);
      return { ...judge(sentence), paragraph: index, place, text: sentence.trim(), words };
    }),
  );
}

/** The sentence to drop next: one that leaves the text in the window, else one that brings it nearer. */
function leastWorth(
  sentences: readonly Sentence[],
  words: number,
  { least, most }: LengthWindow,
): Sentence | undefined {
  const free = sentences.filter(({ keep, place }) => !keep && place > 1);
  const fitting = free.filter((sentence) => words - sentence.words >= least);
  const [lowest] = fitting.toSorted(
    (left, right) => left.worth - right.worth || right.place - left.place,
  );
  if (lowest !== undefined) return lowest;
  const middle = (least + most) / 2;
  const away = (sentence: Sentence): number => Math.abs(words - sentence.words - middle);
  const [nearest] = free.toSorted((left, right) => away(left) - away(right));
  return nearest !== undefined && away(nearest) < words - middle ? nearest : undefined;
}

function joined(sentences: readonly Sentence[]): string {
  const paragraphs = new Map<number, string[]>();
  for (const { paragraph, text } of sentences) {
    paragraphs.set(paragraph, [...(paragraphs.get(paragraph) ?? []), text]);
  }
  return [...paragraphs.values()].map((texts) => texts.join(" ")).join("\n\n");
}
