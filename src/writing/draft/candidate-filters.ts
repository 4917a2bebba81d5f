import { gzipSync } from "node:zlib";
import { unicodeWords } from "../../text/index.ts";
import { countWords } from "../brief/brief-words.ts";
import type { DriftLimit } from "../techniques/drift-limit.ts";
import type { SaidIndex } from "./said-index.ts";

/** Why a draft cannot be taken. */
export type FilterReason =
  | "empty"
  | "refusal"
  | "task-talk"
  | "avoid"
  | "language"
  | "copied-source"
  | "repeats-document"
  | "repeats-edge"
  | "repetitive"
  | "drifted";

/** Reasons for which a draft is taken after all if no other can be had, as an open issue. */
const BEARABLE: ReadonlySet<FilterReason> = new Set([
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
const MOST_ECHOED_WORDS = 12;
/** Share of 8-grams that may stand in the document already. */
const MOST_COPIED_SHARE = 0.05;
/** Limits of repetition inside one draft. */
const MOST_REPEATED_4_GRAMS = 0.08;
const MOST_GZIP_RATIO = 4;

const REFUSAL =
  /\b(?:i(?:'m| am) sorry,? but|i (?:cannot|can't|am unable to|am not able to) (?:write|help|assist|provide|fulfil|create|continue)|as an ai\b|as a language model)/i;
const TASK_TALK =
  /\b(?:(?:this|the) (?:next|first|last|following) part (?:of the (?:story|essay|report|memoir|speech|article|manual) )?(?:should|must|will|is about)|in this (?:part|section),? (?:i|we) (?:will|write)|(?:write|about) \d+ words|word count|here is the (?:text|part|story|essay|next)|i would (?:provide|write|suggest|describe)|how (?:can|may) i (?:help|assist) you|i(?: am|'m) ready to (?:begin|start|write)|the user (?:wants|asks))/i;

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
 * @returns Whether all of it is repetition, or distance to the author's texts.
 */
export function isBearable(reasons: readonly FilterReason[]): boolean {
  return reasons.every((reason) => BEARABLE.has(reason));
}

/** Whether some words in a row stand in one of the texts, too. */
function sharesRun(words: readonly string[], texts: readonly string[], run: number): boolean {
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

const SCRIPTS: readonly (readonly [RegExp, RegExp])[] = [
  [/^zh/, /\p{Script=Han}/gu],
  [/^ja/, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  [/^ko/, /\p{Script=Hangul}/gu],
  [/^(?:ru|uk|bg|sr)/, /\p{Script=Cyrillic}/gu],
  [/^el/, /\p{Script=Greek}/gu],
  [/^ar/, /\p{Script=Arabic}/gu],
  [/^he/, /\p{Script=Hebrew}/gu],
  [/./, /\p{Script=Latin}/gu],
];

/** Fewer than half of the letters belong to the language's script. */
function isOtherScript(text: string, language: string | undefined): boolean {
  if (language === undefined) return false;
  const script = SCRIPTS.find(([tag]) => tag.test(language))?.[1];
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (script === undefined || letters === 0) return false;
  return (text.match(script)?.length ?? 0) / letters < 0.5;
}

/**
 * The language of a text as far as its script shows it.
 *
 * @param text - The text.
 * @returns A BCP 47 tag; `und` for Latin script, which many languages share.
 */
export function scriptLanguage(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const tags = ["ja", "ko", "ru", "el", "ar", "he", "zh"];
  const found = tags.find((tag) => {
    const script =
      tag === "ja"
        ? /[\p{Script=Hiragana}\p{Script=Katakana}]/gu
        : SCRIPTS.find(([known]) => known.test(tag))?.[1];
    const share = (text.match(script ?? /$^/g)?.length ?? 0) / Math.max(1, letters);
    return share > (tag === "ja" ? 0.1 : 0.5);
  });
  return found ?? "und";
}
