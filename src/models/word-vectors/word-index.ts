// An open-addressing hash table from words (as UTF-8) to their numbers. It is built while words are
// read, and its three arrays are what a vector file stores, so that a reader looks words up without
// making an object for each.

/** The arrays of an index. */
export interface WordIndexArrays {
  /** The words one after the other, UTF-8. */
  readonly bytes: Uint8Array;
  /** Where each word starts in them; one more for the end of the last. */
  readonly offsets: Uint32Array;
  /** Number of a word plus 1, or 0; the length is a power of two. */
  readonly slots: Uint32Array;
}

/** A finished index. */
export class WordIndex {
  readonly #bytes: Uint8Array;
  readonly #offsets: Uint32Array;
  readonly #slots: Uint32Array;

  /** @param arrays - Its arrays; they are kept. */
  constructor({ bytes, offsets, slots }: WordIndexArrays) {
    this.#bytes = bytes;
    this.#offsets = offsets;
    this.#slots = slots;
  }

  /**
   * Looks a word up.
   *
   * @param word - The word.
   * @returns Its number, or −1.
   */
  find(word: string): number {
    const key = Buffer.from(word);
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(key) & mask; ; slot = (slot + 1) & mask) {
      const number = (this.#slots[slot] as number) - 1;
      if (number < 0 || this.#holds(number, key)) return number;
    }
  }

  #holds(number: number, key: Uint8Array): boolean {
    const start = this.#offsets[number] as number;
    const end = this.#offsets[number + 1] as number;
    return end - start === key.length && key.every((byte, at) => byte === this.#bytes[start + at]);
  }
}

/** An index that grows. */
export class WordIndexBuilder {
  #bytes: Uint8Array = new Uint8Array(1 << 16);
  #offsets: Uint32Array = new Uint32Array(1 << 12);
  #slots: Uint32Array = new Uint32Array(1 << 13);
  #size = 0;

  /** How many words it holds. */
  get size(): number {
    return this.#size;
  }

  /**
   * Adds a word.
   *
   * @param word - The word.
   * @returns Whether it is new; a word that is there already is not added.
   */
  add(word: string): boolean {
    const key = Buffer.from(word);
    const slot = this.#freeSlotFor(key);
    if (slot < 0) return false;
    const start = this.#offsets[this.#size] as number;
    this.#makeRoom(start + key.length);
    this.#bytes.set(key, start);
    this.#size += 1;
    this.#offsets[this.#size] = start + key.length;
    this.#slots[slot] = this.#size;
    if (2 * this.#size > this.#slots.length) this.#spread();
    return true;
  }

  /**
   * The arrays so far.
   *
   * @returns Copies without room to grow.
   */
  arrays(): WordIndexArrays {
    const offsets = this.#offsets.slice(0, this.#size + 1);
    const bytes = this.#bytes.slice(0, offsets[this.#size]);
    return { bytes, offsets, slots: this.#slots.slice() };
  }

  #freeSlotFor(key: Uint8Array): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(key) & mask; ; slot = (slot + 1) & mask) {
      const number = (this.#slots[slot] as number) - 1;
      if (number < 0) return slot;
      const start = this.#offsets[number] as number;
      const word = this.#bytes.subarray(start, this.#offsets[number + 1]);
      if (word.length === key.length && Buffer.compare(word, key) === 0) return -1;
    }
  }

  #makeRoom(bytes: number): void {
    if (bytes > this.#bytes.length) this.#bytes = longer(this.#bytes, new Uint8Array(2 * bytes));
    if (this.#size + 2 > this.#offsets.length) {
      this.#offsets = longer(this.#offsets, new Uint32Array(2 * this.#offsets.length));
    }
  }

  /** Twice the slots: at most half of them are taken, so that few words stand in each other's way. */
  #spread(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.#size; number++) {
      const word = this.#bytes.subarray(this.#offsets[number], this.#offsets[number + 1]);
      let slot = hashOf(word) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

function longer<T extends Uint8Array | Uint32Array>(old: T, room: T): T {
  room.set(old);
  return room;
}

/** FNV-1a, its bits mixed once more because tables use the low ones (MurmurHash3's finaliser). */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
