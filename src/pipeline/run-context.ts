import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "../foundation/index.ts";
import { randomStream } from "../foundation/index.ts";
import type { RetrieverDefinition } from "../retrieval/index.ts";
import type { MetricDefinition } from "../scoring/index.ts";
import type { LeafDone, WritingProgress } from "./write/writing-progress.ts";

/** What a command is handed from outside: time, places, streams of chance, the user's wish to stop. */
export interface RunContext {
  /** The time. */
  readonly clock: Clock;
  /** Keys that make names unlike each other; nothing else may depend on them. */
  readonly nameSeed: string;
  /** Folder of models, vectors and the reply cache. */
  readonly home: string;
  /** Folder of runs. */
  readonly runsFolder: string;
  /** The value of a secret by the name of its variable; `undefined` if it is not set. */
  readonly credential: (variable: string) => string | undefined;
  /** Environment variables, for programs that are called (pip) and for model hubs. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborted when the user asks to stop: nothing new is started, what runs may finish. */
  readonly stopping: AbortSignal;
  /** Aborted when the user asks again, or what runs took too long to finish. */
  readonly stopNow: AbortSignal;
  /** Retrievers of your own, which experiments may then name. @defaultValue none */
  readonly retrievers?: readonly RetrieverDefinition[];
  /** Metrics of your own, which experiments may then name. @defaultValue none */
  readonly metrics?: readonly MetricDefinition[];
  /**
   * Folder in which indexes of datasets are kept for the next opening. @defaultValue none is kept, and each
   * opening reads the whole dataset
   */
  readonly indexFolder?: string;
  /** Gets everything worth telling while a command works. */
  readonly onProgress: (event: ProgressEvent) => void;
}

/** News of a command that is at work. */
export type ProgressEvent =
  | {
      /** Work of known or unknown size goes on. */
      readonly kind: "step";
      /** What is being done, for instance `Generating`. */
      readonly step: string;
      /** Units done. */
      readonly done: number;
      /** Units in all; absent if unknown. */
      readonly total?: number;
      /** The unit, for instance `examples` or `bytes`. */
      readonly unit: string;
      /** Units that were done before this command began: they tell nothing about its speed. */
      readonly doneBefore?: number;
      /** More to show, for instance tokens read and written. */
      readonly note?: string;
    }
  | {
      /** A sentence for the user. */
      readonly kind: "message" | "warning";
      /** The sentence. */
      readonly text: string;
    }
  | {
      /** A document is being written: how far it is, for whoever wants to look. */
      readonly kind: "writing";
      /** Works out how far the document is; costs nothing until it is called. */
      readonly read: () => WritingProgress;
      /** What kind of work it is at, as `read` tells it. @defaultValue it has to be read */
      readonly phase?: WritingProgress["phase"];
      /** The part that has just been done; absent for news of a call or of the plan. */
      readonly leaf?: LeafDone;
      /** That part in one line, for where nothing can be redrawn. */
      readonly line?: string;
    }
  | {
      /** A piece of a text that is being written. */
      readonly kind: "text";
      /** The piece. */
      readonly text: string;
    };

/** The clock of the machine: the one place where real time enters. */
export const systemClock: Clock = {
  // biome-ignore lint/plugin: the clock enters here and nowhere else
  nowMs: () => Date.now(),
  sleep: (waitMs, signal) => wait(waitMs, undefined, signal === undefined ? {} : { signal }),
};

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * A ULID: 10 characters of time and 16 of chance, so that names sort by age.
 *
 * @param context - Time, and what makes this process unlike others.
 * @returns 26 lower-case characters.
 */
export function newUlid({ clock, nameSeed }: Pick<RunContext, "clock" | "nameSeed">): string {
  const nowMs = clock.nowMs();
  const random = randomStream("ulid", nameSeed, nowMs);
  let time = "";
  for (let rest = nowMs, place = 0; place < 10; place++) {
    time = (ALPHABET[rest % 32] as string) + time;
    rest = Math.floor(rest / 32);
  }
  const chance = Array.from({ length: 16 }, () => ALPHABET[random.nextBelow(32)]).join("");
  return time + chance;
}
