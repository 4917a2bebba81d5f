import { LonghandError, messageOf } from "../../foundation/index.ts";
import {
  callKey,
  type LanguageModel,
  ModelCallError,
  type ModelDescription,
  type ModelRequest,
} from "../../models/index.ts";
import { stylePrompt, summaryPrompt } from "../../prompt/index.ts";
import type {
  Cell,
  FailureReason,
  GeneratedEntry,
  ProfileItem,
  SideStage,
  SideTemplate,
  SideView,
} from "../../records/index.ts";
import { type AppendLog, canonicalJson, type LinePlace, sha256 } from "../../storage/index.ts";
import { pythonStrip } from "../../text/index.ts";
import { type EntryReader, type GenerationLog, openEntryReader } from "./generation-log.ts";
import { type CallTools, makeLoggedCall } from "./logged-call.ts";
import type { OpenRun, WholeRun } from "./run-inputs.ts";

/** A call that must be made before a prompt can be built. */
export interface SideCall {
  /** What the reply is. */
  readonly stage: SideStage;
  /** Key under which `side.jsonl` knows the reply: equal for all cells that need the same text. */
  readonly key: string;
  /** Model as the grid names it. */
  readonly model: string;
  /** Passages that it is about. */
  readonly passageIds: readonly string[];
  /** The exact prompt. */
  readonly prompt: string;
  /** The whole request. */
  readonly request: ModelRequest;
  /** The template behind it. */
  readonly template: SideTemplate;
  /** Hash of the template. */
  readonly templateHash: string;
}

/** Gives summaries and descriptions of style: by asking a model, or from what was asked before. */
export interface SideTexts {
  /**
   * The reply to a side call, made at most once for all cells.
   *
   * @param call - The call.
   * @returns The text, without white space around it.
   * @throws LonghandError `summary-failed` or `style-failed`; ModelCallError `budget` or `cancelled`.
   */
  textOf(call: SideCall): Promise<string>;
}

/** Side calls of one example in one cell. */
export interface SideCalls {
  /** One per passage, in the order of the passages; none if the mode has no summaries. */
  readonly summaries: readonly SideCall[];
  /** Absent if the mode asks for no style. */
  readonly style?: SideCall;
}

/** What a run must hand over for its side calls to be known. */
export type SideRun = Pick<OpenRun, "experiment" | "task" | "descriptions" | "sideTemplates">;

/**
 * The side calls that an example needs in a cell: a summary of each passage, a description of the
 * style of all. Without passages there are none.
 *
 * @param items - The cell's passages, best first.
 * @param cell - The cell.
 * @param run - Task, templates, sampling.
 * @returns The calls.
 */
export function sideCallsFor(
  items: readonly ProfileItem[],
  cell: Pick<Cell, "mode" | "model">,
  run: SideRun,
): SideCalls {
  const { mode, model } = cell;
  if (items.length === 0) return { summaries: [] };
  const { summary, style } = run.sideTemplates;
  const texts = items.map((item) => String(item.fields[run.task.definition.target.field] ?? ""));
  const ids = items.map(({ id }) => id);
  const summaries = hasSummaries(mode)
    ? texts.map((text, at) =>
        sideCall({
          template: summary,
          prompt: summaryPrompt(summary, text),
          passageIds: [ids[at] as string],
          model,
          run,
        }),
      )
    : [];
  if (!hasStyle(mode)) return { summaries };
  const prompt = stylePrompt(style, texts);
  return { summaries, style: sideCall({ template: style, prompt, passageIds: ids, model, run }) };
}

/**
 * Whether a prompt mode puts summaries in the place of passages.
 *
 * @param mode - Prompt mode.
 */
export function hasSummaries(mode: string): boolean {
  return mode === "summary" || mode === "both";
}

/**
 * Whether a prompt mode puts a description of the author's style before the prompt.
 *
 * @param mode - Prompt mode.
 */
export function hasStyle(mode: string): boolean {
  return mode === "style" || mode === "both";
}

/**
 * The hash of a side template, as keys and manifests hold it.
 *
 * @param template - The template.
 * @returns 64 hexadecimal digits.
 */
export function sideTemplateHash(template: SideTemplate): string {
  return sha256(canonicalJson(template));
}

interface SideCallParts {
  readonly template: SideTemplate;
  readonly prompt: string;
  readonly passageIds: readonly string[];
  readonly model: string;
  readonly run: SideRun;
}

