import { type ReactNode, useState } from "react";
import {
  type ChallengeView,
  type SubmissionView,
  submissionViewSchema,
} from "../../../records/index.ts";
import { apiPath } from "../../api/client.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { ErrorPanel } from "../../design/states.tsx";
import { useToast } from "../../design/toast.tsx";
import { useChallengeChange } from "./challenge-queries.ts";

interface SubmissionActsProps {
  readonly challenge: ChallengeView;
  readonly submission: SubmissionView;
}

/** What a team can do with a scored submission: choose it, take it back. */
export function SubmissionActs({ challenge, submission }: SubmissionActsProps): ReactNode {
  const { id, selected, declared, set } = submission;
  const act = useChallengeChange(challenge.id, (verb: "select" | "withdraw") => ({
    method: "POST",
    path: apiPath("challenges", challenge.id, "submissions", id, verb),
    schema: submissionViewSchema,
  }));
  const show = useToast();
  const [asks, setAsks] = useState(false);
  const select = (): void =>
    act.mutate("select", { onSuccess: () => show({ title: "Selected as final" }) });
  const withdraw = (): void =>
    act.mutate("withdraw", {
      onSuccess: () => show({ title: "Withdrawn" }),
      onSettled: () => setAsks(false),
    });
  return (
    <Card title="What next" hint={hintOf(submission)}>
      <div className="grid gap-3">
        {act.error && <ErrorPanel error={act.error} what="This was not done" />}
        <div className="flex flex-wrap gap-2">
          {set === "test" && (
            <Button
              tone="primary"
              busy={act.isPending}
              disabled={selected || !declared}
              onClick={select}
            >
              {selected ? "This is your final one" : "Select as final"}
            </Button>
          )}
          {!challenge.frozen && (
            <Button tone="danger" disabled={act.isPending} onClick={() => setAsks(true)}>
              Withdraw
            </Button>
          )}
        </div>
      </div>
      <Dialog
        open={asks}
        onOpenChange={setAsks}
        title="Withdraw this submission?"
        description="It leaves the board and cannot be brought back. The quota that it took is not given back."
        actions={
          <Button tone="danger" busy={act.isPending} onClick={withdraw}>
            Withdraw it
          </Button>
        }
      />
    </Card>
  );
}

function hintOf({ set, selected, declared }: SubmissionView): string {
  if (set === "development") return "Development submissions count nowhere.";
  if (selected) return "It stands for your team on the board.";
  if (!declared) return "Before it can be selected, the declaration below needs its answers.";
  return "Until you select one, your latest scored submission stands for your team.";
}
