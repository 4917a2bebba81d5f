import type { RunContext } from "../run-context.ts";
import { readSideLog } from "./generation-log.ts";
import { readRunLog } from "./perform-run.ts";
import { findRunFolder } from "./run-folder.ts";
import { readManifest } from "./run-manifest.ts";
import { hasPlan, readPlan } from "./run-plan.ts";

/** How far a run is. */
export interface RunStatus {
  /** Name of the run. */
  readonly run: string;
  /** Its folder. */
  readonly folder: string;
  /** Texts planned. */
  readonly planned: number;
  /** Texts made. */
  readonly generated: number;
  /** Texts that failed for good. */
  readonly failed: number;
  /** Of the failed ones, those that `generation retry` asks for again. */
  readonly retryable: number;
  /** Texts not done yet. */
  readonly pending: number;
  /** Failures by reason. */
  readonly failures: Readonly<Record<string, number>>;
  /** Tokens read and written for texts. */
  readonly tokens: { readonly in: number; readonly out: number };
  /** Summaries and descriptions of style on disk. */
  readonly side: number;
  /** Judgements of re-ranking models on disk, and their tokens. */
  readonly rerank: { readonly calls: number; readonly in: number; readonly out: number };
  /** Calls that were made, those for summaries, styles and re-ranking, failed and repeated ones included. */
  readonly calls: number;
  /** Of these, the calls for texts; the others are for summaries, styles and re-ranking. */
  readonly textCalls: number;
  /** What they cost, in US dollars, as far as prices are known. */
  readonly usd: number;
  /** Lines of the logs that cannot be read, `file:line`; `longhand doctor RUN --repair` moves them aside. */
  readonly damaged: readonly string[];
}

/**
 * How far a run is; changes nothing, and works while another process writes it.
 *
 * @param runName - Name or folder.
 * @param context - Where runs are.
 * @returns Counts.
 * @throws LonghandError `unknown-run`.
 */
export async function runStatus(runName: string, context: RunContext): Promise<RunStatus> {
  const folder = await findRunFolder(runName, context);
  await readManifest(folder);
  let planned = 0;
  if (await hasPlan(folder.plan)) for await (const _ of readPlan(folder.plan)) planned += 1;
  const log = planned === 0 ? undefined : await readRunLog({ folder });
  const side = await readSideLog({ folder });
  const logs = [side, ...(log === undefined ? [] : [log])];
  const outcomes = [...(log?.outcomes.values() ?? [])];
  const failed = outcomes.filter(({ status }) => status === "failed");
  const failures: Record<string, number> = {};
  for (const { reason = "unknown" } of failed) failures[reason] = (failures[reason] ?? 0) + 1;
  return {
    run: folder.name,
    folder: folder.path,
    planned,
    generated: outcomes.length - failed.length,
    failed: failed.length,
    retryable: failed.filter(({ retryable }) => retryable === true).length,
    pending: planned - outcomes.length,
    failures,
    tokens: { in: log?.promptTokens ?? 0, out: log?.outputTokens ?? 0 },
    side:
      [...side.outcomes.values()].filter(({ status }) => status === "generated").length -
      side.reranks.calls,
    rerank: {
      calls: side.reranks.calls,
      in: side.reranks.promptTokens,
      out: side.reranks.outputTokens,
    },
    calls: logs.reduce((sum, { spent }) => sum + spent.calls, 0),
    textCalls: log?.spent.calls ?? 0,
    usd: logs.reduce((sum, { spent }) => sum + spent.usd, 0),
    damaged: [
      ...(log?.damaged ?? []).map(({ line }) => `generation.jsonl:${line}`),
      ...side.damaged.map(({ line }) => `side.jsonl:${line}`),
    ],
  };
}