function sideCall({ template, prompt, passageIds, model, run }: SideCallParts): SideCall {
  const { generation, seed } = run.experiment;
  const { systemMessage } = generation;
  const request: ModelRequest = {
    messages: [
      ...(systemMessage === undefined ? [] : [{ role: "system" as const, content: systemMessage }]),
      { role: "user", content: prompt },
    ],
    sampling: { temperature: template.temperature, topP: 1, seed: generation.seed ?? seed },
    maxOutputTokens: template.maxOutputTokens,
  };
  const { stage } = template;
  const templateHash = sideTemplateHash(template);
  const description = run.descriptions.get(model) as ModelDescription;
  const key = callKey({ stage, description, request, templateHash, repeat: 0 });
  return { stage, key, model, passageIds, prompt, request, template, templateHash };
}

/** What {@link askSideTexts} needs beside the run. */
export interface AskingTools extends CallTools {
  /** Where outcomes are written; absent to write none. */
  readonly log?: AppendLog;
  /** The log's file. */
  readonly path?: string;
  /** What the log held when it was opened. */
  readonly before?: GenerationLog;
  /** Whether a call that failed in an earlier command is made again. */
  readonly retryFailed: boolean;
}

/** Side texts of a command that may ask for them. */
export interface AskedSideTexts extends SideTexts {
  /** What was asked so far. */
  readonly count: { generated: number; cached: number; failed: number };
  /** Closes the log's reader. */
  close(): Promise<void>;
}

/** Finished texts that stay in memory; those before them are read from the log again. */
const KEPT_IN_MEMORY = 1000;

/** What asking needs to know of a run. */
export type AskingRun = Pick<
  WholeRun,
  "experiment" | "context" | "folder" | "models" | "descriptions"
>;

/**
 * Side texts that are asked for when they are needed: each once, whoever needs it, and never again
 * once it is on disk.
 *
 * @param run - Limits, time, models.
 * @param tools - Log, cache, gates, budget.
 * @returns The source.
 */
export function askSideTexts(run: AskingRun, tools: AskingTools): AskedSideTexts {
  return new AskedTexts(run, tools);
}

class AskedTexts implements AskedSideTexts {
  readonly count = { generated: 0, cached: 0, failed: 0 };
  readonly #run: AskingRun;
  readonly #tools: AskingTools;
  /** Calls under way, and failed ones. */
  readonly #asked = new Map<string, Promise<string>>();
  /** Where finished texts stand in the log. */
  readonly #places = new Map<string, LinePlace>();
  /** The latest finished texts: cells of one example need the same ones. */
  readonly #latest = new Map<string, string>();
  #reader: Promise<EntryReader> | undefined;

  constructor(run: AskingRun, tools: AskingTools) {
    this.#run = run;
    this.#tools = tools;
  }

  async textOf(call: SideCall): Promise<string> {
    const finished = this.#latest.get(call.key);
    if (finished !== undefined) return finished;
    const asked = this.#asked.get(call.key) ?? this.#ask(call);
    this.#asked.set(call.key, asked);
    try {
      return await asked;
    } catch (error) {
      // What was never asked may be asked later; what failed stays failed for this command.
      if (error instanceof ModelCallError) this.#asked.delete(call.key);
      throw error;
    }
  }

