import { pythonWords } from "../../text/index.ts";

const RUN_WORDS = 5;
/** Share of a target's runs of words that make another text its near-duplicate. */
const NEAR_SHARE = 0.5;

/** The runs of five words of a target, and what tells quickly that a text cannot be near it. */
export interface TargetRuns {
  readonly runs: ReadonlySet<string>;
  /** Words with the number of runs that need them, those of many letters first. */
  readonly probes: readonly (readonly [word: string, runs: number])[];
}

/** Takes a target apart into its runs of words. */
export function targetRuns(text: string): TargetRuns {
  const words = pythonWords(text.toLowerCase());
  const runs = new Set<string>();
  const needing = new Map<string, number>();
  for (let at = 0; at + RUN_WORDS <= words.length; at++) {
    const run = words.slice(at, at + RUN_WORDS);
    const key = run.join(" ");
    if (runs.has(key)) continue;
    runs.add(key);
    for (const word of new Set(run)) needing.set(word, (needing.get(word) ?? 0) + 1);
  }
  const probes = [...needing].sort(([left], [right]) => right.length - left.length);
  return { runs, probes };
}

/**
 * Whether at least half of all runs of five words of a target stand in a text. Most texts lack so many
 * of its long words that this is clear without taking them apart.
 */
export function isNearDuplicate({ runs, probes }: TargetRuns, text: string): boolean {
  if (runs.size === 0) return false;
  const lower = text.toLowerCase();
  const needed = NEAR_SHARE * runs.size;
  if (lacksTooMuch(lower, { runs, probes })) return false;
  const words = pythonWords(lower);
  const found = new Set<string>();
  for (let at = 0; at + RUN_WORDS <= words.length; at++) {
    const run = words.slice(at, at + RUN_WORDS).join(" ");
    if (runs.has(run)) found.add(run);
    if (found.size >= needed) return true;
  }
  return false;
}

/**
 * A run is in at most five of the counts of its words, so words missing from the text that are
 * counted in more than 5 × half of the runs leave less than half of them.
 */
function lacksTooMuch(text: string, { runs, probes }: TargetRuns): boolean {
  const bound = RUN_WORDS * (1 - NEAR_SHARE) * runs.size;
  let missing = 0;
  for (const [word, count] of probes) {
    if (!text.includes(word)) missing += count;
    if (missing > bound) return true;
  }
  return false;
}
