import { setMaxListeners } from "node:events";
import { appendFile, readFile } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";
import type { CallCacheMode } from "../../models/index.ts";
import type { RunSummary } from "../../records/index.ts";
import {
  type AppendLog,
  lockFolder,
  openAppendLog,
  removeUnfinished,
} from "../../storage/index.ts";
import { counted } from "../../text/index.ts";
import { accessModels } from "./access-models.ts";
import { type BegunCalls, openBegunCalls, settleBegunCalls } from "./begun-calls.ts";
import { openCallBudget, type Spending } from "./call-budget.ts";
import { type GenerationCount, generateTexts } from "./generate-texts.ts";
import {
  type GenerationLog,
  type LoggedOutcome,
  prepareForAppending,
  readGenerationLog,
  readSideLog,
} from "./generation-log.ts";
import { judgeModelsOf } from "./open-run.ts";
import { reportRun } from "./report-run.ts";
import { makeRerankCalls, type RerankCalls } from "./rerank-calls.ts";
import { allCells, type WholeRun } from "./run-inputs.ts";
import { readPlan } from "./run-plan.ts";
import { askSideTexts, hasStyle, hasSummaries } from "./side-texts.ts";
import { summariseRun } from "./summarise-run.ts";
import { writeOutputs } from "./write-outputs.ts";
import { writeRetrieval } from "./write-retrieval.ts";

/** How a run is to be carried on. */
export interface PerformOptions {
  /** Whether only part of the dataset was asked for. */
  readonly partial: boolean;
  /** What the reply cache does. */
  readonly cacheMode: CallCacheMode;
  /** Whether a text whose last outcome is this one is made again. */
  readonly isDue: (outcome: LoggedOutcome | undefined) => boolean;
  /** Whether summaries, styles and judgements that failed are asked for again. */
  readonly retryFailed: boolean;
  /** Whether passages that the budget forbade are retrieved now. @defaultValue `false` */
  readonly retrieveUnpaid?: boolean;
}

/** What a run came to. */
export interface PerformedRun {
  /** What `summary.json` holds. */
  readonly summary: RunSummary;
  /** Path of the report's page. */
  readonly report: string;
  /** What this command made. */
  readonly count: GenerationCount;
}

/**
 * Generates what is due, then collects, scores, summarises and reports. Holds the folder's lock.
 *
 * @param run - The open run; manifest and plan are written.
 * @param options - How to carry on.
 * @returns What the run came to.
 * @throws LonghandError `interrupted` after Ctrl-C, with everything finished on disk; `run-locked`
 *   if another process writes the run; `run-deleted` if its folder vanished meanwhile.
 */
export async function performRun(run: WholeRun, options: PerformOptions): Promise<PerformedRun> {
  const { folder, context } = run;
  const lost = new AbortController();
  const lock = await lockFolder(folder.path, context.clock, {
    onLost: (error) => lost.abort(error),
  });
  try {
    await removeUnfinished(folder.path);
    const count = await makeAll(stoppedBy(run, lost.signal), options);
    lost.signal.throwIfAborted();
    const log = await readRunLog(run);
    await writeOutputs(folder, log);
    const summarised = await summariseRun(run, log, options.partial);
    const report = await reportRun(run, log, summarised);
    return { summary: summarised.summary, report, count };
  } catch (error) {
    // What else goes wrong in a folder that is gone follows from that.
    throw lost.signal.aborted ? lost.signal.reason : error;
  } finally {
    await lock.release();
  }
}

/** The same run, which a lost folder stops at once. */
function stoppedBy(run: WholeRun, lost: AbortSignal): WholeRun {
  const stopping = AbortSignal.any([run.context.stopping, lost]);
  const stopNow = AbortSignal.any([run.context.stopNow, lost]);
  // Every call under way listens.
  setMaxListeners(0, stopping, stopNow);
  const context = { ...run.context, stopping, stopNow };
  return { ...run, context, sections: run.sections.map((section) => ({ ...section, context })) };
}

/**
 * Reads a run's generation log against its plan.
 *
 * @param run - The run.
 * @returns The log.
 */
export async function readRunLog({ folder }: Pick<WholeRun, "folder">): Promise<GenerationLog> {
  const planned = new Set<string>();
  for await (const { key } of readPlan(folder.plan)) planned.add(key);
  return readGenerationLog(folder.generation, (key) => planned.has(key));
}

/** Passages first, then texts: both make calls, by the same logs and out of the same budget. */
async function makeAll(run: WholeRun, options: PerformOptions): Promise<GenerationCount> {
  const logs = await openLogs(run);
  let keep = true;
  try {
    const count = await makeInto(logs, run, options);
    keep = false;
    return count;
  } finally {
    await logs.log.close();
    await logs.side?.close();
    await logs.events.close();
    await logs.begun.close({ keep });
  }
}

interface RunLogs {
  readonly before: GenerationLog;
  readonly sideBefore: GenerationLog;
  readonly events: AppendLog;
  readonly log: AppendLog;
  /** Absent if nothing needs summaries, styles or judgements: then no such file is made. */
  readonly side?: AppendLog;
  /** What calls came to that a kill cut off. */
  readonly cutOff: Spending;
  readonly begun: BegunCalls;
}

