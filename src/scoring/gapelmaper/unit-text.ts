/** A text as a sequence of vectors: what the autocorrelation is computed from. */
export interface VectorText {
  /** The row of each word's vector, in reading order. */
  readonly sequence: Int32Array;
  /** The vectors, row after row. */
  readonly vectors: Float32Array;
  /** Numbers in a vector. */
  readonly dimensions: number;
}

/** A text whose vectors are known as unit vectors: (v − mean) · scale. */
export interface UnitText extends VectorText {
  /** What is subtracted from every vector: their mean over the words of the text, or zeros. */
  readonly mean: Float64Array;
  /** One over the length of each row's vector after that; 0 for rows that the text does not use. */
  readonly scales: Float64Array;
}

/** A vector this much shorter than what it was made from is rounding error. */
const ROUNDING = 1e-12;

/**
 * Makes unit vectors, if every word's vector has a direction.
 *
 * @param text - The text.
 * @param centred - Whether the mean over the words of the text (not over distinct words) is subtracted.
 * @returns The text with its mean and scales; `undefined` if a vector is zero, for instance the only
 *   word's after centring.
 */
export function unitText(text: VectorText, centred: boolean): UnitText | undefined {
  const { sequence, vectors, dimensions } = text;
  const counts = countsOf(sequence, vectors.length / dimensions);
  const mean = centred ? meanOf(text, counts) : new Float64Array(dimensions);
  const scales = new Float64Array(counts.length);
  const meanLength = Math.hypot(...mean);
  for (let row = 0; row < counts.length; row++) {
    if (counts[row] === 0) continue;
    let squares = 0;
    let rawSquares = 0;
    for (let at = 0; at < dimensions; at++) {
      const raw = vectors[row * dimensions + at] as number;
      const moved = raw - (mean[at] as number);
      squares += moved * moved;
      rawSquares += raw * raw;
    }
    const length = Math.sqrt(squares);
    if (length <= ROUNDING * (Math.sqrt(rawSquares) + meanLength)) return undefined;
    scales[row] = 1 / length;
  }
  return { ...text, mean, scales };
}

/**
 * The squared length of the mean unit vector: what C tends to at long lags, whatever the order of words.
 *
 * @param text - The text.
 * @returns From 0 to 1.
 */
export function floorOf({ sequence, vectors, dimensions, mean, scales }: UnitText): number {
  const counts = countsOf(sequence, scales.length);
  const sums = new Float64Array(dimensions);
  for (let row = 0; row < counts.length; row++) {
    const weight = (counts[row] as number) * (scales[row] as number);
    if (weight === 0) continue;
    for (let at = 0; at < dimensions; at++) {
      const moved = (vectors[row * dimensions + at] as number) - (mean[at] as number);
      sums[at] = (sums[at] as number) + weight * moved;
    }
  }
  return sums.reduce((sum, value) => sum + (value / sequence.length) ** 2, 0);
}

function countsOf(sequence: Int32Array, rows: number): Int32Array {
  const counts = new Int32Array(rows);
  for (let place = 0; place < sequence.length; place++) {
    const row = sequence[place] as number;
    counts[row] = (counts[row] as number) + 1;
  }
  return counts;
}

function meanOf({ sequence, vectors, dimensions }: VectorText, counts: Int32Array): Float64Array {
  const mean = new Float64Array(dimensions);
  for (let row = 0; row < counts.length; row++) {
    const count = counts[row] as number;
    if (count === 0) continue;
    for (let at = 0; at < dimensions; at++) {
      mean[at] = (mean[at] as number) + count * (vectors[row * dimensions + at] as number);
    }
  }
  return mean.map((sum) => sum / sequence.length);
}
