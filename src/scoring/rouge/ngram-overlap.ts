import { grown } from "../grown.ts";
import type { NumberedText } from "./word-numbers.ts";

const HASH_FACTOR = 0x9e3779b1 | 0;

/** Counts the n-grams that two texts share. One instance serves any number of pairs. */
export class NgramOverlap {
  /** Per word or n-gram number, how often the reference holds it and was not matched yet. */
  #left: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  /** Per position, the number of the n-gram that begins there; -1 if the reference lacks it. */
  #inReference: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  #inPrediction: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  /** Open addressing, four entries a slot: generation, shorter n-gram, last word, n-gram. */
  #slots: Int32Array<ArrayBuffer> = new Int32Array(1 << 12);
  #generation = 0;

  /**
   * Counts shared n-grams of every order, each as often as both texts hold it.
   *
   * @param reference - Words of one text.
   * @param prediction - Words of the other, numbered alike.
   * @param into - `into[n]` receives the count for n from 1 to its length less one.
   */
  count(reference: NumberedText, prediction: NumberedText, into: Int32Array): void {
    this.#inReference = grown(this.#inReference, reference.wordCount);
    this.#inPrediction = grown(this.#inPrediction, prediction.wordCount);
    if (into.length > 1) into[1] = this.#countWords(reference, prediction);
    for (let order = 2; order < into.length; order++) {
      into[order] = this.#countOrder(reference, prediction, order);
    }
  }

  #countWords(reference: NumberedText, prediction: NumberedText): number {
    this.#left = grown(this.#left, largest(reference, prediction) + 1);
    const left = this.#left;
    let shared = 0;
    for (let at = 0; at < reference.wordCount; at++) {
      const word = reference.words[at] as number;
      this.#inReference[at] = word;
      left[word] = (left[word] as number) + 1;
    }
    for (let at = 0; at < prediction.wordCount; at++) {
      const word = prediction.words[at] as number;
      this.#inPrediction[at] = word;
      const rest = left[word] as number;
      if (rest > 0) {
        left[word] = rest - 1;
        shared++;
      }
    }
    for (let at = 0; at < reference.wordCount; at++) left[reference.words[at] as number] = 0;
    return shared;
  }

  /** Extends the n-grams one shorter by a word, on both sides. */
  #countOrder(reference: NumberedText, prediction: NumberedText, order: number): number {
    const grams = this.#numberReference(reference, order);
    const left = this.#left;
    let shared = 0;
    for (let at = 0; at + order <= prediction.wordCount; at++) {
      const shorter = this.#inPrediction[at] as number;
      const word = prediction.words[at + order - 1] as number;
      const gram = shorter < 0 ? -1 : this.#find(shorter, word);
      this.#inPrediction[at] = gram;
      if (gram >= 0 && (left[gram] as number) > 0) {
        left[gram] = (left[gram] as number) - 1;
        shared++;
      }
    }
    left.fill(0, 0, grams);
    return shared;
  }

  #numberReference(reference: NumberedText, order: number): number {
    this.#clear(reference.wordCount);
    this.#left = grown(this.#left, reference.wordCount);
    let grams = 0;
    for (let at = 0; at + order <= reference.wordCount; at++) {
      const shorter = this.#inReference[at] as number;
      const word = reference.words[at + order - 1] as number;
      const slot = this.#slot(shorter, word);
      if (this.#slots[slot] !== this.#generation) {
        this.#slots[slot] = this.#generation;
        this.#slots[slot + 1] = shorter;
        this.#slots[slot + 2] = word;
        this.#slots[slot + 3] = grams++;
      }
      const gram = this.#slots[slot + 3] as number;
      this.#inReference[at] = gram;
      this.#left[gram] = (this.#left[gram] as number) + 1;
    }
    return grams;
  }

  #find(shorter: number, word: number): number {
    const slot = this.#slot(shorter, word);
    return this.#slots[slot] === this.#generation ? (this.#slots[slot + 3] as number) : -1;
  }

  /** Where an n-gram stands, or the free slot where it would. */
  #slot(shorter: number, word: number): number {
    const slots = this.#slots;
    const mask = slots.length / 4 - 1;
    const mixed = Math.imul(Math.imul(shorter, HASH_FACTOR) ^ word, HASH_FACTOR);
    let slot = 4 * ((mixed ^ (mixed >>> 15)) & mask);
    while (
      slots[slot] === this.#generation &&
      (slots[slot + 1] !== shorter || slots[slot + 2] !== word)
    ) {
      slot = (slot + 4) & (slots.length - 1);
    }
    return slot;
  }

  /** Empties the table and makes it at least twice as large as what it will hold. */
  #clear(entries: number): void {
    let slots = this.#slots.length / 4;
    while (slots < 2 * entries) slots *= 2;
    this.#generation++;
    if (4 * slots === this.#slots.length && this.#generation < 0x7fffffff) return;
    this.#slots = new Int32Array(4 * slots);
    this.#generation = 1;
  }
}

function largest(...texts: readonly NumberedText[]): number {
  let word = 0;
  for (const { words, wordCount } of texts) {
    for (let at = 0; at < wordCount; at++) word = Math.max(word, words[at] as number);
  }
  return word;
}
