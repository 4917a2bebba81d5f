import { readFile, writeFile } from "node:fs/promises";
import { LonghandError, randomStream } from "../../foundation/index.ts";
import {
  DUPLICATE_SHARE,
  type GramSketch,
  needsReference,
  REFERENCE_SHARE,
  sharedGrams,
  sharedSketch,
  sketchGrams,
  textGrams,
} from "../../leaderboard/index.ts";
import { openWordVectors, type WordVectorFile } from "../../models/index.ts";
import type { ScoreRecord, SubmissionFlag, SubmittedItem } from "../../records/index.ts";
import {
  createScorer,
  embedWords,
  gapelmaper,
  type Scorer,
  variantRules,
  wordSequence,
} from "../../scoring/index.ts";
import { summariseSample } from "../../statistics/index.ts";
import { readLines } from "../../storage/index.ts";

/** Whose items a sum is over. */
export type ScoredPart = "development" | "public" | "private";

/** A submission to score. */
export interface ScoringTask {
  /** Accepted texts, one item a line, as the intake wrote them. */
  readonly textsPath: string;
  /** Items of the part that was submitted. */
  readonly items: readonly {
    readonly itemId: string;
    readonly part: ScoredPart;
    readonly userId?: string;
  }[];
  /** Metrics; one with a signature must have it. */
  readonly metrics: readonly { readonly id: string; readonly signature?: string }[];
  /** Fewest words of a text, for flags. */
  readonly minWords: number;
  /** Most words of a text, for flags; absent without a bound. */
  readonly maxWords?: number;
  /** Longhand's home, for word vectors. */
  readonly home: string;
  /** A file of word vectors. @defaultValue the default package */
  readonly vectorsPath?: string;
  /** Sketches of earlier submissions of the same items. */
  readonly earlierSketches: readonly string[];
  /** Where the sketch of this one is written. */
  readonly sketchPath: string;
  /** Bootstrap resamples. */
  readonly resamples: number;
}

/** The sum of a metric over a part. */
export interface PartSum {
  /** Mean; absent unless every item has a score. */
  readonly value?: number;
  /** Lower end of its 95 % interval; absent below five items. */
  readonly low?: number;
  /** Upper end. */
  readonly high?: number;
  /** Why there is no mean. */
  readonly reason?: string;
  /** Items with a score. */
  readonly scored: number;
  /** Items of the part. */
  readonly planned: number;
}

/** An item's score: id, number or null, reason or null. */
export type ItemResult = readonly [itemId: string, value: number | null, reason: string | null];

/** What a metric came to. */
export interface MetricOutcome {
  /** The metric. */
  readonly metric: string;
  /** The settings behind its numbers. */
  readonly signature: string;
  /** Sums by part; parts without items are absent. */
  readonly sums: Readonly<Partial<Record<ScoredPart, PartSum>>>;
  /** All items. */
  readonly items: readonly ItemResult[];
  /** What the metric says beside its number; GAPELMAPER only. */
  readonly facts?: Readonly<Record<string, string>>;
}

/** What scoring came to: numbers and flags only, never a text. */
export interface ScoringOutcome {
  /** In the order asked for. */
  readonly metrics: readonly MetricOutcome[];
  /** What looks odd. */
  readonly flags: readonly SubmissionFlag[];
}

/** Words with a vector that every text of a board is cut to: the fewest that the default variant takes. */
const GAPELMAPER_WORDS = 20_001;

/**
 * Scores a submission, one text after the other.
 *
 * @param task - Texts, items, metrics.
 * @param references - Hidden texts by item; empty for open tracks.
 * @returns Numbers and flags.
 * @throws LonghandError `missing-reference`, `other-signature`; what opening metrics and vectors throws.
 */
export async function scoreSubmission(
  task: ScoringTask,
  references: ReadonlyMap<string, string>,
): Promise<ScoringOutcome> {
  const measures = await openMeasures(task);
  const results = new Map(measures.map(({ id }) => [id, new Map<string, ItemScore>()]));
  const overlap = await openOverlap(task, references);
  const lengths = { empty: 0, short: 0, long: 0 };
  try {
    for await (const { text: line } of readLines(task.textsPath)) {
      if (line === "") continue;
      const item = JSON.parse(line) as SubmittedItem;
      for (const { id, score } of measures)
        results.get(id)?.set(item.itemId, score(item, references));
      overlap.take(item);
      countLength(lengths, item, task);
    }
  } finally {
    for (const { close } of measures) close?.();
  }
  await writeFile(task.sketchPath, JSON.stringify(overlap.sketches()));
  return {
    metrics: measures.map(({ id, signature, facts }) => ({
      metric: id,
      signature: signature(),
      ...summed(task, id, results.get(id) ?? new Map()),
      ...(facts === undefined ? {} : { facts: facts() }),
    })),
    flags: [...lengthFlags(lengths, task), ...overlap.flags()],
  };
}

