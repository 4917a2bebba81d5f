import { gzipSync } from "node:zlib";
import { splitSentences, unicodeWords } from "../../text/index.ts";
import { countWords } from "../brief/brief-words.ts";
import type { DriftLimit } from "../techniques/drift-limit.ts";
import { echoesTask, holdsPlaceholder } from "./draft-faults.ts";
import { driftsFromLanguage } from "./language-drift.ts";
import type { SaidIndex } from "./said-index.ts";
import { isOtherScript } from "./script-language.ts";

/** Why a draft cannot be taken. */
export type FilterReason =
  | "empty"
  | "refusal"
  | "task-talk"
  | "avoid"
  | "language"
  | "language-drift"
  | "placeholder"
  | "task-echo"
  | "list"
  | "copied-source"
  | "repeats-document"
  | "repeats-edge"
  | "repetitive"
  | "drifted";

/** Reasons for which a draft is taken after all if no other can be had, as an open issue. */
const BEARABLE: ReadonlySet<FilterReason> = new Set([
  "language-drift",
  "placeholder",
  "task-echo",
  "list",
  "repeats-document",
  "repeats-edge",
  "repetitive",
  "drifted",
]);

/** Fewest words of a draft. */
const LEAST_WORDS = 8;
/** Longest run of words that may stand in a source or exemplar, too. */
const MOST_COPIED_WORDS = 40;
/** Longest run of words that may stand in the instructions, too. */
export const MOST_ECHOED_WORDS = 12;
/** Share of 8-grams that may stand in the document already. */
const MOST_COPIED_SHARE = 0.05;
/** Limits of repetition inside one draft. */
const MOST_REPEATED_4_GRAMS = 0.08;
const MOST_GZIP_RATIO = 4;

const REFUSAL =
  /\b(?:i(?:'m| am) sorry,? but|i (?:cannot|can't|am unable to|am not able to) (?:write|help|assist|provide|fulfil|create|continue)|as an ai\b|as a language model)/i;
/** Talk about the task instead of the text. */
export const TASK_TALK: RegExp =
  /\b(?:(?:this|the) (?:next|first|last|following) part (?:of the (?:story|essay|report|memoir|speech|article|manual) )?(?:should|must|will|is about)|in this (?:part|section),? (?:i|we) (?:will|write)|(?:write|about) \d+ words|word count|here is the (?:text|part|story|essay|next)|i would (?:provide|write|describe) (?:a|an|the) (?:next|following|text|part|story|scene|summary|paragraph)|i would suggest (?:adding|writing|including|that you)|how (?:can|may) i (?:help|assist) you|i(?: am|'m) ready to (?:begin|start|write)|the user (?:wants|asks))/i;

/** What a draft is looked at for. */
export interface FilterGround {
  /** Words and phrases that it must not hold. */
  readonly avoid: readonly string[];
  /** Texts from which nothing long may be copied: exemplars and sources. */
  readonly sources: readonly string[];
  /** The instructions that the model was given. */
  readonly instructions: string;
  /** What the document says already. */
  readonly said: Pick<SaidIndex, "copiedShare" | "repeatsEdge">;
  /** Language wanted; absent where it was not found out. */
  readonly language?: string;
  /** How far it may be from the author's texts. @defaultValue any distance will do */
  readonly drift?: DriftLimit | undefined;
}

/**
 * What forbids taking a draft.
 *
 * @param text - The draft, cleaned.
 * @param ground - What to look for.
 * @returns Every reason; none for a draft that may be taken.
 */
export function filterReasons(text: string, ground: FilterGround): FilterReason[] {
  if (countWords(text) < LEAST_WORDS) return ["empty"];
  const words = unicodeWords(text);
  const joined = ` ${words.join(" ")} `;
  const checks: readonly (readonly [FilterReason, () => boolean])[] = [
    ["refusal", () => REFUSAL.test(text.slice(0, 400))],
    [
      "task-talk",
      () => TASK_TALK.test(text) || sharesRun(words, [ground.instructions], MOST_ECHOED_WORDS),
    ],
    [
      "avoid",
      () => ground.avoid.some((phrase) => joined.includes(` ${unicodeWords(phrase).join(" ")} `)),
    ],
    ["language", () => isOtherScript(text, ground.language)],
    ["language-drift", () => driftsFromLanguage(text, ground.language)],
    ["placeholder", () => holdsPlaceholder(text)],
    ["task-echo", () => splitSentences(text).some(echoesTask)],
    ["copied-source", () => sharesRun(words, ground.sources, MOST_COPIED_WORDS)],
    ["repeats-document", () => ground.said.copiedShare(text) > MOST_COPIED_SHARE],
    ["repeats-edge", () => ground.said.repeatsEdge(text)],
    ["repetitive", () => isRepetitive(text, words)],
    ["drifted", () => isDrifted(text, ground.drift)],
  ];
  return checks.filter(([, fails]) => fails()).map(([reason]) => reason);
}

/**
 * Tells whether a draft may be taken when no better one can be had.
 *
 * @param reasons - What speaks against it.
 * @returns Whether all of it is repetition, distance to the author's texts, or a slip that leaves a text to read.
 */
export function isBearable(reasons: readonly FilterReason[]): boolean {
  return reasons.every((reason) => BEARABLE.has(reason));
}

/**
 * Tells whether some words in a row stand in one of several texts, too.
 *
 * @param words - Words of a text, in lower case.
 * @param texts - The others.
 * @param run - How many words in a row.
 * @returns Whether they do.
 */
export function sharesRun(
  words: readonly string[],
  texts: readonly string[],
  run: number,
): boolean {
  if (words.length < run || texts.length === 0) return false;
  const others = texts.map((text) => ` ${unicodeWords(text).join(" ")} `);
  for (let at = 0; at + run <= words.length; at++) {
    const phrase = ` ${words.slice(at, at + run).join(" ")} `;
    if (others.some((other) => other.includes(phrase))) return true;
  }
  return false;
}

function isDrifted(text: string, drift: DriftLimit | undefined): boolean {
  return drift !== undefined && drift.distanceOf(text) > drift.threshold;
}

function isRepetitive(text: string, words: readonly string[]): boolean {
  const grams = Array.from({ length: Math.max(0, words.length - 3) }, (_, at) =>
    words.slice(at, at + 4).join(" "),
  );
  const repeated = grams.length === 0 ? 0 : 1 - new Set(grams).size / grams.length;
  if (repeated > MOST_REPEATED_4_GRAMS) return true;
  const bytes = Buffer.from(text);
  return bytes.length / gzipSync(bytes, { level: 9 }).length > MOST_GZIP_RATIO;
}
