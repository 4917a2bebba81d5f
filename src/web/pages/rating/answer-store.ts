import type { CurrentAnswer, RatingAnswer, SavedAnswer } from "../../../records/index.ts";
import { currentAnswerSchema } from "../../../records/index.ts";
import { ApiFault } from "../../api/api-fault.ts";
import type { AnswerShelf, WaitingAnswer } from "./answer-shelf.ts";

/** How the answer to one dimension stands. */
export interface DimensionAnswer {
  /** What the rater sees: the newest answer of this page, or what the server has; absent for none. */
  readonly shown?: RatingAnswer;
  /** `none`: no answer · `saved`: the server has it · `waiting`: on its way · `differs`: another tab or device answered otherwise meanwhile · `refused`: the server does not take it. */
  readonly status: "none" | "saved" | "waiting" | "differs" | "refused";
  /** What the server has, where it differs. */
  readonly theirs?: CurrentAnswer;
  /** Why it was refused. */
  readonly fault?: Error;
}

/** An answer that changed in another tab or on another device while this page was open. */
export interface AnswerNews {
  /** Id of the dimension. */
  readonly dimension: string;
  /** What this page showed before; absent for nothing. */
  readonly before?: RatingAnswer;
  /** What the server has now. */
  readonly now: RatingAnswer;
}

/** All answers of a lease as the page shows them; a new object with each change. */
export interface AnswerState {
  /** By id of the dimension. */
  readonly byDimension: ReadonlyMap<string, DimensionAnswer>;
  /** Answers that the server has not confirmed. */
  readonly waiting: number;
  /** Whether the last try did not get through. */
  readonly isOffline: boolean;
  /** Why nothing is sent until {@link AnswerStore.resume}: signed out, lease over; absent for no reason. */
  readonly halted?: ApiFault;
  /** What changed elsewhere and was not dismissed. */
  readonly news: readonly AnswerNews[];
}

/** What a store of answers works with. */
export interface AnswerStoreOptions {
  /** What the server had when the page was loaded. */
  readonly answers: readonly CurrentAnswer[];
  /** Where unconfirmed answers are kept. */
  readonly shelf: AnswerShelf;
  /** Sends an answer. */
  readonly send: (answer: WaitingAnswer & { readonly baseVersion: number }) => Promise<SavedAnswer>;
  /** Makes a key that no other answer has. */
  readonly newKey: () => string;
  /** Calls back after a pause in milliseconds; returns what calls it off. */
  readonly after: (pauseMs: number, act: () => void) => () => void;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Answers of one lease. Each goes to the server at once, one after the other, with the version that the
 * rater saw: what changed elsewhere is never overwritten. Whatever does not get through is kept and sent
 * again under the same key, so that it counts once.
 */
export class AnswerStore {
  readonly #options: AnswerStoreOptions;
  readonly #known = new Map<string, CurrentAnswer>();
  readonly #waiting: WaitingAnswer[] = [];
  readonly #tried = new Set<string>();
  readonly #differing = new Map<string, CurrentAnswer>();
  readonly #refused = new Map<string, Error>();
  readonly #listeners = new Set<() => void>();
  #news: readonly AnswerNews[] = [];
  #halted: ApiFault | undefined;
  #failures = 0;
  #isSending = false;
  #callOff: () => void = () => undefined;
  #state: AnswerState;

  /** @param options - What it works with. Answers that an earlier page left are taken over. */
  constructor(options: AnswerStoreOptions) {
    this.#options = options;
    for (const answer of options.answers) this.#known.set(answer.dimension, answer);
    for (const waiting of options.shelf.all()) {
      this.#waiting.push(waiting);
      // It may have reached the server before the earlier page went.
      this.#tried.add(waiting.key);
    }
    this.#state = this.#look();
  }

  /** The state; the same object until something changes. */
  readonly state = (): AnswerState => this.#state;

