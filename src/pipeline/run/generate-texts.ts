import { LonghandError } from "../../foundation/index.ts";
import { singlePassRequest } from "../../generation/index.ts";
import { type LanguageModel, ModelCallError, type ModelDescription } from "../../models/index.ts";
import type { Cell } from "../../records/index.ts";
import type { AppendLog } from "../../storage/index.ts";
import { boundedPool } from "./bounded-pool.ts";
import { type BuiltPrompt, outputLimitFor, promptFor } from "./cell-prompt.ts";
import { type ExampleStop, walkExamples } from "./example-walk.ts";
import type { LoggedOutcome } from "./generation-log.ts";
import { type CallTools, type Failure, failedEntry, makeLoggedCall } from "./logged-call.ts";
import { type OpenRun, plannedCount, type WholeRun } from "./run-inputs.ts";
import type { PlannedText } from "./run-plan.ts";
import { type AskedSideTexts, failedSideCall } from "./side-texts.ts";
import { promptHashOf } from "./write-plan.ts";

/** What the generating step works with, beside the run. */
export interface GenerationTools extends CallTools {
  /** Where outcomes are written. */
  readonly log: AppendLog;
  /** What the log held when it was opened. */
  readonly outcomes: ReadonlyMap<string, LoggedOutcome>;
  /** Whether a text whose last outcome is this one is made again. */
  readonly isDue: (outcome: LoggedOutcome | undefined) => boolean;
  /** Summaries and styles. */
  readonly sides: AskedSideTexts;
}

/** What the generating step came to. */
export interface GenerationCount {
  /** Texts made by this command. */
  generated: number;
  /** Of them, those that came from the cache. */
  cached: number;
  /** Texts that failed in this command. */
  failed: number;
  /** Summaries and descriptions of style that were made by this command. */
  side: number;
  /** `true` if the budget ended it. */
  budgetEnded: boolean;
  /** Calls of re-ranking models that this command made, answered from the cache, and that failed. */
  reranks: { readonly made: number; readonly cached: number; readonly failed: number };
}

/** Prompts that may wait for a slot, for each slot there is: enough to keep every slot busy. */
const WAITING_PER_SLOT = 2;
/** Texts that wait to try again hold a place, too: with fewer places they would keep slots idle. */
const LEAST_WAITING = 128;

/**
 * Makes every text that is due. A finished one is on disk before its slot is given on; Ctrl-C
 * stops new calls and lets the running ones finish.
 *
 * @param run - The run.
 * @param tools - Log, cache, gates, budget, side texts.
 * @returns What was made.
 */
export async function generateTexts(
  run: WholeRun,
  tools: GenerationTools,
): Promise<GenerationCount> {
  const reranks = { made: 0, cached: 0, failed: 0 };
  const count = { generated: 0, cached: 0, failed: 0, side: 0, budgetEnded: false, reranks };
  const progress = openProgress(run, tools, count);
  const pool = boundedPool(Math.max(LEAST_WAITING, slotsOf(run) * WAITING_PER_SLOT));
  const { stopping } = run.context;
  for await (const stop of walkExamples(run)) {
    const due = stop.planned.filter(({ key }) => tools.isDue(tools.outcomes.get(key)));
    for (const planned of due) {
      if (stopping.aborted) break;
      const cell = stop.run.cells.find(({ id }) => id === planned.cell) as Cell;
      await pool.admit(async () => {
        await makeText({ stop, planned, cell }, tools, count);
        progress();
      });
    }
    if (stopping.aborted) break;
  }
  await pool.drain();
  count.side = tools.sides.count.generated;
  return count;
}

/** How many calls all models of the run can work on at once. */
function slotsOf({ experiment, descriptions }: WholeRun): number {
  const { max } = experiment.limits.concurrency;
  return [...descriptions.values()].reduce(
    (slots, { parallelCalls }) => slots + Math.min(max, parallelCalls),
    0,
  );
}

interface TextToMake {
  readonly stop: ExampleStop;
  readonly planned: PlannedText;
  readonly cell: Cell;
}

async function makeText(
  text: TextToMake,
  tools: GenerationTools,
  count: GenerationCount,
): Promise<void> {
  const { stop, planned } = text;
  if (stop.run.context.stopping.aborted) return;
  const prompt = await promptOrFailure(text, tools);
  if (!("failure" in prompt)) return askModel({ ...text, prompt }, tools, count);
  const { failure } = prompt;
  if (failure.reason === "cancelled") return;
  await tools.log.append(failedEntry(planned.key, failure, stop.run));
  count.failed += 1;
  if (failure.reason === "budget") count.budgetEnded = true;
}

