import { cutPassages } from "../../dataset/index.ts";
import { LonghandError } from "../../foundation/index.ts";
import type { CorpusDocument } from "../../records/index.ts";
import { createDriftFilter, type DriftFilter, type TextVector } from "../../scoring/index.ts";
import { unicodeWords } from "../../text/index.ts";

/** Words of the pieces that drafts are compared with: about as long as they are. */
const PIECE_WORDS: readonly [number, number] = [80, 160];
/** Words that a vector has a number for, at most: those in most pieces. */
const MOST_DIMENSIONS = 3000;
/** A word of one piece alone tells nothing about the others. */
const LEAST_PIECES = 2;

/** A text that was left out. */
export interface DroppedText {
  /** Its id. */
  readonly id: string;
  /** 1 − cosine to the centre of the author's texts, 0–2. */
  readonly distance: number;
}

/** Tells texts that have little to do with an author's. */
export interface VoiceDrift {
  /** How distances and thresholds came about. */
  readonly signature: string;
  /** Largest distance of a passage or draft that stays; absent with fewer than 8 texts. */
  readonly threshold?: number;
  /** Why there is no threshold. */
  readonly reason?: "too-few-texts";
  /** Texts of the author's that lie too far from the others. */
  readonly dropped: readonly DroppedText[];
  /**
   * Distance of a passage or a draft.
   *
   * @param text - The text; a passage of the author's, or one that was measured, where there is a `measure`.
   * @returns 1 − cosine to the centre of the author's passages, 0–2; 1 without a known word.
   * @throws LonghandError `not-measured` for any other text.
   */
  distanceOf(text: string): number;
  /**
   * Works out the distances of drafts, before they are asked for; absent where that needs no model.
   *
   * @param texts - The drafts.
   */
  measure?(texts: readonly string[]): Promise<void>;
}

/**
 * Opens the filter of an author: whole texts are compared with whole texts, and drafts with pieces of about
 * their own length, by how often words occur in them, rare words weighing more.
 *
 * @param documents - The author's texts.
 * @returns The filter; without a threshold for fewer than 8 texts.
 */
export function openVoiceDrift(documents: readonly CorpusDocument[]): VoiceDrift {
  const pieces = documents.flatMap(({ id, text }) =>
    cutPassages(text, PIECE_WORDS).map((piece) => ({ id, text: piece })),
  );
  const vectorOf = tfIdf(pieces.map(({ text }) => text));
  const texts = documents.map(({ id, text }) => ({ id, vector: vectorOf(text) }));
  // A text that shares no word with the others has no direction: nothing can be learnt from it.
  const whole = filterOf(texts.map(({ vector }) => vector).filter(isSound));
  const { dropped } = whole.apply(texts);
  const gone = new Set(dropped.map(({ id }) => id));
  const kept = pieces
    .filter(({ id }) => !gone.has(id))
    .map(({ text }) => vectorOf(text))
    .filter(isSound);
  const near = filterOf(kept);
  const isKnown = whole.threshold !== undefined && near.threshold !== undefined;
  return {
    signature: near.signature,
    ...(isKnown ? { threshold: near.threshold as number } : { reason: "too-few-texts" as const }),
    dropped,
    distanceOf: (text) => near.distanceOf(vectorOf(text)),
  };
}

function filterOf(
  profile: readonly TextVector[],
  vectors = `tf-idf-${MOST_DIMENSIONS}`,
): DriftFilter {
  return createDriftFilter({ profile, vectors });
}

function isSound(vector: TextVector): boolean {
  return Array.from(vector).some((value) => value !== 0);
}

/** Vectors of texts, all of one model. */
export interface DriftVectors {
  /** Where they come from. */
  readonly signature: string;
  /**
   * Gives the vectors of texts.
   *
   * @param texts - The texts.
   * @returns One each, in order.
   */
  vectorsOf(texts: readonly string[]): Promise<readonly TextVector[]>;
}

/**
 * Opens the filter of an author by vectors of meaning in place of words: it sees what a text is about, whatever its
 * words. The rest is as in {@link openVoiceDrift}.
 *
 * @param documents - The author's texts.
 * @param vectors - The model.
 * @returns The filter; without a threshold for fewer than 8 texts.
 * @throws what the model throws.
 */
export async function openModelDrift(
  documents: readonly CorpusDocument[],
  vectors: DriftVectors,
): Promise<VoiceDrift> {
  const pieces = documents.flatMap(({ id, text }) =>
    cutPassages(text, PIECE_WORDS).map((piece) => ({ id, text: piece })),
  );
  const all = [...documents, ...pieces];
  const found = await vectors.vectorsOf(all.map(({ text }) => text));
  const placed = all.map(({ id, text }, at) => ({ id, text, vector: found[at] ?? [] }));
  const texts = placed.slice(0, documents.length).filter(({ vector }) => isSound(vector));
  const parts = placed.slice(documents.length).filter(({ vector }) => isSound(vector));
  const whole = filterOf(
    texts.map(({ vector }) => vector),
    vectors.signature,
  );
  const { dropped } = whole.apply(texts);
  const gone = new Set(dropped.map(({ id }) => id));
  const near = filterOf(
    parts.filter(({ id }) => !gone.has(id)).map(({ vector }) => vector),
    vectors.signature,
  );
  const distances = new Map(parts.map(({ text, vector }) => [text, near.distanceOf(vector)]));
  const isKnown = whole.threshold !== undefined && near.threshold !== undefined;
  return {
    signature: near.signature,
    ...(isKnown ? { threshold: near.threshold as number } : { reason: "too-few-texts" as const }),
    dropped,
    distanceOf: (text) => distances.get(text) ?? notMeasured(text),
    measure: async (drafts) => {
      const missing = [...new Set(drafts)].filter((text) => !distances.has(text));
      if (missing.length === 0) return;
      const own = await vectors.vectorsOf(missing);
      for (const [at, text] of missing.entries()) {
        const vector = own[at] ?? [];
        // Without a direction a text is as far as one that shares nothing with the author's.
        distances.set(text, isSound(vector) ? near.distanceOf(vector) : 1);
      }
    },
  };
}

function notMeasured(text: string): never {
  throw new LonghandError(`The distance of "${text.slice(0, 40)}" was not measured.`, {
    code: "not-measured",
    hint: "Hand the text to measure() first.",
  });
}

/** Vectors of texts: 1 + ln of each word's count, times the ln of how few pieces hold it. */
function tfIdf(pieces: readonly string[]): (text: string) => Float64Array {
  const spread = new Map<string, number>();
  for (const piece of pieces) {
    for (const word of new Set(unicodeWords(piece))) spread.set(word, (spread.get(word) ?? 0) + 1);
  }
  const known = [...spread]
    .filter(([, count]) => count >= LEAST_PIECES)
    .sort(([left, count], [right, other]) => other - count || (left < right ? -1 : 1))
    .slice(0, MOST_DIMENSIONS);
  const places = new Map(known.map(([word], place) => [word, place]));
  const weights = known.map(([, count]) => Math.log((1 + pieces.length) / (1 + count)));
  return (text) => {
    const vector = new Float64Array(known.length);
    for (const word of unicodeWords(text)) {
      const place = places.get(word);
      if (place !== undefined) vector[place] = (vector[place] as number) + 1;
    }
    return vector.map((count, place) =>
      count === 0 ? 0 : (1 + Math.log(count)) * (weights[place] as number),
    );
  };
}