/** The score of one text. */
interface ItemScore {
  readonly value?: number;
  readonly reason?: string;
}

interface Measure {
  readonly id: string;
  readonly signature: () => string;
  readonly score: (item: SubmittedItem, references: ReadonlyMap<string, string>) => ItemScore;
  readonly facts?: () => Readonly<Record<string, string>>;
  readonly close?: () => void;
}

async function openMeasures(task: ScoringTask): Promise<Measure[]> {
  const plain = task.metrics.filter(({ id }) => id !== "gapelmaper");
  const scorer = plain.length === 0 ? undefined : await createScorer(plain.map(({ id }) => id));
  const measures: Measure[] = [];
  for (const { id, signature } of task.metrics) {
    const measure =
      scorer === undefined || id === "gapelmaper"
        ? gapelmaperMeasure(await openVectors(task))
        : scorerMeasure(scorer, id);
    if (signature !== undefined && id !== "gapelmaper") refuseOther(measure, signature);
    measures.push(measure);
  }
  return measures;
}

function refuseOther({ id, signature }: Measure, wanted: string): void {
  if (signature() === wanted) return;
  throw new LonghandError(`${id} has the settings ${signature()}, and the board has ${wanted}.`, {
    code: "other-signature",
    hint: "Start a rescoring, so that every submission gets the new settings.",
  });
}

function scorerMeasure(scorer: Scorer, id: string): Measure {
  const info = scorer.metrics.find((metric) => metric.id === id);
  // Metrics of one text share its reading: they are scored together once.
  let last: { readonly itemId: string; readonly records: readonly ScoreRecord[] } | undefined;
  return {
    id,
    signature: () => info?.signature ?? id,
    score: ({ itemId, text }, references) => {
      const reference = references.get(itemId);
      if (reference === undefined && needsReference({ id })) throw missingReference(itemId);
      if (last?.itemId !== itemId) {
        const item = { exampleId: itemId, prediction: text, references: [reference ?? text] };
        last = { itemId, records: scorer.score(item) };
      }
      const record = last.records.find(({ metric }) => metric === id);
      if (record?.status === "scored") return { value: record.value };
      return { reason: record?.reason ?? "no-score" };
    },
  };
}

function missingReference(itemId: string): LonghandError {
  return new LonghandError(`There is no reference for ${JSON.stringify(itemId)}.`, {
    code: "missing-reference",
    hint: "Upload references for every item of the track.",
  });
}

function openVectors({ home, vectorsPath }: ScoringTask): Promise<WordVectorFile> {
  return openWordVectors({ home, ...(vectorsPath === undefined ? {} : { path: vectorsPath }) });
}

function gapelmaperMeasure(vectors: WordVectorFile): Measure {
  const { words: rule } = variantRules("longhand");
  let signature = "";
  const seen = { tokens: 0, known: 0, points: 0, power: 0, exponential: 0, texts: 0 };
  return {
    id: "gapelmaper",
    signature: () => `${signature}|cut:${GAPELMAPER_WORDS}`,
    score: ({ text }) => {
      const cut = { maxInVocabulary: GAPELMAPER_WORDS };
      const record = gapelmaper(embedWords(wordSequence(text, rule), vectors, cut));
      signature = record.signature;
      seen.tokens += record.tokens;
      seen.known += record.inVocabulary;
      if (record.value === undefined) return { reason: record.reason ?? "no-value" };
      seen.texts += 1;
      seen.points += record.lagsUsed;
      seen.power += record.power?.mape ?? 0;
      seen.exponential += record.exponential?.mape ?? 0;
      return { value: record.value };
    },
    facts: () => ({
      tokens: String(GAPELMAPER_WORDS),
      "out of vocabulary": share(1 - seen.known / Math.max(1, seen.tokens)),
      points: mean(seen.points, seen.texts, 0),
      "power error": mean(seen.power, seen.texts, 4),
      "exponential error": mean(seen.exponential, seen.texts, 4),
    }),
    close: () => vectors.close(),
  };
}

