import type { Clock } from "../../foundation/index.ts";
import type { JournalLine, JournalType } from "../../records/index.ts";
import { canonicalJson } from "../../storage/index.ts";
import { FIRST_HASH, hashOfLine } from "./journal-chain.ts";
import type { RunStore } from "./run-store.ts";
import { applyLine, emptyState, isDecision, type WritingState } from "./writing-state.ts";

/** What is to be recorded. */
export interface JournalEntry {
  /** What it is about. */
  readonly type: JournalType;
  /** What it says; JSON values only. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The journal of an open run, and the state that it gives. */
export interface Journal {
  /** What the journal says so far. */
  readonly state: WritingState;
  /**
   * Records entries in order and takes them over into the state. What a killed run recorded already
   * for the same decision is not recorded twice.
   *
   * @param entries - The entries; the last one completes a decision.
   */
  record(entries: readonly JournalEntry[]): Promise<void>;
}

/**
 * Replays a run's journal and goes on with it.
 *
 * @param store - The run's store.
 * @param clock - The time of new lines.
 * @returns The journal.
 */
export function openJournal(store: RunStore, clock: Clock): Journal {
  const { lines } = store;
  const decided = lines.findLastIndex(isDecision) + 1;
  const state = emptyState();
  for (const line of lines.slice(0, decided)) applyLine(state, line);
  // Lines of a decision that a kill cut short: the same steps, done again, find them here.
  let begun: readonly JournalLine[] = lines.slice(decided);
  let seq = lines.length;
  const last = lines.at(-1);
  let previousHash = last === undefined ? FIRST_HASH : hashOfLine(last);

  const isBegun = (entry: JournalEntry): boolean => {
    const [next] = begun;
    if (next === undefined) return false;
    if (next.type === entry.type && canonicalJson(next.body) === canonicalJson(entry.body)) {
      begun = begun.slice(1);
      return true;
    }
    // Another way was taken: what was begun stays on record, calls and all.
    for (const line of begun) applyLine(state, line);
    begun = [];
    return false;
  };

  return {
    state,
    record: async (entries) => {
      const fresh: JournalLine[] = [];
      for (const entry of entries) {
        if (!isBegun(entry)) {
          seq += 1;
          const line: JournalLine = { seq, at: clock.nowMs(), ...entry, previousHash };
          previousHash = hashOfLine(line);
          fresh.push(line);
        }
        applyLine(state, entry);
      }
      await store.append(fresh);
    },
  };
}
