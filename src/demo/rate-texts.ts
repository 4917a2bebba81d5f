import { randomStream } from "../foundation/index.ts";
import { type LeaseReply, leaseReplySchema, type RaterLease } from "../records/index.ts";
import { wordsWithSpaces } from "../text/index.ts";
import type { DemoClient } from "./demo-client.ts";
import type { DemoClock } from "./demo-clock.ts";

/** The four dimensions of every study. */
export const DEMO_DIMENSIONS = ["relevance", "consistency", "fluency", "coherence"] as const;

/** Somebody who rates in the demo. */
export interface DemoRater {
  /** Their name: severity is drawn from it. */
  readonly name: string;
  /** Signed in. */
  readonly client: DemoClient;
}

/** How somebody rates. */
export interface RatingManner {
  /** Id of the study. */
  readonly studyId: string;
  /** Seed of the marks. */
  readonly seed: number;
  /** Time passes while a text is read. */
  readonly clock: DemoClock;
}

/** Words that these raters read in a minute. */
const WORDS_PER_MINUTE = 230;
const MINUTE_MS = 60_000;

/**
 * Agrees to take part.
 *
 * @param rater - Who.
 * @param studyId - In which study.
 */
export async function agreeToRate({ client }: DemoRater, studyId: string): Promise<void> {
  const body = { version: "1", languageLevel: "fluent" };
  await client.change("POST", `/ratings/studies/${studyId}/consent`, body);
}

/**
 * Takes a text, reads it, answers all questions and hands it in.
 *
 * @param rater - Who.
 * @param manner - Where and how.
 * @returns Whether there was a text.
 */
export async function rateNext(rater: DemoRater, manner: RatingManner): Promise<boolean> {
  const lease = await takeText(rater, manner);
  if (lease === null) return false;
  for (const [at, dimension] of DEMO_DIMENSIONS.entries()) {
    await readOn(rater, { lease, manner, share: (at + 1) / DEMO_DIMENSIONS.length });
    await answer(rater, lease, {
      dimension,
      value: drawMark(rater.name, lease.text, { dimension, seed: manner.seed }),
    });
  }
  await rater.client.change("POST", `/ratings/leases/${lease.id}/submit`);
  return true;
}

/**
 * Takes a text, reads half of it and answers two questions.
 *
 * @param rater - Who.
 * @param manner - Where and how.
 */
export async function beginText(rater: DemoRater, manner: RatingManner): Promise<void> {
  const lease = await takeText(rater, manner);
  if (lease === null) return;
  await readOn(rater, { lease, manner, share: 0.5 });
  for (const dimension of DEMO_DIMENSIONS.slice(0, 2)) {
    const value = drawMark(rater.name, lease.text, { dimension, seed: manner.seed });
    await answer(rater, lease, { dimension, value });
  }
}

async function takeText(
  { client }: DemoRater,
  { studyId }: RatingManner,
): Promise<RaterLease | null> {
  const reply = await client.change("POST", "/ratings/leases", { studyId });
  const { lease }: LeaseReply = leaseReplySchema.parse(reply);
  return lease;
}

interface Reading {
  readonly lease: RaterLease;
  readonly manner: RatingManner;
  /** How far the text is read then. */
  readonly share: number;
}

async function readOn({ client }: DemoRater, { lease, manner, share }: Reading): Promise<void> {
  const words = wordsWithSpaces(lease.text).length + wordsWithSpaces(lease.prompt).length;
  const readMs = Math.ceil(((words / WORDS_PER_MINUTE) * MINUTE_MS) / DEMO_DIMENSIONS.length);
  manner.clock.pass(readMs);
  const body = { paragraph: 0, share: Math.min(1, share), readMs };
  await client.change("PUT", `/ratings/leases/${lease.id}/position`, body);
}

async function answer(
  { client }: DemoRater,
  lease: RaterLease,
  { dimension, value }: { readonly dimension: string; readonly value: number },
): Promise<void> {
  const path = `/ratings/leases/${lease.id}/answers/${dimension}`;
  await client.change("PUT", path, { value, baseVersion: 0 });
}

/**
 * Draws a mark: around a level of the text, which has nothing to do with who wrote it, moved a little
 * by dimension and by the rater's severity.
 *
 * @param rater - Name of the rater.
 * @param text - The text.
 * @param about - The dimension, and the seed.
 * @returns 1 to 5.
 */
export function drawMark(
  rater: string,
  text: string,
  { dimension, seed }: { readonly dimension: string; readonly seed: number },
): number {
  const draw = (...keys: readonly string[]): number => randomStream("mark", seed, ...keys).next();
  const level = 1.6 + 3 * draw("text", text);
  const byDimension = 0.8 * (draw("dimension", text, dimension) - 0.5);
  const severity = 0.6 * (draw("rater", rater) - 0.5);
  const whim = 1.6 * (draw("whim", rater, text, dimension) - 0.5);
  return Math.max(1, Math.min(5, Math.round(level + byDimension + severity + whim)));
}
