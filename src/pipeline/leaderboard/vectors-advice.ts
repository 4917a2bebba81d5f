import { DEFAULT_VECTORS, hasWordVectors } from "../../models/index.ts";
import type { ChallengeMetric } from "../../records/index.ts";

/** A track as far as it may need word vectors. */
export interface MeasuredTrack {
  /** Its metrics. */
  readonly metrics: readonly Pick<ChallengeMetric, "id">[];
}

/**
 * What an organiser must know about word vectors before a challenge is made: without them every
 * submission to a track with GAPELMAPER fails.
 *
 * @param track - The track.
 * @param places - Longhand's home on the machine that will score, and the folder from which packages
 *   are looked for; by default the working folder.
 * @returns A sentence or two; none if the track needs no vectors or they are there.
 */
export async function vectorsAdvice(
  { metrics }: MeasuredTrack,
  places: { readonly home: string; readonly from?: string },
): Promise<readonly string[]> {
  if (!metrics.some(({ id }) => id === "gapelmaper")) return [];
  if (await hasWordVectors(places)) return [];
  const { package: name, version, installCommand } = DEFAULT_VECTORS;
  return [
    `GAPELMAPER needs word vectors, and this server lacks them (${name} ${version}): run "${installCommand}" where it was started. Until then every submission fails; that costs no quota.`,
  ];
}
