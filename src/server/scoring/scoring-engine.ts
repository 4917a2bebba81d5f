import { messageOf } from "../../foundation/index.ts";
import { freezeWhenDue } from "../challenges/freeze.ts";
import { inTransaction } from "../database/in-transaction.ts";
import type { ServerContext } from "../http/server-context.ts";
import { openDatabaseQueue } from "./database-queue.ts";
import { doScore } from "./do-score.ts";
import { doValidate } from "./do-validate.ts";
import { failSubmission, OPEN_STATES } from "./end-submission.ts";
import { switchWhenComplete } from "./rescore.ts";
import { runScorer, type ScorerLimits, type ScorerRunner } from "./run-scorer.ts";
import { vaultPlaces } from "./sealed-references.ts";
import { makeSubmissionFolders } from "./submission-files.ts";
import {
  HEARTBEAT_MS,
  LEASE_MS,
  type LeasedWork,
  type LostWork,
  type WorkQueue,
} from "./work-queue.ts";

/** No submission stays open longer than this, in milliseconds, but for its wait in a queue that moves. */
const MAX_OPEN_MS = 30 * 60_000;

/** What works through the queue. */
export interface ScoringEngine {
  /** Makes keys, and takes back what a stopped server left. */
  prepare(): Promise<void>;
  /** Prepares, and begins to work by itself. */
  start(): Promise<void>;
  /**
   * Does all work that waits, piece by piece.
   *
   * @returns Pieces of work that were done or failed.
   */
  drain(): Promise<number>;
  /** Ends lost leases and submissions that are open for too long, and freezes what is due. */
  watch(): Promise<void>;
  /** Stops: work under way is given up and waits for the next start. */
  close(): Promise<void>;
}

/** What may differ from the usual. */
export interface EngineOptions {
  /** Bounds of scorer processes. */
  readonly limits?: ScorerLimits;
  /** Runs the scorer. @defaultValue a process of its own for each order */
  readonly run?: ScorerRunner;
}

/**
 * Opens the engine: one worker in this process, each score in a process of its own.
 *
 * @param server - The server.
 * @param options - Bounds of scorer processes, and what runs them.
 * @returns The engine.
 */
export function openScoringEngine(
  server: ServerContext,
  { limits = {}, run = runScorer }: EngineOptions = {},
): ScoringEngine {
  const queue = openDatabaseQueue(server);
  const stopping = new AbortController();
  const tools: EngineTools = { server, queue, limits, run, stopping: stopping.signal };
  const passes = openPasses(server, () => drain(tools));
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe = (): void => undefined;
  return {
    drain: () => drain(tools),
    watch: () => watch(tools),
    prepare: () => prepare(tools),
    start: async () => {
      await prepare(tools);
      unsubscribe = server.events.subscribe(QUEUE_TOPIC, passes.wake);
      timer = setInterval(() => {
        watch(tools).then(passes.wake, (error: unknown) => {
          server.log.error({ cause: messageOf(error) }, "the watch over scoring failed");
        });
      }, HEARTBEAT_MS);
      timer.unref();
      passes.wake();
    },
    close: async () => {
      stopping.abort();
      clearInterval(timer);
      unsubscribe();
      await passes.ended();
    },
  };
}

interface EngineTools {
  readonly server: ServerContext;
  readonly queue: WorkQueue;
  readonly limits: ScorerLimits;
  readonly run: ScorerRunner;
  readonly stopping: AbortSignal;
}

async function prepare({ server, queue, limits, run }: EngineTools): Promise<void> {
  await makeSubmissionFolders(server.folders.data);
  await run({ vault: vaultPlaces(server.folders.data) }, limits);
  // This server is the only one on its database: every lease is of one that has stopped.
  for (const lost of await queue.expire(Number.MAX_SAFE_INTEGER)) await settle(server, lost);
  await failCutUploads(server);
}

async function drain(tools: EngineTools): Promise<number> {
  let done = 0;
  while (!tools.stopping.aborted) {
    const work = await tools.queue.take();
    if (work === undefined) break;
    await doOne(tools, work);
    done += 1;
  }
  return done;
}

