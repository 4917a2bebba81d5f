import { wilsonInterval } from "../../statistics/index.ts";
import { askJudge, type JudgeOptions, type JudgeQuestion, judgeSignature } from "./ask-judge.ts";
import { optional, setApart } from "./judge-material.ts";
import { JUDGE_PROMPTS } from "./judge-prompts.ts";
import { type Judgement, NO_USAGE, totalUsage } from "./judgement.ts";

/** What is to be compared. */
export interface PreferenceInput {
  /** One text. */
  readonly textA: string;
  /** The other. */
  readonly textB: string;
  /** What was asked for. @defaultValue nothing is said of it */
  readonly task?: string;
  /** What the person wrote. @defaultValue none */
  readonly reference?: string;
  /** What makes a text the better one. @defaultValue `"Which text is better?"` */
  readonly question?: string;
}

/** Which text is preferred. */
export type Preferred = "a" | "b" | "equal";

/** What {@link judgePreference} got. */
export interface PreferenceFacts {
  /** The text that was preferred in both orders. */
  readonly preferred: Preferred;
}

const DEFAULT_QUESTION = "Which text is better?";
const ANSWER_TOKENS = 16;

/**
 * Has a language model choose between two texts, once in each order. The verdict counts only if both
 * orders agree: judges favour a place, and a verdict that changes with it says nothing of the texts. The
 * value is 1 if A is preferred, 0 if B is, .5 if they are equal both times. A text without words loses
 * nothing and wins nothing: the pair is unscored, as is one with orders that disagree
 * (`inconsistent-orders`) or a call that failed.
 *
 * Distrust it as `judgeByRubric`.
 *
 * Source: Zheng and others, Judging LLM-as-a-judge, 2023 (pairwise comparison with swapped positions).
 *
 * @param input - Both texts, task, question.
 * @param options - Who judges.
 * @returns The judgement.
 * @throws LonghandError `invalid-option` for settings out of range; ModelCallError with reason
 *   `cancelled`.
 */
export async function judgePreference(
  input: PreferenceInput,
  options: JudgeOptions,
): Promise<Judgement<PreferenceFacts>> {
  const { textA, textB, question = DEFAULT_QUESTION } = input;
  const { id, version } = JUDGE_PROMPTS.preference;
  // A signature is parted by bars, and stands on one line.
  const words = JSON.stringify(question).replaceAll("|", "_");
  const asked = question === DEFAULT_QUESTION ? "" : `|question:${words}`;
  const signature =
    `judge-preference|orders:both|${judgeSignature(options, ANSWER_TOKENS)}` +
    `|prompt:${id}-${version}${asked}|v:1`;
  if (textA.trim() === "" || textB.trim() === "") {
    const detail = `Text ${textA.trim() === "" ? "A" : "B"} is empty.`;
    return { status: "unscored", signature, reason: "no-words", detail, usage: NO_USAGE };
  }
  const forwards = await askJudge(questionOf(input, ["a", "b"]), options);
  if ("reason" in forwards) return { status: "unscored", signature, ...forwards };
  const backwards = await askJudge(questionOf(input, ["b", "a"]), options);
  const usage = totalUsage([forwards.usage, backwards.usage]);
  if ("reason" in backwards) return { status: "unscored", signature, ...backwards, usage };
  const preferred = forwards.answer;
  if (backwards.answer !== preferred) {
    const detail = `With A first the judge chose ${preferred}, with B first ${backwards.answer}.`;
    return { status: "unscored", signature, reason: "inconsistent-orders", detail, usage };
  }
  return { status: "scored", signature, value: VALUES[preferred], preferred, usage };
}

const VALUES: Readonly<Record<Preferred, number>> = { a: 1, b: 0, equal: 0.5 };

function questionOf(
  { textA, textB, task, reference, question = DEFAULT_QUESTION }: PreferenceInput,
  order: readonly ["a", "b"] | readonly ["b", "a"],
): JudgeQuestion<Preferred> {
  const texts = { a: textA, b: textB };
  const [first, second] = order;
  return {
    prompt: JUDGE_PROMPTS.preference,
    slots: {
      material: setApart([
        optional("TASK", task),
        optional("REFERENCE", reference),
        { label: "FIRST TEXT", content: texts[first] },
        { label: "SECOND TEXT", content: texts[second] },
      ]),
      question,
    },
    form: "first\nsecond\nequal",
    defaultTokens: ANSWER_TOKENS,
    read(text) {
      switch (text.trim().toLowerCase()) {
        case "first":
          return { answer: first };
        case "second":
          return { answer: second };
        case "equal":
          return { answer: "equal" };
        default:
          return { problem: "it is not one of the words first, second and equal" };
      }
    },
  };
}

/** What many comparisons of two systems came to. */
export interface PreferenceSummary {
  /** Pairs in which A was preferred. */
  readonly wins: number;
  /** Pairs that were equal. */
  readonly ties: number;
  /** Pairs in which B was preferred. */
  readonly losses: number;
  /** Pairs without a verdict, by reason. */
  readonly unscored: Readonly<Record<string, number>>;
  /** (wins + ties / 2) / pairs with a verdict, 0–1; absent without any. */
  readonly share?: number;
  /** Lower end of Wilson's 95 % interval of wins among wins and losses; absent without any. */
  readonly ciLow?: number;
  /** Upper end. */
  readonly ciHigh?: number;
}

/**
 * Adds up comparisons.
 *
 * @param judgements - One per pair, A always the same system.
 * @returns Counts and shares; pairs without a verdict are counted, not guessed.
 */
export function summarisePreferences(
  judgements: readonly Judgement<PreferenceFacts>[],
): PreferenceSummary {
  const counts: Record<Preferred, number> = { a: 0, b: 0, equal: 0 };
  const unscored = new Map<string, number>();
  for (const judgement of judgements) {
    if (judgement.status === "scored") counts[judgement.preferred] += 1;
    else unscored.set(judgement.reason, (unscored.get(judgement.reason) ?? 0) + 1);
  }
  const { a: wins, b: losses, equal: ties } = counts;
  const all = wins + ties + losses;
  const interval = wilsonInterval(wins, wins + losses);
  return {
    wins,
    ties,
    losses,
    unscored: Object.fromEntries([...unscored].sort(([one], [other]) => (one < other ? -1 : 1))),
    ...(all === 0 ? {} : { share: (wins + ties / 2) / all }),
    ...(interval === undefined ? {} : { ciLow: interval.low, ciHigh: interval.high }),
  };
}
