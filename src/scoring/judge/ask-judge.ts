import { LonghandError } from "../../foundation/index.ts";
import type { LanguageModel, ModelReply } from "../../models/index.ts";
import type { ChatMessage } from "../../records/index.ts";
import { fillSlots, parseSlots } from "../../text/index.ts";
import { checkedNumber } from "../checked-option.ts";
import { modelSignature } from "../model-signature.ts";
import type { JudgePrompt } from "./judge-prompts.ts";
import type { JudgeReason, JudgeUsage } from "./judgement.ts";

/** Who judges, and how. */
export interface JudgeOptions {
  /**
   * The model. Adapters do not retry: hand in an object whose `generate` does, where that is wanted. It
   * should be of another family than the model that wrote the texts, since models prefer their own.
   */
  readonly model: Pick<LanguageModel, "description" | "generate">;
  /** Chance of the judge's words; 0 takes the likeliest. @defaultValue `0` */
  readonly temperature?: number;
  /** Seed of the backend's generator. @defaultValue `1` */
  readonly seed?: number;
  /** Longest answer in tokens; models that think first need more. @defaultValue by kind of judgement */
  readonly maxOutputTokens?: number;
  /** Ends the judgement; it then rejects with reason `cancelled`. */
  readonly signal?: AbortSignal;
}

/** A question for the judge. */
export interface JudgeQuestion<T> {
  /** Its wording. */
  readonly prompt: JudgePrompt;
  /** Values of the slots. */
  readonly slots: Readonly<Record<string, string>>;
  /** The form of the answer. */
  readonly form: string;
  /** Longest answer in tokens, if the options name none. */
  readonly defaultTokens: number;
  /** Reads an answer; a problem is told to the judge, as the end of a sentence. */
  readonly read: (text: string) => { readonly answer: T } | { readonly problem: string };
}

/** What came of a question. */
export type JudgeAnswer<T> =
  | { readonly answer: T; readonly usage: JudgeUsage }
  | { readonly reason: JudgeReason; readonly detail: string; readonly usage: JudgeUsage };

/**
 * Asks a judge, and once more if the answer cannot be read.
 *
 * @param question - What to ask, and how to read the answer.
 * @param options - Who judges.
 * @returns The answer, or why there is none.
 * @throws ModelCallError with reason `cancelled`; errors that are not of a call.
 */
export async function askJudge<T>(
  question: JudgeQuestion<T>,
  options: JudgeOptions,
): Promise<JudgeAnswer<T>> {
  const usage = { calls: 0, promptTokens: 0, outputTokens: 0, replies: [] as string[] };
  let messages = firstMessages(question);
  let detail = "";
  for (let attempt = 0; attempt < 2; attempt++) {
    const reply = await call(messages, question, options);
    usage.calls += 1;
    if ("reason" in reply) return { ...reply, usage };
    usage.promptTokens += reply.promptTokens;
    usage.outputTokens += reply.outputTokens;
    usage.replies.push(reply.text);
    const read = readReply(reply, question);
    if ("answer" in read) return { answer: read.answer, usage };
    detail = read.problem;
    messages = [...messages, ...askAgain(reply.text, detail, question)];
  }
  return { reason: "unreadable-judgement", detail, usage };
}

function firstMessages<T>({ prompt, slots, form }: JudgeQuestion<T>): ChatMessage[] {
  const values = { ...slots, form };
  return [
    { role: "system", content: prompt.system },
    { role: "user", content: fill(prompt.user, values) },
  ];
}

function askAgain<T>(
  text: string,
  problem: string,
  { prompt, form }: JudgeQuestion<T>,
): ChatMessage[] {
  return [
    { role: "assistant", content: text },
    { role: "user", content: fill(prompt.again, { problem, form }) },
  ];
}

function fill(template: string, values: Readonly<Record<string, string>>): string {
  return fillSlots(parseSlots(template), (name) => values[name] ?? "");
}

function readReply<T>(reply: ModelReply, question: JudgeQuestion<T>) {
  if (reply.finishReason === "length") return { problem: "it was cut off at its longest length" };
  return question.read(reply.text);
}

async function call<T>(
  messages: readonly ChatMessage[],
  { defaultTokens }: JudgeQuestion<T>,
  options: JudgeOptions,
): Promise<ModelReply | { readonly reason: JudgeReason; readonly detail: string }> {
  const { model, temperature = 0, seed = 1, maxOutputTokens = defaultTokens, signal } = options;
  try {
    return await model.generate(
      { messages, sampling: { temperature, seed }, maxOutputTokens },
      signal === undefined ? {} : { signal },
    );
  } catch (error) {
    const reason = callReason(error);
    if (reason === undefined || reason === "cancelled") throw error;
    return { reason: `judge-${reason}`, detail: (error as LonghandError).message };
  }
}

/** A failed call says why; other errors are faults of the caller's, which no score should hide. */
function callReason(error: unknown): string | undefined {
  if (!(error instanceof LonghandError) || !("reason" in error)) return undefined;
  return typeof error.reason === "string" ? error.reason : undefined;
}

/**
 * The part of a signature that names the judge.
 *
 * @param options - Who judges.
 * @param defaultTokens - Longest answer, if the options name none.
 * @returns For instance `model:openai/m@2026-01|temp:0|seed:1|tokens:96`.
 * @throws LonghandError `invalid-option` for settings out of range.
 */
export function judgeSignature(options: JudgeOptions, defaultTokens: number): string {
  const { model, temperature = 0, seed = 1, maxOutputTokens = defaultTokens } = options;
  checkedNumber(temperature, { name: "temperature", least: 0, most: 10 });
  const most = Number.MAX_SAFE_INTEGER;
  checkedNumber(maxOutputTokens, { name: "maxOutputTokens", least: 1, most, whole: true });
  const who = modelSignature(model.description);
  return `model:${who}|temp:${temperature}|seed:${seed}|tokens:${maxOutputTokens}`;
}
