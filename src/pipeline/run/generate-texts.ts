import { LonghandError, messageOf, randomStream } from "../../foundation/index.ts";
import { singlePassRequest } from "../../generation/index.ts";
import {
  type CachedModel,
  type CallGate,
  callWithRetries,
  type LanguageModel,
  ModelCallError,
  type ModelReply,
} from "../../models/index.ts";
import {
  type Cell,
  FAILURE_REASONS,
  type FailedEntry,
  type FailureReason,
  type GeneratedEntry,
  type RenderedPrompt,
} from "../../records/index.ts";
import type { AppendLog } from "../../storage/index.ts";
import { boundedPool } from "./bounded-pool.ts";
import { type CallBudget, reservationFor } from "./call-budget.ts";
import { promptFor } from "./cell-prompt.ts";
import { type ExampleStop, walkExamples } from "./example-walk.ts";
import type { LoggedOutcome } from "./generation-log.ts";
import { familyFor, type OpenRun } from "./run-inputs.ts";
import type { PlannedText } from "./run-plan.ts";
import { templateHashOf } from "./write-plan.ts";

/** What the generating step works with, beside the run. */
export interface GenerationTools {
  /** Where outcomes are written. */
  readonly log: AppendLog;
  /** What the log held when it was opened. */
  readonly outcomes: ReadonlyMap<string, LoggedOutcome>;
  /** Whether a text whose last outcome is this one is made again. */
  readonly isDue: (outcome: LoggedOutcome | undefined) => boolean;
  /** Each model behind its cache, by the name the grid uses. */
  readonly cached: ReadonlyMap<string, CachedModel>;
  /** Each model's gate, by the name the grid uses. */
  readonly gates: ReadonlyMap<string, CallGate>;
  /** Calls and tokens that may still be spent. */
  readonly spending: CallBudget;
}

/** What the generating step came to. */
export interface GenerationCount {
  /** Texts made by this command. */
  generated: number;
  /** Of them, those that came from the cache. */
  cached: number;
  /** Texts that failed in this command. */
  failed: number;
  /** `true` if the budget ended it. */
  budgetEnded: boolean;
}

/** Prompts that may wait for a slot, for each slot there is: enough to keep every slot busy. */
const WAITING_PER_SLOT = 2;

/**
 * Makes every text that is due. A finished one is on disk before its slot is given on; Ctrl-C
 * stops new calls and lets the running ones finish.
 *
 * @param run - The run.
 * @param tools - Log, cache, gates, budget.
 * @returns What was made.
 */
export async function generateTexts(
  run: OpenRun,
  tools: GenerationTools,
): Promise<GenerationCount> {
  const count: GenerationCount = { generated: 0, cached: 0, failed: 0, budgetEnded: false };
  const progress = openProgress(run, tools, count);
  const pool = boundedPool(slotsOf(run) * WAITING_PER_SLOT);
  for await (const stop of walkExamples(run)) {
    const due = stop.planned.filter(({ key }) => tools.isDue(tools.outcomes.get(key)));
    for (const planned of due) {
      if (run.context.stopping.aborted) break;
      const cell = run.cells.find(({ id }) => id === planned.cell) as Cell;
      await pool.admit(async () => {
        await makeText({ stop, planned, cell }, { run, tools, count });
        progress();
      });
    }
    if (run.context.stopping.aborted) break;
  }
  await pool.drain();
  return count;
}

