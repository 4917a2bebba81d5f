import type { NoLeaseReason } from "../records/index.ts";
import { isFull, isMine, openSeats, type SeatTable, seatTable } from "./open-seats.ts";
import type { LeaseFacts, RaterFacts, RatingState } from "./rating-state.ts";
import type { DesignSlot, DesignText } from "./study-design.ts";

/** What a rater gets who asks for a text. */
export type NextText =
  | {
      /** A lease that is open. */
      readonly kind: "resume";
      /** Its id. */
      readonly lease: string;
    }
  | {
      /** An own lease that ran out and that nobody has taken over. */
      readonly kind: "revive";
      /** Its id. */
      readonly lease: string;
    }
  | {
      /** A text that the rater has not seen. */
      readonly kind: "take";
      /** Its slot. */
      readonly slot: DesignSlot;
      /** The row that the rater begins with it; absent if it is none of their rows' first. */
      readonly claims?: number;
    }
  | {
      /** None. */
      readonly kind: "none";
      /** Why. */
      readonly reason: Exclude<NoLeaseReason, "not-open">;
      /** After how many seconds to ask again; absent where it is no use. */
      readonly retryAfterSeconds?: number;
    };

/**
 * Leases that have run out and have to be marked before anything is decided. Once marked they stay
 * so, whatever the clock does next: a lease that could come to life again would give a text one
 * rating too many.
 *
 * @param state - The study.
 * @param nowMs - The time.
 * @returns Ids of the leases.
 */
export function expiredLeases(state: RatingState, nowMs: number): string[] {
  return state.leases
    .filter(({ status, expiresAtMs }) => status === "active" && expiresAtMs <= nowMs)
    .map(({ lease }) => lease);
}

/**
 * Decides which text a rater reads next: the open one; an own one that ran out, if its seat is still
 * free; the next of the own row; then texts that others left, the neediest first. Never one that the
 * rater has seen or that the own team wrote, and never more readings than a text has seats.
 *
 * @param state - The study; leases that ran out are marked, see {@link expiredLeases}.
 * @param rater - Who asks.
 * @param nowMs - The time, in milliseconds since 1970.
 * @returns The text, or why there is none.
 */
export function nextText(state: RatingState, rater: RaterFacts, nowMs: number): NextText {
  const table = seatTable(state, rater);
  const open = table.mine.find(({ status }) => status === "active");
  if (open !== undefined) return { kind: "resume", lease: open.lease };
  const left = table.mine.find((lease) => canRevive(state, lease, nowMs));
  if (left !== undefined) return { kind: "revive", lease: left.lease };
  return (
    fromOwnRows(state, table) ??
    fromNewRow(state, table) ??
    fromOthers({ state, table, nowMs }) ??
    noText(state, table, nowMs)
  );
}

/**
 * Whether a lease that ran out may go on: its seat is free, and it is younger than a lease may get.
 *
 * @param state - The study.
 * @param lease - The lease.
 * @param nowMs - The time.
 * @returns Whether.
 */
export function canRevive(state: RatingState, lease: LeaseFacts, nowMs: number): boolean {
  if (lease.status !== "expired" || nowMs >= lease.takenAtMs + state.longestMs) return false;
  return !state.leases.some(
    ({ text, seat, status }) =>
      text === lease.text && seat === lease.seat && (status === "active" || status === "complete"),
  );
}

/**
 * When a lease ends that is taken, or extended, now.
 *
 * @param limits - Of the study, and when the lease was taken.
 * @param nowMs - The time.
 * @returns Milliseconds since 1970.
 */
export function leaseEndMs(
  limits: Pick<RatingState, "leaseMs" | "longestMs"> & { readonly takenAtMs: number },
  nowMs: number,
): number {
  return Math.min(nowMs + limits.leaseMs, limits.takenAtMs + limits.longestMs);
}

function fromOwnRows(state: RatingState, table: SeatTable): NextText | undefined {
  const slots = state.claims
    .filter(({ rater }) => rater === table.rater.rater)
    .flatMap(({ row }) => state.design.rows[row] ?? []);
  const slot = chosen(table, openSeats(table, slots));
  return slot === undefined ? undefined : { kind: "take", slot };
}

/** The first free row that holds most texts for this rater; kept for those who have none yet. */
function fromNewRow(state: RatingState, table: SeatTable): NextText | undefined {
  const hasRow = state.claims.some(({ rater }) => rater === table.rater.rater);
  if (hasRow) return undefined;
  const claimed = new Set(state.claims.map(({ row }) => row));
  let best: { row: number; open: DesignSlot[] } | undefined;
  for (const [row, slots] of state.design.rows.entries()) {
    if (claimed.has(row)) continue;
    const open = openSeats(table, slots);
    if (open.length > (best?.open.length ?? 0)) best = { row, open };
    if (open.length === slots.length) break;
  }
  const slot = best === undefined ? undefined : chosen(table, best.open);
  return slot === undefined || best === undefined
    ? undefined
    : { kind: "take", slot, claims: best.row };
}

