import type { PlanNode } from "../../records/index.ts";
import type { Brief, ModelSize, OutlineNode } from "../brief/brief.ts";
import { countWords, targetWordsOf } from "../brief/brief-words.ts";
import { type ChildSpec, growChildren, nodeId, type PlanGround } from "./grow-plan.ts";
import { SIZE_LIMITS } from "./model-size.ts";
import { mustHits } from "./must-hits.ts";
import { depthFor, fanOutFor, leafCount } from "./tree-shape.ts";

/** A plan at its beginning: the document, and what the author's own outline lays down. */
export interface PlanBeginning {
  /** The nodes, parents before children. */
  readonly nodes: readonly PlanNode[];
  /** Finished texts of locked leaves, by node id. */
  readonly lockedTexts: ReadonlyMap<string, string>;
}

/** Leaves and sections that a brief asks for, before any call. */
export interface PlanSize {
  /** Leaves that are written, locked ones left out. */
  readonly writtenLeaves: number;
  /** Finished texts of the author's. */
  readonly lockedLeaves: number;
  /** All leaves. */
  readonly leaves: number;
  /** Levels below the document. */
  readonly depth: number;
  /** Sections, for mentions in each n-th of them. */
  readonly sections: number;
}

/**
 * How large the plan for a brief will be.
 *
 * @param brief - The brief.
 * @param size - Size of the writer.
 * @returns Leaves, depth and sections.
 */
export function planSize(brief: Brief, size: ModelSize): PlanSize {
  const locked = lockedTextsOf(brief);
  const lockedWords = locked.reduce((sum, text) => sum + countWords(text), 0);
  const asked = leafCount(Math.max(1, targetWordsOf(brief) - lockedWords), size);
  const headings = (brief.outline ?? []).reduce((sum, node) => sum + leavesNeeded(node), 0);
  const lockedHeadings = locked.length - (brief.opening === undefined ? 0 : 1);
  const writtenLeaves = Math.max(asked, headings - lockedHeadings);
  const leaves = writtenLeaves + locked.length;
  const depth = depthFor(leaves);
  const sections = Math.max(1, Math.round(leaves / fanOutFor(leaves, depth)));
  return { writtenLeaves, lockedLeaves: locked.length, leaves, depth, sections };
}

function lockedTextsOf({ opening, outline = [] }: Brief): string[] {
  const below = (node: OutlineNode): string[] => [
    ...(node.text === undefined ? [] : [node.text]),
    ...(node.children ?? []).flatMap(below),
  ];
  return [...(opening === undefined ? [] : [opening]), ...outline.flatMap(below)];
}

function leavesNeeded({ children = [] }: OutlineNode): number {
  return Math.max(
    1,
    children.reduce((sum, child) => sum + leavesNeeded(child), 0),
  );
}

/**
 * What holds for every node of a brief's plan.
 *
 * @param brief - The brief.
 * @param size - Size of the writer.
 * @param runHash - Hash of the frozen brief.
 * @returns Limits, mentions with their places, names.
 */
export function planGround(brief: Brief, size: ModelSize, runHash: string): PlanGround {
  return {
    runHash,
    limits: SIZE_LIMITS[size],
    hits: mustHits(brief, planSize(brief, size).sections),
    avoid: brief.avoid.map(({ text }) => text),
    entities: [...new Set(brief.facts.map(({ subject }) => subject))],
  };
}

/**
 * Begins a plan: the document itself and, where the author gave an outline, its headings.
 *
 * @param brief - The brief.
 * @param size - Size of the writer.
 * @param ground - What holds for every node.
 * @returns The first nodes.
 */
export function beginPlan(brief: Brief, size: ModelSize, ground: PlanGround): PlanBeginning {
  const { leaves, depth } = planSize(brief, size);
  const root: PlanNode = {
    id: nodeId(ground.runHash, "", 0),
    created: 0,
    order: 0,
    level: "doc",
    task: "write",
    heading: brief.title ?? "",
    brief: brief.goal,
    must: ground.hits.map(({ id }) => id),
    avoid: ground.avoid,
    entities: ground.entities,
    targetWords: targetWordsOf(brief),
    leaves,
    levelsBelow: depth,
    span: [0, 1],
  };
  const building: Building = { nodes: [root], lockedTexts: new Map(), ground };
  if (brief.outline !== undefined) {
    growBelow(root, [...openingSpecs(brief), ...brief.outline.map(outlineSpec)], building);
  }
  return building;
}

/**
 * The first child of the document where the brief has an opening.
 *
 * @param brief - The brief.
 * @returns One locked leaf, or none.
 */
export function openingSpecs({ opening }: Pick<Brief, "opening">): ChildSpec[] {
  if (opening === undefined) return [];
  return [
    { heading: "", brief: "The opening, as the author gave it.", weight: 1, lockedText: opening },
  ];
}

interface OutlineSpec extends ChildSpec {
  readonly children?: readonly OutlineNode[];
}

function outlineSpec(node: OutlineNode): OutlineSpec {
  return {
    heading: node.heading.trim(),
    brief: node.brief ?? node.heading.trim(),
    weight: node.weight ?? 1,
    leastLeaves: leavesNeeded(node),
    ownDepth: true,
    ...(node.text === undefined ? {} : { lockedText: node.text }),
    ...(node.time === undefined ? {} : { storyTime: node.time }),
    ...(node.children === undefined ? {} : { children: node.children }),
  };
}

interface Building {
  readonly nodes: PlanNode[];
  readonly lockedTexts: Map<string, string>;
  readonly ground: PlanGround;
}

function growBelow(parent: PlanNode, specs: readonly OutlineSpec[], building: Building): void {
  const children = growChildren(
    specs,
    {
      parent,
      words: parent.targetWords,
      leaves: parent.leaves,
      span: parent.span,
      firstOrder: 0,
      firstCreated: building.nodes.length,
    },
    building.ground,
  );
  building.nodes.push(...children);
  for (const [index, child] of children.entries()) {
    const { lockedText, children: below = [] } = specs[index] as OutlineSpec;
    if (lockedText !== undefined) building.lockedTexts.set(child.id, lockedText);
    if (below.length > 0) growBelow(child, below.map(outlineSpec), building);
  }
}
