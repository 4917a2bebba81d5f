import { hash } from "node:crypto";
import { flagsOf } from "../../generation/index.ts";
import type { OutputFlag, ScoreRecord } from "../../records/index.ts";
import {
  type CorpusScores,
  type CorpusSums,
  createScorer,
  type MetricInfo,
  openCorpusScores,
  type Scorer,
  type ScorerOptions,
} from "../../scoring/index.ts";
import { wellFormed } from "../../text/index.ts";
import { itemLine } from "./item-line.ts";
import { textsInLines } from "./read-batches.ts";
import type { NumberedFault, NumberedText, TextBatch } from "./text-batch.ts";
import type { TextFault, TextToScore } from "./text-to-score.ts";

/** How batches are scored; it may cross to another thread. */
export interface ScoringSpec {
  /** The file's name in messages. */
  readonly file: string;
  /** Metric ids. */
  readonly metrics: readonly string[];
  /** Their settings. */
  readonly options: ScorerOptions;
  /** Whether lines for a file of scores are wanted. */
  readonly items: boolean;
}

/** The id of a text, and where that stands. */
export interface PlacedId extends Omit<NumberedText, "text"> {
  /** The id. */
  readonly id: string;
}

/** What a batch of texts came to. */
export interface BatchScores {
  /** Texts in the batch. */
  readonly texts: number;
  /** Per metric, the scores that exist, in the order of the texts. */
  readonly values: readonly Float64Array<ArrayBuffer>[];
  /** Per metric, the user of each score as {@link userNumber}, NaN if unknown; absent if all are. */
  readonly clusters?: readonly Float64Array<ArrayBuffer>[];
  /** Per metric, texts without a score, by reason. */
  readonly unscored: readonly Readonly<Record<string, number>>[];
  /** Texts that no metric can judge, by reason. */
  readonly failed: Readonly<Record<string, number>>;
  /** Odd traits of texts, which change no score: texts that have them. */
  readonly flags: Readonly<Record<string, number>>;
  /** What was mended before scoring: texts in which it was. */
  readonly warnings: Readonly<Record<string, number>>;
  /** What corpus scores rest on. */
  readonly corpus: CorpusSums;
  /** Fewest and most references of a text that has some; absent without such a text. */
  readonly references?: { readonly least: number; readonly most: number };
  /** Sum of a hash of each text's id and references, modulo 2^128, as hexadecimal digits. */
  readonly referencesDigest: string;
  /** A hash of each id, 16 bytes each. */
  readonly idHashes: Uint8Array<ArrayBuffer>;
  /** Ids and lines, to name those that stand twice. */
  readonly ids: readonly PlacedId[];
  /** Lines for a file of scores; empty if they are not wanted. */
  readonly items: Uint8Array<ArrayBuffer>;
  /** Lines that hold no text. */
  readonly faults: readonly NumberedFault[];
}

/** Scores batches with one set of metrics. */
export interface BatchScorer {
  /** The metrics, in order. */
  readonly metrics: readonly MetricInfo[];
  /**
   * Scores a batch.
   *
   * @param batch - The texts.
   * @param checkOnly - Whether only faults and ids are wanted.
   * @returns Scores, counts and faults.
   */
  score(batch: TextBatch, checkOnly: boolean): BatchScores;
}

/** Length of an id's hash, in bytes. */
export const ID_HASH_BYTES = 16;

/**
 * Hash of an id: the first 16 bytes of its SHA-256, so that no two ids of any file share one.
 *
 * @param id - The id.
 * @returns 16 bytes.
 */
export function idHash(id: string): Uint8Array {
  return hash("sha256", id, "buffer").subarray(0, ID_HASH_BYTES);
}

/**
 * A user as a number: 52 bits of a hash, so that whoever meets the same user counts the same one.
 *
 * @param user - Id of the user.
 * @returns A whole number.
 */
function userNumber(user: string): number {
  const bytes = hash("sha256", user, "buffer");
  return bytes.readUIntBE(0, 6) * 16 + ((bytes[6] ?? 0) >> 4);
}

/**
 * Opens the metrics for scoring batches.
 *
 * @param spec - Metrics and settings.
 * @returns The scorer; it holds caches, so each thread has its own.
 * @throws LonghandError `unknown-metric`, `invalid-option`.
 */
export async function openBatchScorer(spec: ScoringSpec): Promise<BatchScorer> {
  const scorer = await createScorer(spec.metrics, spec.options);
  const corpus = openCorpusScores(spec.metrics, spec.options);
  return {
    metrics: scorer.metrics,
    score: (batch, checkOnly) => {
      const { texts, faults } = batch.kind === "texts" ? batch : textsInLines(batch, spec.file);
      const scoring = new BatchScoring(spec.items, { scorer, corpus });
      for (const text of texts) scoring.add(text, checkOnly);
      return scoring.result(faults);
    },
  };
}

const TWO_TO_128 = 1n << 128n;

