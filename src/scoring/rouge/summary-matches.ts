import { grown } from "../grown.ts";
import type { NumberedText } from "../word-numbers.ts";
import type { MatchRows } from "./match-rows.ts";

/** Rows kept at a time, in cells: beyond it, a table is rebuilt in blocks while it is walked. */
const MAX_CELLS = 1 << 20;

/**
 * Counts the words that ROUGE-Lsum calls hits: each line of the reference is matched with every line
 * of the prediction, and a word of the union counts while both texts still hold it. One instance
 * serves any number of pairs.
 */
export class SummaryMatches {
  readonly #rows: MatchRows;
  readonly #maxCells: number;
  /** Where the words of a line stand that occur in the other line as well. */
  #places: Int32Array<ArrayBuffer> = new Int32Array(1 << 8);
  /** Lines of the prediction that were matched already, by hash. */
  readonly #linesSeen = new Map<number, Int32Array>();
  /** 1 at each word of the reference that lies on some line's subsequence. */
  #marks: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  #leftInReference: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);
  #leftInPrediction: Int32Array<ArrayBuffer> = new Int32Array(1 << 10);

  /**
   * @param rows - Where to compute.
   * @param maxCells - Cells of 32 columns to keep at a time.
   */
  constructor(rows: MatchRows, maxCells: number = MAX_CELLS) {
    this.#rows = rows;
    this.#maxCells = maxCells;
  }

  /**
   * @param reference - One text.
   * @param prediction - The other, numbered alike.
   * @param vocabulary - Above every word number.
   * @returns Hits, at most the words of either text.
   */
  count(reference: NumberedText, prediction: NumberedText, vocabulary: number): number {
    this.#marks = grown(this.#marks, reference.wordCount);
    this.#marks.fill(0, 0, reference.wordCount);
    this.#linesSeen.clear();
    let start = 0;
    for (let line = 0; line < prediction.lineCount; line++) {
      const end = prediction.lineEnds[line] as number;
      const columns = prediction.words.subarray(start, end);
      // A line that stands there twice marks the same words twice; loops repeat one a thousand times.
      if (!this.#wasSeen(columns)) this.#markLines(reference, columns);
      start = end;
    }
    return this.#countMarks(reference, prediction, vocabulary);
  }

  #wasSeen(line: Int32Array): boolean {
    let hash = line.length;
    for (const word of line) hash = Math.imul(hash ^ word, 0x9e3779b1) ^ (hash >>> 13);
    const seen = this.#linesSeen.get(hash);
    // Two lines with one hash are only computed twice.
    if (seen?.length === line.length && seen.every((word, at) => word === line[at])) return true;
    this.#linesSeen.set(hash, line);
    return false;
  }

  #markLines(reference: NumberedText, columns: Int32Array): void {
    this.#rows.open(columns);
    let start = 0;
    for (let line = 0; line < reference.lineCount; line++) {
      const end = reference.lineEnds[line] as number;
      const places = this.#placesOf(reference.words, start, end);
      if (places.length > 0) this.#markLine({ words: reference.words, places, columns });
      start = end;
    }
    this.#rows.close();
  }

  /** A word that does not occur among the columns makes a row like the one above it: left out. */
  #placesOf(words: Int32Array, start: number, end: number): Int32Array {
    this.#places = grown(this.#places, end - start);
    let count = 0;
    for (let at = start; at < end; at++) {
      if (this.#rows.occurs(words[at] as number)) this.#places[count++] = at;
    }
    return this.#places.subarray(0, count);
  }

  #markLine(pair: LinePair): void {
    const rows = this.#rows;
    const count = pair.places.length;
    const perBlock = this.#rowsPerBlock(count);
    const blocks = Math.ceil(count / perBlock);
    // Rows 0 to perBlock hold the block that is walked, those above it the start of each block.
    rows.reserve(perBlock + 1 + blocks);
    rows.clear(0);
    for (let block = 0; block < blocks; block++) {
      if (blocks > 1) rows.copy(0, perBlock + 1 + block);
      this.#fill(pair, block * perBlock, perBlock);
      if (block < blocks - 1) rows.copy(perBlock, 0);
    }
    let column = pair.columns.length;
    for (let block = blocks - 1; block >= 0 && column > 0; block--) {
      if (block < blocks - 1) {
        rows.copy(perBlock + 1 + block, 0);
        this.#fill(pair, block * perBlock, perBlock);
      }
      column = this.#walk(pair, block * perBlock, { perBlock, column });
    }
  }

  /** All rows of a table, or about their square root where it is large. */
  #rowsPerBlock(count: number): number {
    return count * this.#rows.cells <= this.#maxCells ? count : Math.ceil(Math.sqrt(count));
  }

  #fill({ words, places }: LinePair, from: number, perBlock: number): void {
    const filled = Math.min(perBlock, places.length - from);
    for (let row = 0; row < filled; row++) {
      this.#rows.copy(row, row + 1);
      this.#rows.advance(row + 1, words[places[from + row] as number] as number);
    }
  }

  /**
   * Walks back through a block from its last row. On unequal words it goes left only if the value
   * there is strictly greater than the one above: then the value here exceeds the one above as well.
   */
  #walk({ words, places, columns }: LinePair, from: number, at: WalkStart): number {
    const rows = this.#rows;
    let { column } = at;
    let row = Math.min(at.perBlock, places.length - from);
    let value = rows.value(row, column);
    let above = this.#above(row, column);
    while (row > 0 && value > 0) {
      const place = places[from + row - 1] as number;
      if (words[place] === columns[column - 1]) {
        this.#marks[place] = 1;
        row--;
        column--;
        value--;
        above = this.#above(row, column);
      } else if (value > above) {
        column--;
        value -= rows.growth(row, column);
        above -= rows.growth(row - 1, column);
      } else {
        row--;
        above = this.#above(row, column);
      }
    }
    return value === 0 ? 0 : column;
  }

  #above(row: number, column: number): number {
    return row > 0 ? this.#rows.value(row - 1, column) : 0;
  }

  #countMarks(reference: NumberedText, prediction: NumberedText, vocabulary: number): number {
    this.#leftInReference = counted(this.#leftInReference, reference, vocabulary);
    this.#leftInPrediction = counted(this.#leftInPrediction, prediction, vocabulary);
    const [inReference, inPrediction] = [this.#leftInReference, this.#leftInPrediction];
    let hits = 0;
    for (let at = 0; at < reference.wordCount; at++) {
      const word = reference.words[at] as number;
      const both =
        this.#marks[at] === 1 &&
        (inReference[word] as number) > 0 &&
        (inPrediction[word] as number) > 0;
      if (!both) continue;
      inReference[word] = (inReference[word] as number) - 1;
      inPrediction[word] = (inPrediction[word] as number) - 1;
      hits++;
    }
    return hits;
  }
}

interface LinePair {
  /** Words of the reference. */
  readonly words: Int32Array;
  /** Where those words of a line of the reference stand that occur among the columns. */
  readonly places: Int32Array;
  /** Words of the prediction's line. */
  readonly columns: Int32Array;
}

interface WalkStart {
  readonly perBlock: number;
  readonly column: number;
}

function counted(
  counts: Int32Array<ArrayBuffer>,
  text: NumberedText,
  vocabulary: number,
): Int32Array<ArrayBuffer> {
  const result = grown(counts, vocabulary);
  for (let at = 0; at < text.wordCount; at++) result[text.words[at] as number] = 0;
  for (let at = 0; at < text.wordCount; at++) {
    const word = text.words[at] as number;
    result[word] = (result[word] as number) + 1;
  }
  return result;
}
