import {
  type CachedReply,
  callKey,
  ModelCallError,
  type ModelDescription,
} from "../../models/index.ts";
import type { GeneratedEntry } from "../../records/index.ts";
import type { JudgeCall, JudgeCaller } from "../../retrieval/index.ts";
import type { LinePlace } from "../../storage/index.ts";
import { type EntryReader, openEntryReader } from "./generation-log.ts";
import { makeLoggedCall } from "./logged-call.ts";
import type { AskingRun, AskingTools } from "./side-texts.ts";

type Answer = Awaited<ReturnType<JudgeCaller>>;

/** The calls of a command's re-rankers. */
export interface RerankCalls {
  /** What was asked by this command. */
  readonly count: { made: number; cached: number; failed: number };
  /** Makes a call, or answers it by what is on disk. */
  readonly call: JudgeCaller;
  /** Closes the log's reader. */
  close(): Promise<void>;
}

/** The key under which `side.jsonl` knows a judgement: equal for all retrievers that ask the same. */
export function rerankKey({ request }: JudgeCall, description: ModelDescription): string {
  return callKey({ stage: "rerank", description, request, repeat: 0 });
}

/**
 * Calls of re-ranking models as a run makes them: through cache, gate, retries and budget, each one
 * once, and never again once its outcome is on disk.
 *
 * @param run - Limits, time, models.
 * @param tools - Log, cache, gates, budget.
 * @returns The calls.
 */
export function makeRerankCalls(run: AskingRun, tools: AskingTools): RerankCalls {
  return new Calls(run, tools);
}

class Calls implements RerankCalls {
  readonly count = { made: 0, cached: 0, failed: 0 };
  readonly #run: AskingRun;
  readonly #tools: AskingTools;
  /** Calls under way. */
  readonly #asked = new Map<string, Promise<Answer>>();
  /** Where outcomes of this command stand in the log. */
  readonly #places = new Map<string, LinePlace>();
  /** Calls that were answered in this command: to ask again costs nothing. */
  readonly #given = new Set<string>();
  #reader: Promise<EntryReader> | undefined;

  constructor(run: AskingRun, tools: AskingTools) {
    this.#run = run;
    this.#tools = tools;
  }

  // The signal of the retrieval is that of the run: a call under way may finish, a new one is refused.
  readonly call: JudgeCaller = async (call) => {
    const key = rerankKey(call, this.#run.descriptions.get(call.model) as ModelDescription);
    const underWay = this.#asked.get(key);
    if (underWay !== undefined) return { ...(await underWay), cached: true };
    const own = this.#answer(key, call);
    this.#asked.set(key, own);
    try {
      const answer = await own;
      const isFirst = !this.#given.has(key);
      this.#given.add(key);
      return isFirst ? answer : { ...answer, cached: true };
    } finally {
      this.#asked.delete(key);
    }
  };

  async close(): Promise<void> {
    await (await this.#reader)?.close();
  }

  async #answer(key: string, call: JudgeCall): Promise<Answer> {
    const logged = await this.#logged(key);
    if (logged !== undefined) return logged;
    try {
      const answer = await this.#make(key, call);
      if (answer.cached) this.count.cached += 1;
      else this.count.made += 1;
      return answer;
    } catch (error) {
      const isFailed =
        error instanceof ModelCallError &&
        error.reason !== "budget" &&
        error.reason !== "cancelled";
      if (isFailed) this.count.failed += 1;
      throw error;
    }
  }

  /** The outcome on disk; what failed stays failed, unless failures are asked for again. */
  async #logged(key: string): Promise<Answer | undefined> {
    const { path, before, retryFailed } = this.#tools;
    const outcome = before?.outcomes.get(key);
    const isOpen = outcome === undefined || (outcome.status === "failed" && retryFailed);
    const place = this.#places.get(key) ?? (isOpen ? undefined : outcome);
    if (path === undefined || place === undefined) return undefined;
    this.#reader ??= openEntryReader(path);
    const entry = await (await this.#reader).read(place);
    if (entry.status === "generated") return { reply: entry, cached: entry.cached };
    const { reason, retryable, message } = entry;
    throw new ModelCallError(message, { reason, retryable });
  }

  #make(key: string, { model, request }: JudgeCall): Promise<CachedReply> {
    const { log } = this.#tools;
    return makeLoggedCall(
      {
        key,
        model,
        call: { stage: "rerank", request, repeat: 0 },
        ...(log === undefined ? {} : { log }),
        onLogged: (place) => this.#places.set(key, place),
        facts: { stage: "rerank" } satisfies Pick<GeneratedEntry, "stage">,
      },
      this.#run,
      this.#tools,
    );
  }
}
