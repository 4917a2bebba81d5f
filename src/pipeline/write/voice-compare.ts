import { LonghandError, randomStream } from "../../foundation/index.ts";
import { comparePairs, type PairComparison } from "../../statistics/index.ts";
import type { ReadRun } from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";
import { distancesOf, measuringGround } from "./voice-report.ts";
import { findWritingRun, readWritingRun } from "./writing-run.ts";

/** One part in two runs. */
export interface VoicePair {
  /** Its place in reading order, from 1. */
  readonly place: number;
  /** What belongs there. */
  readonly brief: string;
  /** Burrows' Delta in the first run. */
  readonly first: number;
  /** Burrows' Delta in the second run. */
  readonly second: number;
  /** First less second: below 0 the first is closer to the author. */
  readonly difference: number;
}

/** Whose style is closer to an author's, part by part. */
export interface VoiceComparison {
  /** Names of the first and the second run, pair by pair. */
  readonly runs: readonly (readonly [first: string, second: string])[];
  /** The author. */
  readonly author: string;
  /** The parts. */
  readonly pairs: readonly VoicePair[];
  /** Parts that have no counterpart or no distance. */
  readonly unpaired: number;
  /** Mean difference with its 95 % interval; below 0 the first run is closer. */
  readonly difference: PairComparison;
  /** Whether the interval leaves 0 out. */
  readonly verdict: "separated" | "not separated";
}

const RESAMPLES = 10_000;

/**
 * Compares two runs part by part: which is closer to the author's style. Runs that differ in techniques alone
 * have the same plan, and their parts are paired by it; others are paired by their place.
 *
 * @param runs - Pairs of runs; all of one brief's author.
 * @param context - Where runs are.
 * @returns The comparison.
 * @throws LonghandError `unknown-run`; `invalid-option` for a first run without a profile.
 */
export async function compareVoices(
  runs: readonly (readonly [first: string, second: string])[],
  context: RunContext,
): Promise<VoiceComparison> {
  const pairs: VoicePair[] = [];
  const names: (readonly [string, string])[] = [];
  let unpaired = 0;
  let author = "";
  for (const [first, second] of runs) {
    const [left, right] = [await opened(first, context), await opened(second, context)];
    const ground = await measuringGround(left.read.brief, context);
    if (ground === undefined) throw withoutProfile(left.name);
    author = ground.author;
    names.push([left.name, right.name]);
    const found = pairsOf(left.read, right.read, (text) => {
      const { delta } = distancesOf(text, ground);
      return delta.status === "scored" ? delta.value : undefined;
    });
    pairs.push(...found.pairs);
    unpaired += found.unpaired;
  }
  const difference = comparePairs({
    differences: pairs.map((pair) => pair.difference),
    resamples: RESAMPLES,
    permutations: RESAMPLES,
    random: randomStream(1, "voice", author),
  });
  const { ciLow, ciHigh } = difference;
  const isApart = ciLow !== undefined && ciHigh !== undefined && (ciLow > 0 || ciHigh < 0);
  return {
    runs: names,
    author,
    pairs,
    unpaired,
    difference,
    verdict: isApart ? "separated" : "not separated",
  };
}

async function opened(
  name: string,
  context: RunContext,
): Promise<{ readonly name: string; readonly read: ReadRun }> {
  const run = await findWritingRun(name, context);
  return { name: run.folder.name, read: await readWritingRun(run, context) };
}

function withoutProfile(run: string): LonghandError {
  return new LonghandError(`${run} has no profile whose style could be measured.`, {
    code: "invalid-option",
    hint: "Name a run whose brief has profile: { corpus, author }.",
  });
}

function pairsOf(
  left: ReadRun,
  right: ReadRun,
  deltaOf: (text: string) => number | undefined,
): { readonly pairs: readonly VoicePair[]; readonly unpaired: number } {
  const leaves = left.journal.state.tree.leaves();
  const others = right.journal.state.tree.leaves();
  const samePlan =
    leaves.length === others.length && leaves.every(({ id }, at) => id === others[at]?.id);
  let unpaired = Math.abs(leaves.length - others.length);
  const pairs: VoicePair[] = [];
  for (const [at, leaf] of leaves.entries()) {
    if (leaf.lock !== undefined) continue;
    const other = samePlan ? leaf.id : others[at]?.id;
    if (other === undefined) continue;
    const first = measured(left.texts.get(leaf.id), deltaOf);
    const second = measured(right.texts.get(other), deltaOf);
    if (first === undefined || second === undefined) unpaired += 1;
    else
      pairs.push({ place: at + 1, brief: leaf.brief, first, second, difference: first - second });
  }
  return { pairs, unpaired };
}

function measured(
  text: string | undefined,
  deltaOf: (text: string) => number | undefined,
): number | undefined {
  return text === undefined ? undefined : deltaOf(text);
}

/**
 * A comparison as lines of text.
 *
 * @param comparison - The comparison.
 * @param names - What the two sides are called.
 * @returns One line a part, the mean with its interval, and the verdict.
 */
export function voiceComparisonLines(
  { author, pairs, unpaired, difference, verdict }: VoiceComparison,
  [first, second]: readonly [string, string],
): string[] {
  const mean = (side: "first" | "second"): string =>
    (pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length).toFixed(3);
  const { ciLow, ciHigh, p, reason } = difference;
  const interval =
    ciLow === undefined || ciHigh === undefined
      ? `no interval (${reason ?? "too few parts"})`
      : `95 % interval ${signed(ciLow)} to ${signed(ciHigh)}`;
  return [
    `Burrows' Delta to ${author}, part by part (lower is closer):`,
    ...pairs.map(
      ({ place, first: one, second: other, difference: apart }) =>
        `  part ${place}: ${first} ${one.toFixed(3)}, ${second} ${other.toFixed(3)}, difference ${signed(apart)}`,
    ),
    ...(unpaired === 0 ? [] : [`  ${unpaired} parts could not be paired.`]),
    ...(difference.difference === undefined
      ? ["No part could be compared."]
      : [
          `Mean ${first} ${mean("first")}, ${second} ${mean("second")}; difference ${signed(difference.difference)}, ${interval}${p === undefined ? "" : `, p = ${p.toFixed(3)}`}: ${verdict}.`,
        ]),
  ];
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
}
