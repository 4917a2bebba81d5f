import { useEffect, useState, useSyncExternalStore } from "react";
import type { RaterLease } from "../../../records/index.ts";
import { newIdempotencyKey } from "../../api/client.ts";
import { openAnswerShelf } from "./answer-shelf.ts";
import { type AnswerState, AnswerStore } from "./answer-store.ts";
import { sendAnswer } from "./rating-queries.ts";

/**
 * The answers of a lease, kept and sent while the page is open.
 *
 * @param lease - The lease; newer ones of the same id are merged in.
 * @returns The store and its state.
 */
export function useAnswers(lease: RaterLease): {
  readonly store: AnswerStore;
  readonly state: AnswerState;
} {
  const { id, answers } = lease;
  const [store] = useState(() => openStore(lease));
  const state = useSyncExternalStore(store.subscribe, store.state);
  useEffect(() => store.merge(answers), [store, answers]);
  useEffect(() => {
    store.resume();
    addEventListener("online", store.resume);
    return () => {
      removeEventListener("online", store.resume);
      store.stop();
    };
  }, [store]);
  useLeaveQuestion(state.waiting > 0, id);
  return { store, state };
}

function openStore({ id, answers }: RaterLease): AnswerStore {
  return new AnswerStore({
    answers,
    shelf: openAnswerShelf(localStorage, id),
    send: (waiting) => sendAnswer(id, waiting),
    newKey: newIdempotencyKey,
    after: (pauseMs, act) => {
      const timer = setTimeout(act, pauseMs);
      return () => clearTimeout(timer);
    },
  });
}

/** Asks before the page is left while an answer is on its way. */
function useLeaveQuestion(isWaiting: boolean, leaseId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew for each lease
  useEffect(() => {
    if (!isWaiting) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isWaiting, leaseId]);
}
