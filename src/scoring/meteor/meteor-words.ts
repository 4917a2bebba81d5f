import { porterStem } from "../../text/index.ts";
import { grown } from "../grown.ts";
import type { WordNet } from "./wordnet.ts";

/** Above it the vocabulary is forgotten before the next pair of texts. */
const MAX_WORDS = 1 << 17;
const UNKNOWN = -1;
const NONE = new Int32Array(0);

/**
 * Numbers words, their stems and the synonyms of stems. Kept from one pair of texts to the next,
 * within bounds.
 */
export class MeteorWords {
  readonly #wordNet: WordNet;
  /** Number of each spelling, upper case as it came. */
  readonly #numbers = new Map<string, number>();
  #spellings: string[] = [];
  #stems: Int32Array<ArrayBuffer> = new Int32Array(1 << 12);
  #synonyms: (Int32Array | undefined)[] = [];

  /**
   * @param wordNet - Where synonyms come from.
   */
  constructor(wordNet: WordNet) {
    this.#wordNet = wordNet;
  }

  /** How many numbers are in use. */
  get size(): number {
    return this.#spellings.length;
  }

  /** Forgets the vocabulary if it has grown large. Numbers given before are then void. */
  startPair(): void {
    if (this.#numbers.size <= MAX_WORDS) return;
    this.#numbers.clear();
    this.#spellings = [];
    this.#synonyms = [];
  }

  /**
   * @param word - A word in any case.
   * @returns The number of its lower case.
   */
  number(word: string): number {
    return this.#numbers.get(word) ?? this.#add(word);
  }

  /**
   * @param word - A word's number.
   * @returns The number of its stem.
   */
  stem(word: number): number {
    const known = this.#stems[word] as number;
    if (known !== UNKNOWN) return known;
    const stem = this.number(porterStem(this.#spellings[word] as string));
    this.#stems[word] = stem;
    return stem;
  }

  /**
   * @param word - A word's number.
   * @returns The numbers of what it can be matched with: itself and its synonyms.
   */
  synonyms(word: number): Int32Array {
    return this.#synonyms[word] ?? this.#lookUp(word);
  }

  #lookUp(word: number): Int32Array {
    const spelling = this.#spellings[word] as string;
    const names = this.#wordNet.synonyms(spelling);
    const numbers = names.size === 0 ? NONE : Int32Array.from(names, (name) => this.number(name));
    this.#synonyms[word] = numbers;
    return numbers;
  }

  #add(word: string): number {
    const lower = word.toLowerCase();
    const number = lower === word ? this.#spellings.push(word) - 1 : this.number(lower);
    this.#numbers.set(word, number);
    if (lower === word) {
      this.#stems = grown(this.#stems, number + 1);
      this.#stems[number] = UNKNOWN;
    }
    return number;
  }
}
