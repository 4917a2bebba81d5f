import { LonghandError } from "../../foundation/index.ts";
import { throwIfCancelled } from "../cancelled-call.ts";
import type { EmbeddingModel } from "../embedding-model.ts";
import { refuseIfClosed } from "./fake-model.ts";

/** Places of the vector that each word adds to. */
const PLACES_PER_WORD = 4;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** How to open a fake embedding model. */
export interface FakeEmbeddingModelOptions {
  /** Name of the model. @defaultValue `"fake"` */
  readonly name?: string;
  /** Numbers per vector, 1 or more. @defaultValue 64 */
  readonly dimensions?: number;
}

/**
 * Opens an embedding model that needs no model: each word adds to four places chosen by its hash,
 * and the vector is scaled to length 1. Texts that share words are near each other; meaning plays
 * no part. A text without words has a vector of its own, never zeros.
 *
 * @param options - Name and dimensions.
 * @returns The model.
 * @throws LonghandError `invalid-option` if the dimensions are not a whole number above 0.
 */
export function createFakeEmbeddingModel(options: FakeEmbeddingModelOptions = {}): EmbeddingModel {
  const { name = "fake", dimensions = 64 } = options;
  if (!Number.isSafeInteger(dimensions) || dimensions < 1) {
    throw new LonghandError(
      `Fake embedding model: dimensions must be a whole number, 1 or more, got ${dimensions}.`,
      { code: "invalid-option" },
    );
  }
  let closed = false;
  return {
    description: { adapter: "fake", model: name, revision: "1", dimensions, remote: false },
    embed: async (texts, { signal } = {}) => {
      refuseIfClosed(closed);
      throwIfCancelled(signal);
      return texts.map((text) => embedWords(text.toLowerCase().match(WORD) ?? [], dimensions));
    },
    close: async () => {
      closed = true;
    },
  };
}

function embedWords(words: readonly string[], dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const word of words) addWord(vector, word);
  // A zero vector has no direction to compare.
  if (vector.every((value) => value === 0)) vector[0] = 1;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function addWord(vector: Float32Array, word: string): void {
  let hash = 0x811c9dc5;
  for (let place = 0; place < PLACES_PER_WORD; place++) {
    hash = fnv1a(`${place}${word}`, hash);
    const at = (hash >>> 1) % vector.length;
    vector[at] = (vector[at] as number) + (hash & 1 ? 1 : -1);
  }
}

/** FNV-1a over UTF-16 units, 32 bits. */
function fnv1a(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash;
}
