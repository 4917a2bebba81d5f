/** Part of the table that may be taken before it grows. */
const FULLEST = 0.6;
const SMALLEST = 16;

/**
 * Rows by 52-bit keys that are spread evenly, as parts of hashes are: 20 to 40 bytes a row, and no pause for
 * one that is as large as was expected.
 */
export class KeyTable {
  #keys: Float64Array;
  #rows: Int32Array;
  #size = 0;

  /**
   * @param expected - About how many keys there will be.
   */
  constructor(expected: number) {
    let places = SMALLEST;
    while (places * FULLEST < expected) places *= 2;
    this.#keys = new Float64Array(places);
    this.#rows = new Int32Array(places).fill(-1);
  }

  /**
   * Puts a row under a key, in the place of the one that was there.
   *
   * @param key - A whole number from 0 to 2^52; NaN is left out.
   * @param row - A whole number from 0.
   */
  set(key: number, row: number): void {
    if (Number.isNaN(key)) return;
    if (this.#size >= this.#keys.length * FULLEST) this.#grow();
    const place = this.#placeOf(key);
    if (this.#rows[place] === -1) this.#size += 1;
    this.#keys[place] = key;
    this.#rows[place] = row;
  }

  /**
   * The row under a key.
   *
   * @param key - The key.
   * @returns The row; `undefined` if there is none.
   */
  get(key: number): number | undefined {
    if (Number.isNaN(key)) return undefined;
    const row = this.#rows[this.#placeOf(key)] ?? -1;
    return row === -1 ? undefined : row;
  }

  /** Where a key is, or would be. */
  #placeOf(key: number): number {
    const places = this.#keys.length;
    let place = key % places;
    while (this.#rows[place] !== -1 && this.#keys[place] !== key) place = (place + 1) % places;
    return place;
  }

  #grow(): void {
    const [keys, rows] = [this.#keys, this.#rows];
    this.#keys = new Float64Array(2 * keys.length);
    this.#rows = new Int32Array(2 * keys.length).fill(-1);
    for (const [at, row] of rows.entries()) {
      if (row === -1) continue;
      const place = this.#placeOf(keys[at] as number);
      this.#keys[place] = keys[at] as number;
      this.#rows[place] = row;
    }
  }
}