  async close(): Promise<void> {
    await (await this.#reader)?.close();
  }

  async #ask(call: SideCall): Promise<string> {
    const text = (await this.#logged(call)) ?? (await this.#answer(call));
    this.#remember(call.key, text);
    this.#asked.delete(call.key);
    return text;
  }

  #remember(key: string, text: string): void {
    this.#latest.set(key, text);
    const isOnDisk = this.#tools.log !== undefined;
    const [oldest] = this.#latest.keys();
    if (isOnDisk && this.#latest.size > KEPT_IN_MEMORY) this.#latest.delete(oldest as string);
  }

  async #logged(call: SideCall): Promise<string | undefined> {
    const { path, before, retryFailed } = this.#tools;
    const outcome = before?.outcomes.get(call.key);
    const isOpen = outcome === undefined || (outcome.status === "failed" && retryFailed);
    const place = this.#places.get(call.key) ?? (isOpen ? undefined : outcome);
    if (path === undefined || place === undefined) return undefined;
    this.#reader ??= openEntryReader(path);
    const entry = await (await this.#reader).read(place);
    if (entry.status === "generated") return pythonStrip(entry.text);
    throw sideFailure(call, entry);
  }

  async #answer(call: SideCall): Promise<string> {
    const { run, tools } = { run: this.#run, tools: this.#tools };
    const promptTokens = await countedUnderLimit(call, run);
    try {
      const { reply, cached } = await makeLoggedCall(
        {
          key: call.key,
          model: call.model,
          call: {
            stage: call.stage,
            request: call.request,
            templateHash: call.templateHash,
            repeat: 0,
          },
          ...(promptTokens === undefined ? {} : { promptTokens }),
          ...(tools.log === undefined ? {} : { log: tools.log }),
          onLogged: (place) => this.#places.set(call.key, place),
          facts: { stage: call.stage },
        },
        run,
        tools,
      );
      this.count.generated += 1;
      if (cached) this.count.cached += 1;
      return pythonStrip(reply.text);
    } catch (error) {
      if (!(error instanceof ModelCallError) || isUnasked(error)) throw error;
      this.count.failed += 1;
      throw sideFailure(call, error);
    }
  }
}

/** What the user or the budget forbade says nothing about the side text itself. */
function isUnasked({ reason }: ModelCallError): boolean {
  return reason === "cancelled" || reason === "budget";
}

/** Counts the prompt where its template bounds it, and refuses one that is over. */
async function countedUnderLimit(
  call: SideCall,
  { models }: Pick<OpenRun, "models">,
): Promise<number | undefined> {
  const { skipFromTokens } = call.template;
  if (skipFromTokens === undefined) return undefined;
  const model = models.get(call.model) as LanguageModel;
  const { tokens } = await model.countTokens(call.request.messages);
  if (tokens < skipFromTokens) return tokens;
  throw sideFailure(call, {
    reason: "context-overflow",
    retryable: false,
    message: `its prompt has ${tokens} tokens, and ${call.template.name} skips from ${skipFromTokens} on`,
  });
}

interface SideFailureFacts {
  readonly reason: FailureReason;
  readonly retryable: boolean;
  readonly message: string;
}

function sideFailure(
  call: SideCall,
  { reason, retryable, message }: SideFailureFacts,
): LonghandError {
  const what =
    call.stage === "summary"
      ? `The summary of passage ${call.passageIds.join(", ")}`
      : "The description of the author's style";
  return new LonghandError(`${what} failed (${reason}): ${message}`, {
    code: call.stage === "summary" ? "summary-failed" : "style-failed",
    hint: "The template can be copied and edited: `longhand prompt templates copy`.",
    details: { key: call.key, reason, retryable },
  });
}

/**
 * Side texts as a run has them on disk; nothing is asked.
 *
 * @param path - The run's `side.jsonl`.
 * @param log - The same, as read.
 * @returns The source; a text that is not there is `summary-failed` or `style-failed`. Close it.
 */
export function readSideTexts(
  path: string,
  log: GenerationLog,
): SideTexts & { close(): Promise<void> } {
  let reader: Promise<EntryReader> | undefined;
  return {
    textOf: async (call) => {
      const outcome = log.outcomes.get(call.key);
      if (outcome === undefined) {
        const message = "it was not asked for yet";
        throw sideFailure(call, { reason: "no-output", retryable: true, message });
      }
      reader ??= openEntryReader(path);
      const entry = await (await reader).read(outcome);
      if (entry.status === "failed") throw sideFailure(call, entry);
      return pythonStrip((entry as GeneratedEntry).text);
    },
    close: async () => {
      await (await reader)?.close();
    },
  };
}

/**
 * Whether an error is a failed side call.
 *
 * @param error - Anything that was thrown.
 * @returns Reason, message and whether asking again may help; `undefined` for any other error.
 */
export function failedSideCall(error: unknown):
  | {
      readonly reason: "summary-failed" | "style-failed";
      readonly retryable: boolean;
      readonly message: string;
    }
  | undefined {
  if (!(error instanceof LonghandError)) return undefined;
  const { code, details } = error;
  if (code !== "summary-failed" && code !== "style-failed") return undefined;
  return { reason: code, retryable: details?.["retryable"] === true, message: messageOf(error) };
}

/**
 * Side calls of one example with what came of them, for a person to read.
 *
 * @param calls - The calls.
 * @param sides - Where their replies come from.
 * @returns One view per call; a call without a reply has no text.
 */
export async function sideViews(
  { summaries, style }: SideCalls,
  sides: SideTexts,
): Promise<SideView[]> {
  const views: SideView[] = [];
  for (const call of [...summaries, ...(style === undefined ? [] : [style])]) {
    const { stage, passageIds, prompt } = call;
    const text = await sides.textOf(call).catch((error: unknown) => {
      if (failedSideCall(error) !== undefined) return undefined;
      throw error;
    });
    views.push({ stage, passageIds, prompt, ...(text === undefined ? {} : { text }) });
  }
  return views;
}
