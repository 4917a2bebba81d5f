import { LonghandError, randomStream } from "../../foundation/index.ts";
import {
  type CallGate,
  callWithRetries,
  createCallGate,
  type LanguageModel,
  openLanguageModel,
  priceOf,
} from "../../models/index.ts";
import { canonicalJson } from "../../storage/index.ts";
import {
  type Brief,
  type EstimateRates,
  type ModelChoice,
  type RunCall,
  sizeOfModel,
} from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";

/** Longest wait for one reply: a model on this machine may take minutes for a part. */
const REPLY_TIMEOUT_MS = 600_000;
/** Calls at once, at most. */
const MAX_CALLS = 32;

/** The models of a run. */
export interface WritingModels {
  /** Writes the prose. */
  readonly writer: LanguageModel;
  /** Makes the plan; may be the writer. */
  readonly planner: LanguageModel;
  /** Makes a call behind the model's gate, with retries. */
  readonly runCall: RunCall;
  /** Price of tokens at the writer's rates; `undefined` where a rate is unknown. */
  readonly costUsd: (tokens: { readonly in: number; readonly out: number }) => number | undefined;
  /** Frees both. */
  close(): Promise<void>;
}

/**
 * The model of each role.
 *
 * @param brief - The brief.
 * @returns Names and settings.
 */
function rolesOf({ model, modelSettings, models }: Brief): {
  readonly writer: ModelChoice;
  readonly planner: ModelChoice;
} {
  const writer = models.writer ?? { model, settings: modelSettings };
  return { writer, planner: models.planner ?? writer };
}

/**
 * Tokens that the prompts and replies of a tree take with a tiny model, amply. With so short a window
 * the engine has room for twice as many drafts at once as with the whole one.
 */
const TINY_TREE_TOKENS = 4096;

function windowedRoles(brief: Brief): ReturnType<typeof rolesOf> {
  const { writer, planner } = rolesOf(brief);
  const withWindow = (choice: ModelChoice): ModelChoice => {
    const isOpen = choice.settings?.["contextTokens"] === undefined;
    const isTiny = (brief.models.size ?? sizeOfModel(choice.model)) === "tiny";
    const isLocal = choice.model.startsWith("gguf:");
    if (brief.strategy !== "tree" || !isLocal || !isTiny || !isOpen) return choice;
    return { ...choice, settings: { ...choice.settings, contextTokens: TINY_TREE_TOKENS } };
  };
  return { writer: withWindow(writer), planner: withWindow(planner) };
}

/**
 * Opens the models that a brief names.
 *
 * @param brief - The brief.
 * @param context - Places, secrets, time.
 * @returns The models; close them in the end.
 * @throws LonghandError as `openLanguageModel` does.
 */
export async function openWritingModels(brief: Brief, context: RunContext): Promise<WritingModels> {
  const roles = windowedRoles(brief);
  const writer = await openRole(roles.writer, context);
  const isShared = canonicalJson(roles.writer) === canonicalJson(roles.planner);
  const planner = isShared ? writer : await openRole(roles.planner, context);
  const gates = new Map<LanguageModel, CallGate>(
    [writer, planner].map((model) => [model, gateFor(model, context)]),
  );
  let calls = 0;
  return {
    writer,
    planner,
    runCall: (model, attempt) => {
      calls += 1;
      return callWithRetries({
        gate: gates.get(model) as CallGate,
        call: attempt,
        clock: context.clock,
        random: randomStream(brief.seed, "back-off", calls),
        signal: context.stopNow,
      });
    },
    costUsd: priceFunction(roles.writer),
    close: async () => {
      await writer.close();
      if (!isShared) await planner.close();
    },
  };
}

function openRole({ model, settings }: ModelChoice, context: RunContext): Promise<LanguageModel> {
  return openLanguageModel({
    spec: model,
    settings,
    home: context.home,
    credential: context.credential,
    clock: context.clock,
    replyTimeoutMs: REPLY_TIMEOUT_MS,
  });
}

function gateFor({ description }: LanguageModel, { clock }: RunContext): CallGate {
  const max = Math.max(1, Math.min(MAX_CALLS, description.parallelCalls));
  return createCallGate(
    { start: description.remote ? Math.min(4, max) : max, min: 1, max },
    { clock },
  );
}

/**
 * Price of tokens at the rates of a brief's writer; no model is opened.
 *
 * @param brief - The brief.
 * @returns US dollars by tokens; `undefined` where a rate is unknown.
 */
export function costOfBrief(brief: Brief): WritingModels["costUsd"] {
  return priceFunction(rolesOf(brief).writer);
}

/**
 * Prices of a brief's roles, as its settings name them; no model is opened.
 *
 * @param brief - The brief.
 * @returns US dollars for a million tokens; what is not named is unknown.
 */
export function pricesOfBrief(brief: Brief): Pick<EstimateRates, "planner" | "writer"> {
  const { planner, writer } = rolesOf(brief);
  return { planner: priceOf(planner.settings), writer: priceOf(writer.settings) };
}

function priceFunction({ settings }: ModelChoice): WritingModels["costUsd"] {
  const { inputUsdPerMillionTokens: input, outputUsdPerMillionTokens: output } = priceOf(settings);
  return (tokens) =>
    input === undefined || output === undefined
      ? undefined
      : (tokens.in * input + tokens.out * output) / 1e6;
}

/**
 * Refuses a remote model without a limit: money is capped before it is spent.
 *
 * @param brief - The brief.
 * @param models - Its models, open.
 * @param noLimit - Whether the user asked for no limit.
 * @throws LonghandError `usage`.
 */
export function refuseUnlimited(brief: Brief, models: WritingModels, noLimit: boolean): void {
  const isRemote = models.writer.description.remote || models.planner.description.remote;
  const limits = Object.values(brief.budget ?? {});
  if (!isRemote || noLimit || limits.length > 0) return;
  throw new LonghandError("The brief names a remote model and no budget.", {
    code: "usage",
    hint: "Add budget: { completionTokens: … } or { money: … } to the brief, or give --no-limit.",
  });
}
