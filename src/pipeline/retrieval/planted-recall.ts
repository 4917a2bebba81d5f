import { LonghandError, randomStream, shuffled } from "../../foundation/index.ts";
import type { CandidatePassage, DatasetExample } from "../../records/index.ts";
import type { RetrievalRequest } from "../../retrieval/index.ts";
import { wilsonInterval } from "../../statistics/index.ts";
import { counted, unicodeWords } from "../../text/index.ts";
import type { VerbResult } from "../datasets/dataset-verbs.ts";
import { selectExamples } from "../run/select-examples.ts";
import type { RunContext } from "../run-context.ts";
import { candidatesOf, requestFor } from "./ask-retriever.ts";
import { type OpenRetrieval, type RetrievalOptions, withRetrieval } from "./open-retrieval.ts";

/** What to measure. */
export interface RecallOptions extends RetrievalOptions {
  /** Values of k, each 1 or more. @defaultValue 1, 2, 4 */
  readonly ks?: readonly number[];
  /** Examples drawn, by seed over all users. @defaultValue 200 */
  readonly sampleExamples?: number;
  /** Share of the target's different words that the planted document holds, above 0, to 1. @defaultValue 0.5 */
  readonly wordShare?: number;
}

/** Recall of the planted document among the first k. */
export interface RecallAtK {
  /** Passages retrieved. */
  readonly k: number;
  /** Examples whose planted document was among them. */
  readonly found: number;
  /** Examples asked. */
  readonly n: number;
  /** Share found, 0–1; absent if nothing was asked. */
  readonly recall?: number;
  /** 95 % interval of the share (Wilson); absent if nothing was asked. */
  readonly bounds95?: { readonly low: number; readonly high: number };
  /** Examples whose planted document was among them with the target itself as the query. */
  readonly controlFound: number;
  /** Share that drawing k passages at random would find, 0–1; absent if nothing was asked. */
  readonly chance?: number;
}

// Of equal ids and dates it comes last, so that no tie is broken in its favour.
const PLANTED_ID = "\uffffplanted";

/**
 * Plants a document in the profile of each example of a sample, made of words of the text to be
 * written, and counts how often the retriever finds it: by the example's own query, and, as a control,
 * by the text itself.
 *
 * A check of the works, not a quality. The control is nearly 1 for BM25 and far above chance for any
 * retriever that works and reads the query; the recall says how far the query leads to words of the text. A retriever by meaning is handed
 * a bag of words, no text; retrievers that do not read the query (recency, random) find it by chance.
 *
 * @param options - Dataset, retriever, sample, values of k.
 * @param context - Places, progress.
 * @returns Recall for each k, with the number of examples and an interval.
 * @throws LonghandError `invalid-option`; whatever cannot be opened; `interrupted`.
 */
export function plantedRecall(options: RecallOptions, context: RunContext): Promise<VerbResult> {
  const { ks = [1, 2, 4], sampleExamples = 200, wordShare = 0.5 } = options;
  checkOptions({ ...options, ks, sampleExamples, wordShare });
  return withRetrieval(options, context, async (retrieval) => {
    const { retriever, split, seed } = retrieval;
    const planting = { retrieval, wordShare, deepest: Math.max(...ks), context };
    const { places, outcomes } = await plantInSample(planting, sampleExamples);
    const asked = outcomes.filter((outcome) => typeof outcome === "object");
    const json = {
      dataset: split.name,
      split: split.split,
      retriever: retriever.name,
      signature: retriever.signature,
      seed,
      wordShare,
      sampled: places.length,
      withoutWords: outcomes.filter((outcome) => outcome === "no-words").length,
      failed: outcomes.filter((outcome) => outcome === "failed").length,
      recall: [...ks].sort((left, right) => left - right).map((k) => recallAt(k, asked)),
    };
    return { json, text: textOf(json) };
  });
}

/** Where the planted document came out. */
interface PlantedRank {
  /** By the example's query, from 1; absent if it was not among the passages asked for. */
  readonly rank: number | undefined;
  /** By the target itself. */
  readonly controlRank: number | undefined;
  /** Documents to choose from, the planted one included. */
  readonly candidates: number;
}

type Outcome = PlantedRank | "no-words" | "failed";

interface Planting {
  readonly retrieval: OpenRetrieval;
  readonly wordShare: number;
  readonly deepest: number;
  readonly context: RunContext;
}

async function plantInSample(
  planting: Planting,
  maxExamples: number,
): Promise<{ readonly places: readonly number[]; readonly outcomes: readonly Outcome[] }> {
  const { retrieval, context } = planting;
  const { split, seed } = retrieval;
  const drawn = selectExamples(split.entries, { maxExamples, seed });
  const places = split.entries.flatMap(({ id }, place) => (drawn.has(id) ? [place] : []));
  const outcomes: Outcome[] = [];
  for await (const example of split.readMany(places)) {
    outcomes.push(await plantIn(example, planting));
    context.onProgress({
      kind: "step",
      step: "Planting",
      done: outcomes.length,
      total: places.length,
      unit: "examples",
    });
  }
  return { places, outcomes };
}

