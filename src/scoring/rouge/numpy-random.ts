const SIZE = 624;
const SHIFT = 397;

/**
 * NumPy's legacy generator: MT19937, seeded by `numpy.random.seed(s)` with one number.
 */
export class NumpyRandom {
  readonly #state = new Int32Array(SIZE);
  #position = SIZE;

  /**
   * @param seed - Its low 32 bits count.
   */
  constructor(seed: number) {
    let word = seed | 0;
    this.#state[0] = word;
    for (let index = 1; index < SIZE; index++) {
      word = (Math.imul(1812433253, word ^ (word >>> 30)) + index) | 0;
      this.#state[index] = word;
    }
  }

  /**
   * The next output of the generator.
   *
   * @returns 32 bits, as a number from 0 to 2^32 - 1.
   */
  next32(): number {
    if (this.#position === SIZE) this.#twist();
    let word = this.#state[this.#position++] as number;
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  }

  /**
   * A whole number below a bound, as `numpy.random.choice` and `randint` draw it: outputs are masked
   * and drawn again while too large. For a bound of 1 nothing is drawn.
   *
   * @param bound - At least 1 and at most 2^32.
   * @returns The number.
   */
  nextBelow(bound: number): number {
    const highest = bound - 1;
    if (highest === 0) return 0;
    const mask = 0xffffffff >>> Math.clz32(highest);
    let drawn = (this.next32() & mask) >>> 0;
    while (drawn > highest) drawn = (this.next32() & mask) >>> 0;
    return drawn;
  }

  #twist(): void {
    const state = this.#state;
    for (let index = 0; index < SIZE; index++) {
      const next = state[(index + 1) % SIZE] as number;
      const mixed = ((state[index] as number) & 0x80000000) | (next & 0x7fffffff);
      const far = state[(index + SHIFT) % SIZE] as number;
      state[index] = far ^ (mixed >>> 1) ^ ((mixed & 1) === 0 ? 0 : 0x9908b0df);
    }
    this.#position = 0;
  }
}
