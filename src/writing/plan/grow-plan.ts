import type { NodeLevel, PlanNode } from "../../records/index.ts";
import { sha256 } from "../../storage/index.ts";
import { countWords } from "../brief/brief-words.ts";
import type { Stretch } from "../brief/stretches.ts";
import type { SizeLimits } from "./model-size.ts";
import { hitsWithin, type MustHit } from "./must-hits.ts";
import { clampedWeights, type ShareBounds, splitByWeights } from "./split-words.ts";
import { depthFor, MAX_FAN_OUT } from "./tree-shape.ts";

/** What a new child is made from. */
export interface ChildSpec {
  /** Its heading; empty for none. */
  readonly heading: string;
  /** What belongs there. */
  readonly brief: string;
  /** Share of the words beside its siblings, above 0. */
  readonly weight: number;
  /** Fewest leaves that it needs. @defaultValue 1 */
  readonly leastLeaves?: number;
  /** Whether its own leaves decide how deep it may go, instead of the parent's depth. */
  readonly ownDepth?: boolean;
  /** The author's finished text: it takes the words that it has. */
  readonly lockedText?: string;
  /** When it plays. @defaultValue when the part above it plays */
  readonly storyTime?: string;
}

/** What stays the same for all nodes of a plan. */
export interface PlanGround {
  /** What makes ids of this run unlike those of another: the hash of its frozen brief. */
  readonly runHash: string;
  /** Limits of the writer. */
  readonly limits: SizeLimits;
  /** Every mention, with its place. */
  readonly hits: readonly MustHit[];
  /** Words that no leaf may hold. */
  readonly avoid: readonly string[];
  /** Names to look for in briefs. */
  readonly entities: readonly string[];
}

/** Where children go, and how much they share. */
export interface Growth {
  /** The node above. */
  readonly parent: Pick<PlanNode, "id" | "span" | "levelsBelow" | "storyTime">;
  /** Words that the children share. */
  readonly words: number;
  /** Leaves that the children share. */
  readonly leaves: number;
  /** Stretch of the document that they take. */
  readonly span: Stretch;
  /** Place of the first one among its siblings. */
  readonly firstOrder: number;
  /** Creation number of the first one. */
  readonly firstCreated: number;
}

/**
 * Makes the children of a node: code splits words and leaves among them, so that words sum up
 * exactly, no leaf is shorter or longer than the writer's limits, and none needs more than 7 children.
 *
 * @param specs - The children, in reading order.
 * @param growth - Where they go, and what they share.
 * @param ground - What holds for the whole plan.
 * @returns The children.
 */
export function growChildren(
  specs: readonly ChildSpec[],
  growth: Growth,
  ground: PlanGround,
): PlanNode[] {
  const weights = clampedWeights(specs.map(({ weight }) => weight));
  const leaves = splitByWeights(
    growth.leaves,
    weights,
    specs.map((spec) => leavesBounds(spec, growth)),
  );
  const words = splitByWeights(
    growth.words,
    weights,
    wordBounds({ specs, leaves, growth, ground }),
  );
  let before = 0;
  return specs.map((spec, index) => {
    const own = words[index] as number;
    const span = stretchOf(growth, before, before + own);
    before += own;
    return grownChild(spec, {
      growth,
      ground,
      index,
      words: own,
      leaves: leaves[index] as number,
      span,
    });
  });
}

function leavesBounds(
  { leastLeaves = 1, lockedText, ownDepth }: ChildSpec,
  { parent, leaves }: Growth,
): ShareBounds {
  if (lockedText !== undefined) return { least: 1, most: 1 };
  const most = ownDepth === true ? leaves : MAX_FAN_OUT ** (parent.levelsBelow - 1);
  return { least: leastLeaves, most: Math.max(leastLeaves, most) };
}

interface SharedLeaves {
  readonly specs: readonly ChildSpec[];
  readonly leaves: readonly number[];
  readonly growth: Growth;
  readonly ground: PlanGround;
}

