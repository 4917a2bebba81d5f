import { resolve } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import {
  requireWritableFile,
  requireWritableFolder,
  writeAtomically,
} from "../../storage/index.ts";
import {
  type Brief,
  type ExportFormat,
  makePlan,
  manuscriptMarkdown,
  manuscriptOf,
  openFileRunStore,
  openWriter,
  outcomeOf,
  readRun,
  requireContext,
  requirePlannerContext,
  type Writer,
  type WritingOutcome,
  writeDocument,
} from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";
import { type BriefOverrides, readBriefFile } from "./brief-file.ts";
import { type EstimateReport, reportEstimate } from "./estimate-words.ts";
import {
  DEFAULT_EXPORT_FORMATS,
  type ExportReport,
  readFonts,
  requireFonts,
  writeExports,
} from "./export-writing.ts";
import { leafProgress } from "./leaf-progress.ts";
import { type RebuildChoice, settleMakers } from "./rebuild-run.ts";
import { runArgument } from "./run-argument.ts";
import { copyPlan, keepPlanFile, type TakeOver, takeOver } from "./take-over.ts";
import { openVoice, type WriterVoice } from "./voice.ts";
import {
  describedModels,
  isRemote,
  openWritingModels,
  refuseUnlimited,
  type WritingModels,
} from "./writing-models.ts";
import { createWritingRun, findWritingRun, type WritingRun } from "./writing-run.ts";

/** A document, and where it is. */
export interface WrittenDocument extends WritingOutcome, ExportReport {
  /** Name of the run. */
  readonly run: string;
  /** Seconds that this command took. */
  readonly seconds: number;
  /** Tokens that it wrote in a second, all calls side by side; absent where it made no call. */
  readonly tokensPerSecond?: number;
  /** What it was expected to take; absent where a run goes on. */
  readonly estimate?: EstimateReport;
  /** Copy of the plan file that was asked for; absent if none was. */
  readonly planCopy?: string;
}

/** What a command that writes may be told. */
export interface WriteOptions extends BriefOverrides {
  /** File for the Markdown, beside the one in the run's folder; with `planOnly` for the plan. */
  readonly out?: string;
  /** Formats to export to, beside Markdown. @defaultValue HTML */
  readonly formats?: readonly ExportFormat[];
  /** A font file for PDF; it comes before the shipped fonts. @defaultValue none */
  readonly font?: string;
  /** Whether to end once the plan is made. @defaultValue false */
  readonly planOnly?: boolean;
  /** Whether a remote model may be used without a budget. @defaultValue false */
  readonly noLimit?: boolean;
  /** Tokens that the model writes in a second, for the time in the estimate. @defaultValue unknown */
  readonly tokensPerSecond?: number;
  /**
   * Is shown what the document will probably take; nothing is spent unless it agrees.
   * @defaultValue agrees
   */
  readonly confirm?: (question: WritingQuestion) => Promise<boolean>;
}

/** What is asked before anything is spent. */
export interface WritingQuestion {
  /** The estimate. */
  readonly estimate: EstimateReport;
  /** In words. */
  readonly text: string;
  /** Whether texts leave this machine. */
  readonly remote: boolean;
}

/**
 * Reads a brief, makes its plan and writes the document.
 *
 * @param path - The brief.
 * @param options - Overrides, and whether to ask.
 * @param context - Time, places, progress.
 * @returns What was written; after Ctrl-C the run can be resumed.
 * @throws LonghandError `invalid-brief`, `unknown-author`, `not-confirmed`, `interrupted`,
 *   `context-too-small`; ModelCallError if a model cannot be reached.
 */
export async function startWriting(
  path: string,
  options: WriteOptions,
  context: RunContext,
): Promise<WrittenDocument> {
  const brief = await readBriefFile(path, options, context);
  await requirePlaces(options, context);
  const voice = await openVoice(brief, context);
  const models = await openWritingModels(brief, context);
  try {
    await requireContext(brief, models.writer);
    await requirePlannerContext(brief, models.planner);
    refuseUnlimited(brief, models, options.noLimit === true);
    const estimate = await askFirst({ brief, models, options, context });
    const described = describedModels(brief, models);
    const run = await createWritingRun(brief, { ...described, overrides: options }, context);
    context.onProgress({ kind: "message", text: `Run ${run.folder.name}` });
    return { ...(await goOn({ run, models, options, context, voice })), estimate };
  } finally {
    await models.close();
  }
}

