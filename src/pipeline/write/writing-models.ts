import { LonghandError, randomStream } from "../../foundation/index.ts";
import {
  type CallGate,
  callWithRetries,
  createCallGate,
  type LanguageModel,
  type ModelDescription,
  openLanguageModel,
  priceOf,
} from "../../models/index.ts";
import { canonicalJson } from "../../storage/index.ts";
import {
  type Brief,
  type EstimateRates,
  type ModelChoice,
  type RunCall,
  type SpentTokens,
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
  /** Looks for contradictions; may be the writer. */
  readonly checker: LanguageModel;
  /** Makes a call behind the model's gate, with retries. */
  readonly runCall: RunCall;
  /** Price of tokens, each at the rates of the model whose they are; `undefined` where a rate is unknown. */
  readonly costUsd: (tokens: SpentTokens) => number | undefined;
  /** Frees all of them. */
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
  readonly checker: ModelChoice;
} {
  const writer = models.writer ?? { model, settings: modelSettings };
  return { writer, planner: models.planner ?? writer, checker: models.checker ?? writer };
}

/**
 * Tokens that the prompts and replies of a tree take with a tiny model, amply. With so short a window
 * the engine has room for twice as many drafts at once as with the whole one.
 */
const TINY_TREE_TOKENS = 4096;

function windowedRoles(brief: Brief): ReturnType<typeof rolesOf> {
  const { writer, planner, checker } = rolesOf(brief);
  const withWindow = (choice: ModelChoice): ModelChoice => {
    const isOpen = choice.settings?.["contextTokens"] === undefined;
    const isTiny = (brief.models.size ?? sizeOfModel(choice.model)) === "tiny";
    const isLocal = choice.model.startsWith("gguf:");
    if (brief.strategy !== "tree" || !isLocal || !isTiny || !isOpen) return choice;
    return { ...choice, settings: { ...choice.settings, contextTokens: TINY_TREE_TOKENS } };
  };
  return {
    writer: withWindow(writer),
    planner: withWindow(planner),
    checker: withWindow(checker),
  };
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
  const opened = new Map<string, LanguageModel>();
  const close = async (): Promise<void> => {
    for (const model of opened.values()) await model.close();
  };
  // Roles with the same model and settings share it.
  const openOnce = async (choice: ModelChoice): Promise<LanguageModel> => {
    const key = canonicalJson(choice);
    const model = opened.get(key) ?? (await openRole(choice, context));
    opened.set(key, model);
    return model;
  };
  try {
    const writer = await openOnce(roles.writer);
    const planner = await openOnce(roles.planner);
    const checker = await openOnce(roles.checker);
    const runCall = gatedCalls([...opened.values()], brief.seed, context);
    return { writer, planner, checker, runCall, costUsd: priceFunction(roles), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function gatedCalls(
  models: readonly LanguageModel[],
  seed: number,
  context: RunContext,
): WritingModels["runCall"] {
  const gates = new Map<LanguageModel, CallGate>(
    models.map((model) => [model, gateFor(model, context)]),
  );
  let calls = 0;
  return (model, attempt) => {
    calls += 1;
    return callWithRetries({
      gate: gates.get(model) as CallGate,
      call: attempt,
      clock: context.clock,
      random: randomStream(seed, "back-off", calls),
      signal: context.stopNow,
    });
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
 * Price of tokens at the rates of a brief's models; no model is opened.
 *
 * @param brief - The brief.
 * @returns US dollars by tokens; `undefined` where a rate is unknown.
 */
export function costOfBrief(brief: Brief): WritingModels["costUsd"] {
  return priceFunction(rolesOf(brief));
}

/**
 * Prices of a brief's roles, as its settings name them; no model is opened.
 *
 * @param brief - The brief.
 * @returns US dollars for a million tokens; what is not named is unknown.
 */
export function pricesOfBrief(brief: Brief): Pick<EstimateRates, "planner" | "writer" | "checker"> {
  const { planner, writer, checker } = rolesOf(brief);
  return {
    planner: priceOf(planner.settings),
    writer: priceOf(writer.settings),
    checker: priceOf(checker.settings),
  };
}

const NO_TOKENS = { in: 0, out: 0 } as const;

function priceFunction(roles: ReturnType<typeof rolesOf>): WritingModels["costUsd"] {
  return ({ plan = NO_TOKENS, check = NO_TOKENS, ...all }) => {
    const rest = { in: all.in - plan.in - check.in, out: all.out - plan.out - check.out };
    const costs = [
      costAt(roles.writer, rest),
      costAt(roles.planner, plan),
      costAt(roles.checker, check),
    ];
    const known = costs.filter((cost) => cost !== undefined);
    return known.length === costs.length ? known.reduce((sum, cost) => sum + cost, 0) : undefined;
  };
}

function costAt(
  { settings }: ModelChoice,
  tokens: { readonly in: number; readonly out: number },
): number | undefined {
  const { inputUsdPerMillionTokens: input, outputUsdPerMillionTokens: output } = priceOf(settings);
  if (tokens.in + tokens.out === 0) return 0;
  if (input === undefined || output === undefined) return undefined;
  return (tokens.in * input + tokens.out * output) / 1e6;
}

/**
 * Tells whether any model of a run is elsewhere.
 *
 * @param models - The models.
 * @returns Whether texts leave this machine.
 */
export function isRemote({ writer, planner, checker }: WritingModels): boolean {
  return [writer, planner, checker].some(({ description }) => description.remote);
}

/**
 * The models of a run as they describe themselves, for its manifest.
 *
 * @param brief - The brief.
 * @param models - The models.
 * @returns Their descriptions; the checker's only where it was named, and whether equal calls give equal replies.
 */
export function describedModels(
  { models: named }: Brief,
  { writer, planner, checker }: WritingModels,
): {
  readonly models: {
    readonly writer: ModelDescription;
    readonly planner: ModelDescription;
    readonly checker?: ModelDescription;
  };
  readonly repeatable: boolean;
} {
  const own = named.checker === undefined ? {} : { checker: checker.description };
  const models = { writer: writer.description, planner: planner.description, ...own };
  return { models, repeatable: Object.values(models).every(({ deterministic }) => deterministic) };
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
  const limits = Object.values(brief.budget ?? {});
  if (!isRemote(models) || noLimit || limits.length > 0) return;
  throw new LonghandError("The brief names a remote model and no budget.", {
    code: "usage",
    hint: "Add budget: { completionTokens: … } or { money: … } to the brief, or give --no-limit.",
  });
}