/** A text without a prompt is the example's failure; what is no failure of it is a fault, and goes up. */
async function promptOrFailure(
  { stop, cell }: TextToMake,
  tools: GenerationTools,
): Promise<BuiltPrompt | { readonly failure: Failure }> {
  try {
    const retrieval = stop.retrievalFor(cell);
    return await promptFor({ example: stop.example, cell, retrieval }, stop.run, tools.sides);
  } catch (error) {
    const known = failureOf(error);
    if (known === undefined) throw error;
    return { failure: { ...known, attempt: 1, noCall: true } };
  }
}

function failureOf(error: unknown): Pick<Failure, "reason" | "retryable" | "message"> | undefined {
  // Of a side call: the budget and Ctrl-C are no fault of what it asked for.
  if (error instanceof ModelCallError) {
    const { reason, retryable, message } = error;
    return { reason, retryable, message };
  }
  const side = failedSideCall(error);
  if (side !== undefined || !(error instanceof LonghandError)) return side;
  const { code, message } = error;
  if (code !== "retrieval-failed" && code !== "context-overflow") return undefined;
  return { reason: code, retryable: false, message };
}

interface TextToAsk extends TextToMake {
  readonly prompt: BuiltPrompt;
}

async function askModel(
  { stop, planned, cell, prompt }: TextToAsk,
  tools: GenerationTools,
  count: GenerationCount,
): Promise<void> {
  const { run } = stop;
  const { generation } = run.experiment;
  const description = run.descriptions.get(cell.model) as ModelDescription;
  const { promptTokens } = prompt;
  const maxOutputTokens = outputLimitFor(promptTokens, description, run.experiment);
  const lost = prompt.droppedPassageIds.length + prompt.truncatedPassageIds.length;
  const request = singlePassRequest(prompt.text, {
    ...generation,
    maxOutputTokens,
    sampling: samplingOf(run, planned.repeat),
  });
  try {
    const { cached } = await makeLoggedCall(
      {
        key: planned.key,
        model: cell.model,
        call: {
          stage: "generation",
          request,
          templateHash: promptHashOf(run, cell),
          repeat: planned.repeat,
        },
        ...(promptTokens === undefined ? {} : { promptTokens }),
        log: tools.log,
        facts: {
          ...(lost > 0 ? { passagesLost: lost } : {}),
          ...(maxOutputTokens < generation.maxOutputTokens ? { outputLimit: maxOutputTokens } : {}),
        },
      },
      run,
      tools,
    );
    count.generated += 1;
    if (cached) count.cached += 1;
  } catch (error) {
    if (!(error instanceof ModelCallError)) throw error;
    // A call that the user ended, or that never began, leaves its text pending.
    if (error.reason === "cancelled") return;
    if (error.reason === "budget") count.budgetEnded = true;
    count.failed += 1;
  }
}

/** Each repeat has a seed of its own, else a seeded model would write the same text again. */
function samplingOf(
  { experiment }: OpenRun,
  repeat: number,
): Parameters<LanguageModel["generate"]>[0]["sampling"] {
  const { temperature, topP, repeatPenalty, seed } = experiment.generation;
  return {
    temperature,
    topP,
    ...(repeatPenalty === undefined ? {} : { repeatPenalty }),
    seed: (seed ?? experiment.seed) + repeat,
  };
}

function openProgress(run: WholeRun, tools: GenerationTools, count: GenerationCount): () => void {
  const total = plannedCount(run);
  const doneBefore = [...tools.outcomes.values()].filter((outcome) => !tools.isDue(outcome)).length;
  return () => {
    const { tokensRead, tokensWritten } = tools.spending;
    const tokens = `${tokensRead.toLocaleString("en")} tokens read, ${tokensWritten.toLocaleString("en")} written`;
    const side = tools.sides.count.generated;
    run.context.onProgress({
      kind: "step",
      step: "Generating",
      done: doneBefore + count.generated + count.failed,
      total,
      unit: "texts",
      doneBefore,
      note: [
        tokens,
        ...(side > 0 ? [`${side} summaries and styles`] : []),
        ...(count.failed > 0 ? [`${count.failed} failed`] : []),
      ].join(", "),
    });
  };
}
