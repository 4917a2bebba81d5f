import { type ReactNode, useState } from "react";
import type { ChallengeView, ConditionalActRequest } from "../../../../records/index.ts";
import { apiPath } from "../../../api/client.ts";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { Dialog } from "../../../design/dialog.tsx";
import { TextArea } from "../../../design/field.tsx";
import { ErrorPanel } from "../../../design/states.tsx";
import { useToast } from "../../../design/toast.tsx";
import { anyAnswer, useChallengeChange } from "../challenge-queries.ts";
import { useQueue } from "./organise-queries.ts";
import { RescoreCard } from "./queue-part.tsx";

const FEWEST_CHARACTERS = 20;
const FEWEST_RESCORE_CHARACTERS = 10;

/** Freezing, publishing, scoring again. */
export function ActsPart({ challenge }: { readonly challenge: ChallengeView }): ReactNode {
  return (
    <div className="grid grid-cols-1 gap-6">
      <ConditionalAct
        challenge={challenge}
        verb="freeze"
        title="Freeze the board"
        hint="No submission is taken any more; the private part is shown beside the public one. It cannot be undone."
        done={challenge.frozen ? "The board is frozen." : undefined}
      />
      <ConditionalAct
        challenge={challenge}
        verb="publish"
        title="Publish the results"
        hint="The final board and the report are open to everyone. It cannot be undone."
        done={challenge.phase === "complete" ? "The results are published." : undefined}
        {...(challenge.frozen ? {} : { waitsFor: "Freeze the board first." })}
      />
      <RescoreForm challengeId={challenge.id} />
    </div>
  );
}

interface ConditionalActProps {
  readonly challenge: ChallengeView;
  readonly verb: "freeze" | "publish";
  readonly title: string;
  readonly hint: string;
  /** What is said instead of the button once it was done. */
  readonly done: string | undefined;
  /** What has to be done before; absent if nothing has. */
  readonly waitsFor?: string;
}

function ConditionalAct(props: ConditionalActProps): ReactNode {
  const { challenge, verb, title, hint, done, waitsFor } = props;
  const [asks, setAsks] = useState(false);
  return (
    <Card title={title} hint={hint}>
      {done === undefined ? (
        <div className="flex flex-wrap items-center gap-3">
          <Button tone="danger" disabled={waitsFor !== undefined} onClick={() => setAsks(true)}>
            {title}
          </Button>
          {waitsFor !== undefined && <p className="text-small text-muted">{waitsFor}</p>}
        </div>
      ) : (
        <p>{done}</p>
      )}
      {asks && (
        <ActDialog challenge={challenge} verb={verb} title={title} onClose={() => setAsks(false)} />
      )}
    </Card>
  );
}

interface ActDialogProps extends Pick<ConditionalActProps, "challenge" | "verb" | "title"> {
  readonly onClose: () => void;
}

function ActDialog({ challenge, verb, title, onClose }: ActDialogProps): ReactNode {
  const [deviation, setDeviation] = useState("");
  const show = useToast();
  const act = useChallengeChange(challenge.id, (body: ConditionalActRequest) => ({
    method: "POST",
    path: apiPath("challenges", challenge.id, verb),
    body,
    schema: anyAnswer,
  }));
  const reason = deviation.trim();
  const go = (): void =>
    act.mutate(reason === "" ? {} : { deviation: reason }, {
      onSuccess: () => {
        show({ title: verb === "freeze" ? "The board is frozen" : "The results are published" });
        onClose();
      },
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`${title}?`}
      description={
        verb === "freeze"
          ? "It is done at once if submissions are closed and every one is final."
          : "It is done at once if every text has all its ratings."
      }
      actions={
        <Button
          tone="danger"
          busy={act.isPending}
          disabled={reason !== "" && reason.length < FEWEST_CHARACTERS}
          onClick={go}
        >
          {title}
        </Button>
      }
    >
      <div className="grid gap-4">
        {act.error && <ErrorPanel error={act.error} what="This was not done" />}
        <TextArea
          label="Signed deviation"
          hint={`Only if the condition does not hold and you go on all the same: ${FEWEST_CHARACTERS} characters or more. It is printed in the report under your signature.`}
          rows={4}
          maxLength={2_000}
          value={deviation}
          onChange={({ target }) => setDeviation(target.value)}
        />
      </div>
    </Dialog>
  );
}

function RescoreForm({ challengeId }: { readonly challengeId: string }): ReactNode {
  const [reason, setReason] = useState("");
  const queue = useQueue(challengeId);
  const show = useToast();
  const rescore = useChallengeChange(challengeId, (body: { readonly reason: string }) => ({
    method: "POST",
    path: apiPath("challenges", challengeId, "rescore"),
    body,
    schema: anyAnswer,
  }));
  const running = queue.data?.rescore;
  if (running !== undefined) return <RescoreCard rescore={running} />;
  return (
    <Card
      title="Score everything again"
      hint="After a change of a measure. New references start it by themselves."
    >
      <form
        className="grid max-w-2xl gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          rescore.mutate(
            { reason: reason.trim() },
            {
              onSuccess: () => {
                show({ title: "Scoring again has begun" });
                setReason("");
              },
            },
          );
        }}
      >
        <TextArea
          label="Reason"
          hint={`${FEWEST_RESCORE_CHARACTERS} characters or more. Old numbers stay in the history.`}
          required
          rows={3}
          maxLength={2_000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {rescore.error && <ErrorPanel error={rescore.error} what="Nothing was scored again" />}
        <div>
          <Button
            type="submit"
            busy={rescore.isPending}
            disabled={reason.trim().length < FEWEST_RESCORE_CHARACTERS}
          >
            Score again
          </Button>
        </div>
      </form>
    </Card>
  );
}
