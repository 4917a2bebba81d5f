import { LonghandError } from "../../foundation/index.ts";
import type { PlanNode } from "../../records/index.ts";
import { overlap } from "../brief/stretches.ts";
import { mentions, stemsOf } from "../draft/mentions.ts";
import { entitiesIn, levelOf, type PlanGround } from "../plan/grow-plan.ts";
import type { MustHit } from "../plan/must-hits.ts";
import { type ShareBounds, splitByWeights } from "../plan/split-words.ts";
import { depthFor } from "../plan/tree-shape.ts";

/** Furthest that a mean leaf may be from what the writer's leaves have, as a share of the limits. */
const LEAST_STRETCH = 0.5;
const MOST_STRETCH = 1.1;

/** A section of a plan that is to be worked out anew. */
export interface PlanSection {
  /** The node; its words, leaves, span, mentions, names and levels are worked out. */
  readonly node: PlanNode;
  /** Its share beside its siblings, above 0; words will do. */
  readonly weight: number;
  /** Words of the author's text, which are not to be shared. @defaultValue none */
  readonly lockedWords?: number;
  /** Leaves that a section without children is to have. @defaultValue 1 */
  readonly leaves?: number;
  /** Mentions that it is to hold, wherever code would put them. @defaultValue those of its place */
  readonly must?: readonly string[];
  /** Sections below it. */
  readonly children: readonly PlanSection[];
}