function share(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

function mean(sum: number, count: number, decimals: number): string {
  return count === 0 ? "none" : (sum / count).toFixed(decimals);
}

/** An item counts as missing unless it has a score; one missing leaves the whole part without a mean. */
function summed(
  { items, resamples }: ScoringTask,
  metric: string,
  scores: ReadonlyMap<string, ItemScore>,
): Pick<MetricOutcome, "sums" | "items"> {
  const results = items.map(({ itemId }): ItemResult => {
    const { value, reason = "missing" } = scores.get(itemId) ?? {};
    return value === undefined ? [itemId, null, reason] : [itemId, value, null];
  });
  const sums: Partial<Record<ScoredPart, PartSum>> = {};
  for (const part of new Set(items.map((item) => item.part))) {
    const own = items.flatMap((item, at) =>
      item.part === part ? [{ ...item, result: results[at] as ItemResult }] : [],
    );
    sums[part] = partSum(own, { metric, part, resamples });
  }
  return { sums, items: results };
}

interface PartItem {
  readonly itemId: string;
  readonly userId?: string;
  readonly result: ItemResult;
}

function partSum(
  items: readonly PartItem[],
  { metric, part, resamples }: { metric: string; part: ScoredPart; resamples: number },
): PartSum {
  const scored = items.filter(({ result }) => result[1] !== null);
  const counts = { scored: scored.length, planned: items.length };
  if (scored.length < items.length) {
    const [first] = items.filter(({ result }) => result[1] === null);
    const missing = items.length - scored.length;
    const reason = `${missing} of ${items.length} texts have no score (${first?.result[2]})`;
    return { ...counts, reason };
  }
  const {
    mean: value,
    ciLow,
    ciHigh,
  } = summariseSample({
    values: scored.map(({ result }) => result[1] ?? Number.NaN),
    clusters: scored.map(({ userId, itemId }) => userId ?? `item ${itemId}`),
    resamples,
    random: randomStream(7, "submission-interval", metric, part),
  });
  return {
    ...counts,
    ...(value === undefined ? { reason: "no items" } : { value }),
    ...(ciLow === undefined || ciHigh === undefined ? {} : { low: ciLow, high: ciHigh }),
  };
}

interface LengthCounts {
  empty: number;
  short: number;
  long: number;
}

function countLength(counts: LengthCounts, { words }: SubmittedItem, task: ScoringTask): void {
  if (words === 0) counts.empty += 1;
  else if (words < task.minWords) counts.short += 1;
  if (words > (task.maxWords ?? Number.POSITIVE_INFINITY)) counts.long += 1;
}

function lengthFlags({ empty, short, long }: LengthCounts, task: ScoringTask): SubmissionFlag[] {
  const flags: SubmissionFlag[] = [
    { kind: "empty-text", items: empty, note: "texts without a word" },
    { kind: "below-min-words", items: short, note: `texts below ${task.minWords} words` },
    { kind: "above-max-words", items: long, note: `texts above ${task.maxWords} words` },
  ];
  return flags.filter(({ items }) => items > 0);
}

type Sketches = Readonly<Record<string, GramSketch>>;

interface Overlap {
  readonly take: (item: SubmittedItem) => void;
  readonly sketches: () => Sketches;
  readonly flags: () => SubmissionFlag[];
}

async function openOverlap(
  { earlierSketches }: ScoringTask,
  references: ReadonlyMap<string, string>,
): Promise<Overlap> {
  const earlier = await Promise.all(earlierSketches.map(readSketches));
  const own = new Map<string, GramSketch>();
  let duplicates = 0;
  let copies = 0;
  return {
    take: ({ itemId, text }) => {
      const grams = textGrams(text);
      const sketch = sketchGrams(grams);
      own.set(itemId, sketch);
      const isDuplicate = earlier.some((others) => {
        const other = others[itemId];
        return other !== undefined && sharedSketch(sketch, other) >= DUPLICATE_SHARE;
      });
      if (isDuplicate) duplicates += 1;
      const reference = references.get(itemId);
      if (reference === undefined) return;
      if (sharedGrams(textGrams(reference), grams) >= REFERENCE_SHARE) copies += 1;
    },
    sketches: () => Object.fromEntries(own),
    flags: () => {
      const flags: SubmissionFlag[] = [
        {
          kind: "duplicate-of-earlier",
          items: duplicates,
          note: "texts share 90 % or more of their 8-grams with an earlier submission",
        },
        {
          kind: "copies-reference",
          items: copies,
          note: "texts hold 20 % or more of the 8-grams of their reference",
        },
      ];
      return flags.filter(({ items }) => items > 0);
    },
  };
}

/** The sketch of a submission that was never scored is not there, which is no fault. */
async function readSketches(path: string): Promise<Sketches> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Sketches;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}
