import { LonghandError, randomStream } from "../../foundation/index.ts";
import {
  callKey,
  type LanguageModel,
  ModelCallError,
  type ModelReply,
  type ModelRequest,
  type Sampling,
} from "../../models/index.ts";
import type { ChatMessage } from "../../records/index.ts";
import { sha256 } from "../../storage/index.ts";
import { estimateTokens } from "../brief/brief-words.ts";
import type { JournalEntry } from "./journal.ts";
import type { RunStore, StoredCall } from "./run-store.ts";
import { openStreamGuard } from "./stream-guard.ts";

/** What a call to a model is for. */
export type CallStage =
  | "plan"
  | "draft"
  | "continue"
  | "must"
  | "summary"
  | "instruct"
  | "check"
  | "repair";

/** One call that a writer wants made. */
export interface WantedCall {
  /** What it is for. */
  readonly stage: CallStage;
  /** Id of the node that it is for. */
  readonly node: string;
  /** Tells calls of one node and stage apart: round and candidate, for instance `0.2`. */
  readonly variant: string;
  /** The conversation. */
  readonly messages: readonly ChatMessage[];
  /** Longest reply, in tokens. */
  readonly maxOutputTokens: number;
  /** Texts that end the reply. @defaultValue none */
  readonly stop?: readonly string[];
  /** How many alternatives to report for each token. @defaultValue no log-probabilities */
  readonly topLogProbabilities?: number;
}

/** What came of a call. */
export interface CallOutcome {
  /** The reply; absent if the model gave nothing usable. */
  readonly call?: StoredCall;
  /** Why there is none. */
  readonly reason?: string;
  /** What to record about it, before its text is used. */
  readonly entry: JournalEntry;
}

/** Makes calls, each of them once. */
export interface Asker {
  /**
   * Makes a call, or takes its reply from the run if it was finished before.
   *
   * @param wanted - The call.
   * @returns Its outcome; refusals, empty and filtered replies are outcomes, too.
   * @throws LonghandError `interrupted` if the user wants to stop; ModelCallError if the model cannot
   *   be reached.
   */
  ask(wanted: WantedCall): Promise<CallOutcome>;
}

/** News of a call; calls whose replies were kept from before bring none. */
export interface CallNews {
  /** `begun`, or how it ended; `stopped` for one that the user or a fault of the model ended. */
  readonly state: "begun" | "finished" | "failed" | "stopped";
  /** What it is for. */
  readonly stage: CallStage;
  /** Id of the node that it is for. */
  readonly node: string;
  /** Tokens read and written; absent unless it is finished. */
  readonly tokens?: { readonly in: number; readonly out: number };
}

/** What an asker works with. */
export interface AskerOptions {
  /** The model for a stage. */
  readonly modelFor: (stage: CallStage) => LanguageModel;
  /** Where finished calls are kept. */
  readonly store: Pick<RunStore, "findCall" | "saveCall">;
  /** Seed of the run. */
  readonly seed: number;
  /** How tokens are drawn. */
  readonly sampling: Sampling;
  /** Version of the templates. */
  readonly templates: string;
  /** No new call begins once it is aborted. */
  readonly stopping: AbortSignal;
  /** Open calls end once it is aborted. */
  readonly stopNow: AbortSignal;
  /** Makes a call, with a gate and with retries. @defaultValue one attempt, at once */
  readonly runCall?: RunCall;
  /** Is told of each call that is made. */
  readonly onCall?: (news: CallNews) => void;
}

/**
 * Makes a call that may be tried again.
 *
 * @param model - Whose call it is.
 * @param attempt - Makes one attempt.
 * @returns What the attempt that succeeded gave.
 */
export type RunCall = <T>(model: LanguageModel, attempt: () => Promise<T>) => Promise<T>;

/** Failures that another seed may mend; all others stop the run. */
const CONTENT_FAILURES: ReadonlySet<string> = new Set([
  "no-output",
  "empty-output",
  "refused",
  "content-filter",
  "invalid-output",
]);

/**
 * Makes an asker: a call's key is the hash of model, request, seed and template version; a finished
 * call is on disk before its text is used, and never made again.
 *
 * @param options - Models, store, seed.
 * @returns The asker.
 */
