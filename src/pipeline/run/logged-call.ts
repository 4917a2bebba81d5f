import { LonghandError, messageOf, randomStream } from "../../foundation/index.ts";
import {
  type CachedCall,
  type CachedModel,
  type CachedReply,
  type CallGate,
  callWithRetries,
  ModelCallError,
  type ModelPrice,
  type ModelReply,
  priceOf,
} from "../../models/index.ts";
import type { FailedEntry, FailureReason, GeneratedEntry } from "../../records/index.ts";
import type { AppendLog, LinePlace } from "../../storage/index.ts";
import type { BegunCall, BegunCalls } from "./begun-calls.ts";
import {
  type CallBudget,
  mostCharged,
  type Reservation,
  reservationFor,
  usdOf,
} from "./call-budget.ts";
import type { WholeRun } from "./run-inputs.ts";

/** What every call of a run goes through. */
export interface CallTools {
  /** Notes calls that begin, so that a kill hides none; absent to note none. */
  readonly begun?: BegunCalls;
  /** Each model behind its cache, by the name the grid uses. */
  readonly cached: ReadonlyMap<string, CachedModel>;
  /** Each model's gate, by the name the grid uses. */
  readonly gates: ReadonlyMap<string, CallGate>;
  /** Calls, tokens and money that may still be spent. */
  readonly spending: CallBudget;
}

/** One call of a run, with what its log says of it. */
export interface LoggedCall {
  /** Key under which the log knows it. */
  readonly key: string;
  /** Model as the grid names it. */
  readonly model: string;
  /** The call itself. */
  readonly call: CachedCall;
  /** Tokens of the prompt, if they were counted. */
  readonly promptTokens?: number;
  /** Where its outcomes are written; absent to write none. */
  readonly log?: AppendLog;
  /** Gets the place of its text in the log. */
  readonly onLogged?: (place: LinePlace) => void;
  /** More for its entries. */
  readonly facts?: Pick<GeneratedEntry, "stage" | "passagesLost" | "outputLimit">;
}

/** What a call needs to know of its run. */
export type CallingRun = Pick<WholeRun, "experiment" | "context" | "folder" | "models">;

/**
 * Makes one call of a run: through cache, gate, retries and budget. Every outcome of every attempt is
 * on disk before its slot is given on.
 *
 * @param logged - The call.
 * @param run - Limits, time, signals.
 * @param tools - Cache, gates, budget.
 * @returns The reply, and whether it was cached.
 * @throws ModelCallError if there is no reply; LonghandError `model-refused` if the model refuses all
 *   calls.
 */
export async function makeLoggedCall(
  logged: LoggedCall,
  run: CallingRun,
  tools: CallTools,
): Promise<CachedReply> {
  const { call, log, model } = logged;
  const { context, experiment } = run;
  const startedMs = context.clock.nowMs();
  const entries = new Entries(logged, run, startedMs);
  const append = async (entry: GeneratedEntry): Promise<void> => {
    const place = await log?.append(entry);
    if (place !== undefined) logged.onLogged?.(place);
  };
  try {
    const answer = await (tools.cached.get(model) as CachedModel).generate(call, {
      signal: context.stopNow,
      onMiss: async (callModel) => {
        const reservation = await reservationOf(logged, run);
        return callWithRetries({
          gate: tools.gates.get(model) as CallGate,
          maxAttempts: experiment.limits.maxAttempts,
          clock: context.clock,
          random: randomStream(experiment.seed, "back-off", logged.key),
          signal: context.stopNow,
          onFailure: async (error, attempt, willRetry) => {
            if (isRefusedForAll(error)) return tools.begun?.forget(logged.key);
            if (isUnmadeSideCall(error, logged)) return;
            await log?.append(entries.failed(error, { attempt, willRetry, reservation }));
          },
          call: async (attempt) => {
            refuseNewCall(run);
            const reply = await tools.spending.spend(reservation, () => {
              tools.begun?.note(noteOf(logged, reservation));
              return callModel();
            });
            // Inside the call: its slot is given on only when the text is on disk.
            await append(entries.generated(reply, { attempt, cached: false }));
            return reply;
          },
        });
      },
    });
    if (answer.cached) await append(entries.generated(answer.reply, { attempt: 1, cached: true }));
    return answer;
  } catch (error) {
    if (error instanceof ModelCallError && isRefusedForAll(error)) {
      throw refusedForAll(error, model, run);
    }
    throw error;
  }
}

function noteOf(
  { key, facts }: LoggedCall,
  { promptTokens, outputTokens, price }: Reservation,
): BegunCall {
  const usd = price === undefined ? 0 : usdOf({ promptTokens, outputTokens, price });
  return {
    key,
    ...(facts?.stage === undefined ? {} : { stage: facts.stage }),
    tokens: promptTokens + outputTokens,
    ...(usd === 0 ? {} : { usd }),
  };
}

