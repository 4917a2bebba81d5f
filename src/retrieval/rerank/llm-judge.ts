import { type Clock, LonghandError, messageOf, randomStream } from "../../foundation/index.ts";
import {
  callWithRetries,
  createCallGate,
  type LanguageModel,
  ModelCallError,
  type ModelRequest,
  withCallCache,
} from "../../models/index.ts";
import type { RetrievalCalls } from "../../records/index.ts";
import { sha256 } from "../../storage/index.ts";
import { firstWords } from "../../text/index.ts";
import type { Judge, JudgeRequest, Verdict } from "./judge.ts";
import type { JudgeCall, JudgeCaller } from "./judge-calls.ts";
import { readOrder, readYesNo } from "./read-answer.ts";

/** How a language model judges: one passage after the other, or all in one call. */
export type Judging = "pointwise" | "listwise";

/** Settings of {@link llmJudge}. */
export interface LlmJudgeOptions {
  /** The model; closed with the judge. */
  readonly model: LanguageModel;
  /** How it is asked. @defaultValue `"pointwise"` */
  readonly judging?: Judging;
  /** Words of a passage that it gets to read, 1 or more. @defaultValue 120 */
  readonly maxPassageWords?: number;
  /** Folder of the reply cache; absent for none. */
  readonly cacheFolder?: string;
  /** Gets what went wrong with the cache. */
  readonly onWarning?: (text: string) => void;
  /** Time, for the waits between attempts. */
  readonly clock: Clock;
  /**
   * Makes the calls; cache, attempts and waits are then its own.
   * @defaultValue they are made here
   */
  readonly call?: (call: Omit<JudgeCall, "model">) => ReturnType<JudgeCaller>;
}

/** Version of the questions below: a change of a word changes orders. */
const PROMPT_VERSION = 1;
const MAX_QUERY_WORDS = 200;
/** Attempts per judgement. */
const MAX_ATTEMPTS = 3;

/**
 * A judge that asks a language model, at temperature 0. `pointwise` asks of each passage whether it
 * helps to write about the query, yes or no; passages with yes come first. `listwise` asks for the
 * order of all. An answer that is anything else, or a call that fails after all attempts, is a failed
 * judgement: pointwise, that passage keeps its place; listwise, all do.
 *
 * @param options - Model, way of asking, cache.
 * @returns The judge.
 */
export function llmJudge(options: LlmJudgeOptions): Judge {
  const { model, judging = "pointwise", maxPassageWords = 120 } = options;
  const { adapter, model: name, revision } = model.description;
  const version = revision === undefined ? "" : `@${revision.slice(0, 12)}`;
  const asking: Asking = { call: options.call ?? ownCalls(options), maxPassageWords };
  return {
    signature: `llm ${adapter}/${name}${version} ${judging} words=${maxPassageWords} prompt=${PROMPT_VERSION}`,
    order: (request) =>
      judging === "pointwise" ? judgeEach(request, asking) : judgeAll(request, asking),
    close: () => model.close(),
  };
}

/** Calls through a cache and a gate of the judge's own. */
function ownCalls({
  model,
  cacheFolder,
  clock,
  onWarning,
}: LlmJudgeOptions): NonNullable<LlmJudgeOptions["call"]> {
  const { adapter, parallelCalls } = model.description;
  const cached = withCallCache(model, {
    folder: cacheFolder ?? "",
    mode: cacheFolder === undefined || adapter === "fake" ? "off" : "readwrite",
    onWarning: (warning) => onWarning?.(warning.message),
  });
  const most = Math.max(1, Math.min(parallelCalls, 8));
  const gate = createCallGate({ start: most, min: 1, max: most }, { clock });
  return ({ request, signal }) => {
    const random = randomStream("rerank", sha256(JSON.stringify(request.messages)));
    const aborting = signal === undefined ? {} : { signal };
    return cached.generate(
      { stage: "rerank", request, repeat: 0 },
      {
        ...aborting,
        onMiss: (call) =>
          callWithRetries({ gate, call, clock, random, maxAttempts: MAX_ATTEMPTS, ...aborting }),
      },
    );
  };
}

interface Asking {
  readonly call: NonNullable<LlmJudgeOptions["call"]>;
  readonly maxPassageWords: number;
}

async function judgeEach(request: JudgeRequest, asking: Asking): Promise<Verdict> {
  const { passages, query } = request;
  const answers = await allOf(
    passages.map(({ text }) =>
      ask(pointwiseRequest(query, firstWords(text, asking.maxPassageWords)), request, asking),
    ),
  );
  const read = answers.map((answer) => ({ ...answer, says: readYesNo(answer.text ?? "") }));
  const judged = read.flatMap(({ says }, at) => (says === undefined ? [] : [at]));
  const inOrder = [
    ...judged.filter((at) => read[at]?.says === "yes"),
    ...judged.filter((at) => read[at]?.says === "no"),
  ];
  // Who was not judged keeps its place; the others share the places that are left.
  let next = 0;
  const order = read.map(({ says }, at) => (says === undefined ? at : (inOrder[next++] as number)));
  const failures = read.filter(({ says }) => says === undefined);
  return {
    order,
    judgements: read.map(({ says }) => says ?? "no usable answer"),
    failed: failures.length,
    ...failureOf(failures[0]),
    calls: countOf(read),
  };
}