async function plantIn(example: DatasetExample, planting: Planting): Promise<Outcome> {
  const { retrieval, wordShare, deepest } = planting;
  const text = plantedText(example, retrieval.seed, wordShare);
  if (text === undefined) return "no-words";
  const own = candidatesOf(example, retrieval.task);
  const random = randomStream(retrieval.seed, "planted-place", example.id);
  const place = random.nextBelow(own.passages.length + 1);
  // Without a date: among equals of the profile longhand it comes last.
  const planted: CandidatePassage = { id: PLANTED_ID, text };
  const passages = own.passages.toSpliced(place, 0, planted);
  const question = { ...retrieval, k: deepest };
  try {
    const request = requestFor(example, { ...own, passages }, question);
    const rank = await rankOfPlanted(request, retrieval);
    const control = { ...request, query: example.output };
    const controlRank = await rankOfPlanted(control, retrieval);
    return { candidates: passages.length, rank, controlRank };
  } catch (error) {
    if (error instanceof LonghandError && error.code !== "cancelled") return "failed";
    throw error;
  }
}

async function rankOfPlanted(
  request: RetrievalRequest,
  { retriever }: OpenRetrieval,
): Promise<number | undefined> {
  const { passages } = await retriever.retrieve(request);
  const at = passages.findIndex(({ id }) => id === PLANTED_ID);
  return at < 0 ? undefined : at + 1;
}

/** Some of the target's different words, in an order that is drawn. */
function plantedText(example: DatasetExample, seed: number, wordShare: number): string | undefined {
  const words = [...new Set(unicodeWords(example.output))];
  if (words.length === 0) return undefined;
  const random = randomStream(seed, "planted-words", example.id);
  const kept = Math.max(1, Math.round(wordShare * words.length));
  return shuffled(words, random).slice(0, kept).join(" ");
}

function recallAt(k: number, asked: readonly PlantedRank[]): RecallAtK {
  const n = asked.length;
  const within = (rank = Number.POSITIVE_INFINITY): boolean => rank <= k;
  const found = asked.filter(({ rank }) => within(rank)).length;
  const controlFound = asked.filter(({ controlRank }) => within(controlRank)).length;
  const bounds95 = wilsonInterval(found, n);
  if (bounds95 === undefined) return { k, found, controlFound, n };
  const chance = asked.reduce((sum, { candidates }) => sum + Math.min(1, k / candidates), 0) / n;
  return { k, found, controlFound, n, recall: found / n, bounds95, chance };
}

interface Recall {
  readonly retriever: string;
  readonly dataset: string;
  readonly split: string;
  readonly sampled: number;
  readonly withoutWords: number;
  readonly failed: number;
  readonly recall: readonly RecallAtK[];
}

function textOf({ retriever, dataset, split, ...counts }: Recall): string {
  const { sampled, withoutWords, failed, recall } = counts;
  const lines = recall.map((at) => {
    const { k, found, controlFound, n, recall: share, bounds95, chance = 0 } = at;
    if (share === undefined || bounds95 === undefined) return `  k = ${k}: nothing was asked`;
    const ends = `${bounds95.low.toFixed(3)}–${bounds95.high.toFixed(3)}`;
    return `  k = ${k}: ${share.toFixed(3)} [${ends}], ${found} of ${n}; by the text itself ${controlFound} of ${n}; by chance ${chance.toFixed(3)}`;
  });
  return [
    `Recall of a planted document, ${retriever} on ${dataset}, ${split}: ${counted(sampled, "example")}`,
    ...lines,
    ...(withoutWords === 0
      ? []
      : [`  ${counted(withoutWords, "reference")} without a word left out`]),
    ...(failed === 0 ? [] : [`  ${counted(failed, "retrieval")} failed`]),
    "A check that shared words lead to a document, not a measure of how useful passages are.",
  ].join("\n");
}

function checkOptions(
  options: RecallOptions & Required<Pick<RecallOptions, "ks" | "sampleExamples" | "wordShare">>,
): void {
  const { ks, sampleExamples, wordShare, retriever = "bm25" } = options;
  if (retriever === "none" || retriever === "random-all") {
    const why = retriever === "none" ? "retrieves nothing" : "draws from other people's texts";
    throw invalid(`${retriever} ${why}, and cannot find what is planted in a profile.`);
  }
  const badK = ks.find((k) => !Number.isSafeInteger(k) || k < 1);
  if (badK !== undefined) throw invalid(`k must be a whole number of 1 or more, got ${badK}.`);
  if (!Number.isSafeInteger(sampleExamples) || sampleExamples < 1) {
    throw invalid(`The sample must be a whole number of 1 or more, got ${sampleExamples}.`);
  }
  if (!(wordShare > 0 && wordShare <= 1)) {
    throw invalid(`The share of words must be above 0 and at most 1, got ${wordShare}.`);
  }
}

function invalid(message: string): LonghandError {
  return new LonghandError(message, {
    code: "invalid-option",
    hint: "See docs/retrieval.md, planted documents.",
  });
}