/**
 * Goes on with a run that was stopped or only planned, by its plan file and by a changed brief. A finished
 * one makes no call.
 *
 * @param name - The run.
 * @param options - What may be told, and what is to be taken over.
 * @param context - Time, places, progress.
 * @returns What was written.
 * @throws LonghandError `unknown-run`, `run-locked`, `damaged-run`, `interrupted`; `changes-not-accepted`,
 *   `invalid-plan`, `stale-plan`, `invalid-brief` for what is to be taken over; `changed-makers` for texts
 *   written with other templates or by another model.
 */
export async function resumeWriting(
  name: string,
  options: Pick<WriteOptions, "out" | "formats" | "font"> & TakeOver & RebuildChoice,
  context: RunContext,
): Promise<WrittenDocument> {
  const run = await findWritingRun(name, context);
  await requirePlaces(options);
  await requireWritableFolder(run.folder.path);
  const brief = await takeOver(run, options, context);
  const voice = await openVoice(brief, context);
  const models = await openWritingModels(brief, context);
  try {
    const isOther = options.brief !== undefined || options.model !== undefined;
    const agreed = isOther && options.acceptChanges === true;
    const { description } = models.writer;
    await settleMakers(run, { brief, description, agreed, choice: options }, context);
    return await goOn({ run, models, options, context, voice });
  } finally {
    await models.close();
  }
}

/** A font that is none, and a path that nothing can be written to, are found before anything is spent. */
async function requirePlaces(
  { font, out }: Pick<WriteOptions, "font" | "out">,
  context?: RunContext,
): Promise<void> {
  requireFonts(await readFonts(font));
  if (out !== undefined) await requireWritableFile(out);
  if (context !== undefined) await requireWritableFolder(context.runsFolder);
}

interface Asking {
  readonly brief: Brief;
  readonly models: WritingModels;
  readonly options: WriteOptions;
  readonly context: RunContext;
}

async function askFirst({ brief, models, options, context }: Asking): Promise<EstimateReport> {
  const { confirm, tokensPerSecond } = options;
  const { contextTokens } = models.writer.description;
  const { estimate, text } = reportEstimate(brief, {
    ...(tokensPerSecond === undefined ? {} : { tokensPerSecond }),
    ...(contextTokens === undefined ? {} : { contextTokens }),
  });
  context.onProgress({ kind: "message", text });
  const remote = isRemote(models);
  if (confirm === undefined || (await confirm({ estimate, text, remote }))) return estimate;
  throw new LonghandError("Nothing was written: the estimate was not agreed to.", {
    code: "not-confirmed",
    hint: "Give --yes to write without being asked.",
  });
}

interface OpenRun {
  readonly run: WritingRun;
  readonly models: WritingModels;
  readonly options: WriteOptions;
  readonly context: RunContext;
  readonly voice: WriterVoice;
}

async function goOn(open: OpenRun): Promise<WrittenDocument> {
  const { run, models, options, context, voice } = open;
  const startedMs = context.clock.nowMs();
  const store = await openFileRunStore(run.folder.path, context.clock);
  try {
    const writer = await openWriter({
      brief: run.manifest.brief,
      store,
      clock: context.clock,
      writerModel: models.writer,
      plannerModel: models.planner,
      checkerModel: models.checker,
      stopping: context.stopping,
      stopNow: context.stopNow,
      runCall: models.runCall,
      costUsd: models.costUsd,
      ...leafProgress(context, run.manifest.brief, {
        state: () => writer.journal.state,
        costUsd: models.costUsd,
      }),
      ...voice,
    });
    const tokensBefore = writer.journal.state.tokens.out;
    const outcome = await work(writer, options).catch((error: unknown) => {
      throw named(error, run, context);
    });
    const writing = speedOf(outcome.tokens.out - tokensBefore, context.clock.nowMs() - startedMs);
    await keepPlanFile(run, writer);
    const report =
      options.planOnly === true
        ? { exports: {}, failures: [], ...(await copyPlan(run, options.out)) }
        : await exportAll(writer, run, options);
    const seconds = Math.round((context.clock.nowMs() - startedMs) / 100) / 10;
    return { run: run.folder.name, ...outcome, seconds, ...writing, ...report };
  } finally {
    await store.close();
  }
}

