/** What an evaluation took. */
export interface EvaluationCost {
  /** Threads that worked on it. */
  readonly threads: number;
  /** Time by the clock, in milliseconds. */
  readonly wallMs: number;
  /** Processor time of all threads together, in milliseconds. */
  readonly cpuMs: number;
}

/** Decides how many threads to use. */
export interface ThreadGovernor {
  /**
   * Threads for the next evaluation.
   *
   * @param isShort - Whether the evaluation is short enough to try more threads on.
   */
  threadsFor(isShort: boolean): number;
  /**
   * Learns from an evaluation.
   *
   * @param cost - What it took.
   */
  observe(cost: EvaluationCost): void;
}

/** Evaluations are judged by this much time together, since single ones vary a lot; or by less, where it is plain. */
const WINDOW_MS = 1000;
const PLAIN_WINDOW_MS = 250;
const PLAIN_SHARE = 0.6;
/** Below this part of a processor, or this share of all of them, threads had to wait for one. */
const MISSED_PROCESSORS = 0.55;
const ENOUGH_SHARE = 0.9;
/** More threads are tried after this time, and after twice as long each time that fails. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 32_000;

/**
 * Makes a governor. The engine's threads wait for each other after every operation, so that with
 * fewer free processors than threads everything takes many times as long. Threads that work or wait
 * for each other use processor time; threads that wait for a processor do not. So their processor
 * time shows how many processors there are for them: fewer than the machine has where it is busy, or
 * where a container limits them.
 *
 * @param maxThreads - Most threads to use.
 * @returns The governor, which begins with most threads.
 */
export function createThreadGovernor(maxThreads: number): ThreadGovernor {
  let threads = maxThreads;
  let pauseMs = FIRST_PAUSE_MS;
  let sinceCrowdedMs = 0;
  let window = { threads: 0, wallMs: 0, cpuMs: 0 };

  const judge = ({ threads: used, wallMs, cpuMs }: EvaluationCost): void => {
    const processors = cpuMs / wallMs;
    const wasTried = used > threads;
    if (used > 1 && processors < Math.min(used - MISSED_PROCESSORS, used * ENOUGH_SHARE)) {
      threads = Math.min(Math.max(1, Math.floor(processors)), used - 1);
      if (wasTried) pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      sinceCrowdedMs = 0;
    } else if (wasTried) {
      threads = used;
      pauseMs = FIRST_PAUSE_MS;
    }
  };
  return {
    threadsFor: (isShort) => (isShort && sinceCrowdedMs >= pauseMs ? maxThreads : threads),
    observe({ threads: used, wallMs, cpuMs }) {
      sinceCrowdedMs += wallMs;
      if (used !== window.threads) window = { threads: used, wallMs: 0, cpuMs: 0 };
      window.wallMs += wallMs;
      window.cpuMs += cpuMs;
      const isPlain = window.cpuMs < PLAIN_SHARE * used * window.wallMs;
      if (window.wallMs < (isPlain ? PLAIN_WINDOW_MS : WINDOW_MS)) return;
      judge(window);
      window = { threads: used, wallMs: 0, cpuMs: 0 };
    },
  };
}
