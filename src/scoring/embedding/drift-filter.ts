import { checkedNumber } from "../checked-option.ts";
import { addUnit, centroid, cosine, type TextVector } from "./vectors.ts";

/** What a filter is made of. */
export interface DriftFilterInput {
  /** Vectors of the author's texts of one kind. */
  readonly profile: readonly TextVector[];
  /** Where the vectors come from, as `vectorSignature` names it. */
  readonly vectors: string;
  /** Share of the author's own texts that the filter would keep, 0–1. @defaultValue `0.95` */
  readonly keep?: number;
  /** Fewest texts from which a threshold is taken. @defaultValue `8` */
  readonly minTexts?: number;
}

/** A text that may be dropped. */
export interface DriftCandidate {
  /** Its id. */
  readonly id: string;
  /** Its vector. */
  readonly vector: TextVector;
}

/** A text with its distance from the profile. */
export interface DriftedText {
  /** Its id. */
  readonly id: string;
  /** 1 − cosine to the centre of the profile, 0–2. */
  readonly distance: number;
}

/** What a filter made of texts. No text is lost: each is in one of the lists. */
export interface DriftOutcome {
  /** Texts that stay, in order. */
  readonly kept: readonly DriftedText[];
  /** Texts that are too far away, in order. */
  readonly dropped: readonly DriftedText[];
}

/** Tells texts that drift from a profile. */
export interface DriftFilter {
  /** The settings behind its distances and its threshold. */
  readonly signature: string;
  /** Largest distance that stays; absent if the filter is off. */
  readonly threshold?: number;
  /** Why the filter is off and keeps everything. */
  readonly reason?: "too-few-texts";
  /**
   * Distance of a text.
   *
   * @param vector - Its vector.
   * @returns 1 − cosine to the centre, 0–2; 1 if either has no direction.
   */
  distanceOf(vector: TextVector): number;
  /**
   * Sorts texts.
   *
   * @param candidates - Texts with their vectors.
   * @returns Those that stay and those that do not, each with its distance.
   */
  apply(candidates: readonly DriftCandidate[]): DriftOutcome;
}

/**
 * Makes a filter for texts that have nothing to do with a profile: passages, drafts, training examples.
 * The distance of a text is 1 − cosine of its vector to the mean of the author's vectors. The threshold
 * is the distance within which 95 % of the author's own texts lie, each measured against the others
 * without it. With fewer than 8 texts there is no threshold, and nothing is dropped.
 *
 * Distrust it for authors of many subjects, whose centre lies between them, and where the vectors are of
 * a model that sees topics more than style, as most do.
 *
 * @param input - The author's vectors, their origin, and how strict to be.
 * @returns The filter.
 * @throws LonghandError `invalid-option` for settings out of range; `invalid-vectors` if vectors do not
 *   fit together or have no direction.
 *
 * @example
 * ```ts
 * import type { EmbeddingModel } from "longhand/models";
 * import { createDriftFilter, vectorSignature } from "longhand/scoring";
 *
 * export async function onlyLike(model: EmbeddingModel, own: string[], drafts: string[]) {
 *   const [profile, candidates] = [await model.embed(own), await model.embed(drafts)];
 *   const filter = createDriftFilter({ profile, vectors: vectorSignature(model.description) });
 *   const texts = candidates.map((vector, at) => ({ id: String(at), vector }));
 *   const { kept, dropped } = filter.apply(texts);
 *   for (const { id, distance } of dropped) console.error(`draft ${id} dropped: ${distance}`);
 *   return kept.map(({ id }) => drafts[Number(id)]);
 * }
 * ```
 */
export function createDriftFilter(input: DriftFilterInput): DriftFilter {
  const { profile, vectors, keep = 0.95, minTexts = 8 } = input;
  checkedNumber(keep, { name: "keep", least: 0, most: 1 });
  checkedNumber(minTexts, { name: "minTexts", least: 2, most: 1_000_000, whole: true });
  const centre = centroid(profile);
  const distanceOf = (vector: TextVector): number => distance(vector, centre);
  const known = profile.length >= minTexts;
  const threshold = known ? quantile(leaveOneOut(profile), keep) : undefined;
  return {
    signature: `drift|vec:${vectors}|centre:unit-mean|keep:${keep}|loo:yes|min:${minTexts}|v:1`,
    ...(threshold === undefined ? { reason: "too-few-texts" } : { threshold }),
    distanceOf,
    apply(candidates) {
      const judged = candidates.map(({ id, vector }) => ({ id, distance: distanceOf(vector) }));
      const stays = (text: DriftedText): boolean =>
        threshold === undefined || text.distance <= threshold;
      return { kept: judged.filter(stays), dropped: judged.filter((text) => !stays(text)) };
    },
  };
}

/** A profile whose texts cancel out has no direction: then nothing is nearer than anything else. */
function distance(vector: TextVector, centre: Float64Array): number {
  if (centre.length === 0) return 1;
  return 1 - (cosine(vector, centre) ?? 0);
}

/** Distance of each text to the centre of the others: its own share would draw the centre near. */
function leaveOneOut(profile: readonly TextVector[]): number[] {
  const sum = centroid(profile).map((value) => value * profile.length);
  return profile.map((vector) => {
    const own = new Float64Array(sum.length);
    addUnit(own, vector);
    return distance(
      vector,
      sum.map((value, at) => value - (own[at] as number)),
    );
  });
}

/** By linear interpolation between neighbours, as NumPy and R do by default. */
function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] as number;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  return low + (high - low) * (place - below);
}