  /** Listens to changes; returns what stops it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes an answer. A choice after "differs" counts as made in sight of the other answer. */
  readonly give = (dimension: string, answer: RatingAnswer): void => {
    const { shown, status } = this.#state.byDimension.get(dimension) ?? { status: "none" };
    const isNew = shown === undefined || !isSame(shown, answer);
    if (!isNew && (status === "saved" || status === "waiting")) return;
    this.#refused.delete(dimension);
    this.#news = this.#news.filter((news) => news.dimension !== dimension);
    const theirs = this.#differing.get(dimension);
    if (theirs !== undefined) this.#drop(dimension);
    const queue = this.#of(dimension);
    const last = queue.at(-1);
    const follows = queue.some(({ key }) => this.#tried.has(key));
    const baseVersion = last !== undefined && !follows ? last.baseVersion : this.#seen(dimension);
    if (last !== undefined && !this.#tried.has(last.key)) this.#take(last.key);
    this.#put({
      dimension,
      answer,
      key: this.#options.newKey(),
      place: 1 + Math.max(0, ...this.#waiting.map(({ place }) => place)),
      ...(follows || baseVersion === undefined ? {} : { baseVersion }),
    });
    this.#changed();
    this.#pump();
  };

  /** Leaves the other tab's or device's answer as it is. */
  readonly keepTheirs = (dimension: string): void => {
    this.#drop(dimension);
    this.#changed();
  };

  /** Puts this page's answer in place of the other one, which the rater has seen. */
  readonly keepMine = (dimension: string): void => {
    const mine = this.#of(dimension).at(-1);
    if (mine !== undefined && this.#differing.has(dimension)) this.give(dimension, mine.answer);
  };

  /** Takes what the server has now: shows what changed elsewhere, leaves what waits alone. */
  readonly merge = (answers: readonly CurrentAnswer[]): void => {
    for (const answer of answers) {
      const { dimension, version } = answer;
      const before = this.#known.get(dimension);
      if (version <= (before?.version ?? 0) || this.#of(dimension).length > 0) continue;
      this.#known.set(dimension, answer);
      if (before !== undefined && isSame(before.answer, answer.answer)) continue;
      this.#news = [
        ...this.#news.filter((news) => news.dimension !== dimension),
        {
          dimension,
          now: answer.answer,
          ...(before === undefined ? {} : { before: before.answer }),
        },
      ];
    }
    this.#changed();
  };

  /** Forgets what changed elsewhere: the rater has read it. */
  readonly dismissNews = (): void => {
    this.#news = [];
    this.#changed();
  };

  /** Sends what waits: the page is there, the connection is back, or the rater signed in again. */
  readonly resume = (): void => {
    this.#halted = undefined;
    this.#callOff();
    this.#changed();
    this.#pump();
  };

  /** Sends nothing more by itself until it is resumed; what waits stays on the shelf. */
  readonly stop = (): void => this.#callOff();

  #seen(dimension: string): number {
    const known = this.#known.get(dimension)?.version ?? 0;
    return Math.max(known, this.#differing.get(dimension)?.version ?? 0);
  }

  #of(dimension: string): readonly WaitingAnswer[] {
    return this.#waiting.filter((waiting) => waiting.dimension === dimension);
  }

  #put(waiting: WaitingAnswer): void {
    const place = this.#waiting.findIndex(({ key }) => key === waiting.key);
    if (place < 0) this.#waiting.push(waiting);
    else this.#waiting[place] = waiting;
    this.#options.shelf.put(waiting);
  }

  #take(key: string): void {
    const place = this.#waiting.findIndex((waiting) => waiting.key === key);
    if (place >= 0) this.#waiting.splice(place, 1);
    this.#options.shelf.take(key);
  }

  /** Takes the other answer for the dimension, with everything that waited. */
  #drop(dimension: string): void {
    const theirs = this.#differing.get(dimension);
    if (theirs !== undefined) this.#known.set(dimension, theirs);
    this.#differing.delete(dimension);
    for (const { key } of this.#of(dimension)) this.#take(key);
  }

