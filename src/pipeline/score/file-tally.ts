import type { CorpusSums } from "../../scoring/index.ts";
import { IdSet } from "./id-set.ts";
import { type BatchScores, ID_HASH_BYTES } from "./score-batch.ts";
import type { NumberedFault } from "./text-batch.ts";

/** The counts of a stretch of a file that can be added up, and kept on disk. */
export type ScoreCounts = Pick<
  BatchScores,
  | "texts"
  | "values"
  | "clusters"
  | "unscored"
  | "failed"
  | "flags"
  | "warnings"
  | "corpus"
  | "references"
  | "referencesDigest"
  | "idHashes"
>;

/** Everything that was counted of a file; memory for its scores and a hash of each id only. */
export class FileTally {
  /** Ids that were seen. */
  readonly seen: IdSet = new IdSet();
  /** Per metric, the scores that exist, in the order of the file. */
  readonly values: readonly NumberList[];
  /** Per metric, the user of each score as a number, NaN if unknown; `undefined` if all are. */
  clusters: readonly NumberList[] | undefined;
  /** Per metric, texts without a score, by reason. */
  readonly unscored: readonly Map<string, number>[];
  /** Texts that no metric can judge, by reason. */
  readonly failed: Map<string, number> = new Map();
  /** Texts with odd traits, by trait. */
  readonly flags: Map<string, number> = new Map();
  /** Texts in which something was mended, by what. */
  readonly warnings: Map<string, number> = new Map();
  /** What corpus scores rest on. */
  readonly corpus: CorpusSums[] = [];
  /** Texts so far. */
  texts = 0;
  /** Fewest references of a text that has some. */
  least: number = Number.POSITIVE_INFINITY;
  /** Most references. */
  most = 0;
  #digest = 0n;

  /**
   * @param metrics - Number of metrics.
   */
  constructor(metrics: number) {
    this.values = Array.from({ length: metrics }, () => new NumberList());
    this.unscored = Array.from({ length: metrics }, () => new Map());
  }

  /** Sum of a hash of each text's id and references, as 32 hexadecimal digits. */
  get referencesDigest(): string {
    return this.#digest.toString(16).padStart(32, "0");
  }

  /**
   * Adds counts whose ids are new.
   *
   * @param counts - Of the stretch that follows.
   */
  add(counts: ScoreCounts): void {
    this.texts += counts.texts;
    this.#addClusters(counts);
    for (const [at, values] of counts.values.entries()) this.values[at]?.append(values);
    for (const [at, reasons] of counts.unscored.entries()) addCounts(this.unscored[at], reasons);
    addCounts(this.failed, counts.failed);
    addCounts(this.flags, counts.flags);
    addCounts(this.warnings, counts.warnings);
    this.corpus.push(counts.corpus);
    if (counts.references !== undefined) {
      this.least = Math.min(this.least, counts.references.least);
      this.most = Math.max(this.most, counts.references.most);
    }
    this.#digest = (this.#digest + BigInt(`0x${counts.referencesDigest}`)) % (1n << 128n);
  }

  /** Before the values are added: earlier ones are of unknown users where these are the first known. */
  #addClusters({ clusters, values }: ScoreCounts): void {
    if (clusters !== undefined) {
      this.clusters ??= this.values.map(({ length }) => {
        const list = new NumberList();
        list.append(unknownUsers(length));
        return list;
      });
    }
    for (const [at, list] of (this.clusters ?? []).entries()) {
      list.append(clusters?.[at] ?? unknownUsers(values[at]?.length ?? 0));
    }
  }

  /**
   * Notes ids.
   *
   * @param hashes - Their hashes, one after the other.
   * @returns Places of those that were there before.
   */
  noteIds(hashes: Uint8Array): number[] {
    const twice: number[] = [];
    for (let at = 0; at * ID_HASH_BYTES < hashes.length; at++) {
      const from = at * ID_HASH_BYTES;
      if (!this.seen.add(hashes.subarray(from, from + ID_HASH_BYTES))) twice.push(at);
    }
    return twice;
  }
}

/**
 * The faults of a batch: bad lines, and ids that stand twice.
 *
 * @param scores - The batch.
 * @param tally - What was seen before it; the batch's ids are noted.
 * @returns The faults, by line.
 */
export function faultsOf(scores: BatchScores, tally: FileTally): NumberedFault[] {
  const twice = tally.noteIds(scores.idHashes).map((at) => {
    const { id, ...place } = scores.ids[at] as BatchScores["ids"][number];
    return { ...place, problem: `the id ${id} stands twice` };
  });
  return [...scores.faults, ...twice].sort(byPlace);
}

function byPlace(left: NumberedFault, right: NumberedFault): number {
  return left.line - right.line || (left.element ?? 0) - (right.element ?? 0);
}

/**
 * The users of scores of which nobody knows them.
 *
 * @param count - How many.
 * @returns NaN for each.
 */
export function unknownUsers(count: number): Float64Array<ArrayBuffer> {
  return new Float64Array(count).fill(Number.NaN);
}

/** Numbers, eight bytes each. */
export class NumberList {
  #numbers = new Float64Array(1024);
  #length = 0;

  /** How many. */
  get length(): number {
    return this.#length;
  }

  /**
   * Adds numbers at the end.
   *
   * @param more - They.
   */
  append(more: Float64Array): void {
    const length = this.#length + more.length;
    if (length > this.#numbers.length) {
      const larger = new Float64Array(Math.max(length, 2 * this.#numbers.length));
      larger.set(this.#numbers.subarray(0, this.#length));
      this.#numbers = larger;
    }
    this.#numbers.set(more, this.#length);
    this.#length = length;
  }

  /** All of them, in order. */
  all(): Float64Array {
    return this.#numbers.subarray(0, this.#length);
  }
}

function addCounts(
  counts: Map<string, number> | undefined,
  more: Readonly<Record<string, number>>,
): void {
  for (const [name, value] of Object.entries(more)) {
    counts?.set(name, (counts.get(name) ?? 0) + value);
  }
}
