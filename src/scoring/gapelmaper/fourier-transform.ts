// Complex Fourier transform of power-of-two length, decimation in frequency, radix 4 with a last step
// of 4 or 8. The output stays in bit-reversed order: sums of spectra do not care, and the reordering
// would cost as much as two steps. See docs/design/autocorrelation.md.

/** A transform of one length. */
export interface FourierTransform {
  /** Number of complex values, a power of two of 16 or more. */
  readonly values: number;
  /**
   * Transforms in place.
   *
   * @param values - Real and imaginary parts in turn. On return the value of frequency k stands at
   *   `places()[k]`.
   */
  forward(values: Float64Array): void;
  /**
   * Where the values stand.
   *
   * @returns For each frequency its place in the output; the table is its own inverse.
   */
  places(): Int32Array;
}

/** A radix-4 step over `span` complex values, with three twiddle factors for each of its butterflies. */
interface Step {
  readonly span: number;
  readonly twiddles: Float64Array;
}

/** Sub-transforms up to this many complex values go step by step: 64 KiB, within the innermost caches. */
const LEAF_SPAN = 4096;

/**
 * Prepares a transform.
 *
 * @param length - A power of two of 16 or more.
 * @returns The transform; it may be used by one caller at a time, any number of times.
 */
export function createTransform(length: number): FourierTransform {
  const bits = Math.log2(length);
  const steps: Step[] = [];
  for (let span = length; span > 8; span >>= 2) steps.push({ span, twiddles: twiddlesOf(span) });
  const last = bits % 2 === 0 ? lastOfFour : lastOfEight;
  return {
    values: length,
    forward: (values) => {
      descend({ values, steps, last }, 0, 0);
    },
    places: () => bitReversals(length),
  };
}

function bitReversals(length: number): Int32Array {
  const places = new Int32Array(length);
  // Doubling the known part: a further low bit of the number is the next lower bit of its place.
  for (let known = 1, bit = length >> 1; known < length; known <<= 1, bit >>= 1) {
    for (let at = 0; at < known; at++) places[known + at] = (places[at] as number) + bit;
  }
  return places;
}

interface Work {
  readonly values: Float64Array;
  readonly steps: readonly Step[];
  readonly last: (values: Float64Array, start: number, end: number) => void;
}

/** Depth first while the part is large, so that it is finished while it is in the cache. */
function descend(work: Work, start: number, depth: number): void {
  const step = work.steps[depth];
  if (step === undefined || step.span <= LEAF_SPAN) {
    finishLeaf(work, start, depth);
    return;
  }
  radixFour(work.values, start, step);
  const quarter = step.span >> 1;
  for (let part = 0; part < 4; part++) descend(work, start + part * quarter, depth + 1);
}

function finishLeaf({ values, steps, last }: Work, start: number, depth: number): void {
  const first = steps[depth];
  const end = start + 2 * (first?.span ?? values.length / 2);
  for (let at = depth; at < steps.length; at++) {
    const step = steps[at] as Step;
    for (let part = start; part < end; part += 2 * step.span) radixFour(values, part, step);
  }
  last(values, start, end);
}

function twiddlesOf(span: number): Float64Array {
  const quarter = span >> 2;
  const twiddles = new Float64Array(6 * quarter);
  for (let place = 0; place < quarter; place++) {
    for (let power = 1; power <= 3; power++) {
      const angle = (-2 * Math.PI * place * power) / span;
      twiddles[6 * place + 2 * power - 2] = Math.cos(angle);
      twiddles[6 * place + 2 * power - 1] = Math.sin(angle);
    }
  }
  return twiddles;
}

