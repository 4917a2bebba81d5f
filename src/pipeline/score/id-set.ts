import { ID_HASH_BYTES } from "./score-batch.ts";

const WORDS = ID_HASH_BYTES / 4;
const FIRST_PLACES = 1 << 12;

/**
 * Ids that were seen, as their hashes: 16 bytes an id and as much free, where a `Set` of strings
 * would take a hundred.
 */
export class IdSet {
  #table = new Uint32Array(FIRST_PLACES * WORDS);
  #size = 0;

  /** How many there are. */
  get size(): number {
    return this.#size;
  }

  /**
   * Adds an id.
   *
   * @param hash - Its hash, not all zeros.
   * @returns `false` if it was there.
   */
  add(hash: Uint8Array): boolean {
    if (2 * (this.#size + 1) * WORDS > this.#table.length) this.#grow();
    const words = wordsOf(hash);
    const place = placeOf(this.#table, words);
    if (!isFree(this.#table, place)) return false;
    this.#table.set(words, place);
    this.#size += 1;
    return true;
  }

  /**
   * Looks for an id.
   *
   * @param hash - Its hash.
   * @returns Whether it is there.
   */
  has(hash: Uint8Array): boolean {
    return !isFree(this.#table, placeOf(this.#table, wordsOf(hash)));
  }

  #grow(): void {
    const old = this.#table;
    this.#table = new Uint32Array(2 * old.length);
    for (let at = 0; at < old.length; at += WORDS) {
      if (isFree(old, at)) continue;
      const words = old.subarray(at, at + WORDS);
      this.#table.set(words, placeOf(this.#table, words));
    }
  }
}

function wordsOf(hash: Uint8Array): Uint32Array {
  const view = new DataView(hash.buffer, hash.byteOffset, ID_HASH_BYTES);
  return Uint32Array.from({ length: WORDS }, (_, at) => view.getUint32(4 * at, true));
}

/** Where the words stand, or the free place for them; the hash itself says where to look first. */
function placeOf(table: Uint32Array, words: Uint32Array): number {
  const mask = table.length / WORDS - 1;
  for (let place = (words[0] as number) & mask; ; place = (place + 1) & mask) {
    const at = place * WORDS;
    if (isFree(table, at) || words.every((word, index) => table[at + index] === word)) return at;
  }
}

function isFree(table: Uint32Array, at: number): boolean {
  for (let index = 0; index < WORDS; index++) if (table[at + index] !== 0) return false;
  return true;
}
