import { askJudge, type JudgeOptions, type JudgeQuestion, judgeSignature } from "./ask-judge.ts";
import { optional, setApart } from "./judge-material.ts";
import { JUDGE_PROMPTS } from "./judge-prompts.ts";
import { type Judgement, NO_USAGE } from "./judgement.ts";
import { type Criterion, checkRubric, LONG_TEXT_RUBRIC, type Rubric } from "./rubric.ts";

/** What is to be rated. */
export interface RubricInput {
  /** The text. */
  readonly text: string;
  /** What was asked for. @defaultValue nothing is said of it */
  readonly task?: string;
  /** What the person wrote. @defaultValue none */
  readonly reference?: string;
  /** What to rate it by. @defaultValue the four dimensions of the LTG challenge */
  readonly rubric?: Rubric;
}

/** What {@link judgeByRubric} got. */
export interface RubricFacts {
  /** The rating of each criterion, on its own scale. */
  readonly ratings: Readonly<Record<string, number>>;
}

/**
 * Has a language model rate a text by a rubric: one whole number for each criterion, in a strict form;
 * the value is their mean, each brought to 0–1. Higher is better. An answer that cannot be read is asked
 * for once more; if that fails too, or the call does, the text is unscored with the reason.
 *
 * Distrust it: ratings of models bunch near the top, favour long texts and texts of their own kind, and
 * need to be held against ratings of people before anything rests on them. Numbers of different judges,
 * prompts or rubrics must not be compared; all stand in the signature.
 *
 * Source: Zheng and others, Judging LLM-as-a-judge, 2023 (single answer grading).
 *
 * @param input - Text, task, rubric.
 * @param options - Who judges.
 * @returns The judgement.
 * @throws LonghandError `invalid-option` for a rubric or settings that cannot be used; ModelCallError
 *   with reason `cancelled`.
 *
 * @example
 * ```ts
 * import type { LanguageModel } from "longhand/models";
 * import { judgeByRubric } from "longhand/scoring";
 *
 * export async function rate(model: LanguageModel, text: string): Promise<string> {
 *   const judgement = await judgeByRubric({ text, task: "Write about a storm." }, { model });
 *   return judgement.status === "scored" ? String(judgement.value) : judgement.detail;
 * }
 * ```
 */
export async function judgeByRubric(
  input: RubricInput,
  options: JudgeOptions,
): Promise<Judgement<RubricFacts>> {
  const { text, rubric = LONG_TEXT_RUBRIC } = input;
  checkRubric(rubric);
  const question = questionOf(input, rubric);
  const { prompt } = question;
  const signature =
    `judge-rubric|rubric:${rubric.id}-${rubric.version}|${judgeSignature(options, question.defaultTokens)}` +
    `|prompt:${prompt.id}-${prompt.version}|v:1`;
  if (text.trim() === "") return nothingToJudge(signature);
  const asked = await askJudge(question, options);
  if ("reason" in asked) return { status: "unscored", signature, ...asked };
  const shares = rubric.criteria.map((criterion) => shareOf(criterion, asked.answer));
  const value = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return { status: "scored", signature, value, ratings: asked.answer, usage: asked.usage };
}

function nothingToJudge(signature: string): Judgement<RubricFacts> {
  const detail = "The text is empty.";
  return { status: "unscored", signature, reason: "no-words", detail, usage: NO_USAGE };
}

type Ratings = Readonly<Record<string, number>>;

function questionOf(
  { text, task, reference }: RubricInput,
  { criteria }: Rubric,
): JudgeQuestion<Ratings> {
  return {
    prompt: JUDGE_PROMPTS.rubric,
    slots: {
      material: setApart([
        optional("TASK", task),
        optional("REFERENCE", reference),
        { label: "TEXT", content: text },
      ]),
      criteria: criteria.map(criterionLine).join("\n"),
    },
    form: criteria.map(({ id, least = 1, most = 5 }) => `${id}: <${least}-${most}>`).join("\n"),
    defaultTokens: 32 + 16 * criteria.length,
    read: (answer) => readRatings(answer, criteria),
  };
}

function criterionLine({ id, question, least = 1, most = 5, anchors = {} }: Criterion): string {
  const meanings = Object.entries(anchors).map(([rating, meaning]) => `${rating} = ${meaning}`);
  const scale = meanings.length === 0 ? "" : ` (${meanings.join("; ")})`;
  return `${id}, ${least} to ${most}: ${question}${scale}`;
}

function readRatings(
  text: string,
  criteria: readonly Criterion[],
): { readonly answer: Ratings } | { readonly problem: string } {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length !== criteria.length) {
    return { problem: `it has ${lines.length} lines where ${criteria.length} are asked for` };
  }
  const ratings: [string, number][] = [];
  for (const [at, { id, least = 1, most = 5 }] of criteria.entries()) {
    const [, name, number] =
      /^\s*([A-Za-z][A-Za-z0-9-]*)\s*:\s*(\d{1,4})\s*$/.exec(lines[at] ?? "") ?? [];
    if (name?.toLowerCase() !== id) return { problem: `line ${at + 1} is not "${id}: <number>"` };
    const rating = Number(number);
    if (rating < least || rating > most) {
      return { problem: `${id} is ${rating}, which is not within ${least} to ${most}` };
    }
    ratings.push([id, rating]);
  }
  return { answer: Object.fromEntries(ratings) };
}

function shareOf({ id, least = 1, most = 5 }: Criterion, ratings: Ratings): number {
  return ((ratings[id] as number) - least) / (most - least);
}