function reservationOf(
  { call, model, promptTokens }: LoggedCall,
  { experiment, models }: CallingRun,
): Promise<Reservation> {
  return reservationFor({
    request: call.request,
    promptTokens,
    model: models.get(model) as NonNullable<ReturnType<typeof models.get>>,
    price: knownPrice(experiment.models[model]),
  });
}

/**
 * The price of a model, if its settings name one for tokens read and for tokens written.
 *
 * @param settings - Settings of the model; absent for none.
 * @returns The price; `undefined` if it is not known.
 */
export function knownPrice(
  settings: Readonly<Record<string, unknown>> | undefined,
): ModelPrice | undefined {
  const price = priceOf(settings ?? {});
  const { inputUsdPerMillionTokens, outputUsdPerMillionTokens } = price;
  const known = inputUsdPerMillionTokens !== undefined && outputUsdPerMillionTokens !== undefined;
  return known ? price : undefined;
}

interface FailureFacts {
  readonly attempt: number;
  readonly willRetry: boolean;
  readonly reservation: Reservation;
}

class Entries {
  readonly #logged: LoggedCall;
  readonly #run: CallingRun;
  readonly #startedMs: number;

  constructor(logged: LoggedCall, run: CallingRun, startedMs: number) {
    this.#logged = logged;
    this.#run = run;
    this.#startedMs = startedMs;
  }

  failed(error: ModelCallError, { attempt, willRetry, reservation }: FailureFacts): FailedEntry {
    const { tokens, usd } = mostCharged(error, reservation);
    return {
      ...failedEntry(
        this.#logged.key,
        { reason: error.reason, retryable: error.retryable, message: messageOf(error), attempt },
        this.#run,
      ),
      ...stagePart(this.#logged),
      ...(willRetry ? { willRetry } : {}),
      ...(error.reason === "budget" ? { noCall: true } : {}),
      ...(tokens > 0 ? { mostTokens: tokens } : {}),
      ...(usd > 0 ? { mostUsd: usd } : {}),
    };
  }

  generated(
    reply: ModelReply,
    { attempt, cached }: { readonly attempt: number; readonly cached: boolean },
  ): GeneratedEntry {
    const { key, model, facts = {} } = this.#logged;
    const { clock } = this.#run.context;
    const atMs = clock.nowMs();
    const { promptTokens, outputTokens } = reply;
    const price = knownPrice(this.#run.experiment.models[model]);
    return {
      v: 1,
      key,
      ...facts,
      status: "generated",
      attempt,
      text: reply.text,
      finishReason: reply.finishReason,
      promptTokens,
      outputTokens,
      ...(price === undefined || cached
        ? {}
        : { costUsd: usdOf({ promptTokens, outputTokens, price }) }),
      latencyMs: Math.round(atMs - this.#startedMs),
      cached,
      atMs,
    };
  }
}

function stagePart({ facts }: LoggedCall): Pick<FailedEntry, "stage"> {
  return facts?.stage === undefined ? {} : { stage: facts.stage };
}

/** Why there is no text. */
export interface Failure {
  /** The reason. */
  readonly reason: FailureReason;
  /** Whether asking again may help. */
  readonly retryable: boolean;
  /** What was said. */
  readonly message: string;
  /** Which attempt it was, from 1. */
  readonly attempt: number;
  /** `true` if it failed before any call was made. */
  readonly noCall?: true;
}

/**
 * The entry of a failure.
 *
 * @param key - Key under which the log knows the text.
 * @param failure - Why there is none.
 * @param run - The time.
 * @returns The entry.
 */
export function failedEntry(
  key: string,
  failure: Failure,
  { context }: Pick<CallingRun, "context">,
): FailedEntry {
  return { v: 1, key, status: "failed", ...failure, atMs: context.clock.nowMs() };
}

/** A side call that the budget forbade leaves no mark: the text that needed it says so. */
function isUnmadeSideCall({ reason }: ModelCallError, { facts }: LoggedCall): boolean {
  return reason === "budget" && facts?.stage !== undefined;
}

/** Statuses that mean the key or the model is wrong: every further call would fail alike. */
const REFUSED_FOR_ALL: ReadonlySet<number | undefined> = new Set([401, 403, 404]);

function isRefusedForAll({ httpStatus }: ModelCallError): boolean {
  return REFUSED_FOR_ALL.has(httpStatus);
}

/** Ends the run with its texts pending, instead of failing each of them for good. */
function refusedForAll(
  error: ModelCallError,
  model: string,
  { folder }: CallingRun,
): LonghandError {
  return new LonghandError(`The model ${model} refuses all calls: ${error.message}`, {
    code: "model-refused",
    hint: `${error.hint ?? "Check the key, the address and the model's name."} Then: longhand run --resume ${folder.name}`,
    details: { model, httpStatus: error.httpStatus },
    cause: error,
  });
}

/** After Ctrl-C, calls that wait for a slot do not begin. */
function refuseNewCall({ context }: CallingRun): void {
  if (!context.stopping.aborted) return;
  throw new ModelCallError("Stopped before the call began.", {
    reason: "cancelled",
    retryable: true,
  });
}