function wordBounds({ specs, leaves, growth, ground }: SharedLeaves): ShareBounds[] {
  const locked = specs.map(({ lockedText }) =>
    lockedText === undefined ? undefined : countWords(lockedText),
  );
  const taken = locked.reduce<number>((sum, words) => sum + (words ?? 0), 0);
  const open = growth.leaves - locked.filter((words) => words !== undefined).length;
  const mean = (growth.words - taken) / Math.max(1, open);
  const least = Math.min(ground.limits.minLeafWords, Math.floor(mean));
  const most = Math.max(ground.limits.maxLeafWords, Math.ceil(mean));
  return leaves.map((count, index) => {
    const own = locked[index];
    return own === undefined
      ? { least: count * least, most: count * most }
      : { least: own, most: own };
  });
}

function stretchOf({ span: [from, to], words }: Growth, begin: number, end: number): Stretch {
  const step = (to - from) / Math.max(1, words);
  return [from + begin * step, end === words ? to : from + end * step];
}

interface Child {
  readonly growth: Growth;
  readonly ground: PlanGround;
  readonly index: number;
  readonly words: number;
  readonly leaves: number;
  readonly span: Stretch;
}

function grownChild(spec: ChildSpec, child: Child): PlanNode {
  const { growth, ground, index, leaves, span } = child;
  const created = growth.firstCreated + index;
  const storyTime = spec.storyTime ?? growth.parent.storyTime;
  const levels = spec.ownDepth === true ? depthFor(leaves) : growth.parent.levelsBelow - 1;
  return {
    id: nodeId(ground.runHash, growth.parent.id, created),
    parent: growth.parent.id,
    created,
    order: growth.firstOrder + index,
    level: levelOf(leaves, levels),
    task: "write",
    heading: spec.heading,
    brief: spec.brief,
    must: spec.lockedText === undefined ? hitsWithin(ground.hits, span).map(({ id }) => id) : [],
    avoid: ground.avoid,
    entities: entitiesIn(`${spec.heading} ${spec.brief}`, ground.entities),
    targetWords: child.words,
    leaves,
    levelsBelow: leaves === 1 ? 0 : Math.max(1, levels),
    span,
    ...(storyTime === undefined ? {} : { storyTime }),
    ...(spec.lockedText === undefined
      ? {}
      : { lock: "author" as const, textHash: sha256(spec.lockedText) }),
  };
}

/**
 * The rank of a node below the document.
 *
 * @param leaves - Leaves at and below it.
 * @param levels - Levels below it.
 * @returns Its rank.
 */
export function levelOf(leaves: number, levels: number): NodeLevel {
  if (leaves === 1) return "leaf";
  if (levels <= 1) return "section";
  return levels === 2 ? "chapter" : "part";
}

/**
 * The stable name of a node.
 *
 * @param runHash - Hash of the run's frozen brief.
 * @param parent - Id of the node above; empty for the document.
 * @param created - Creation number.
 * @returns 12 hexadecimal digits.
 */
export function nodeId(runHash: string, parent: string, created: number): string {
  return sha256(`${runHash}|${parent}|${created}`).slice(0, 12);
}

/**
 * The names that a text holds.
 *
 * @param text - Any text.
 * @param names - Names to look for; case does not matter.
 * @returns Those found, in the order given.
 */
export function entitiesIn(text: string, names: readonly string[]): string[] {
  const lower = text.toLowerCase();
  return names.filter((name) => lower.includes(name.toLowerCase()));
}

/** Words of a brief beside which mentions and names count. */
const MUST_WORDS = 20;
const ENTITY_WORDS = 10;

/**
 * How little is said about how much: the node with the highest value is expanded first.
 *
 * @param node - The node.
 * @param briefWords - Words of its brief.
 * @returns Planned words per word of instruction.
 */
export function vagueness(node: PlanNode, briefWords: number): number {
  const said =
    10 + briefWords + MUST_WORDS * node.must.length + ENTITY_WORDS * node.entities.length;
  return node.targetWords / said;
}
