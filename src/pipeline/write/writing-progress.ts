import {
  type Brief,
  type CallNews,
  type SpentTokens,
  spentTokens,
  targetWordsOf,
  type WritingState,
} from "../../writing/index.ts";
import { type NodeStatus, nodeStatuses } from "./node-status.ts";

/** How far a document is that is being written. */
export interface WritingProgress {
  /** `plan`, `draft`, or what is done once every part has a text. */
  readonly phase: "plan" | WritingState["phase"];
  /** Words of the parts that have a text. */
  readonly words: number;
  /** Words asked for. */
  readonly targetWords: number;
  /** Parts of the document by their state. */
  readonly leaves: Readonly<Record<NodeStatus["state"], number>>;
  /** Tokens of all calls that are finished, and the most that the brief allows. */
  readonly tokens: {
    readonly in: number;
    readonly out: number;
    readonly inCap?: number;
    readonly outCap?: number;
  };
  /** US dollars so far, and at most; absent where the price is unknown. */
  readonly usd?: { readonly used: number; readonly cap?: number };
  /** Seconds since this command began to write. */
  readonly seconds: number;
  /** Tokens written in a second by this command, all calls side by side; absent before the first. */
  readonly tokensPerSecond?: number;
  /** Seconds that the parts without a text will take; absent before a tenth of them is written. */
  readonly secondsLeft?: number;
  /** What is wrong with the parts that have a text. */
  readonly openIssues: number;
  /** Heading, or brief, of the part that is at work; absent between two. */
  readonly current?: string;
  /** The plan, in reading order. */
  readonly nodes: readonly NodeStatus[];
}

/** A part that has just been done. */
export interface LeafDone {
  /** Its id. */
  readonly node: string;
  /** Its heading, or its brief where it has none. */
  readonly name: string;
  /** Whether it has a text now. */
  readonly state: "accepted" | "failed";
  /** Words written. */
  readonly words: number;
  /** Words wanted. */
  readonly targetWords: number;
  /** What is wrong with it, or why it failed. */
  readonly issues: readonly string[];
}

/** Share of the words from which on a time is told. */
const TOLD_FROM = 0.1;

/** What a progress is worked out from. */
export interface ProgressGround {
  /** The brief. */
  readonly brief: Brief;
  /** The run, once it is open. */
  readonly state: () => WritingState;
  /** The time, in milliseconds. */
  readonly nowMs: () => number;
  /** Price of tokens. @defaultValue unknown */
  readonly costUsd?: (tokens: SpentTokens) => number | undefined;
}

/** Follows a document while it is written. */
export interface ProgressMeter {
  /**
   * Takes news of a call.
   *
   * @param news - The news.
   */
  call(news: CallNews): void;
  /**
   * A part is done.
   *
   * @param node - Its id.
   */
  done(node: string): void;
  /**
   * How far the document is.
   *
   * @returns The progress.
   */
  read(): WritingProgress;
}

/**
 * Opens a meter. Its speed is that of this command: replies kept from before do not count.
 *
 * @param ground - Brief, run, time.
 * @returns The meter.
 */
export function openProgressMeter(ground: ProgressGround): ProgressMeter {
  const { state, nowMs } = ground;
  const startedMs = nowMs();
  const open = new Map<string, number>();
  const written = { in: 0, out: 0 };
  let begin: { readonly atMs: number; readonly tokens: TokenSums } | undefined;
  return {
    call: ({ state: news, stage, node, tokens }) => {
      begin ??= { atMs: nowMs(), tokens: { ...state().tokens } };
      const calls = (open.get(node) ?? 0) + (news === "begun" ? 1 : -1);
      open.set(node, calls);
      // A part that has no text yet is at work between its calls, too.
      if (calls <= 0 && (stage === "plan" || state().accepted.has(node))) open.delete(node);
      written.in += tokens?.in ?? 0;
      written.out += tokens?.out ?? 0;
    },
    done: (node) => {
      open.delete(node);
    },
    read: () => {
      const workingMs = nowMs() - (begin?.atMs ?? startedMs);
      return progressOf(ground, {
        atWork: new Set(open.keys()),
        tokens: liveTokens(state().tokens, begin?.tokens, written),
        seconds: (nowMs() - startedMs) / 1000,
        tokensPerSecond:
          written.out > 0 && workingMs > 0 ? (written.out * 1000) / workingMs : undefined,
      });
    },
  };
}

