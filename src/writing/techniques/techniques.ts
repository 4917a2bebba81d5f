import type { Brief } from "../brief/brief.ts";

/** Switches of techniques that shape the prose. */
export interface Techniques {
  /** Whether anything of the profile is used; off, the text is written in no one's voice. @defaultValue true */
  readonly voice: boolean;
  /** Whether a prompt holds what is typical of the author's style, in short. @defaultValue true */
  readonly styleCard: boolean;
  /** Whether a prompt holds passages of the author's own. @defaultValue true */
  readonly exemplars: boolean;
  /** Whether likeness to the author's style counts among drafts. @defaultValue true */
  readonly styleScore: boolean;
  /** Whether each keyword is told to the part it fits best, and counted there. @defaultValue true */
  readonly keywords: boolean;
  /** Whether each prompt begins with lines for author, kind, title, language and opening. @defaultValue false */
  readonly prefix: boolean;
  /** Whether texts that have little to do with the profile are left out. @defaultValue false */
  readonly drift: boolean;
  /** Whether log-probabilities decide between drafts of nearly equal score. @defaultValue false */
  readonly logProbabilities: boolean;
}

/** What holds where a brief says nothing. */
export const DEFAULT_TECHNIQUES: Techniques = {
  voice: true,
  styleCard: true,
  exemplars: true,
  styleScore: true,
  keywords: true,
  prefix: false,
  drift: false,
  logProbabilities: false,
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
export function withoutTechniques(brief: Brief): Omit<Brief, "techniques" | "scoreWeights"> {
  const { techniques: _, scoreWeights: __, ...rest } = brief;
  return rest;
}
