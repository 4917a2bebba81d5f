import { splitSentences, unicodeWords } from "../../text/index.ts";
import { countWords } from "../brief/brief-words.ts";
import {
  type FilterGround,
  type FilterReason,
  MOST_ECHOED_WORDS,
  sharesRun,
  TASK_TALK,
} from "./candidate-filters.ts";
import { paragraphsOf } from "./clean-reply.ts";
import { echoesTask, holdsPlaceholder } from "./draft-faults.ts";
import { foreignSentences } from "./language-drift.ts";
import { type SaidIndex, saysTheSame } from "./said-index.ts";

/** A draft without the sentences that do not belong there. */
export interface ScreenedDraft {
  /** What is left; the draft itself where too little would be. */
  readonly text: string;
  /** Sentences that were left out, by reason. */
  readonly cut: Readonly<Partial<Record<FilterReason, number>>>;
}

/** What a draft is screened for. */
export type ScreenGround = Pick<FilterGround, "instructions" | "language" | "avoid"> & {
  /** What the document says already. */
  readonly said: Pick<SaidIndex, "copiedShare" | "saysAgain">;
};

/** Share of a draft that must be left, else its faults count for all of it. */
const LEAST_KEPT = 0.4;
/** Fewest words of what is left. */
const LEAST_WORDS = 8;
/** A sentence with fewer words may stand twice, as a refrain does. */
const LEAST_REPEATED_WORDS = 11;
/** Share of a sentence's 8-grams that stand in the document from which on it says nothing new. */
const COPIED_SHARE = 0.6;

/**
 * Leaves out sentences that do not belong in a text: gaps to be filled, the request said again, a slip into
 * another language, what the document says already, and what the draft itself has just said. Where
 * hardly anything would be left, the draft stays as it is, for the filters to judge.
 *
 * @param text - The draft, cleaned; paragraphs are set apart by blank lines.
 * @param ground - What to look for.
 * @param leastKept - Share of the words that must be left. @defaultValue 0.4
 * @returns The text, and how many sentences were left out for which reason.
 */
export function screenDraft(
  text: string,
  ground: ScreenGround,
  leastKept: number = LEAST_KEPT,
): ScreenedDraft {
  const kept = withoutFaults(text, ground);
  const words = countWords(kept.text);
  if (words < LEAST_WORDS || words < leastKept * countWords(text)) return { text, cut: {} };
  return kept;
}

/**
 * A text without the sentences that do not belong there, however little is left.
 *
 * @param text - The text.
 * @param ground - What to look for.
 * @returns What is left, and how many sentences were left out for which reason.
 */
export function withoutFaults(text: string, ground: ScreenGround): ScreenedDraft {
  const paragraphs = paragraphsOf(text).map((paragraph) => splitSentences(paragraph));
  const faults = faultsOf(paragraphs.flat(), ground);
  if (faults.size === 0) return { text, cut: {} };
  let at = 0;
  const kept = paragraphs.map((own) => own.filter(() => !faults.has(at++)));
  const cut: Partial<Record<FilterReason, number>> = {};
  for (const reason of faults.values()) cut[reason] = (cut[reason] ?? 0) + 1;
  const joined = kept.map((own) => own.join("").trim()).filter((own) => own !== "");
  return { text: joined.join("\n\n"), cut };
}

/** What is wrong with sentences, by their place. */
function faultsOf(
  sentences: readonly string[],
  ground: ScreenGround,
): ReadonlyMap<number, FilterReason> {
  const { language } = ground;
  const foreign = language === undefined ? new Set() : foreignSentences(sentences, language);
  const earlier: ReadonlySet<string>[] = [];
  const faults = new Map<number, FilterReason>();
  for (const [place, sentence] of sentences.entries()) {
    const words = unicodeWords(sentence);
    const fault = foreign.has(place)
      ? "language-drift"
      : (ownFault(sentence, words, ground) ?? repeatFault(sentence, words, { ground, earlier }));
    if (fault !== undefined) faults.set(place, fault);
    else earlier.push(new Set(words));
  }
  return faults;
}

function ownFault(
  sentence: string,
  words: readonly string[],
  { instructions, avoid }: ScreenGround,
): FilterReason | undefined {
  if (holdsPlaceholder(sentence)) return "placeholder";
  if (echoesTask(sentence)) return "task-echo";
  if (TASK_TALK.test(sentence) || sharesRun(words, [instructions], MOST_ECHOED_WORDS)) {
    return "task-talk";
  }
  const joined = ` ${words.join(" ")} `;
  const isAvoided = avoid.some((phrase) => joined.includes(` ${unicodeWords(phrase).join(" ")} `));
  return isAvoided ? "avoid" : undefined;
}

interface Said {
  readonly ground: ScreenGround;
  /** Word sets of the draft's sentences so far. */
  readonly earlier: readonly ReadonlySet<string>[];
}

function repeatFault(
  sentence: string,
  words: readonly string[],
  { ground, earlier }: Said,
): FilterReason | undefined {
  if (words.length < LEAST_REPEATED_WORDS) return undefined;
  const own = new Set(words);
  if (earlier.some((other) => saysTheSame(own, other))) return "repetitive";
  const { said } = ground;
  const isSaid = said.copiedShare(sentence) >= COPIED_SHARE || said.saysAgain(sentence);
  return isSaid ? "repeats-document" : undefined;
}
