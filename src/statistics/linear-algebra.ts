/**
 * Inverse of a symmetric positive definite matrix, by Gauss–Jordan elimination; such a matrix needs
 * no pivoting.
 *
 * @param matrix - Row by row, `size` × `size`.
 * @param size - Rows.
 * @returns The inverse, row by row.
 */
export function invertSymmetric(matrix: Float64Array, size: number): Float64Array {
  const left = matrix.slice();
  const inverse = new Float64Array(size * size);
  for (let item = 0; item < size; item++) inverse[item * size + item] = 1;
  for (let pivot = 0; pivot < size; pivot++) {
    const scale = 1 / (left[pivot * size + pivot] as number);
    scaleRow({ matrix: left, width: size, row: pivot, scale });
    scaleRow({ matrix: inverse, width: size, row: pivot, scale });
    for (let row = 0; row < size; row++) {
      const factor = left[row * size + pivot] as number;
      if (row === pivot || factor === 0) continue;
      subtractRow({ matrix: left, width: size, row, pivot, factor });
      subtractRow({ matrix: inverse, width: size, row, pivot, factor });
    }
  }
  return inverse;
}

interface RowStep {
  readonly matrix: Float64Array;
  readonly width: number;
  readonly row: number;
}

function scaleRow({ matrix, width, row, scale }: RowStep & { scale: number }): void {
  for (let at = row * width; at < (row + 1) * width; at++)
    matrix[at] = (matrix[at] as number) * scale;
}

function subtractRow(step: RowStep & { pivot: number; factor: number }): void {
  const { matrix, width, row, pivot, factor } = step;
  for (let column = 0; column < width; column++) {
    const taken = factor * (matrix[pivot * width + column] as number);
    matrix[row * width + column] = (matrix[row * width + column] as number) - taken;
  }
}