  #next(): WaitingAnswer | undefined {
    return this.#waiting.find(({ dimension }) => !this.#differing.has(dimension));
  }

  #pump(): void {
    const next = this.#next();
    if (this.#isSending || this.#halted !== undefined || next === undefined) return;
    this.#callOff();
    const { baseVersion = this.#seen(next.dimension) } = next;
    const answer = { ...next, baseVersion };
    this.#put(answer);
    this.#tried.add(answer.key);
    this.#isSending = true;
    this.#options.send(answer).then(
      (saved) => this.#arrived(answer, saved),
      (error: unknown) => this.#failed(answer, error),
    );
  }

  #arrived({ key, dimension }: WaitingAnswer, { answer, version }: SavedAnswer): void {
    this.#isSending = false;
    this.#failures = 0;
    this.#take(key);
    const [follower] = this.#of(dimension);
    // Not on what is known by now, which the rater may not have seen.
    if (follower !== undefined && follower.baseVersion === undefined) {
      this.#put({ ...follower, baseVersion: version });
    }
    if (version > (this.#known.get(dimension)?.version ?? 0)) {
      this.#known.set(dimension, { dimension, answer, version });
    }
    this.#changed();
    this.#pump();
  }

  #failed(waiting: WaitingAnswer, error: unknown): void {
    this.#isSending = false;
    const fault = faultOf(error);
    const theirs = currentAnswerSchema.safeParse(fault.details?.["current"]);
    if (fault.code === "stale-answer" && theirs.success) this.#differ(waiting, theirs.data);
    else if (isPassing(fault)) this.#tryLater(fault);
    else if (fault.status === 400 || fault.status === 422) this.#refuse(waiting, fault);
    else this.#halted = fault;
    this.#changed();
    if (!isPassing(fault)) this.#pump();
  }

  #differ({ dimension, answer, key }: WaitingAnswer, theirs: CurrentAnswer): void {
    this.#failures = 0;
    if (isSame(answer, theirs.answer)) {
      this.#known.set(dimension, theirs);
      this.#take(key);
    } else this.#differing.set(dimension, theirs);
  }

  #refuse({ dimension, key }: WaitingAnswer, fault: ApiFault): void {
    this.#take(key);
    this.#refused.set(dimension, fault);
  }

  #tryLater({ retryAfterSeconds = 0 }: ApiFault): void {
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#callOff = this.#options.after(Math.max(pauseMs, retryAfterSeconds * 1000), () =>
      this.#pump(),
    );
  }

  #changed(): void {
    this.#state = this.#look();
    for (const listener of this.#listeners) listener();
  }

  #look(): AnswerState {
    const dimensions = new Set([
      ...this.#known.keys(),
      ...this.#waiting.map(({ dimension }) => dimension),
      ...this.#refused.keys(),
    ]);
    return {
      byDimension: new Map([...dimensions].map((id) => [id, this.#lookAt(id)])),
      waiting: this.#waiting.length,
      isOffline: this.#failures > 0,
      ...(this.#halted === undefined ? {} : { halted: this.#halted }),
      news: this.#news,
    };
  }

  #lookAt(dimension: string): DimensionAnswer {
    const mine = this.#of(dimension).at(-1)?.answer;
    const theirs = this.#differing.get(dimension);
    const fault = this.#refused.get(dimension);
    const shown = mine ?? this.#known.get(dimension)?.answer;
    const answer = shown === undefined ? {} : { shown };
    if (fault !== undefined) return { ...answer, status: "refused", fault };
    if (theirs !== undefined) return { ...answer, status: "differs", theirs };
    if (mine !== undefined) return { ...answer, status: "waiting" };
    return { ...answer, status: shown === undefined ? "none" : "saved" };
  }
}

/** Whether two answers are the same mark or the same reason. */
function isSame(one: RatingAnswer, two: RatingAnswer): boolean {
  if ("value" in one) return "value" in two && one.value === two.value;
  return "cannotJudge" in two && one.cannotJudge === two.cannotJudge;
}

function faultOf(error: unknown): ApiFault {
  if (error instanceof ApiFault) return error;
  return new ApiFault(String(error), { code: "unexpected", status: 0, cause: error });
}

/** Faults that may be gone at the next try. */
function isPassing({ status, code }: ApiFault): boolean {
  return status === 0 || status === 429 || status >= 500 || code === "request-under-way";
}
