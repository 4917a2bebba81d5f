/**
 * A scratch array that is large enough, for work that is repeated without allocation.
 *
 * @param array - The scratch array so far.
 * @param size - Entries needed.
 * @returns The same array, or a larger one that starts with the same entries.
 */
export function grown(array: Int32Array<ArrayBuffer>, size: number): Int32Array<ArrayBuffer> {
  if (array.length >= size) return array;
  const larger = new Int32Array(Math.max(size, 2 * array.length));
  larger.set(array);
  return larger;
}
