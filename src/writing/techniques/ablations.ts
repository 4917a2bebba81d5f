import type { Brief } from "../brief/brief.ts";
import { techniquesOf } from "./techniques.ts";

/** Parts of the tree that can be taken away, to measure what each is worth. */
export const ABLATIONS = ["bible", "next-brief", "already-said"] as const;

/** A part of the tree that can be taken away. */
export type Ablation = (typeof ABLATIONS)[number];

const SWITCHES = {
  bible: "bible",
  "next-brief": "nextBrief",
  "already-said": "alreadySaid",
} as const;

/**
 * A brief whose tree goes without some of its parts.
 *
 * @param brief - The brief.
 * @param without - What is taken away.
 * @returns The same brief with their switches off.
 */
export function withAblations(brief: Brief, without: readonly Ablation[]): Brief {
  if (without.length === 0) return brief;
  const off = Object.fromEntries(without.map((name) => [SWITCHES[name], false]));
  return { ...brief, techniques: { ...brief.techniques, ...off } };
}

/**
 * What a brief takes away from the tree.
 *
 * @param brief - The brief.
 * @returns Names, in the order of `ABLATIONS`; none for the baselines, which have no such parts.
 */
export function ablationsOf(brief: Pick<Brief, "techniques" | "strategy">): Ablation[] {
  if (brief.strategy !== "tree") return [];
  const techniques = techniquesOf(brief);
  return ABLATIONS.filter((name) => !techniques[SWITCHES[name]]);
}
