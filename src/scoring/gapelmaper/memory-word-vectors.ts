import { LonghandError } from "../../foundation/index.ts";
import type { WordVectors, WordVectorsIdentity } from "../../models/index.ts";

/**
 * Word vectors that are held in memory, for a browser, for models of one's own and for tests.
 *
 * @param identity - What they are called; it stands in the signature of every value.
 * @param entries - Words with their vectors, all of one length; of equal words the first counts, and a
 *   vector of zeros, which has no direction, is left out.
 * @returns The vectors, rounded to single precision as files hold them.
 * @throws LonghandError `invalid-vectors` if there are none, their lengths differ, or a number is not finite.
 *
 * @example
 * ```ts
 * import { embedWords, memoryWordVectors, wordSequence } from "longhand/scoring";
 *
 * const vectors = memoryWordVectors({ name: "toy", version: "1", sha256: "0".repeat(64) }, [
 *   ["sea", [1, 0]],
 *   ["ship", [0.6, 0.8]],
 * ]);
 * console.log(embedWords(wordSequence("The ship, the sea", "letters"), vectors).sequence.length); // 2
 * ```
 */
export function memoryWordVectors(
  identity: WordVectorsIdentity,
  entries: Iterable<readonly [word: string, vector: ArrayLike<number>]>,
): WordVectors {
  const ids = new Map<string, number>();
  const rows: Float32Array[] = [];
  for (const [word, vector] of entries) {
    const row = Float32Array.from(vector);
    checkVector(word, row, rows[0]?.length ?? row.length);
    if (ids.has(word) || row.every((value) => value === 0)) continue;
    ids.set(word, rows.length);
    rows.push(row);
  }
  const dimensions = rows[0]?.length;
  if (dimensions === undefined) {
    throw new LonghandError(`${identity.name} holds no vectors.`, { code: "invalid-vectors" });
  }
  return {
    identity,
    dimensions,
    wordCount: rows.length,
    find: (word) => ids.get(word) ?? -1,
    read: (wanted) => {
      const found = new Float32Array(wanted.length * dimensions);
      wanted.forEach((id, at) => {
        found.set(rows[id] as Float32Array, at * dimensions);
      });
      return found;
    },
  };
}

function checkVector(word: string, row: Float32Array, dimensions: number): void {
  if (row.length === dimensions && dimensions > 0 && row.every(Number.isFinite)) return;
  throw new LonghandError(
    `The vector of ${word} must hold ${dimensions || "some"} finite numbers, got ${row.length}: ${row.slice(0, 4).join(", ")}…`,
    { code: "invalid-vectors", hint: "All vectors must be of one length." },
  );
}
