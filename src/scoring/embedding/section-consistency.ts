import type { EmbeddingScore } from "./embedding-score.ts";
import { addUnit, centroid, cosine, type TextVector } from "./vectors.ts";

/** What {@link sectionConsistency} found. */
export interface ConsistencyFacts {
  /** Similarity of each section to the next, -1 to 1. */
  readonly neighbours: readonly number[];
  /** Similarity of each section to the mean of the others, -1 to 1. */
  readonly toOthers: readonly number[];
  /** Mean of `toOthers`: how much the sections have one subject. */
  readonly meanToOthers: number;
  /** Number of the section that fits least with the others, from 0; the first on ties. */
  readonly loosest: number;
}

/**
 * How well the sections of a text hang together by meaning: the mean cosine of each section's vector and
 * the next one's. From -1 to 1; it is for comparing versions of one text, and neither end is good:
 * near 1 the sections say the same. Similarities of each section to the mean of the others show which
 * one strays. Distrust it for short sections, and across models. Fewer than two sections are unscored
 * (`too-few-sections`).
 *
 * Source: the neighbours are coherence by latent semantic analysis, Foltz and others 1998, with the
 * vectors of a sentence encoder.
 *
 * @param sections - Vectors of the sections, in reading order; summaries of long sections do better than
 *   their full text.
 * @param vectors - Where the vectors come from, as `vectorSignature` names it.
 * @returns The mean over neighbours, with each similarity.
 * @throws LonghandError `invalid-vectors` if vectors differ in length, are zero or not finite.
 */
export function sectionConsistency(
  sections: readonly TextVector[],
  vectors: string,
): EmbeddingScore<ConsistencyFacts> {
  const signature = `section-consistency|vec:${vectors}|of:neighbours|v:1`;
  if (sections.length < 2) return { status: "unscored", signature, reason: "too-few-sections" };
  const sum = centroid(sections).map((value) => value * sections.length);
  const toOthers = sections.map((section) => {
    const own = new Float64Array(sum.length);
    addUnit(own, section);
    // Sections that cancel out have no common direction.
    return (
      cosine(
        section,
        sum.map((value, at) => value - (own[at] as number)),
      ) ?? 0
    );
  });
  const neighbours = sections
    .slice(1)
    .map((section, before) => cosine(sections[before] as TextVector, section) ?? 0);
  return {
    status: "scored",
    signature,
    value: meanOf(neighbours),
    neighbours,
    toOthers,
    meanToOthers: meanOf(toOthers),
    loosest: toOthers.indexOf(Math.min(...toOthers)),
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
