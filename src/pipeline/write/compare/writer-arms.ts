import { LonghandError } from "../../../foundation/index.ts";
import type { WritingArm } from "../../../records/index.ts";
import { nearestWord } from "../../../storage/index.ts";
import type { Ablation, WritingOrder, WritingStrategy } from "../../../writing/index.ts";

/** A way of writing, as it is compared. */
export interface WriterArm {
  /** Its name; it stands in the names of folders. */
  readonly name: string;
  /** How the document is written. */
  readonly strategy: WritingStrategy;
  /** Order of drafting. @defaultValue "ltr" */
  readonly order?: WritingOrder;
  /** Whether open issues are mended in the end. @defaultValue false */
  readonly repair?: boolean;
  /** Drafts of each part. @defaultValue what the budget allows, else the brief's */
  readonly candidates?: number;
  /** Whether the plan begins with a summary of the whole. @defaultValue the brief's */
  readonly staged?: boolean;
  /** Parts that the tree goes without. @defaultValue what the brief says */
  readonly without?: readonly Ablation[];
}

/** The arms that a word names. T1–T4, L0, L1 and L2 are the names of the protocol. */
const NAMED: Readonly<Record<string, WriterArm>> = {
  chapters: { name: "chapters", strategy: "chapters" },
  rolling: { name: "rolling", strategy: "rolling" },
  outline: { name: "outline", strategy: "outline" },
  "tree-ltr": { name: "tree-ltr", strategy: "tree", order: "ltr", repair: false },
  "tree-bfs": { name: "tree-bfs", strategy: "tree", order: "bfs", repair: false },
  "tree-anchors": { name: "tree-anchors", strategy: "tree", order: "anchors", repair: false },
  "tree-repair": { name: "tree-repair", strategy: "tree", order: "ltr", repair: true },
  "tree-no-bible": ablation("tree-no-bible", { without: ["bible"] }),
  "tree-one-candidate": ablation("tree-one-candidate", { candidates: 1 }),
  "tree-no-next-brief": ablation("tree-no-next-brief", { without: ["next-brief"] }),
  "tree-no-already-said": ablation("tree-no-already-said", { without: ["already-said"] }),
};

/** T1 without one of its parts. */
function ablation(name: string, own: Pick<WriterArm, "without" | "candidates">): WriterArm {
  return { name, strategy: "tree", order: "ltr", repair: false, ...own };
}

const TITLES: Readonly<Record<string, string>> = {
  chapters: "L0: a call per chapter, no memory",
  rolling: "L1: rolling continue",
  outline: "L2: outline, then write",
  "tree-ltr": "T1: tree, left to right",
  "tree-bfs": "T2: tree, level by level",
  "tree-anchors": "T3: tree, anchors first",
  "tree-repair": "T4: tree, left to right, with repair",
  "tree-no-bible": "T1 without its bible",
  "tree-one-candidate": "T1 with one draft of each part",
  "tree-no-next-brief": "T1 without the brief of the next part",
  "tree-no-already-said": "T1 without the list of what is said already",
};

/** Names that arms can be called by. */
export const ARM_NAMES: readonly string[] = ["tree", ...Object.keys(NAMED)];

/**
 * Whether a name stands for the tree without one of its parts.
 *
 * @param name - Name of an arm.
 * @returns Whether it does.
 */
export function isAblation(name: string): boolean {
  return name.startsWith("tree-no-") || name === "tree-one-candidate";
}

/**
 * The arms that lack a part of the tree, each beside the tree that has it.
 *
 * @param names - Names of all arms.
 * @returns Pairs; none without `tree-ltr`.
 */
export function ablationPairs(
  names: readonly string[],
): { readonly arm: string; readonly baseline: string }[] {
  if (!names.includes("tree-ltr")) return [];
  return names.filter(isAblation).map((arm) => ({ arm, baseline: "tree-ltr" }));
}

/**
 * The arm that a name stands for; `tree` is the whole tree, with repair.
 *
 * @param name - The name.
 * @returns The arm.
 * @throws LonghandError `usage` for a name that no arm has.
 */
export function armNamed(name: string): WriterArm {
  const arm = NAMED[name === "tree" ? "tree-repair" : name];
  if (arm !== undefined) return arm;
  const near = nearestWord(name, ARM_NAMES);
  throw new LonghandError(`There is no way of writing called ${name}.`, {
    code: "usage",
    hint:
      near === undefined
        ? `They are called ${ARM_NAMES.join(", ")}.`
        : `Did you mean ${near}? They are called ${ARM_NAMES.join(", ")}.`,
    details: { name, known: ARM_NAMES },
  });
}

/**
 * Crosses strategies with orders: only the tree has orders.
 *
 * @param strategies - `chapters`, `rolling`, `outline`, `tree`, or names of arms.
 * @param orders - Orders of the tree, `repair` among them. @defaultValue the whole tree
 * @returns The arms.
 * @throws LonghandError `usage`.
 */
export function armsOf(
  strategies: readonly string[],
  orders: readonly string[] = [],
): readonly WriterArm[] {
  const names = strategies.flatMap((name) =>
    name === "tree" && orders.length > 0 ? orders.map((order) => `tree-${order}`) : [name],
  );
  const arms = names.map(armNamed);
  return arms.filter(({ name }, place) => arms.findIndex((arm) => arm.name === name) === place);
}

/**
 * An arm as the report shows it.
 *
 * @param arm - The arm.
 * @returns Name, title and role.
 */
export function shownArm({ name, strategy, candidates, without = [] }: WriterArm): WritingArm {
  const drafts = candidates === undefined ? "" : `, ${candidates} drafts`;
  const off = without.length === 0 ? "" : `, without ${without.join(", ")}`;
  return {
    name,
    title: TITLES[name] ?? `${strategy}${drafts}${off}`,
    role: strategy === "tree" ? "tree" : "baseline",
  };
}
