import { grown } from "./grown.ts";
import type { NumberedText } from "./word-numbers.ts";

const HASH_FACTOR = 0x9e3779b1 | 0;

/** Counts the n-grams that texts share. One instance serves any number of texts. */
export class NgramOverlap {
  /** The n-gram that begins at each position of the references, one reference after the other. */
  #inReferences: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  /** The same for the prediction; -1 where no reference holds the n-gram. */
  #inPrediction: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  /** Per n-gram, how often the reference that holds it most does, less what was matched. */
  #left: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  /** Per n-gram, how often the reference at hand holds it. */
  #held: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  /** Open addressing, four entries a slot: generation, shorter n-gram, last word, n-gram. */
  #slots: Int32Array<ArrayBuffer> = new Int32Array(1 << 12);
  #generation = 0;

  /**
   * Counts shared n-grams of every order: each as often as the prediction and the reference that
   * holds it most both hold it.
   *
   * @param references - Words of one text or several.
   * @param prediction - Words of the other, numbered alike.
   * @param into - `into[n]` receives the count for n from 1 to its length less one.
   */
  count(references: readonly NumberedText[], prediction: NumberedText, into: Int32Array): void {
    let grams = this.#start(references, prediction);
    for (let order = 1; order < into.length; order++) {
      if (order > 1) grams = this.#extend(references, prediction, order);
      this.#left = grown(this.#left, grams);
      this.#held = grown(this.#held, grams);
      into[order] = this.#countOrder(references, prediction.wordCount - order + 1, order);
    }
  }

  /** N-grams of order 1 are the words. */
  #start(references: readonly NumberedText[], prediction: NumberedText): number {
    let total = 0;
    for (const reference of references) total += reference.wordCount;
    this.#inReferences = grown(this.#inReferences, total);
    this.#inPrediction = grown(this.#inPrediction, prediction.wordCount);
    let highest = -1;
    let at = 0;
    for (const { words, wordCount } of references) {
      for (let index = 0; index < wordCount; index++) {
        const word = words[index] as number;
        this.#inReferences[at++] = word;
        if (word > highest) highest = word;
      }
    }
    for (let index = 0; index < prediction.wordCount; index++) {
      const word = prediction.words[index] as number;
      this.#inPrediction[index] = word;
      if (word > highest) highest = word;
    }
    return highest + 1;
  }

  /** Makes each n-gram longer by a word. How many distinct ones the references hold. */
  #extend(references: readonly NumberedText[], prediction: NumberedText, order: number): number {
    let total = 0;
    for (const reference of references) total += reference.wordCount;
    this.#clear(total);
    let grams = 0;
    let offset = 0;
    for (const { words, wordCount } of references) {
      for (let at = 0; at + order <= wordCount; at++) {
        const shorter = this.#inReferences[offset + at] as number;
        const word = words[at + order - 1] as number;
        const slot = this.#slot(shorter, word);
        if (this.#slots[slot] !== this.#generation) {
          this.#fill(slot, shorter, word);
          this.#slots[slot + 3] = grams++;
        }
        this.#inReferences[offset + at] = this.#slots[slot + 3] as number;
      }
      offset += wordCount;
    }
    this.#extendPrediction(prediction, order);
    return grams;
  }

  #extendPrediction({ words, wordCount }: NumberedText, order: number): void {
    for (let at = 0; at + order <= wordCount; at++) {
      const shorter = this.#inPrediction[at] as number;
      if (shorter < 0) continue;
      const slot = this.#slot(shorter, words[at + order - 1] as number);
      this.#inPrediction[at] =
        this.#slots[slot] === this.#generation ? (this.#slots[slot + 3] as number) : -1;
    }
  }

  #countOrder(references: readonly NumberedText[], predicted: number, order: number): number {
    const left = this.#left;
    let offset = 0;
    for (const { wordCount } of references) {
      this.#hold(offset, offset + wordCount - order + 1);
      offset += wordCount;
    }
    let shared = 0;
    for (let at = 0; at < predicted; at++) {
      const gram = this.#inPrediction[at] as number;
      if (gram >= 0 && (left[gram] as number) > 0) {
        left[gram] = (left[gram] as number) - 1;
        shared++;
      }
    }
    offset = 0;
    for (const { wordCount } of references) {
      const end = offset + wordCount - order + 1;
      for (let at = offset; at < end; at++) left[this.#inReferences[at] as number] = 0;
      offset += wordCount;
    }
    return shared;
  }

  /** Takes the n-grams of one reference into account. */
  #hold(from: number, to: number): void {
    const [left, held, grams] = [this.#left, this.#held, this.#inReferences];
    for (let at = from; at < to; at++) {
      const gram = grams[at] as number;
      held[gram] = (held[gram] as number) + 1;
    }
    for (let at = from; at < to; at++) {
      const gram = grams[at] as number;
      if ((held[gram] as number) > (left[gram] as number)) left[gram] = held[gram] as number;
      held[gram] = 0;
    }
  }

  #fill(slot: number, shorter: number, word: number): void {
    this.#slots[slot] = this.#generation;
    this.#slots[slot + 1] = shorter;
    this.#slots[slot + 2] = word;
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
