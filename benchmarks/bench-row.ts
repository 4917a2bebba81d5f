/** One line of `npm run bench`: what Longhand takes against what a peer takes for the same. */
export interface BenchRow {
  /** What was measured; for a peer that errs, how often. */
  readonly what: string;
  /** On how much. */
  readonly size: string;
  /** What Longhand took, in milliseconds. */
  readonly oursMs: number;
  /** What the peer took in the same run, or a bound allows, in milliseconds. */
  readonly peerMs: number;
  /** The peer's time divided by ours: above 1 we are faster. */
  readonly ratio: number;
  /** Who the peer is, with version. */
  readonly peer: string;
  /** Largest difference between their results and ours. */
  readonly maxDifference: number;
  /** What the project promises, in words; not part of the JSON. */
  readonly bound?: string;
  /** What both sides used; absent where only time was measured. */
  readonly used?: { readonly ours: UsedResources; readonly peer: UsedResources };
}

/** What a process used. */
export interface UsedResources {
  /** Processor time of all its threads, in milliseconds. */
  readonly cpuMs: number;
  /** Largest resident memory, in MB. */
  readonly maxRssMb: number;
}

/** What a side took, and what it found. */
export interface Measured {
  /** Best of several rounds, in milliseconds. */
  readonly ms: number;
  /** Its results. */
  readonly values: readonly number[];
}

/**
 * Puts two sides into a row, and says on stderr how far the benchmark is.
 *
 * @param names - What, on how much, against whom, and what is promised.
 * @param ours - Our side.
 * @param peer - The other.
 * @returns The row.
 */
export function benchRow(
  names: Pick<BenchRow, "what" | "size" | "peer" | "bound">,
  ours: Measured,
  peer: Measured,
): BenchRow {
  console.error(`  ${names.what}, ${names.size}, against ${names.peer}`);
  return {
    ...names,
    oursMs: ours.ms,
    peerMs: peer.ms,
    ratio: peer.ms / ours.ms,
    maxDifference: largestDifference(ours.values, peer.values),
  };
}

function largestDifference(left: readonly number[], right: readonly number[]): number {
  if (left.length !== right.length) return Number.POSITIVE_INFINITY;
  return left.reduce(
    (most, value, at) => Math.max(most, Math.abs(value - (right[at] as number))),
    0,
  );
}

/** How often and how long a side is measured. */
export interface Rounds {
  /** Rounds at least, if there is time. */
  readonly rounds: number;
  /** Seconds at least: what is fast gets many rounds. */
  readonly leastS: number;
  /** Seconds after which no further round begins. */
  readonly budgetS: number;
}

/**
 * Measures our side in this thread: the best of several rounds after some to warm up.
 *
 * @param work - What to measure.
 * @param options - How often.
 * @returns Time and results.
 */
export function measureHere(
  work: () => readonly number[],
  { rounds, leastS, budgetS }: Rounds,
): Measured {
  const values = work();
  const start = performance.now();
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0, seconds = 0; seconds < budgetS; round++) {
    if (round >= rounds && seconds >= leastS) break;
    const before = performance.now();
    work();
    const now = performance.now();
    best = Math.min(best, now - before);
    seconds = (now - start) / 1000;
  }
  return { ms: best, values };
}

/**
 * Measures our side where it needs more than this thread: the best of several rounds.
 *
 * @param work - What to measure.
 * @param options - How often.
 * @returns Time and results.
 */
export async function measureAsync(
  work: () => Promise<readonly number[]>,
  { rounds, leastS, budgetS }: Rounds,
): Promise<Measured> {
  const values = await work();
  const start = performance.now();
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0, seconds = 0; seconds < budgetS; round++) {
    if (round >= rounds && seconds >= leastS) break;
    const before = performance.now();
    await work();
    const now = performance.now();
    best = Math.min(best, now - before);
    seconds = (now - start) / 1000;
  }
  return { ms: best, values };
}
