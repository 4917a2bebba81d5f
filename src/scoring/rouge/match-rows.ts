import { grown } from "../grown.ts";

/**
 * Rows of a table of longest common subsequences, one bit a column, after Hyyrö (2004): a 0 in
 * column j of a row says that its value grows there, so that the value at j is the number of zeros
 * up to j. Going from row to row costs no more than the occurrences of the row's word among the
 * columns, plus the length of carries.
 */
export class MatchRows {
  #bits: Int32Array<ArrayBuffer> = new Int32Array(1 << 8);
  /** Per word, 1 + its first column, or 0. */
  #first: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  /** Per column, the next column with the same word, or -1. */
  #next: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  #columns: Int32Array = new Int32Array(0);
  #cells = 0;

  /** Cells of 32 columns in a row. */
  get cells(): number {
    return this.#cells;
  }

  /**
   * Lays out the columns. Call {@link close} before the next layout.
   *
   * @param columns - The word of each column, as numbers from 0.
   */
  open(columns: Int32Array): void {
    this.#columns = columns;
    this.#cells = (columns.length + 31) >>> 5;
    this.#next = grown(this.#next, columns.length);
    for (let column = columns.length - 1; column >= 0; column--) {
      const word = columns[column] as number;
      if (word >= this.#first.length) this.#first = grown(this.#first, word + 1);
      this.#next[column] = (this.#first[word] as number) - 1;
      this.#first[word] = column + 1;
    }
  }

  /**
   * Tells whether a word is among the columns.
   *
   * @param word - Its number.
   * @returns Whether it is.
   */
  occurs(word: number): boolean {
    return word < this.#first.length && this.#first[word] !== 0;
  }

  /** Forgets the columns. */
  close(): void {
    for (const word of this.#columns) this.#first[word] = 0;
  }

  /**
   * Makes room for rows. What they held is kept.
   *
   * @param rows - How many.
   */
  reserve(rows: number): void {
    this.#bits = grown(this.#bits, rows * this.#cells);
  }

  /**
   * Makes a row the table's zeroth: every value 0.
   *
   * @param row - Which.
   */
  clear(row: number): void {
    this.#bits.fill(-1, row * this.#cells, (row + 1) * this.#cells);
  }

  /**
   * Copies a row over another.
   *
   * @param from - The row to copy.
   * @param to - The row to overwrite.
   */
  copy(from: number, to: number): void {
    const cells = this.#cells;
    if (cells === 1) this.#bits[to] = this.#bits[from] as number;
    else this.#bits.copyWithin(to * cells, from * cells, (from + 1) * cells);
  }

  /**
   * Turns a row into the one that follows it.
   *
   * @param row - The row.
   * @param word - The word of the row that follows.
   */
  advance(row: number, word: number): void {
    const bits = this.#bits;
    const next = this.#next;
    const start = row * this.#cells;
    let column = word < this.#first.length ? (this.#first[word] as number) - 1 : -1;
    let carry = 0;
    while (column >= 0) {
      const cell = column >>> 5;
      let mask = 0;
      do {
        mask |= 1 << (column & 31);
        column = next[column] as number;
      } while (column >= 0 && column >>> 5 === cell);
      const old = bits[start + cell] as number;
      const hits = old & mask;
      const sum = (old + hits + carry) | 0;
      // Carry out of bit 31; hits is part of old, which shortens the usual full adder.
      carry = (hits | (old & ~sum)) >>> 31;
      bits[start + cell] = sum | (old & ~mask);
      if (carry !== 0) {
        carry = this.#pass(start + cell + 1, start + (column >= 0 ? column >>> 5 : this.#cells));
      }
    }
  }

  /** Takes a carry of 1 through cells without a match; what comes out at the end. */
  #pass(from: number, to: number): number {
    const bits = this.#bits;
    for (let cell = from; cell < to; cell++) {
      const old = bits[cell] as number;
      if (old !== -1) {
        bits[cell] = old | (old + 1);
        return 0;
      }
    }
    return 1;
  }

  /**
   * Reads a value of the table.
   *
   * @param row - The row.
   * @param columns - How many columns to count.
   * @returns Length of the longest common subsequence up to that row and column.
   */
  value(row: number, columns: number): number {
    const start = row * this.#cells;
    const whole = columns >>> 5;
    let zeros = 0;
    for (let cell = start; cell < start + whole; cell++)
      zeros += ones(~(this.#bits[cell] as number));
    const rest = columns & 31;
    if (rest === 0) return zeros;
    return zeros + ones(~(this.#bits[start + whole] as number) & ((1 << rest) - 1));
  }

  /**
   * Tells whether the value grows at a column.
   *
   * @param row - The row.
   * @param column - The column, from 0.
   * @returns 1 if the value up to and with the column is one above the value before it, else 0.
   */
  growth(row: number, column: number): number {
    return (~(this.#bits[row * this.#cells + (column >>> 5)] as number) >>> (column & 31)) & 1;
  }
}

function ones(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