type TokenSums = Readonly<Record<"in" | "out", number>>;

/** Calls are counted when they end, but recorded only with the part that they belong to. */
function liveTokens(
  recorded: TokenSums,
  before: TokenSums = { in: 0, out: 0 },
  written: TokenSums,
): TokenSums {
  return {
    in: Math.max(recorded.in, before.in + written.in),
    out: Math.max(recorded.out, before.out + written.out),
  };
}

interface Measured {
  readonly atWork: ReadonlySet<string>;
  readonly tokens: TokenSums;
  readonly seconds: number;
  readonly tokensPerSecond: number | undefined;
}

function progressOf(
  { brief, state, costUsd }: ProgressGround,
  { atWork, tokens, seconds, tokensPerSecond }: Measured,
): WritingProgress {
  const { planned, phase, accepted } = state();
  const nodes = nodeStatuses(state(), atWork);
  const words = nodes[0]?.words ?? 0;
  const usd = costUsd?.({ ...spentTokens(state()), ...tokens });
  const { money, inputTokens, completionTokens } = brief.budget ?? {};
  return withoutUndefined({
    phase: planned ? phase : ("plan" as const),
    words,
    targetWords: targetWordsOf(brief),
    leaves: leavesByState(nodes),
    tokens: withoutUndefined({ ...tokens, inCap: inputTokens, outCap: completionTokens }),
    usd: usd === undefined ? undefined : withoutUndefined({ used: usd, cap: money }),
    seconds,
    tokensPerSecond,
    secondsLeft: secondsLeft(brief, state(), { words, live: tokens, tokensPerSecond }),
    openIssues: [...accepted.values()].reduce((sum, { issues }) => sum + issues.length, 0),
    current: currentOf(nodes),
    nodes,
  });
}

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

function withoutUndefined<T extends object>(fields: T): Present<T> {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Present<T>;
}

function currentOf(nodes: readonly NodeStatus[]): string | undefined {
  const at = nodes.find(({ state, level }) => state === "drafting" && level === "leaf");
  return at === undefined ? undefined : at.heading || at.brief;
}

function leavesByState(nodes: readonly NodeStatus[]): WritingProgress["leaves"] {
  const counts = { planned: 0, drafting: 0, accepted: 0, failed: 0, dirty: 0 };
  for (const { level, state } of nodes) if (level === "leaf") counts[state] += 1;
  return counts;
}

/** What the rest takes if its words cost as many tokens as those that are written. */
function secondsLeft(
  brief: Brief,
  { phase, accepted, tokens, planTokens }: WritingState,
  { words, live, tokensPerSecond }: LeftGround,
): number | undefined {
  const targetWords = targetWordsOf(brief);
  if (tokensPerSecond === undefined || phase !== "draft") return undefined;
  if (words < TOLD_FROM * targetWords) return undefined;
  // Texts of the author's own cost nothing.
  const own = [...accepted.values()].filter(({ attempts }) => attempts === 0);
  const ownWords = own.reduce((sum, leaf) => sum + leaf.words, 0);
  if (words <= ownWords) return undefined;
  const perWord = (tokens.out - planTokens.out) / (words - ownWords);
  const whole = planTokens.out + perWord * (Math.max(targetWords, words) - ownWords);
  return Math.max(0, whole - live.out) / tokensPerSecond;
}

interface LeftGround {
  readonly words: number;
  /** Tokens of all finished calls, those of parts at work included. */
  readonly live: TokenSums;
  readonly tokensPerSecond: number | undefined;
}