/** How many calls all models of the run can work on at once. */
function slotsOf({ experiment, descriptions }: OpenRun): number {
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

interface Making {
  readonly run: OpenRun;
  readonly tools: GenerationTools;
  readonly count: GenerationCount;
}

async function makeText(text: TextToMake, making: Making): Promise<void> {
  const { run, tools, count } = making;
  if (run.context.stopping.aborted) return;
  try {
    const prompt = await promptFor(
      { example: text.stop.example, cell: text.cell, retrieval: text.stop.retrievalFor(text.cell) },
      run,
    );
    const outcome = await askModel(text, prompt, making);
    if (outcome === "generated") count.generated += 1;
    else if (outcome === "cached") {
      count.generated += 1;
      count.cached += 1;
    } else if (outcome === "failed") count.failed += 1;
  } catch (error) {
    const entry = entryForPromptError(text.planned, error, run);
    if (entry === undefined) throw error;
    await tools.log.append(entry);
    count.failed += 1;
  }
}

/** A prompt that cannot be built is the example's failure; anything else is a fault and goes up. */
function entryForPromptError(
  planned: PlannedText,
  error: unknown,
  run: OpenRun,
): FailedEntry | undefined {
  if (!(error instanceof LonghandError) || error instanceof ModelCallError) return undefined;
  const reason = FAILURE_REASONS.find((known) => known === error.code);
  if (reason !== "retrieval-failed" && reason !== "context-overflow") return undefined;
  return failedEntry(
    planned,
    { reason, retryable: false, message: error.message, attempt: 1 },
    run,
  );
}

type AskOutcome = "generated" | "cached" | "failed" | "left";

async function askModel(
  text: TextToMake,
  prompt: RenderedPrompt,
  making: Making,
): Promise<AskOutcome> {
  const { run, tools, count } = making;
  const { planned, cell } = text;
  const { experiment, context } = run;
  const request = singlePassRequest(prompt.text, {
    ...experiment.generation,
    sampling: samplingOf(run, planned.repeat),
  });
  const startedMs = context.clock.nowMs();
  const asEntry = (reply: ModelReply, cached: boolean, attempt: number): GeneratedEntry =>
    generatedEntry({ planned, prompt, reply, cached, attempt, startedMs }, run);
  try {
    const { reply, cached } = await (tools.cached.get(cell.model) as CachedModel).generate(
      {
        stage: "generation",
        request,
        templateHash: templateHashOf(run, familyFor(cell.model, experiment.prompt.family)),
        repeat: planned.repeat,
      },
      {
        signal: context.stopNow,
        onMiss: (callModel) =>
          callWithRetries({
            gate: tools.gates.get(cell.model) as CallGate,
            maxAttempts: experiment.limits.maxAttempts,
            clock: context.clock,
            random: randomStream(experiment.seed, "back-off", planned.key),
            signal: context.stopNow,
            onFailure: async (error, attempt, willRetry) => {
              if (isRefusedForAll(error)) return;
              await tools.log.append(
                failedEntry(planned, { ...factsOf(error), attempt, willRetry }, run),
              );
            },
            call: async (attempt) => {
              refuseNewCall(run);
              const reply = await tools.spending.spend(reservationFor(request, prompt), callModel);
              // Inside the call: its slot is given on only when the text is on disk.
              await tools.log.append(asEntry(reply, false, attempt));
              return reply;
            },
          }),
      },
    );
    if (cached) await tools.log.append(asEntry(reply, true, 1));
    return cached ? "cached" : "generated";
  } catch (error) {
    if (!(error instanceof ModelCallError)) throw error;
    if (isRefusedForAll(error)) throw refusedForAll(error, cell.model, run);
    // A call that the user ended, or that never began, leaves its text pending.
    if (error.reason === "cancelled") return "left";
    if (error.reason === "budget") count.budgetEnded = true;
    return "failed";
  }
}

/** Statuses that mean the key or the model is wrong: every further call would fail alike. */
const REFUSED_FOR_ALL: ReadonlySet<number | undefined> = new Set([401, 403, 404]);

function isRefusedForAll({ httpStatus }: ModelCallError): boolean {
  return REFUSED_FOR_ALL.has(httpStatus);
}

/** Ends the run with its texts pending, instead of failing each of them for good. */
function refusedForAll(error: ModelCallError, model: string, { folder }: OpenRun): LonghandError {
  return new LonghandError(`The model ${model} refuses all calls: ${error.message}`, {
    code: "model-refused",
    hint: `${error.hint ?? "Check the key, the address and the model's name."} Then: longhand run --resume ${folder.name}`,
    details: { model, httpStatus: error.httpStatus },
    cause: error,
  });
}

/** After Ctrl-C, calls that wait for a slot do not begin. */
function refuseNewCall({ context }: OpenRun): void {
  if (!context.stopping.aborted) return;
  throw new ModelCallError("Stopped before the call began.", {
    reason: "cancelled",
    retryable: true,
  });
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

interface FailureFacts {
  readonly reason: FailureReason;
  readonly retryable: boolean;
  readonly message: string;
  readonly attempt: number;
  readonly willRetry?: boolean;
}

function factsOf(error: ModelCallError): Omit<FailureFacts, "attempt"> {
  return { reason: error.reason, retryable: error.retryable, message: messageOf(error) };
}

function failedEntry(planned: PlannedText, facts: FailureFacts, { context }: OpenRun): FailedEntry {
  const { willRetry, ...said } = facts;
  return {
    v: 1,
    key: planned.key,
    status: "failed",
    ...said,
    ...(willRetry === true ? { willRetry } : {}),
    atMs: context.clock.nowMs(),
  };
}

interface Generated {
  readonly planned: PlannedText;
  readonly prompt: RenderedPrompt;
  readonly reply: ModelReply;
  readonly cached: boolean;
  readonly attempt: number;
  readonly startedMs: number;
}

function generatedEntry(made: Generated, { context }: OpenRun): GeneratedEntry {
  const { planned, prompt, reply, cached, attempt, startedMs } = made;
  const lost = prompt.droppedPassageIds.length + prompt.truncatedPassageIds.length;
  const atMs = context.clock.nowMs();
  return {
    v: 1,
    key: planned.key,
    status: "generated",
    attempt,
    text: reply.text,
    finishReason: reply.finishReason,
    promptTokens: reply.promptTokens,
    outputTokens: reply.outputTokens,
    latencyMs: Math.round(atMs - startedMs),
    ...(lost > 0 ? { passagesLost: lost } : {}),
    cached,
    atMs,
  };
}

function openProgress(run: OpenRun, tools: GenerationTools, count: GenerationCount): () => void {
  const total =
    run.cells.length * run.experiment.repeat * (run.selected?.size ?? run.dataset.count);
  const doneBefore = [...tools.outcomes.values()].filter((outcome) => !tools.isDue(outcome)).length;
  return () => {
    const { tokensRead, tokensWritten } = tools.spending;
    const tokens = `${tokensRead.toLocaleString("en")} tokens read, ${tokensWritten.toLocaleString("en")} written`;
    run.context.onProgress({
      kind: "step",
      step: "Generating",
      done: doneBefore + count.generated + count.failed,
      total,
      unit: "texts",
      doneBefore,
      note: count.failed > 0 ? `${tokens}, ${count.failed} failed` : tokens,
    });
  };
}
