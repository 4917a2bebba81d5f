import { cutPassages } from "../../dataset/index.ts";
import { createRetriever } from "../../retrieval/index.ts";
import type { Brief, Exemplar } from "../../writing/index.ts";
import type { VoiceGround } from "./voice-ground.ts";

/** Words of a passage shown as an example of the author's style. */
const EXEMPLAR_WORDS: readonly [number, number] = [80, 160];
/** How many passages near a query are looked at for each that is shown. */
const LOOKED_AT = 4;

/** What passages are chosen from, and by. */
export interface PassageSource {
  /** The author's texts. */
  readonly ground: VoiceGround;
  /** Distance of a text to the author's style; `undefined` where it cannot be told. */
  readonly styleDelta: (text: string) => number | undefined;
}

/**
 * Opens the search for passages of the author's own: those nearest to a query by their words, and of these the
 * ones closest to the author's style. A passage that drifts from the others is never shown.
 *
 * @param brief - The brief; it has a profile.
 * @param source - Texts and style of the author.
 * @returns The search.
 */
export function openAuthorPassages(
  { profile, seed }: Pick<Brief, "profile" | "seed">,
  { ground, styleDelta }: PassageSource,
): (query: string) => Promise<readonly Exemplar[]> {
  const passages = ground.documents.flatMap(({ id, text, date }) =>
    cutPassages(text, EXEMPLAR_WORDS)
      .map((passage, index) => ({
        id: `${id}#${index + 1}`,
        text: passage,
        ...(date === undefined ? {} : { date }),
      }))
      .filter(({ text: passage }) => isNear(passage, ground)),
  );
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const retriever = createRetriever({ name: "bm25", profile: "longhand", seed });
  const shown = profile?.passages ?? 1;
  const deltas = new Map<string, number>();
  const deltaOf = ({ id, text }: Exemplar): number => {
    const known = deltas.get(id) ?? styleDelta(text) ?? Infinity;
    deltas.set(id, known);
    return known;
  };
  return async (query) => {
    const { passages: found } = await retriever.retrieve({
      exampleId: "brief",
      userId: ground.author,
      query,
      k: LOOKED_AT * shown,
      candidates: passages,
    });
    const near = found.flatMap(({ id }) => byId.get(id) ?? []);
    return near.toSorted((left, right) => closer(deltaOf(left), deltaOf(right))).slice(0, shown);
  };
}

/** Passages whose distance cannot be told keep the order of the search. */
function closer(left: number, right: number): number {
  return left === right ? 0 : left - right;
}

function isNear(passage: string, { drift }: VoiceGround): boolean {
  return drift?.threshold === undefined || drift.distanceOf(passage) <= drift.threshold;
}
