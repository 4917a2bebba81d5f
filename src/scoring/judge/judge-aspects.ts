import { checkedNumber } from "../checked-option.ts";
import {
  askJudge,
  type JudgeAnswer,
  type JudgeOptions,
  type JudgeQuestion,
  judgeSignature,
} from "./ask-judge.ts";
import { type Aspect, readAspects } from "./aspect-list.ts";
import { type AspectMatch, readMatches } from "./aspect-matches.ts";
import { setApart } from "./judge-material.ts";
import { JUDGE_PROMPTS } from "./judge-prompts.ts";
import { type Judgement, NO_USAGE, totalUsage } from "./judgement.ts";

/** What is to be compared point by point. */
export interface AspectInput {
  /** The text to judge. */
  readonly text: string;
  /** What the person wrote. */
  readonly reference: string;
  /** Points taken from each text at most, 1–50. @defaultValue `12` */
  readonly mostAspects?: number;
}

/** What {@link judgeAspects} found. */
export interface AspectFacts {
  /** Share of the text's points that the reference makes, too, 0–1. */
  readonly precision: number;
  /** Share of the reference's points that the text makes, too, 0–1. */
  readonly recall: number;
  /** Share of the shared points that are written in the same manner, 0–1; absent if none is shared. */
  readonly alikeShare?: number;
  /** Points of the text. */
  readonly aspects: readonly Aspect[];
  /** Points of the reference. */
  readonly referenceAspects: readonly Aspect[];
  /** For each point of the text, the points of the reference that say the same. */
  readonly matches: readonly AspectMatch[];
}

const ANSWER_TOKENS = 1536;

/**
 * Has a language model compare what two texts say: it lists the points of each, with words copied from
 * the text, then matches them. Precision is the share of the text's points that the reference makes,
 * recall the share of the reference's points that the text makes, the value their harmonic mean. From 0
 * to 1; higher is better. Of the shared points, `alikeShare` are also written in the author's manner.
 * Every judgement can be checked, since each point has its quote: a quote that is not in the text makes
 * the answer unreadable.
 *
 * Distrust it for long texts, of which only the main points are listed, and as `judgeByRubric`. A text or
 * a reference without words is unscored.
 *
 * Source: Salemi and others, ExPerT, 2025. Departures: wording, one call to match all points, content
 * alone in precision and recall with the manner beside them.
 *
 * @param input - Text and reference.
 * @param options - Who judges.
 * @returns The judgement, with all points.
 * @throws LonghandError `invalid-option` for settings out of range; ModelCallError with reason
 *   `cancelled`.
 */
export async function judgeAspects(
  input: AspectInput,
  options: JudgeOptions,
): Promise<Judgement<AspectFacts>> {
  const { text, reference, mostAspects = 12 } = input;
  checkedNumber(mostAspects, { name: "mostAspects", least: 1, most: 50, whole: true });
  const { aspects, "aspect-match": matching } = JUDGE_PROMPTS;
  const signature =
    `judge-aspects|most:${mostAspects}|${judgeSignature(options, ANSWER_TOKENS)}` +
    `|prompt:${aspects.id}-${aspects.version},${matching.id}-${matching.version}|v:1`;
  const missing = text.trim() === "" ? "no-words" : "no-reference";
  if (text.trim() === "" || reference.trim() === "") {
    const detail = `The ${missing === "no-words" ? "text" : "reference"} is empty.`;
    return { status: "unscored", signature, reason: missing, detail, usage: NO_USAGE };
  }
  const asked: JudgeAnswer<unknown>[] = [];
  const ask = async <T>(question: JudgeQuestion<T>): Promise<T | undefined> => {
    const answer = await askJudge(question, options);
    asked.push(answer);
    return "answer" in answer ? answer.answer : undefined;
  };
  const own = await ask(listQuestion(text, mostAspects));
  const other = own && (await ask(listQuestion(reference, mostAspects)));
  const matches = own && other && (await ask(matchQuestion(own, other)));
  const usage = totalUsage(asked.map((answer) => answer.usage));
  const failed = asked.find((answer) => "reason" in answer);
  if (failed !== undefined && "reason" in failed) {
    return { status: "unscored", signature, reason: failed.reason, detail: failed.detail, usage };
  }
  const found = { aspects: own ?? [], referenceAspects: other ?? [], matches: matches ?? [] };
  return { status: "scored", signature, ...shares(found), ...found, usage };
}

function shares({
  aspects,
  referenceAspects,
  matches,
}: Pick<AspectFacts, "aspects" | "referenceAspects" | "matches">) {
  const shared = matches.filter(({ with: others }) => others.length > 0);
  const covered = new Set(shared.flatMap(({ with: others }) => others)).size;
  const precision = shared.length / aspects.length;
  const recall = covered / referenceAspects.length;
  const alike = shared.filter((match) => match.alike).length;
  return {
    value: shared.length === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    precision,
    recall,
    ...(shared.length === 0 ? {} : { alikeShare: alike / shared.length }),
  };
}

function listQuestion(text: string, most: number): JudgeQuestion<Aspect[]> {
  return {
    prompt: JUDGE_PROMPTS.aspects,
    slots: { material: setApart([{ label: "TEXT", content: text }]), most: String(most) },
    form: "<number from 1> | <point> | <words copied from the text>",
    defaultTokens: ANSWER_TOKENS,
    read: (answer) => readAspects(answer, { text, most }),
  };
}

function matchQuestion(
  aspects: readonly Aspect[],
  others: readonly Aspect[],
): JudgeQuestion<AspectMatch[]> {
  return {
    prompt: JUDGE_PROMPTS["aspect-match"],
    slots: {
      material: setApart([
        { label: "POINTS OF A", content: listed(aspects) },
        { label: "POINTS OF B", content: listed(others) },
      ]),
    },
    form: "<number of A>: <numbers of B, parted by commas> | <alike or different>",
    defaultTokens: ANSWER_TOKENS,
    read: (answer) => readMatches(answer, { own: aspects.length, others: others.length }),
  };
}

function listed(aspects: readonly Aspect[]): string {
  return aspects.map(({ point, quote }, at) => `${at + 1} | ${point} | ${quote}`).join("\n");
}
