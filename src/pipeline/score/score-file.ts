import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import type { Split } from "../../records/index.ts";
import type { ScorerOptions } from "../../scoring/index.ts";
import { canonicalJson, sha256 } from "../../storage/index.ts";
import { punktSignature } from "../../text/index.ts";
import { LONGHAND_VERSION } from "../package-version.ts";
import type { RunContext } from "../run-context.ts";
import { writeAbout } from "./about-scores.ts";
import { type FileIdentity, identifyFile } from "./file-identity.ts";
import { type FileScore, fileScores } from "./file-score.ts";
import type { FileTally } from "./file-tally.ts";
import { checkItemsPlace } from "./items-place.ts";
import { openPartialScores, type PartialScores } from "./partial-scores.ts";
import { BATCH_BYTES } from "./read-batches.ts";
import { scoreAllTexts } from "./score-all-texts.ts";
import type { ScoringSpec } from "./score-batch.ts";
import { openScoringThreads, type ScoringThreads } from "./scoring-threads.ts";
import { type DatasetReferences, openDatasetReferences } from "./text-references.ts";

/** Where finished texts and their references are. */
export interface TextSource {
  /** JSON Lines, one JSON array, or CSV with a header row (by its ending). */
  readonly file: string;
  /** A dataset that holds the references, for lines `{exampleId, text}`; absent if the lines hold them. */
  readonly dataset?: string;
  /** Which part of the dataset. @defaultValue the only one there is */
  readonly split?: Split;
}

/** What to score, and how. */
export interface ScoreFileOptions extends Omit<ScorerOptions, "referencesPerText">, TextSource {
  /** Metric ids. */
  readonly metrics: readonly string[];
  /** File for one line per text; absent for none. */
  readonly perItem?: string;
  /** Bootstrap resamples of the intervals. @defaultValue 10_000, see the documentation for many texts */
  readonly resamples?: number;
  /**
   * Threads that score; they change no number. @defaultValue one per core, at most 8; a small file is
   * scored without
   */
  readonly workers?: number;
}

/** What a file of texts came to. */
export interface FileScores {
  /** Texts in the file, or examples in the dataset. */
  readonly planned: number;
  /** Texts that no metric can judge, by reason: none, empty, not a string. */
  readonly failed: Readonly<Record<string, number>>;
  /** Texts with odd traits, by trait; they change no score. */
  readonly flags: Readonly<Record<string, number>>;
  /** Texts in which something was mended before scoring, by what: `lone-surrogate`. */
  readonly warnings: Readonly<Record<string, number>>;
  /** By metric id. */
  readonly metrics: Readonly<Record<string, FileScore>>;
}

/** Above it the scoring is worth threads of its own. */
const THREADED_BYTES = 4 * 1024 * 1024;
/** Above it the work is kept even if no file of scores is wanted. */
const KEPT_BYTES = 16 * 1024 * 1024;
const MOST_THREADS = 8;
/** Most threads that may be asked for. */
const MOST_WORKERS = 256;
/** From here on the numbers of all texts together take a noticeable time. */
const MANY_TEXTS = 100_000;

/**
 * Scores finished texts that were made elsewhere, as a stream and on all cores. Unscored and empty
 * texts are counted; malformed lines are refused, all of them at once. Work on a large file, or with
 * a file of scores, is kept: killed and started again with the same options it goes on.
 *
 * @param options - File, metrics, profile.
 * @param context - Progress, places, and the wish to stop.
 * @returns Mean, interval and counts per metric.
 * @throws LonghandError `invalid-texts`, listing bad lines; `no-texts`; `unknown-metric`;
 * `invalid-option`; `run-locked` if another process is writing the same file of scores; `interrupted`.
 */
export async function scoreFile(
  options: ScoreFileOptions,
  context: RunContext,
): Promise<FileScores> {
  const identity = await identifyFile(options.file);
  if (options.perItem !== undefined) await checkItemsPlace(options.perItem, options.file);
  const references =
    options.dataset === undefined
      ? undefined
      : await openDatasetReferences(options.dataset, options.split);
  const spec = scoringSpec(options);
  const threads = await openScoringThreads(spec, threadCount(options, identity));
  try {
    const work = { options, context, identity, references, threads };
    const partial = await openPartial(work);
    const tally = await scoreKept(work, partial);
    return await finish(tally, partial, work);
  } finally {
    await threads.close();
  }
}

interface Work {
  readonly options: ScoreFileOptions;
  readonly context: RunContext;
  readonly identity: FileIdentity;
  readonly references: DatasetReferences | undefined;
  readonly threads: ScoringThreads;
}

function scoringSpec({ file, metrics, perItem, ...options }: ScoreFileOptions): ScoringSpec {
  const { dataset: _dataset, split: _split, resamples: _resamples, workers: _, ...own } = options;
  return {
    file,
    metrics,
    // How many references the texts have is known at the end only.
    options: { ...own, referencesPerText: "var" },
    items: perItem !== undefined,
  };
}