function speedOf(tokens: number, tookMs: number): Pick<WrittenDocument, "tokensPerSecond"> {
  return tokens > 0 && tookMs > 0 ? { tokensPerSecond: (tokens * 1000) / tookMs } : {};
}

async function work(writer: Writer, { planOnly }: WriteOptions): Promise<WritingOutcome> {
  if (planOnly !== true) return await writeDocument(writer);
  await makePlan(writer);
  return outcomeOf(writer);
}

/** Says how to go on with this very run. */
function named(error: unknown, { folder }: WritingRun, { runsFolder }: RunContext): unknown {
  if (!(error instanceof LonghandError) || error.code !== "interrupted") return error;
  return new LonghandError(error.message, {
    code: error.code,
    hint: `Go on with: longhand writing resume ${runArgument(folder.name, runsFolder)}`,
    details: { run: folder.name },
    cause: error,
  });
}

async function exportAll(
  writer: Writer,
  run: WritingRun,
  options: WriteOptions,
): Promise<ExportReport> {
  const { out, formats = DEFAULT_EXPORT_FORMATS } = options;
  const fonts = await readFonts(options.font);
  // Markdown is the form that everything else follows from.
  const report = await writeExports(writer, run, { formats: ["md", ...formats], fonts });
  if (out !== undefined) await writeAtomically(out, manuscriptMarkdown(manuscriptOf(writer)));
  const { state } = writer.journal;
  const isClosed = outcomeOf(writer).status !== "open";
  if (isClosed && !state.finished) {
    const written = Object.keys(report.exports);
    await writer.journal.record([{ type: "export", body: { formats: written } }]);
  }
  return out === undefined
    ? report
    : { ...report, exports: { ...report.exports, md: resolve(out) } };
}

/**
 * Estimates what a brief takes; nothing is opened or spent.
 *
 * @param path - The brief.
 * @param overrides - What the command says.
 * @param context - Gets warnings.
 * @returns The estimate, also in words.
 * @throws LonghandError `invalid-brief`, `not-found`.
 */
export async function estimateBrief(
  path: string,
  overrides: BriefOverrides & Pick<WriteOptions, "tokensPerSecond">,
  context: RunContext,
): Promise<{ readonly estimate: EstimateReport; readonly text: string }> {
  const brief = await readBriefFile(path, overrides, context);
  const { tokensPerSecond } = overrides;
  return reportEstimate(brief, tokensPerSecond === undefined ? {} : { tokensPerSecond });
}

/**
 * Gives a run up, or asks the process that is at work on it to stop.
 *
 * @param name - The run.
 * @param context - Places and time.
 * @returns The process that was asked; `undefined` if none was at work, and the run is marked.
 * @throws LonghandError `unknown-run`; `run-locked` if the process is on another machine.
 */
export async function cancelWriting(
  name: string,
  context: RunContext,
): Promise<{ readonly run: string; readonly stoppedProcess?: number }> {
  const run = await findWritingRun(name, context);
  const { name: runName, path } = run.folder;
  try {
    const store = await openFileRunStore(path, context.clock);
    try {
      const { brief } = run.manifest;
      const { journal } = await readRun({ brief, store, clock: context.clock });
      await journal.record([{ type: "cancel", body: {} }]);
      return { run: runName };
    } finally {
      await store.close();
    }
  } catch (error) {
    const pid =
      error instanceof LonghandError && error.code === "run-locked"
        ? error.details?.["pid"]
        : undefined;
    if (typeof pid !== "number") throw error;
    process.kill(pid, "SIGINT");
    return { run: runName, stoppedProcess: pid };
  }
}