async function doOne(
  { server, queue, limits, run, stopping }: EngineTools,
  work: LeasedWork,
): Promise<void> {
  const lost = new AbortController();
  const signal = AbortSignal.any([stopping, lost.signal]);
  const beat = setInterval(async () => {
    // A database that does not answer says nothing about the lease.
    if (!(await queue.beat(work).catch(() => true))) lost.abort();
  }, HEARTBEAT_MS);
  try {
    if (work.kind === "validate") await doValidate(server, work);
    else await doScore(server, work, (order) => run(order, { ...limits, signal }));
  } catch (error) {
    const { submissionId, attempt } = work;
    server.log.warn({ submissionId, attempt, cause: messageOf(error) }, "work failed");
    if (stopping.aborted) return;
    const given = await queue.giveBack(work, messageOf(error));
    if (given !== undefined) await settle(server, given);
  } finally {
    clearInterval(beat);
  }
}

async function watch({ server, queue }: EngineTools): Promise<void> {
  const nowMs = server.clock.nowMs();
  for (const lost of await queue.expire(nowMs - LEASE_MS)) await settle(server, lost);
  await endOverdue(server, nowMs - MAX_OPEN_MS);
  await freezeWhenDue(server);
}

interface Passes {
  readonly wake: () => void;
  readonly ended: () => Promise<void>;
}

/** One pass at a time; whoever asks meanwhile gets a further one. */
function openPasses(server: ServerContext, pass: () => Promise<number>): Passes {
  let running: Promise<void> | undefined;
  let again = false;
  const run = async (): Promise<void> => {
    while (again) {
      again = false;
      await pass().catch((error: unknown) => {
        server.log.error({ cause: messageOf(error) }, "scoring stopped until the next watch");
      });
    }
    running = undefined;
  };
  return {
    wake: () => {
      again = true;
      running ??= run();
    },
    ended: async () => {
      await running;
    },
  };
}

/** Topic of the hub on which new work is told of. */
const QUEUE_TOPIC = "scoring-queue";

/**
 * Tells the worker that there is new work. Call it after the transaction.
 *
 * @param server - The hub.
 */
export function tellWorker({ events }: Pick<ServerContext, "events">): void {
  events.publish(QUEUE_TOPIC, { type: "work", ids: {} });
}

/** What failed for good ends its submission, or at least the rescoring of it. */
async function settle(
  server: ServerContext,
  { waits, submissionId, cause }: LostWork,
): Promise<void> {
  const { database, clock } = server;
  if (waits) {
    await database.query
      .updateTable("submissions")
      .set({ state: "queued" })
      .where("id", "=", submissionId)
      .where("state", "=", "scoring")
      .execute();
    return;
  }
  await failSubmission(server, submissionId, cause);
  await inTransaction(database, async (transaction) => {
    const { challengeId } = await transaction
      .selectFrom("submissions")
      .select("challengeId")
      .where("id", "=", submissionId)
      .executeTakeFirstOrThrow();
    await switchWhenComplete(transaction, challengeId, clock.nowMs());
  });
}

async function endOverdue(server: ServerContext, beforeMs: number): Promise<void> {
  const overdue = await server.database.query
    .selectFrom("submissions")
    .select("id")
    .where("state", "in", [...OPEN_STATES])
    .where("receivedMs", "<", beforeMs)
    .execute();
  // In a burst before a deadline the last ones wait for long: they fail only if nothing is done any more.
  const waiting = (await hasEndedSince(server, beforeMs)) ? await neverTaken(server) : new Set();
  for (const { id } of overdue) {
    if (waiting.has(id)) continue;
    await failSubmission(server, id, "It was not done within 30 minutes.");
  }
}

async function hasEndedSince({ database }: ServerContext, sinceMs: number): Promise<boolean> {
  const job = await database.query
    .selectFrom("scoringJobs")
    .select("id")
    .where("endedMs", ">=", sinceMs)
    .limit(1)
    .executeTakeFirst();
  return job !== undefined;
}

/** Submissions with work that waits for its first attempt. */
async function neverTaken({ database }: ServerContext): Promise<ReadonlySet<string>> {
  const jobs = await database.query
    .selectFrom("scoringJobs")
    .select("submissionId")
    .where("state", "=", "waiting")
    .where("attempts", "=", 0)
    .execute();
  return new Set(jobs.map(({ submissionId }) => submissionId));
}

/** An upload that was under way when the server stopped will never be whole. */
async function failCutUploads(server: ServerContext): Promise<void> {
  const cut = await server.database.query
    .selectFrom("submissions")
    .select("id")
    .where("state", "=", "received")
    .execute();
  for (const { id } of cut) {
    await failSubmission(server, id, "The server stopped during the upload.");
  }
}
