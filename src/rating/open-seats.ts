import type { LeaseFacts, RaterFacts, RatingState } from "./rating-state.ts";
import type { DesignSlot, DesignText } from "./study-design.ts";

/** The seats of a study as one rater finds them. */
export interface SeatTable {
  /** Who asks. */
  readonly rater: RaterFacts;
  /** The texts by key. */
  readonly texts: ReadonlyMap<string, DesignText>;
  /** Own leases. */
  readonly mine: readonly LeaseFacts[];
  /** The text of the latest own lease; absent before the first. */
  readonly last: DesignText | undefined;
  /** By text: the seats that somebody holds. */
  readonly taken: ReadonlyMap<string, ReadonlySet<number>>;
  /** Whether the rater has never had a text, and is of no team that it concerns. */
  readonly mayRead: (text: string) => boolean;
}

/**
 * Gathers who sits where.
 *
 * @param state - The study.
 * @param rater - Who asks.
 * @returns The table.
 */
export function seatTable(state: RatingState, rater: RaterFacts): SeatTable {
  const texts = new Map(state.design.texts.map((text) => [text.text, text]));
  const mine = state.leases.filter((lease) => lease.rater === rater.rater);
  const seen = new Set(mine.map(({ text }) => text));
  const taken = new Map<string, Set<number>>();
  for (const { text, seat, status } of state.leases) {
    if (status !== "active" && status !== "complete") continue;
    const seats = taken.get(text);
    if (seats === undefined) taken.set(text, new Set([seat]));
    else seats.add(seat);
  }
  const latest = mine.reduce<LeaseFacts | undefined>(
    (last, lease) => (last === undefined || lease.takenAtMs >= last.takenAtMs ? lease : last),
    undefined,
  );
  const mayRead = (key: string): boolean => {
    const text = texts.get(key);
    return text !== undefined && !seen.has(key) && !isMine(text, rater);
  };
  return {
    rater,
    texts,
    mine,
    taken,
    mayRead,
    last: latest === undefined ? undefined : texts.get(latest.text),
  };
}

/**
 * Slots that are free and open to the rater.
 *
 * @param table - The seats.
 * @param slots - Slots to choose from.
 * @returns Those of them, in their order.
 */
export function openSeats(table: SeatTable, slots: readonly DesignSlot[]): DesignSlot[] {
  return slots.filter(({ text, seat }) => table.mayRead(text) && !table.taken.get(text)?.has(seat));
}

/**
 * Whether a text, or its prompt, comes from a team of the rater's.
 *
 * @param text - The text.
 * @param rater - The rater.
 * @returns Whether.
 */
export function isMine(text: DesignText, rater: RaterFacts): boolean {
  return text.teams.some((team) => rater.teams.includes(team));
}

/**
 * Whether a text has all its complete readings.
 *
 * @param state - The study.
 * @param text - Key of the text.
 * @returns Whether.
 */
export function isFull(state: RatingState, text: string): boolean {
  const complete = state.leases.filter(
    (lease) => lease.text === text && lease.status === "complete",
  ).length;
  return complete >= state.ratersPerText;
}
