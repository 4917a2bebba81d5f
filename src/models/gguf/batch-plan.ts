/** Which rows a batch needs. */
export interface RowNeeds {
  /** Sequences that write, in ascending order. */
  readonly writing: readonly number[];
  /** How many sequences there are. */
  readonly sequences: number;
  /** Fewest rows with which a row's bits are what they are in a full batch. */
  readonly minRows: number;
}

/**
 * Chooses the sequences that take part in a step. The engine evaluates neighbouring sequences
 * together and others apart, so where the number of rows matters, gaps are filled too.
 *
 * @param needs - Who writes, and how many rows it takes.
 * @returns All sequences of the batch, in ascending order, those that write among them.
 */
export function planRows({ writing, sequences, minRows }: RowNeeds): number[] {
  if (minRows <= 1 || writing.length === 0) return [...writing];
  let first = Math.min(...writing);
  let last = Math.max(...writing);
  while (last - first + 1 < minRows && last + 1 < sequences) last += 1;
  while (last - first + 1 < minRows && first > 0) first -= 1;
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}

/**
 * Cuts a prompt into the parts that are read at once. The cuts depend on its length alone; none
 * leaves a single token after others, which the engine would evaluate in another way than several.
 *
 * @param tokens - Tokens to read.
 * @param chunkTokens - Most tokens to read at once, 3 or more.
 * @returns Where each part ends.
 */
export function planChunks(tokens: number, chunkTokens: number): number[] {
  const ends: number[] = [];
  for (let end = chunkTokens; end < tokens; end += chunkTokens) ends.push(end);
  const last = ends.at(-1);
  if (last !== undefined && tokens - last === 1) ends[ends.length - 1] = last - 1;
  return tokens > 0 ? [...ends, tokens] : [];
}
