import { pythonWords } from "../../text/index.ts";

const RUN_WORDS = 5;
/** Share of a target's runs of words that make another text its near-duplicate. */
const NEAR_SHARE = 0.5;

/** The runs of five words of a target. */
export interface TargetRuns {
  /** Each word's number. */
  readonly numbers: ReadonlyMap<string, number>;
  /** The different runs, as the numbers of their words. */
  readonly runs: ReadonlySet<string>;
}

/** Takes a target apart into its runs of words. */
export function targetRuns(text: string): TargetRuns {
  const words = pythonWords(text.toLowerCase());
  const numbers = new Map<string, number>();
  for (const word of words) if (!numbers.has(word)) numbers.set(word, numbers.size);
  const known = words.map((word) => numbers.get(word) as number);
  const runs = new Set<string>();
  for (let at = 0; at + RUN_WORDS <= known.length; at++) runs.add(runAt(known, at));
  return { numbers, runs };
}

/** Whether at least half of all runs of five words of a target stand in a text. */
export function isNearDuplicate({ numbers, runs }: TargetRuns, text: string): boolean {
  const needed = NEAR_SHARE * runs.size;
  if (runs.size === 0 || text.length < 2 * needed) return false;
  const found = new Set<string>();
  let known: number[] = [];
  for (const word of pythonWords(text.toLowerCase())) {
    const number = numbers.get(word);
    if (number === undefined) {
      // Hardly any five words in a row are all words of the target.
      known = [];
      continue;
    }
    known.push(number);
    if (known.length < RUN_WORDS) continue;
    const run = runAt(known, known.length - RUN_WORDS);
    if (runs.has(run)) found.add(run);
    if (found.size >= needed) return true;
  }
  return false;
}

function runAt(words: readonly number[], at: number): string {
  return words.slice(at, at + RUN_WORDS).join();
}