async function openLogs(run: WholeRun): Promise<RunLogs> {
  const { folder, context } = run;
  const before = await readRunLog(run);
  const sideBefore = await readSideLog(run);
  const torn = await prepareForAppending(folder.generation, before);
  const tornSide = await prepareForAppending(folder.side, sideBefore);
  await closeTornEvent(folder.events);
  const events = await openAppendLog(folder.events);
  const log = await openAppendLog(folder.generation);
  const sideLog = needsSideLog(run) ? { side: await openAppendLog(folder.side) } : {};
  const atMs = context.clock.nowMs();
  const cutOff = await settleBegunCalls(folder, { log, ...sideLog, atMs });
  const begun = await openBegunCalls(folder);
  await markStart(events, { before, torn: torn ?? tornSide, atMs });
  warnOfOddLog(run, before, torn);
  warnOfOddLog(run, sideBefore, tornSide);
  return {
    before,
    sideBefore,
    events,
    log,
    ...sideLog,
    cutOff,
    begun,
  };
}

function needsSideLog(run: WholeRun): boolean {
  const modes = allCells(run).some(({ mode }) => hasSummaries(mode) || hasStyle(mode));
  return modes || judgeModelsOf(run.experiment, run.context).length > 0;
}

/** Events are for reading only: a torn one is closed, so that the next one gets a line of its own. */
async function closeTornEvent(path: string): Promise<void> {
  const text = await readFile(path, "utf8").catch(() => "");
  if (text !== "" && !text.endsWith("\n")) await appendFile(path, "\n");
}

async function makeInto(
  logs: RunLogs,
  run: WholeRun,
  options: PerformOptions,
): Promise<GenerationCount> {
  const { before, sideBefore, events, log, side, begun, cutOff } = logs;
  const { cacheMode, isDue, retryFailed, retrieveUnpaid = false } = options;
  const atMs = (): number => run.context.clock.nowMs();
  const access = accessModels(run, {
    cacheMode,
    onEvent: (event) => void events.append({ v: 1, ...event, atMs: atMs() }).catch(() => undefined),
  });
  const spending = openCallBudget({
    ...run.experiment.limits,
    before: sumOf([before.spent, sideBefore.spent, cutOff]),
  });
  const asking = {
    ...access,
    spending,
    begun,
    ...(side === undefined ? {} : { log: side }),
    path: run.folder.side,
    before: sideBefore,
    retryFailed,
  };
  const sides = askSideTexts(run, asking);
  const reranks = makeRerankCalls(run, asking);
  try {
    await retrieve(run, { reranks, events, retrieveUnpaid });
    const { outcomes } = before;
    const tools = { log, outcomes, isDue, sides, ...access, spending, begun };
    const count = await generateTexts(run, tools);
    if (run.context.stopping.aborted) await interrupted(run, events);
    return { ...count, reranks: reranks.count };
  } finally {
    await sides.close();
    await reranks.close();
  }
}

interface RetrievalTools {
  readonly reranks: RerankCalls;
  readonly events: AppendLog;
  readonly retrieveUnpaid: boolean;
}

async function retrieve(
  run: WholeRun,
  { reranks, events, retrieveUnpaid }: RetrievalTools,
): Promise<void> {
  run.judgeRoute?.lead(reranks.call);
  try {
    await writeRetrieval(run, { retrieveUnpaid });
  } catch (error) {
    if (run.context.stopping.aborted) await markInterrupted(run, events);
    throw error;
  }
}

function sumOf(parts: readonly Spending[]): Spending {
  return {
    calls: parts.reduce((sum, { calls }) => sum + calls, 0),
    tokens: parts.reduce((sum, { tokens }) => sum + tokens, 0),
    usd: parts.reduce((sum, { usd }) => sum + usd, 0),
  };
}

interface StartFacts {
  readonly before: GenerationLog;
  readonly torn: string | undefined;
  readonly atMs: number;
}

async function markStart(events: AppendLog, { before, torn, atMs }: StartFacts): Promise<void> {
  const event = before.outcomes.size === 0 ? "started" : "resumed";
  await events.append({
    v: 1,
    event,
    finished: before.outcomes.size,
    ...(torn ? { torn } : {}),
    atMs,
  });
}

function warnOfOddLog(run: WholeRun, log: GenerationLog, torn: string | undefined): void {
  const warn = (text: string): void => run.context.onProgress({ kind: "warning", text });
  if (torn !== undefined) {
    warn(
      `the log ended in the middle of a line; ${counted(log.tornBytes, "byte was", "bytes were")} set aside in ${torn}.`,
    );
  }
  if (log.conflicts.length > 0) {
    warn(
      `${linesWords(log.conflicts)} of the log ${log.conflicts.length === 1 ? "differs" : "differ"} from an earlier text of the same key; the first counts.`,
    );
  }
  if (log.unplanned.length > 0) {
    warn(
      `the log holds ${counted(log.unplanned.length, "key that is", "keys that are")} not in the plan and ignored.`,
    );
  }
}

async function interrupted(run: WholeRun, events: AppendLog): Promise<never> {
  await markInterrupted(run, events);
  throw new LonghandError("Stopped. Everything finished is kept.", {
    code: "interrupted",
    hint: `Go on with: longhand run --resume ${run.folder.name}`,
    details: { run: run.folder.name },
  });
}

async function markInterrupted(run: WholeRun, events: AppendLog): Promise<void> {
  await events.append({ v: 1, event: "interrupted", atMs: run.context.clock.nowMs() });
}

function linesWords(lines: readonly number[]): string {
  return `${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}`;
}
