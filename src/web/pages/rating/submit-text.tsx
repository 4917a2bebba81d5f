import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { RaterLease, RaterStudy } from "../../../records/index.ts";
import { ApiFault } from "../../api/api-fault.ts";
import { Button } from "../../design/button.tsx";
import { FormFault } from "../people/form-fault.tsx";
import type { AnswerState, AnswerStore } from "./answer-store.ts";
import { leaseKey, readLease, useSubmitLease } from "./rating-queries.ts";

/** What handing in is given. */
export interface SubmitTextProps {
  /** The text. */
  readonly lease: RaterLease;
  /** The study. */
  readonly study: RaterStudy;
  /** Takes answers. */
  readonly store: AnswerStore;
  /** How the answers stand. */
  readonly state: AnswerState;
  /** Is told once it is handed in. */
  readonly onDone: () => Promise<void>;
}

/** Hands a text in, once all questions are answered and the server has the answers that the reader sees. */
export function SubmitText({ lease, study, store, state, onDone }: SubmitTextProps): ReactNode {
  const submit = useSubmitLease(lease.id);
  const client = useQueryClient();
  const [isLooking, setIsLooking] = useState(false);
  const [fault, setFault] = useState<Error | null>(null);
  const why = hindranceOf(study, state);
  const send = async (): Promise<void> => {
    // What another tab changed meanwhile is shown before it is handed in.
    const fresh = await readLease(lease.id);
    client.setQueryData(leaseKey(lease.id), fresh);
    store.merge(fresh.answers);
    if (store.state().news.length > 0) return;
    await submit.mutateAsync();
    await onDone();
  };
  const press = (): void => {
    setIsLooking(true);
    setFault(null);
    send()
      .catch((error: unknown) => setFault(error instanceof Error ? error : null))
      .finally(() => setIsLooking(false));
  };
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <Button
        tone="primary"
        busy={isLooking}
        disabled={why !== undefined}
        aria-describedby="why-not"
        onClick={press}
      >
        {isLooking ? "Handing in…" : "Hand in this text"}
      </Button>
      <p id="why-not" className="text-small text-muted">
        {why ?? "You cannot change your answers afterwards."}
      </p>
      <FormFault error={fault} />
      {fault instanceof ApiFault && fault.code === "offline" && (
        <p className="text-small text-muted">
          Nothing is lost: hand in when the connection is back.
        </p>
      )}
    </div>
  );
}

function hindranceOf({ dimensions }: RaterStudy, state: AnswerState): string | undefined {
  const of = (id: string) => state.byDimension.get(id)?.status ?? "none";
  const missing = dimensions.filter(({ id }) => of(id) === "none" || of(id) === "refused");
  if (missing.length > 0) {
    return `Still open: ${missing.map(({ label }) => label.toLowerCase()).join(", ")}.`;
  }
  if (dimensions.some(({ id }) => of(id) === "differs")) return "One answer needs your decision.";
  return state.waiting > 0 ? "Possible as soon as all answers are saved." : undefined;
}
