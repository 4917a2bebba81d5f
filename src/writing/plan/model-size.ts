import type { ModelSize } from "../brief/brief.ts";

/** Parts of a leaf's prompt, in the order in which they stand. */
export const CONTEXT_PARTS = [
  "instructions",
  "document",
  "facts",
  "exemplars",
  "passages",
  "ancestors",
  "siblings",
  "said",
  "previous",
  "next",
  "must",
  "leaf",
] as const;

/** Name of a part. */
export type ContextPart = (typeof CONTEXT_PARTS)[number];

/** What a model of one size is asked to do in one call. */
export interface SizeLimits {
  /** Words of a leaf that the plan aims at. */
  readonly leafWords: number;
  /** Shortest leaf of a plan, in words. */
  readonly minLeafWords: number;
  /** Longest leaf, in words. */
  readonly maxLeafWords: number;
  /** Drafts of each leaf. */
  readonly candidates: number;
  /** Tokens of each part of a leaf's prompt, at most. */
  readonly partTokens: Readonly<Record<ContextPart, number>>;
}

/** Limits by size of model. */
export const SIZE_LIMITS: Readonly<Record<ModelSize, SizeLimits>> = {
  tiny: {
    leafWords: 110,
    minLeafWords: 60,
    maxLeafWords: 150,
    candidates: 4,
    partTokens: {
      instructions: 150,
      document: 80,
      facts: 150,
      exemplars: 150,
      passages: 100,
      ancestors: 80,
      siblings: 80,
      said: 60,
      previous: 160,
      next: 40,
      must: 60,
      leaf: 60,
    },
  },
  small: {
    leafWords: 450,
    minLeafWords: 250,
    maxLeafWords: 500,
    candidates: 3,
    partTokens: {
      instructions: 500,
      document: 250,
      facts: 700,
      exemplars: 800,
      passages: 900,
      ancestors: 300,
      siblings: 500,
      said: 300,
      previous: 280,
      next: 100,
      must: 200,
      leaf: 120,
    },
  },
  hosted: {
    leafWords: 800,
    minLeafWords: 500,
    maxLeafWords: 1000,
    candidates: 1,
    partTokens: {
      instructions: 800,
      document: 600,
      facts: 2000,
      exemplars: 2500,
      passages: 3000,
      ancestors: 900,
      siblings: 1500,
      said: 800,
      previous: 700,
      next: 200,
      must: 400,
      leaf: 250,
    },
  },
};

/** Billions of parameters up to which a model counts as tiny, and as small. */
const TINY_BILLIONS = 0.7;
const SMALL_BILLIONS = 9;

/**
 * How much a model can do, judged by its name.
 *
 * @param spec - Model as `<adapter>:<name>`.
 * @returns `tiny` up to 0.7 billion parameters and for the fake, `small` up to 9 and for local models
 *   whose name tells nothing, else `hosted`.
 */
export function sizeOfModel(spec: string): ModelSize {
  if (spec === "fake" || spec.startsWith("fake:")) return "tiny";
  const found = /(\d+(?:\.\d+)?)\s*([mb])(?![a-z])/i.exec(spec);
  if (found === null) return spec.startsWith("gguf:") ? "small" : "hosted";
  const billions = Number(found[1]) / (found[2]?.toLowerCase() === "m" ? 1000 : 1);
  if (billions <= TINY_BILLIONS) return "tiny";
  return billions <= SMALL_BILLIONS ? "small" : "hosted";
}
