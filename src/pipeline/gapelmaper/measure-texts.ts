import { basename } from "node:path";
import { LonghandError, randomStream } from "../../foundation/index.ts";
import type { WordVectors } from "../../models/index.ts";
import type { GapelmaperRecord } from "../../records/index.ts";
import {
  embedWords,
  type GapelmaperVariant,
  prepareGapelmaper,
  shuffledWords,
  variantRules,
  type WordRule,
  type WordSequence,
} from "../../scoring/index.ts";
import type { RunContext } from "../run-context.ts";
import type { AutocorrelationThreads } from "./autocorrelation-threads.ts";
import { readTextWords } from "./read-text-words.ts";

/** Which texts to measure, and how. */
export interface MeasureOptions {
  /** Text files. */
  readonly files: readonly string[];
  /** Variants; each text is measured by each. */
  readonly variants: readonly GapelmaperVariant[];
  /** Measure a copy of each text with its words shuffled, too. @defaultValue false */
  readonly shuffle?: boolean;
  /** Seed of the shuffling. @defaultValue 42 */
  readonly seed?: number;
  /** Cut all texts to the number of words with a vector that the shortest has. @defaultValue false */
  readonly sameLength?: boolean;
  /** Let `longhand` give values from 2,000 words on. @defaultValue false */
  readonly allowShort?: boolean;
}

/** A text that was measured by one variant. */
export interface MeasuredText {
  /** The file. */
  readonly file: string;
  /** Set for a copy with its words in another order. */
  readonly copy?: "words-shuffled";
  /** What was measured. */
  readonly record: GapelmaperRecord;
}

/** What measuring works with. */
export interface MeasureTools {
  /** The vectors. */
  readonly vectors: WordVectors;
  /** The threads. */
  readonly threads: AutocorrelationThreads;
  /** Progress, and the wish to stop. */
  readonly context: Pick<RunContext, "onProgress" | "stopping">;
}

/** A text as words, by one rule. */
interface TextWords {
  readonly file: string;
  readonly copy?: "words-shuffled";
  readonly words: ReadonlyMap<WordRule, WordSequence>;
}

/**
 * Measures texts: file by file and, for each, its shuffled copy after it; variant by variant.
 *
 * @param options - Which texts, and how.
 * @param tools - Vectors, threads, progress.
 * @returns The texts in that order.
 * @throws LonghandError `not-found`, `invalid-utf8`, `interrupted`.
 */
export async function measureTexts(
  options: MeasureOptions,
  tools: MeasureTools,
): Promise<readonly MeasuredText[]> {
  const rules = [...new Set(options.variants.map((variant) => variantRules(variant).words))];
  const texts: TextWords[] = [];
  for (const file of options.files) {
    const words = await readTextWords(file, rules);
    texts.push({ file, words });
    if (options.shuffle === true) {
      texts.push({ file, copy: "words-shuffled", words: shuffledCopies(file, words, options) });
    }
    tools.context.onProgress({ kind: "step", step: "Reading", done: texts.length, unit: "texts" });
  }
  return measureAll(texts, options, tools);
}

function shuffledCopies(
  file: string,
  words: ReadonlyMap<WordRule, WordSequence>,
  { seed = 42 }: MeasureOptions,
): ReadonlyMap<WordRule, WordSequence> {
  const copies = [...words].map(([rule, sequence]) => {
    const random = randomStream(seed, "gapelmaper-shuffle", rule, basename(file));
    return [rule, shuffledWords(sequence, random)] as const;
  });
  return new Map(copies);
}

async function measureAll(
  texts: readonly TextWords[],
  options: MeasureOptions,
  tools: MeasureTools,
): Promise<readonly MeasuredText[]> {
  const lengths =
    options.sameLength === true
      ? shortestLengths(texts, tools.vectors)
      : new Map<WordRule, number>();
  const measured: MeasuredText[] = [];
  const total = texts.length * options.variants.length;
  for (const { words, ...text } of texts) {
    for (const variant of options.variants) {
      if (tools.context.stopping.aborted) throw interrupted();
      const { words: rule } = variantRules(variant);
      const record = await measureWords(
        words.get(rule) as WordSequence,
        { variant, allowShort: options.allowShort ?? false, maxInVocabulary: lengths.get(rule) },
        tools,
      );
      measured.push({ ...text, record });
      const done = measured.length;
      tools.context.onProgress({ kind: "step", step: "Measuring", done, total, unit: "values" });
    }
  }
  return measured;
}

interface WordsMeasure {
  readonly variant: GapelmaperVariant;
  readonly allowShort: boolean;
  readonly maxInVocabulary: number | undefined;
}

async function measureWords(
  words: WordSequence,
  { maxInVocabulary, ...options }: WordsMeasure,
  { vectors, threads }: MeasureTools,
): Promise<GapelmaperRecord> {
  const cut = maxInVocabulary === undefined ? {} : { maxInVocabulary };
  const prepared = prepareGapelmaper(embedWords(words, vectors, cut), options);
  if (prepared.status === "undefined") return prepared.record;
  return prepared.finish(await threads.autocorrelation(prepared.text, prepared.maxLag));
}

/** By rule: how many words with a vector the shortest text has. */
function shortestLengths(
  texts: readonly TextWords[],
  vectors: WordVectors,
): ReadonlyMap<WordRule, number> {
  const lengths = new Map<WordRule, number>();
  for (const { words } of texts) {
    for (const [rule, sequence] of words) {
      const length = embedWords(sequence, vectors).sequence.length;
      lengths.set(rule, Math.min(length, lengths.get(rule) ?? length));
    }
  }
  return lengths;
}

function interrupted(): LonghandError {
  return new LonghandError("Stopped while measuring; nothing was written.", {
    code: "interrupted",
  });
}
