import { cutPassages } from "../../dataset/index.ts";
import type { CorpusDocument } from "../../records/index.ts";
import { createDriftFilter, type DriftFilter } from "../../scoring/index.ts";
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
   * @param text - The text.
   * @returns 1 − cosine to the centre of the author's passages, 0–2; 1 without a known word.
   */
  distanceOf(text: string): number;
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

function filterOf(profile: readonly Float64Array[]): DriftFilter {
  return createDriftFilter({ profile, vectors: `tf-idf-${MOST_DIMENSIONS}` });
}

function isSound(vector: Float64Array): boolean {
  return vector.some((value) => value !== 0);
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
