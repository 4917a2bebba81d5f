import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { LonghandError } from "../../foundation/index.ts";
import type { ScoringOutcome } from "../../pipeline/doors/scorer.ts";
import type { ScorerOrder, ScorerReply } from "./scorer-order.ts";

/** Bounds of a scorer process. */
export interface ScorerLimits {
  /** Longest time, in milliseconds. @defaultValue 10 minutes */
  readonly timeoutMs?: number;
  /** Largest heap, in MiB. @defaultValue 1,024 */
  readonly heapMb?: number;
  /** Ends the process. */
  readonly signal?: AbortSignal;
}

/**
 * Carries an order out somewhere else, with bounds.
 *
 * @throws LonghandError `scoring-failed`, its message without any text of anybody.
 */
export type ScorerRunner = (
  order: ScorerOrder,
  limits: ScorerLimits,
) => Promise<ScoringOutcome | undefined>;

/** Why no outcome came, in words that may be shown to a team. */
const CAUSES: Readonly<Record<string, string>> = {
  "missing-reference": "A reference is missing: the organiser has to complete them.",
  "other-signature": "The metric has other settings than the board: the organiser has to rescore.",
  "vectors-missing": "The server has no word vectors for GAPELMAPER.",
};

/**
 * Runs a scorer process: whatever a text makes a metric do, it ends that process only.
 *
 * @param order - What to do.
 * @param limits - Time and memory.
 * @returns The outcome; `undefined` if the order was for keys only.
 * @throws LonghandError `scoring-failed`, its message without any text of anybody.
 */
export async function runScorer(
  order: ScorerOrder,
  { timeoutMs = 600_000, heapMb = 1_024, signal }: ScorerLimits = {},
): Promise<ScoringOutcome | undefined> {
  const child = startScorer(heapMb);
  const end = (): void => void child.kill("SIGKILL");
  const timer = setTimeout(end, timeoutMs);
  signal?.addEventListener("abort", end, { once: true });
  try {
    if (signal?.aborted === true) end();
    // A child that is gone before it has read its order says so by its exit.
    child.stdin.on("error", () => undefined);
    child.stdin.end(JSON.stringify(order));
    const ended = new Promise<number | null>((resolve) => {
      child.once("close", resolve);
      child.once("error", () => resolve(null));
    });
    const [reply, code] = await Promise.all([text(child.stdout), ended]);
    if (code !== 0) throw scoringFailed("The scorer ran out of time or memory, or was ended.");
    return outcomeOf(JSON.parse(reply) as ScorerReply);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
    end();
  }
}

/**
 * The numbers of a reply.
 *
 * @param reply - What the scorer answered.
 * @returns The outcome; `undefined` if the order was for keys only.
 * @throws LonghandError `scoring-failed`.
 */
export function outcomeOf(reply: ScorerReply): ScoringOutcome | undefined {
  if (reply.status === "done") return reply.outcome;
  throw scoringFailed(CAUSES[reply.code] ?? `The scorer failed (${reply.code}).`);
}

function startScorer(heapMb: number): ReturnType<typeof spawnScorer> {
  // The entry has the ending of this file: .js in the package, .ts where the sources run.
  const entry = fileURLToPath(import.meta.url.replace(/run-scorer(\.[jt]s)$/, "scorer-process$1"));
  const loader = entry.endsWith(".ts") ? ["--import", "tsx"] : [];
  return spawnScorer([`--max-old-space-size=${heapMb}`, ...loader, entry]);
}

function spawnScorer(args: readonly string[]) {
  // It gets no variables: neither the address of the database nor any key.
  return spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"], env: {} });
}

function scoringFailed(message: string): LonghandError {
  return new LonghandError(message, { code: "scoring-failed" });
}