function threadCount({ workers }: ScoreFileOptions, { bytes }: FileIdentity): number {
  const isWhole = workers === undefined || (Number.isSafeInteger(workers) && workers >= 1);
  if (!isWhole || (workers ?? 1) > MOST_WORKERS) {
    throw new LonghandError(
      `workers must be a whole number from 1 to ${MOST_WORKERS}, got ${workers}.`,
      { code: "invalid-option", hint: "Leave it out for one per core." },
    );
  }
  if (workers === undefined && bytes < THREADED_BYTES) return 0;
  // More threads than batches would have nothing to do.
  const batches = Math.ceil(bytes / BATCH_BYTES);
  const wanted = workers ?? Math.min(availableParallelism(), MOST_THREADS);
  const threads = Math.min(wanted, batches);
  return threads <= 1 ? 0 : threads;
}

async function openPartial(work: Work): Promise<PartialScores | undefined> {
  const { options, context, identity } = work;
  const { perItem } = options;
  if (perItem === undefined && identity.bytes < KEPT_BYTES) return undefined;
  const task = await taskHash(work);
  const folder =
    perItem === undefined
      ? join(context.home, "scoring", task.slice(0, 32))
      : `${resolve(perItem)}.partial`;
  try {
    return await openPartialScores({ folder, task, clock: context.clock });
  } catch (error) {
    const isLocked = error instanceof LonghandError && error.code === "run-locked";
    // Somebody is scoring the same file the same way. Nothing is written, so that is no conflict.
    if (isLocked && perItem === undefined) return undefined;
    throw isLocked ? beingWritten(perItem ?? "", error) : error;
  }
}

function beingWritten(perItem: string, error: LonghandError): LonghandError {
  return new LonghandError(`${perItem} is being written by another process.`, {
    code: error.code,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    ...(error.details === undefined ? {} : { details: error.details }),
    cause: error,
  });
}

/** Everything that decides the scores of the texts. */
async function taskHash({ options, identity, references, threads }: Work): Promise<string> {
  const { file, perItem, punkt } = options;
  const task = {
    version: LONGHAND_VERSION,
    file: resolve(file),
    identity,
    items: perItem !== undefined,
    dataset: references === undefined ? null : [references.hash, references.split],
    signatures: threads.metrics.map(({ signature }) => signature),
    punkt: punkt === undefined ? "none" : await punktSignature(punkt),
  };
  return sha256(canonicalJson(task));
}

async function scoreKept(work: Work, partial: PartialScores | undefined): Promise<FileTally> {
  const { options, context, identity, references, threads } = work;
  try {
    return await scoreAllTexts({
      file: options.file,
      fileBytes: identity.bytes,
      ...(references === undefined ? {} : { references }),
      wantsItems: options.perItem !== undefined,
      threads,
      partial,
      context,
    });
  } catch (error) {
    // Of a malformed file nothing is kept: it will be another file once it is mended.
    const isMalformed =
      error instanceof LonghandError && ["invalid-texts", "no-texts"].includes(error.code);
    await (isMalformed ? partial?.discard() : partial?.leave());
    throw error;
  }
}

async function finish(
  tally: FileTally,
  partial: PartialScores | undefined,
  { options, context, references, threads }: Work,
): Promise<FileScores> {
  const { file: _file, metrics: _metrics, perItem, resamples, ...scoring } = options;
  if (tally.texts >= MANY_TEXTS) {
    const text = `Working out means and intervals of ${tally.texts.toLocaleString("en")} texts.`;
    context.onProgress({ kind: "message", text });
  }
  try {
    const metrics = await fileScores(threads.metrics, tally, {
      scoring,
      ...(resamples === undefined ? {} : { resamples }),
    });
    if (perItem !== undefined) {
      await writeAbout(perItem, {
        v: 1,
        longhand: LONGHAND_VERSION,
        profile: options.profile ?? "longhand",
        texts: tally.texts,
        metrics: Object.fromEntries(
          threads.metrics.map(({ id, lowest, higherIsBetter }) => [
            id,
            { signature: metrics[id]?.signature ?? "", lowest, higherIsBetter },
          ]),
        ),
        references: tally.referencesDigest,
        ...(references === undefined
          ? {}
          : { dataset: { hash: references.hash, split: references.split } }),
      });
    }
    await partial?.finish(perItem);
    return {
      planned: tally.texts,
      failed: Object.fromEntries(tally.failed),
      flags: Object.fromEntries(tally.flags),
      warnings: Object.fromEntries(tally.warnings),
      metrics,
    };
  } catch (error) {
    await partial?.leave();
    throw error;
  }
}
