import type { Brief } from "../brief/brief.ts";
import type { Techniques } from "./technique-switches.ts";

/** What holds where a brief says nothing. */
const DEFAULT_TECHNIQUES: Techniques = {
  voice: true,
  styleCard: true,
  exemplars: true,
  styleScore: true,
  keywords: true,
  prefix: false,
  drift: false,
  driftVectors: "words",
  logProbabilities: false,
  bible: true,
  nextBrief: true,
  alreadySaid: true,
};

/**
 * The techniques of a brief.
 *
 * @param brief - The brief; runs frozen before there were techniques name none.
 * @returns Every switch.
 */
export function techniquesOf({ techniques }: Pick<Brief, "techniques">): Techniques {
  return { ...DEFAULT_TECHNIQUES, ...techniques };
}

/**
 * A brief without what changes only how parts are written: runs that differ in it alone have the same
 * plan, the same names of parts and the same draws, so that their parts can be compared one by one.
 *
 * @param brief - The brief.
 * @returns What ids of nodes follow from.
 */
export function withoutTechniques(
  brief: Brief,
): Omit<Brief, "techniques" | "scoreWeights" | "checks"> {
  const { techniques: _, scoreWeights: __, checks: ___, ...rest } = brief;
  return rest;
}