interface Question {
  readonly state: RatingState;
  readonly table: SeatTable;
  readonly nowMs: number;
}

/** Texts whose planned readers will not come: the neediest first, then those under prompts begun. */
function fromOthers({ state, table, nowMs }: Question): NextText | undefined {
  const deserted = desertedRows({ state, table, nowMs });
  const slots = state.design.rows.flatMap((slots, row) =>
    slots.filter((slot) => {
      if (table.texts.get(slot.text)?.kind !== "rated") return false;
      return deserted.has(row) || isGivenUp(state, row, slot);
    }),
  );
  const open = openSeats(table, slots);
  const need = (slot: DesignSlot): number => table.taken.get(slot.text)?.size ?? 0;
  const isBegun = (slot: DesignSlot): number => {
    const prompt = table.texts.get(slot.text)?.prompt;
    return table.mine.some((lease) => table.texts.get(lease.text)?.prompt === prompt) ? 0 : 1;
  };
  open.sort((left, right) => need(left) - need(right) || isBegun(left) - isBegun(right));
  const fewest = open[0] === undefined ? 0 : need(open[0]);
  const slot = chosen(
    table,
    open.filter((each) => need(each) === fewest),
  );
  return slot === undefined ? undefined : { kind: "take", slot };
}

/** Rows that nobody has begun or will begin, and rows whose reader has been away for a lease's time. */
function desertedRows({ state, nowMs }: Question): Set<number> {
  const claims = new Map(state.claims.map(({ row, rater }) => [row, rater]));
  const claimants = new Set(claims.values());
  const expected = state.raters.filter(
    ({ rater, joinedAtMs }) => !claimants.has(rater) && joinedAtMs + state.leaseMs > nowMs,
  ).length;
  const rows = [...state.design.rows.keys()];
  const unclaimed = rows.filter((row) => !claims.has(row));
  const away = rows.filter((row) => {
    const rater = claims.get(row);
    return rater !== undefined && isAway(state, rater, nowMs);
  });
  return new Set([...unclaimed.slice(expected), ...away]);
}

function isAway(state: RatingState, rater: string, nowMs: number): boolean {
  const own = state.leases.filter((lease) => lease.rater === rater);
  if (own.some(({ status }) => status === "active")) return false;
  const seen = own.map(({ takenAtMs, endedAtMs }) => endedAtMs ?? takenAtMs);
  return Math.max(...seen, 0) + state.leaseMs <= nowMs;
}

/** Whether the reader of the row has skipped this text, let it run out, or may not read it. */
function isGivenUp(state: RatingState, row: number, slot: DesignSlot): boolean {
  const claim = state.claims.find((each) => each.row === row);
  if (claim === undefined) return false;
  const lost = state.leases.some(
    ({ rater, text, status }) =>
      rater === claim.rater && text === slot.text && (status === "skipped" || status === "expired"),
  );
  const facts = state.raters.find(({ rater }) => rater === claim.rater);
  const text = state.design.texts.find((each) => each.text === slot.text);
  return lost || (facts !== undefined && text !== undefined && isMine(text, facts));
}

/** The first slot by another writer than the last text's, under the same prompt if there is one. */
function chosen(table: SeatTable, slots: readonly DesignSlot[]): DesignSlot | undefined {
  const first = slots[0];
  if (first === undefined || table.last === undefined) return first;
  const textOf = (slot: DesignSlot): DesignText | undefined => table.texts.get(slot.text);
  const isUnlike = (slot: DesignSlot): boolean => textOf(slot)?.system !== table.last?.system;
  const prompt = textOf(first)?.prompt;
  return (
    slots.find((slot) => isUnlike(slot) && textOf(slot)?.prompt === prompt) ??
    slots.find(isUnlike) ??
    first
  );
}

/** Shortest and longest time after which to ask again, in seconds. */
const ASK_AGAIN = { least: 60, most: 3600 } as const;

function noText(state: RatingState, table: SeatTable, nowMs: number): NextText {
  const lacking = state.design.texts.filter(
    (text) => text.kind === "rated" && table.mayRead(text.text) && !isFull(state, text.text),
  );
  if (lacking.length === 0) return { kind: "none", reason: "all-rated" };
  const keys = new Set(lacking.map(({ text }) => text));
  const ends = state.leases
    .filter(({ status, text }) => status === "active" && keys.has(text))
    .map(({ expiresAtMs }) => (expiresAtMs - nowMs) / 1000);
  const wait = Math.min(...ends, ASK_AGAIN.most);
  return {
    kind: "none",
    reason: "nothing-now",
    retryAfterSeconds: Math.ceil(Math.max(ASK_AGAIN.least, wait)),
  };
}