/** What a plan is worked out with. */
export interface SettleGround {
  /** What holds for every node. */
  readonly ground: PlanGround;
  /** Texts of leaves, to see what the author's own hold. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Works a plan out anew: words are split so that children sum up to their parent exactly, spans follow
 * from words, and every mention gets its leaf.
 *
 * @param root - The document with all its sections.
 * @param words - Words of the document.
 * @param settle - What holds for every node, and the texts.
 * @returns All nodes in reading order, parents before children.
 * @throws LonghandError `invalid-plan` if the sections cannot take so many words or so few.
 */
export function settlePlan(root: PlanSection, words: number, settle: SettleGround): PlanNode[] {
  checkMean(root, words, settle.ground);
  const sized: Sized[] = [];
  place({ section: root, words, span: [0, 1] }, settle.ground, sized);
  const hits = assignedHits(sized, settle);
  return sized.map(({ section, ...shape }) => ({
    ...section.node,
    ...shape,
    must: hitsBelow(section, hits),
    avoid: settle.ground.avoid,
    entities:
      section.node.parent === undefined
        ? settle.ground.entities
        : entitiesIn(`${section.node.heading} ${section.node.brief}`, settle.ground.entities),
  }));
}

function leavesOf({ children, leaves = 1 }: PlanSection): number {
  return children.length === 0 ? leaves : children.reduce((sum, each) => sum + leavesOf(each), 0);
}

function lockedIn(section: PlanSection): { readonly words: number; readonly leaves: number } {
  if (section.lockedWords !== undefined) return { words: section.lockedWords, leaves: 1 };
  return section.children
    .map(lockedIn)
    .reduce((sum, each) => ({ words: sum.words + each.words, leaves: sum.leaves + each.leaves }), {
      words: 0,
      leaves: 0,
    });
}

function checkMean(root: PlanSection, words: number, { limits }: PlanGround): void {
  const locked = lockedIn(root);
  const open = leavesOf(root) - locked.leaves;
  const left = words - locked.words;
  if (open === 0 || (left >= 0 && isBearable(left / open, limits, open))) return;
  const each = Math.round(left / open);
  throw new LonghandError(
    left < 0
      ? `The author's own texts have ${locked.words} words, and the whole document only ${words}.`
      : `${left} words over ${open} parts would be ${each} words for each; a writer of this size writes ${limits.minLeafWords} to ${limits.maxLeafWords}.`,
    {
      code: "invalid-plan",
      hint: "Add or take out sections in plan.yaml, or change the length of the document.",
      details: { words: left, leaves: open },
    },
  );
}

function isBearable(mean: number, limits: PlanGround["limits"], open: number): boolean {
  if (mean > MOST_STRETCH * limits.maxLeafWords) return false;
  return open === 1 || mean >= LEAST_STRETCH * limits.minLeafWords;
}

interface Placed {
  readonly section: PlanSection;
  readonly words: number;
  readonly span: readonly [number, number];
}

type Sized = Pick<PlanNode, "targetWords" | "leaves" | "levelsBelow" | "level" | "span"> & {
  readonly section: PlanSection;
};

function place({ section, words, span }: Placed, ground: PlanGround, sized: Sized[]): void {
  const leaves = leavesOf(section);
  const levelsBelow = heightOf(section);
  sized.push({ section, targetWords: words, leaves, levelsBelow, level: rankOf(section), span });
  const shares = sharesOf(section, words, ground);
  const step = (span[1] - span[0]) / Math.max(1, words);
  let before = 0;
  for (const [index, child] of section.children.entries()) {
    const own = shares[index] as number;
    const end = index === section.children.length - 1 ? span[1] : span[0] + (before + own) * step;
    const stretch = [span[0] + before * step, end] as const;
    place({ section: child, words: own, span: stretch }, ground, sized);
    before += own;
  }
}

function heightOf({ children, leaves = 1 }: PlanSection): number {
  if (children.length === 0) return leaves === 1 ? 0 : depthFor(leaves);
  return 1 + Math.max(...children.map(heightOf));
}

function rankOf(section: PlanSection): PlanNode["level"] {
  if (section.node.parent === undefined) return "doc";
  const level = levelOf(leavesOf(section), heightOf(section));
  return level === "leaf" && section.children.length > 0 ? "section" : level;
}

function sharesOf(section: PlanSection, words: number, { limits }: PlanGround): number[] {
  const { children } = section;
  if (children.length === 0) return [];
  const locked = children.map(lockedIn);
  const taken = locked.reduce((sum, each) => sum + each.words, 0);
  const open = children.map((child, index) => leavesOf(child) - (locked[index]?.leaves ?? 0));
  const openLeaves = open.reduce((sum, leaves) => sum + leaves, 0);
  const mean = (words - taken) / Math.max(1, openLeaves);
  const least = Math.min(limits.minLeafWords, Math.floor(mean));
  const most = Math.max(limits.maxLeafWords, Math.ceil(mean));
  const bounds = children.map((_, index): ShareBounds => {
    const own = locked[index]?.words ?? 0;
    const leaves = open[index] as number;
    return { least: own + leaves * least, most: own + leaves * most };
  });
  return splitByWeights(
    words,
    children.map(({ weight }) => Math.max(weight, 1e-6)),
    // Where everything is the author's, the words are what they are.
    openLeaves === 0 ? [] : bounds,
  );
}

/** The leaf of every mention: where it is planned, or the nearest one that the author has not written. */
function assignedHits(
  sized: readonly Sized[],
  { ground, texts }: SettleGround,
): Map<PlanSection, string[]> {
  const ends = sized.filter(({ section }) => section.children.length === 0);
  const assigned = new Map<PlanSection, string[]>(ends.map(({ section }) => [section, []]));
  for (const hit of ground.hits) {
    const end = endFor(hit, ends, texts);
    if (end !== undefined) assigned.get(end.section)?.push(hit.id);
  }
  return assigned;
}

function endFor(
  hit: MustHit,
  ends: readonly Sized[],
  texts: SettleGround["texts"],
): Sized | undefined {
  const asked = ends.find((end) => isOpen(end) && end.section.must?.includes(hit.id));
  const planned = ends.find(({ span: [from, to] }) => hit.at >= from && (hit.at < to || to >= 1));
  if (asked !== undefined || planned === undefined) return asked ?? nearestOpen(ends, hit);
  if (isOpen(planned)) return planned;
  return holds(planned, hit, texts) ? undefined : nearestOpen(ends, hit);
}

function isOpen({ section }: Sized): boolean {
  return section.lockedWords === undefined;
}

function holds({ section }: Sized, { item }: MustHit, texts: SettleGround["texts"]): boolean {
  return mentions(stemsOf(texts.get(section.node.id) ?? ""), item.accept);
}

function nearestOpen(ends: readonly Sized[], { at, window }: MustHit): Sized | undefined {
  const away = ({ span: [from, to] }: Sized): number => Math.abs((from + to) / 2 - at);
  return ends
    .filter((end) => isOpen(end) && overlap(end.span, window))
    .toSorted((left, right) => away(left) - away(right))[0];
}

function hitsBelow(section: PlanSection, hits: ReadonlyMap<PlanSection, string[]>): string[] {
  if (section.children.length === 0) return hits.get(section) ?? [];
  return section.children.flatMap((child) => hitsBelow(child, hits));
}