/** All, or the first failure once none of them runs any longer: what was paid for is kept. */
async function allOf(answers: readonly Promise<Answer>[]): Promise<Answer[]> {
  const settled = await Promise.allSettled(answers);
  return settled.map((outcome) => {
    if (outcome.status === "fulfilled") return outcome.value;
    throw outcome.reason;
  });
}

async function judgeAll(request: JudgeRequest, asking: Asking): Promise<Verdict> {
  const { passages, query } = request;
  const texts = passages.map(({ text }) => firstWords(text, asking.maxPassageWords));
  const answer = await ask(listwiseRequest(query, texts), request, asking);
  const order = readOrder(answer.text ?? "", passages.length);
  const stored = passages.map((_, at) => at);
  const places = new Map(order?.map((at, place) => [at, place + 1]));
  return {
    order: order ?? stored,
    judgements: stored.map((at) =>
      order === undefined ? "no usable answer" : `place ${places.get(at)}`,
    ),
    failed: order === undefined ? 1 : 0,
    ...(order === undefined ? failureOf(answer) : {}),
    calls: countOf([answer]),
  };
}

interface Answer {
  readonly text?: string;
  readonly fault?: string;
  readonly cached: boolean;
  readonly promptTokens: number;
  readonly outputTokens: number;
}

async function ask(
  request: ModelRequest,
  { signal }: JudgeRequest,
  { call }: Asking,
): Promise<Answer> {
  try {
    const answer = await call({ request, ...(signal === undefined ? {} : { signal }) });
    const { text, promptTokens, outputTokens } = answer.reply;
    return { text, cached: answer.cached, promptTokens, outputTokens };
  } catch (error) {
    if (!isFailedJudgement(error)) throw error;
    return { fault: messageOf(error), cached: false, promptTokens: 0, outputTokens: 0 };
  }
}

/** What the user or the budget forbade, and what ends a whole run, says nothing about a passage. */
function isFailedJudgement(error: unknown): boolean {
  if (error instanceof ModelCallError) {
    return error.reason !== "cancelled" && error.reason !== "budget";
  }
  return error instanceof LonghandError && !ENDS_ALL.has(error.code);
}

const ENDS_ALL: ReadonlySet<string> = new Set([
  "cancelled",
  "model-refused",
  "disk-full",
  "file-error",
]);

function failureOf(answer: Answer | undefined): { readonly failure?: string } {
  if (answer === undefined) return {};
  const said = `the model said ${JSON.stringify(firstWords(answer.text ?? "", 12))}`;
  return { failure: answer.fault ?? said };
}

function countOf(answers: readonly Answer[]): RetrievalCalls {
  const made = answers.filter(({ cached, fault }) => !cached && fault === undefined);
  const sum = (field: "promptTokens" | "outputTokens") =>
    made.reduce((total, answer) => total + answer[field], 0);
  return {
    made: made.length,
    cached: answers.filter(({ cached }) => cached).length,
    failed: answers.filter(({ fault }) => fault !== undefined).length,
    promptTokens: sum("promptTokens"),
    outputTokens: sum("outputTokens"),
  };
}

function pointwiseRequest(query: string, passage: string): ModelRequest {
  const content = [
    "A person is about to write the text described under TASK. Below it is a PASSAGE that the same person wrote before.",
    "Would the passage help to write the text, because it treats the same matter or is the same kind of text?",
    "Answer with one word: yes or no.",
    `TASK: ${firstWords(query, MAX_QUERY_WORDS)}`,
    `PASSAGE: ${passage}`,
    "Answer (yes or no):",
  ].join("\n\n");
  return {
    messages: [{ role: "user", content }],
    sampling: { temperature: 0 },
    maxOutputTokens: 8,
  };
}

function listwiseRequest(query: string, passages: readonly string[]): ModelRequest {
  const content = [
    "A person is about to write the text described under TASK. Below it are numbered passages that the same person wrote before.",
    "Order the passages by how much each helps to write the text, the most helpful first.",
    `Answer with all ${passages.length} numbers and nothing else, in this form: [2] > [1] > [3]`,
    `TASK: ${firstWords(query, MAX_QUERY_WORDS)}`,
    ...passages.map((text, at) => `[${at + 1}] ${text}`),
    "Order:",
  ].join("\n\n");
  return {
    messages: [{ role: "user", content }],
    sampling: { temperature: 0 },
    maxOutputTokens: 16 + 8 * passages.length,
  };
}