export function openAsker(options: AskerOptions): Asker {
  return {
    ask: async (wanted) => {
      const model = options.modelFor(wanted.stage);
      const request = requestOf(wanted, options);
      const key = callKey({
        stage: wanted.stage,
        description: model.description,
        request,
        templateHash: options.templates,
        repeat: 0,
      });
      const found = await options.store.findCall(key);
      if (found !== undefined) return finished(wanted, found);
      if (options.stopping.aborted) throw interrupted();
      const tell = teller(wanted, options);
      tell({ state: "begun" });
      try {
        const { runCall = (_, attempt) => attempt() } = options;
        const reply = await runCall(model, () => guarded(model, request, options.stopNow));
        const call: StoredCall = { v: 1, key, stage: wanted.stage, ...reply };
        await options.store.saveCall(call);
        tell({ state: "finished", tokens: { in: call.promptTokens, out: call.outputTokens } });
        return finished(wanted, call);
      } catch (error) {
        tell({ state: isContentFailure(error) ? "failed" : "stopped" });
        return failedCall(wanted, key, error);
      }
    },
  };
}

function teller(
  { stage, node }: WantedCall,
  { onCall }: AskerOptions,
): (news: Pick<CallNews, "state" | "tokens">) => void {
  return (news) => onCall?.({ stage, node, ...news });
}

function isContentFailure(error: unknown): boolean {
  return error instanceof ModelCallError && CONTENT_FAILURES.has(error.reason);
}

function requestOf(wanted: WantedCall, { seed, sampling }: AskerOptions): ModelRequest {
  const random = randomStream(seed, wanted.stage, wanted.node, wanted.variant);
  return {
    messages: wanted.messages,
    sampling: { ...sampling, seed: random.nextBelow(2 ** 31) },
    maxOutputTokens: wanted.maxOutputTokens,
    ...(wanted.stop === undefined ? {} : { stop: wanted.stop }),
    ...(wanted.topLogProbabilities === undefined
      ? {}
      : { topLogProbabilities: wanted.topLogProbabilities }),
  };
}

function finished(wanted: WantedCall, call: StoredCall): CallOutcome {
  const { stage, node, variant } = wanted;
  const { key, promptTokens, outputTokens, finishReason, text } = call;
  const body = {
    status: "generated",
    key,
    stage,
    node,
    variant,
    in: promptTokens,
    out: outputTokens,
    finishReason,
    textHash: sha256(text),
  };
  return { call, entry: { type: "call", body } };
}

function failedCall(wanted: WantedCall, key: string, error: unknown): CallOutcome {
  if (!(error instanceof ModelCallError)) throw error;
  if (error.reason === "cancelled") throw interrupted();
  if (!CONTENT_FAILURES.has(error.reason)) throw error;
  const { stage, node, variant } = wanted;
  const body = { status: "failed", key, stage, node, variant, reason: error.reason };
  return { reason: error.reason, entry: { type: "call", body } };
}

/**
 * The error of a run that the user stopped.
 *
 * @returns An error with code `interrupted`; exit code 130.
 */
function interrupted(): LonghandError {
  return new LonghandError("Stopped; everything finished is kept.", {
    code: "interrupted",
    hint: "Go on with: longhand writing resume RUN",
  });
}

type GuardedReply = Pick<
  StoredCall,
  "text" | "finishReason" | "promptTokens" | "outputTokens" | "meanLogProbability"
>;

/** Ends a reply that repeats itself, and keeps what was written up to there. */
async function guarded(
  model: LanguageModel,
  request: ModelRequest,
  stopNow: AbortSignal,
): Promise<GuardedReply> {
  const guard = openStreamGuard();
  const tripped = new AbortController();
  try {
    const reply = await model.generate(request, {
      signal: AbortSignal.any([stopNow, tripped.signal]),
      onText: (piece) => {
        if (guard.add(piece)) tripped.abort();
      },
    });
    return wholeReply(reply);
  } catch (error) {
    const sound = guard.soundText();
    if (!tripped.signal.aborted || sound.trim() === "") throw error;
    const { tokens } = await model.countTokens(request.messages);
    return {
      text: sound,
      finishReason: "guard",
      promptTokens: tokens,
      outputTokens: estimateTokens(guard.text()),
    };
  }
}

function wholeReply(reply: ModelReply): GuardedReply {
  const { text, finishReason, promptTokens, outputTokens, logProbabilities = [] } = reply;
  // Another way of streaming may bring the same text in one piece, past the guard.
  const guard = openStreamGuard();
  const looped = guard.add(text);
  const sound = looped ? guard.soundText() : text;
  if (!looped || sound.trim() === "") {
    const logs = logProbabilities.map(({ logProbability }) => logProbability);
    const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length;
    return {
      text,
      finishReason,
      promptTokens,
      outputTokens,
      ...(logs.length === 0 ? {} : { meanLogProbability: mean }),
    };
  }
  return { text: sound, finishReason: "guard", promptTokens, outputTokens };
}

/**
 * Waits for all, so that whatever can finish is kept, and only then gives up.
 *
 * @param work - What is under way.
 * @returns The results, in the order given.
 * @throws The first error in that order.
 */
export async function settleAll<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(work);
  return settled.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
}
