import { grown } from "../grown.ts";
import type { MeteorWords } from "./meteor-words.ts";

/** How the words of a prediction and a reference were matched. */
export interface MeteorAlignment {
  /** Words matched as they are, in lower case. */
  readonly exact: number;
  /** Words matched by their stems. */
  readonly stem: number;
  /** Words whose stems are synonyms. */
  readonly synonym: number;
  /** Runs of matches that are neighbours on both sides. */
  readonly chunks: number;
  /** Per word of the prediction, the word of the reference it is matched with, or -1. */
  readonly matches: Int32Array;
}

/**
 * Matches words as NLTK's METEOR does: from last to first, each with the last free one. One instance
 * serves any number of pairs; the time is linear in the texts.
 */
export class MeteorAligner {
  readonly #words: MeteorWords;
  /** Per word number, 1 + the last free position in the reference, or 0. */
  #last: Int32Array<ArrayBuffer> = new Int32Array(1 << 12);
  /** Per position in the reference, 1 + the free position before it of the same word, or 0. */
  #before: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  #matches: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  /** Positions that are not matched yet, from last to first, and the numbers compared there. */
  readonly #prediction = new FreeWords();
  readonly #reference = new FreeWords();

  /**
   * @param words - Stems and synonyms.
   */
  constructor(words: MeteorWords) {
    this.#words = words;
  }

  /**
   * @param prediction - Word numbers.
   * @param reference - Word numbers.
   * @returns The alignment; its `matches` hold until the next call.
   */
  align(prediction: Int32Array, reference: Int32Array): MeteorAlignment {
    this.#matches = grown(this.#matches, prediction.length);
    this.#before = grown(this.#before, reference.length);
    const matches = this.#matches.subarray(0, prediction.length).fill(-1);
    this.#prediction.start(prediction);
    this.#reference.start(reference);

    const exact = this.#matchEqual();
    this.#prediction.stem(this.#words);
    this.#reference.stem(this.#words);
    const stem = this.#matchEqual();
    const synonym = this.#matchSynonyms();
    return { exact, stem, synonym, chunks: countChunks(matches), matches };
  }

  #matchEqual(): number {
    return this.#match((word) => ((this.#last[word] as number) > 0 ? word : -1));
  }

  #matchSynonyms(): number {
    return this.#match((word) => {
      let best = -1;
      let position = 0;
      for (const candidate of this.#words.synonyms(word)) {
        const last = candidate < this.#last.length ? (this.#last[candidate] as number) : 0;
        if (last > position) {
          position = last;
          best = candidate;
        }
      }
      return best;
    });
  }

  /** Gives each free word of the prediction the last free word that `choose` finds for it. */
  #match(choose: (word: number) => number): number {
    const { positions, words, count } = this.#prediction;
    this.#stack();
    let kept = 0;
    for (let index = 0; index < count; index++) {
      const word = words[index] as number;
      const position = positions[index] as number;
      const partner = choose(word);
      if (partner >= 0) {
        const taken = (this.#last[partner] as number) - 1;
        this.#last[partner] = this.#before[taken] as number;
        this.#matches[position] = taken;
        this.#before[taken] = TAKEN;
      } else {
        positions[kept] = position;
        words[kept++] = word;
      }
    }
    this.#prediction.count = kept;
    this.#unstack();
    return count - kept;
  }

  /** Stacks the free positions of the reference by word, the last one on top. */
  #stack(): void {
    this.#last = grown(this.#last, this.#words.size);
    const { positions, words, count } = this.#reference;
    for (let index = count - 1; index >= 0; index--) {
      const position = positions[index] as number;
      const word = words[index] as number;
      this.#before[position] = this.#last[word] as number;
      this.#last[word] = position + 1;
    }
  }

  /** Empties the stacks and drops what was taken from the reference. */
  #unstack(): void {
    const { positions, words, count } = this.#reference;
    let kept = 0;
    for (let index = 0; index < count; index++) {
      const position = positions[index] as number;
      const word = words[index] as number;
      this.#last[word] = 0;
      if (this.#before[position] === TAKEN) continue;
      positions[kept] = position;
      words[kept++] = word;
    }
    this.#reference.count = kept;
  }
}

const TAKEN = -1;

/** The words of one side that are not matched yet, from last to first. */
class FreeWords {
  positions: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  words: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  count = 0;

  start(words: Int32Array): void {
    const count = words.length;
    this.count = count;
    this.positions = grown(this.positions, count);
    this.words = grown(this.words, count);
    for (let index = 0; index < count; index++) {
      this.positions[index] = count - 1 - index;
      this.words[index] = words[count - 1 - index] as number;
    }
  }

  stem(words: MeteorWords): void {
    for (let index = 0; index < this.count; index++) {
      this.words[index] = words.stem(this.words[index] as number);
    }
  }
}

function countChunks(matches: Int32Array): number {
  let chunks = 0;
  let previous = -2;
  for (const partner of matches) {
    // A word without a match parts two chunks as well: the next match does not follow its neighbour.
    if (partner >= 0 && partner !== previous + 1) chunks++;
    previous = partner >= 0 ? partner : -2;
  }
  return chunks;
}