class BatchScoring {
  readonly #wantsItems: boolean;
  readonly #scorer: Scorer;
  readonly #corpus: CorpusScores;
  readonly #before: CorpusSums;
  readonly #values: number[][];
  readonly #clusters: number[][];
  #hasUsers = false;
  readonly #unscored: Map<string, number>[];
  readonly #failed = new Map<string, number>();
  readonly #flags = new Map<string, number>();
  readonly #warnings = new Map<string, number>();
  readonly #items: string[] = [];
  readonly #ids: PlacedId[] = [];
  readonly #hashes: Uint8Array[] = [];
  #digest = 0n;
  #least = Number.POSITIVE_INFINITY;
  #most = 0;

  constructor(
    wantsItems: boolean,
    { scorer, corpus }: { readonly scorer: Scorer; readonly corpus: CorpusScores },
  ) {
    this.#wantsItems = wantsItems;
    this.#scorer = scorer;
    this.#corpus = corpus;
    this.#before = corpus.sums();
    this.#values = scorer.metrics.map(() => []);
    this.#clusters = scorer.metrics.map(() => []);
    this.#unscored = scorer.metrics.map(() => new Map());
  }

  add({ text, ...place }: NumberedText, checkOnly: boolean): void {
    this.#ids.push({ id: text.id, ...place });
    this.#hashes.push(idHash(text.id));
    if (checkOnly) return;
    this.#noteReferences(text);
    const flags = this.#noteTraits(text);
    const records = this.#score(text);
    const cluster = text.user === undefined ? Number.NaN : userNumber(text.user);
    this.#hasUsers ||= text.user !== undefined;
    for (const [at, record] of records.entries()) {
      if (record.status === "scored") {
        this.#values[at]?.push(record.value);
        this.#clusters[at]?.push(cluster);
      } else count(this.#unscored[at], record.reason);
    }
    if (this.#wantsItems) this.#items.push(itemLine(text, records, flags));
  }

  #noteTraits({ prediction, references, finishReason }: TextToScore): readonly OutputFlag[] {
    // Half of a character is scored as U+FFFD.
    if ([prediction ?? "", ...references].some((text) => wellFormed(text) !== text)) {
      count(this.#warnings, "lone-surrogate");
    }
    if (prediction === undefined) return [];
    const flags = flagsOf(prediction, finishReason ?? "stop");
    for (const flag of flags) count(this.#flags, flag);
    return flags;
  }

  #score({ id, prediction, references, fault }: TextToScore): readonly ScoreRecord[] {
    if (prediction !== undefined && (fault === undefined || fault === "no-reference")) {
      const item = { exampleId: id, prediction, references };
      if (references.length > 0) this.#corpus.add(item);
      // Some metrics need no reference; the others say themselves that there is none.
      return this.#scorer.score(item);
    }
    const reason: TextFault = fault ?? "no-output";
    count(this.#failed, reason);
    return this.#scorer.metrics.map(
      (metric): ScoreRecord => ({ status: "unscored", metric: metric.id, exampleId: id, reason }),
    );
  }

  #noteReferences({ id, references }: TextToScore): void {
    if (references.length === 0) return;
    this.#least = Math.min(this.#least, references.length);
    this.#most = Math.max(this.#most, references.length);
    const digest = hash("sha256", JSON.stringify([id, references]), "hex").slice(0, 32);
    this.#digest = (this.#digest + BigInt(`0x${digest}`)) % TWO_TO_128;
  }

  result(faults: readonly NumberedFault[]): BatchScores {
    return {
      texts: this.#ids.length,
      values: this.#values.map((values) => Float64Array.from(values)),
      ...(this.#hasUsers
        ? { clusters: this.#clusters.map((clusters) => Float64Array.from(clusters)) }
        : {}),
      unscored: this.#unscored.map((counts) => Object.fromEntries(counts)),
      failed: Object.fromEntries(this.#failed),
      flags: Object.fromEntries(this.#flags),
      warnings: Object.fromEntries(this.#warnings),
      corpus: sumsSince(this.#before, this.#corpus.sums()),
      ...(this.#most === 0 ? {} : { references: { least: this.#least, most: this.#most } }),
      referencesDigest: this.#digest.toString(16).padStart(32, "0"),
      idHashes: joined(this.#hashes),
      ids: this.#ids,
      items: new TextEncoder().encode(this.#items.join("")),
      faults,
    };
  }
}

function sumsSince(before: CorpusSums, after: CorpusSums): CorpusSums {
  return {
    texts: after.texts - before.texts,
    counts: after.counts.map((counts, metric) =>
      counts.map((value, at) => value - (before.counts[metric]?.[at] ?? 0)),
    ),
  };
}

function joined(hashes: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hashes.length * ID_HASH_BYTES);
  for (const [at, one] of hashes.entries()) bytes.set(one, at * ID_HASH_BYTES);
  return bytes;
}

function count(counts: Map<string, number> | undefined, name: string): void {
  counts?.set(name, (counts.get(name) ?? 0) + 1);
}
