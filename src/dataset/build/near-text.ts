import { isPythonSpace, pythonWords } from "../../text/index.ts";

const RUN_WORDS = 5;
/** Share of a target's runs of words that make another text its near-duplicate. */
const NEAR_SHARE = 0.5;

/** The runs of five words of a target. */
export interface TargetRuns {
  /** Each word's number. */
  readonly numbers: ReadonlyMap<string, number>;
  /** The different runs, as the numbers of their words. */
  readonly runs: ReadonlySet<string>;
  /** By the last bits of a word's hash: 1 if a word of the target may have it. */
  readonly marks: Uint8Array;
}

/** Takes a target apart into its runs of words. */
export function targetRuns(text: string): TargetRuns {
  const words = pythonWords(text.toLowerCase());
  const numbers = new Map<string, number>();
  for (const word of words) if (!numbers.has(word)) numbers.set(word, numbers.size);
  const known = words.map((word) => numbers.get(word) as number);
  const runs = new Set<string>();
  for (let at = 0; at + RUN_WORDS <= known.length; at++) runs.add(runAt(known, at));
  return { numbers, runs, marks: marksOf(numbers.keys()) };
}

/** A text that is compared with targets. */
export interface ComparedText {
  readonly text: string;
  /** The last bits of its words' hashes; worked out when they are first needed. */
  slots: Uint16Array | undefined;
}

/** Makes a text ready to be compared with any number of targets. */
export function comparedText(text: string): ComparedText {
  return { text, slots: undefined };
}

/** Whether at least half of all runs of five words of a target stand in a text. */
export function isNearDuplicate(
  { numbers, runs, marks }: TargetRuns,
  compared: ComparedText,
): boolean {
  const { text } = compared;
  const needed = NEAR_SHARE * runs.size;
  if (runs.size === 0 || text.length < 2 * needed) return false;
  compared.slots ??= slotsOf(text.toLowerCase());
  if (mostRuns(compared.slots, marks) < needed) return false;
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

const MARKS = 1 << 15;
const HASH_START = 0x811c9dc5 | 0;
const HASH_FACTOR = 0x01000193;

function marksOf(words: Iterable<string>): Uint8Array {
  const marks = new Uint8Array(MARKS);
  for (const word of words) {
    let hash = HASH_START;
    for (let at = 0; at < word.length; at++) hash = withUnit(hash, word.charCodeAt(at));
    marks[slotOf(hash)] = 1;
  }
  return marks;
}

/** Slots of the words of the text that is gone through. */
let scratch = new Uint16Array(1 << 12);

/** The last bits of the hashes of a text's words: taking the words out would be ten times as slow. */
function slotsOf(text: string): Uint16Array {
  if (2 * scratch.length < text.length + 1) scratch = new Uint16Array(text.length + 1);
  let words = 0;
  for (let at = 0; at < text.length; at++) {
    let hash = HASH_START;
    const from = at;
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (endsWord(unit)) break;
      hash = withUnit(hash, unit);
    }
    if (at === from) continue;
    scratch[words] = slotOf(hash);
    words += 1;
  }
  return scratch.slice(0, words);
}

/** How many runs of the target a text may hold at most: places where five words in a row have marks. */
function mostRuns(slots: Uint16Array, marks: Uint8Array): number {
  let most = 0;
  let known = 0;
  for (let at = 0; at < slots.length; at++) {
    known = marks[slots[at] as number] === 1 ? known + 1 : 0;
    if (known >= RUN_WORDS) most += 1;
  }
  return most;
}

const LAST_PLAIN_SPACE = 32;
const LAST_ASCII = 127;

function endsWord(unit: number): boolean {
  return (unit <= LAST_PLAIN_SPACE || unit > LAST_ASCII) && isPythonSpace(unit);
}

/** FNV-1a, by units. */
function withUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, HASH_FACTOR);
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 16)) & (MARKS - 1);
}

function runAt(words: readonly number[], at: number): string {
  return words.slice(at, at + RUN_WORDS).join();
}