/** One radix-4 step; the quarters of its output hold frequencies 0, 2, 1 and 3 modulo 4. */
function radixFour(values: Float64Array, start: number, { span, twiddles }: Step): void {
  const quarter = span >> 1;
  const end = start + quarter;
  let at = 0;
  for (let first = start; first < end; first += 2) {
    const second = first + quarter;
    const third = second + quarter;
    const fourth = third + quarter;
    const re0 = values[first] as number;
    const im0 = values[first + 1] as number;
    const re1 = values[second] as number;
    const im1 = values[second + 1] as number;
    const re2 = values[third] as number;
    const im2 = values[third + 1] as number;
    const re3 = values[fourth] as number;
    const im3 = values[fourth + 1] as number;
    const evenRe = re0 + re2;
    const evenIm = im0 + im2;
    const oddRe = re1 + re3;
    const oddIm = im1 + im3;
    const halfRe = re0 - re2;
    const halfIm = im0 - im2;
    // −i times the difference of the odd ones.
    const turnRe = im1 - im3;
    const turnIm = re3 - re1;
    values[first] = evenRe + oddRe;
    values[first + 1] = evenIm + oddIm;
    const twoRe = evenRe - oddRe;
    const twoIm = evenIm - oddIm;
    const oneRe = halfRe + turnRe;
    const oneIm = halfIm + turnIm;
    const threeRe = halfRe - turnRe;
    const threeIm = halfIm - turnIm;
    const cos1 = twiddles[at] as number;
    const sin1 = twiddles[at + 1] as number;
    const cos2 = twiddles[at + 2] as number;
    const sin2 = twiddles[at + 3] as number;
    const cos3 = twiddles[at + 4] as number;
    const sin3 = twiddles[at + 5] as number;
    at += 6;
    values[second] = twoRe * cos2 - twoIm * sin2;
    values[second + 1] = twoRe * sin2 + twoIm * cos2;
    values[third] = oneRe * cos1 - oneIm * sin1;
    values[third + 1] = oneRe * sin1 + oneIm * cos1;
    values[fourth] = threeRe * cos3 - threeIm * sin3;
    values[fourth + 1] = threeRe * sin3 + threeIm * cos3;
  }
}

/** The last step of lengths that are powers of 4. */
function lastOfFour(values: Float64Array, start: number, end: number): void {
  for (let at = start; at < end; at += 8) fourValues(values, at);
}

/** The last step of the other lengths. */
function lastOfEight(values: Float64Array, start: number, end: number): void {
  for (let at = start; at < end; at += 16) {
    for (let low = at; low < at + 8; low += 2) {
      const re = values[low] as number;
      const im = values[low + 1] as number;
      const highRe = values[low + 8] as number;
      const highIm = values[low + 9] as number;
      values[low] = re + highRe;
      values[low + 1] = im + highIm;
      values[low + 8] = re - highRe;
      values[low + 9] = im - highIm;
    }
    turnByEighths(values, at + 8);
    fourValues(values, at);
    fourValues(values, at + 8);
  }
}

/** Multiplies four values by the powers 0 to 3 of the eighth root of unity e^(−iπ/4). */
function turnByEighths(values: Float64Array, at: number): void {
  const re1 = values[at + 2] as number;
  const im1 = values[at + 3] as number;
  const re2 = values[at + 4] as number;
  const im2 = values[at + 5] as number;
  const re3 = values[at + 6] as number;
  const im3 = values[at + 7] as number;
  values[at + 2] = (re1 + im1) * Math.SQRT1_2;
  values[at + 3] = (im1 - re1) * Math.SQRT1_2;
  values[at + 4] = im2;
  values[at + 5] = -re2;
  values[at + 6] = (im3 - re3) * Math.SQRT1_2;
  values[at + 7] = -(re3 + im3) * Math.SQRT1_2;
}

/** Transforms four values; frequencies come out in the order 0, 2, 1, 3. */
function fourValues(values: Float64Array, at: number): void {
  const re0 = values[at] as number;
  const im0 = values[at + 1] as number;
  const re1 = values[at + 2] as number;
  const im1 = values[at + 3] as number;
  const re2 = values[at + 4] as number;
  const im2 = values[at + 5] as number;
  const re3 = values[at + 6] as number;
  const im3 = values[at + 7] as number;
  const evenRe = re0 + re2;
  const evenIm = im0 + im2;
  const oddRe = re1 + re3;
  const oddIm = im1 + im3;
  values[at] = evenRe + oddRe;
  values[at + 1] = evenIm + oddIm;
  values[at + 2] = evenRe - oddRe;
  values[at + 3] = evenIm - oddIm;
  const halfRe = re0 - re2;
  const halfIm = im0 - im2;
  const turnRe = im1 - im3;
  const turnIm = re3 - re1;
  values[at + 4] = halfRe + turnRe;
  values[at + 5] = halfIm + turnIm;
  values[at + 6] = halfRe - turnRe;
  values[at + 7] = halfIm - turnIm;
}
