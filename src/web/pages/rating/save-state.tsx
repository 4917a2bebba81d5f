import type { ReactNode } from "react";
import type { AnswerState } from "./answer-store.ts";

/** Whether the server has everything, said aloud when it changes. */
export function SaveState({ state }: { readonly state: AnswerState }): ReactNode {
  return (
    <p role="status" data-save-state className="text-small">
      {wordsOf(state)}
    </p>
  );
}

function wordsOf(state: AnswerState): ReactNode {
  const { waiting, isOffline, halted, byDimension } = state;
  const count = waiting === 1 ? "1 answer" : `${waiting} answers`;
  if (halted !== undefined) return <span className="text-warn">{count} kept on this device</span>;
  if ([...byDimension.values()].some(({ status }) => status === "differs")) {
    return <span className="text-warn">One answer needs your decision</span>;
  }
  if (waiting > 0 && isOffline) {
    return (
      <span className="text-warn">No connection: {count} kept here, sent when it is back</span>
    );
  }
  if (waiting > 0) return <span className="text-muted">Saving…</span>;
  if (byDimension.size === 0)
    return <span className="hidden text-muted lg:inline">Answers save themselves</span>;
  return <span className="text-good">✓ All answers saved</span>;
}
