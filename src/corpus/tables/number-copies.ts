import { readFile } from "node:fs/promises";
import { ID_BYTES } from "./column-block.ts";

/** Hashes of the records of a step. */
export interface IdFile {
  readonly path: string;
  /** How many there are. */
  readonly records: number;
}

/** Bounds the memory for any number of records. */
const HASHES_AT_ONCE = 10_000_000;

/**
 * Finds the records whose hash stands before.
 *
 * @param files - Files of hashes in order.
 * @param atOnce - Hashes that are compared at once; the files are read again for the next.
 * @returns By number of the record among all, from 0: its number among equals, 2 or more.
 */
export async function numberCopies(
  files: readonly IdFile[],
  atOnce: number = HASHES_AT_ONCE,
): Promise<ReadonlyMap<number, number>> {
  const total = files.reduce((sum, { records }) => sum + records, 0);
  const turns = Math.max(1, Math.ceil(total / atOnce));
  const copies = new Map<number, number>();
  for (let turn = 0; turn < turns; turn++) {
    const known = knownHashes(Math.ceil((1.1 * total) / turns) + 1024);
    let before = 0;
    for (const { path, records } of files) {
      const words = await readWords(path);
      const isOfTurn = (last: number): boolean => last % turns === turn;
      for (const [record, number] of copiesIn(words, known, isOfTurn)) {
        copies.set(before + record, number);
      }
      before += records;
    }
  }
  return copies;
}

/** The copies of a file by number of the record, with their numbers among equals. */
function copiesIn(
  words: Uint32Array,
  known: KnownHashes,
  isOfTurn: (last: number) => boolean,
): [record: number, number: number][] {
  const copies: [number, number][] = [];
  for (let at = 0; at < words.length; at += WORDS) {
    const last = words[at + 2] as number;
    if (!isOfTurn(last)) continue;
    const number = known.add(words[at] as number, words[at + 1] as number, last);
    if (number > 1) copies.push([at / WORDS, number]);
  }
  return copies;
}

/** Hashes as three whole numbers each. */
async function readWords(path: string): Promise<Uint32Array> {
  const bytes = await readFile(path);
  const isAligned = bytes.byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0;
  const { buffer, byteOffset, length } = isAligned ? bytes : Uint8Array.from(bytes);
  return new Uint32Array(buffer, byteOffset, (length / ID_BYTES) * WORDS);
}

const WORDS = 3;

interface KnownHashes {
  /** Adds a hash; how many times it has been added. */
  add(first: number, second: number, third: number): number;
}

/** A table with open addressing: a set of strings would take ten times the memory. */
function knownHashes(most: number): KnownHashes {
  let slots = 1024;
  while (slots < 2 * most) slots *= 2;
  const entryOf = new Uint32Array(slots);
  const words = new Uint32Array(WORDS * (most + 1));
  const counts = new Map<number, number>();
  let entries = 0;
  return {
    add: (first, second, third) => {
      let slot = second & (slots - 1);
      for (let entry = entryOf[slot] as number; entry !== 0; entry = entryOf[slot] as number) {
        const at = WORDS * entry;
        const isSame = words[at] === first && words[at + 1] === second && words[at + 2] === third;
        if (isSame) {
          const count = (counts.get(entry) ?? 1) + 1;
          counts.set(entry, count);
          return count;
        }
        slot = (slot + 1) & (slots - 1);
      }
      entries += 1;
      entryOf[slot] = entries;
      words[WORDS * entries] = first;
      words[WORDS * entries + 1] = second;
      words[WORDS * entries + 2] = third;
      return 1;
    },
  };
}
