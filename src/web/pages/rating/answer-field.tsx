import { type ReactNode, useState } from "react";
import type { RatingAnswer, RatingDimension } from "../../../records/index.ts";
import { Button } from "../../design/button.tsx";
import { TextField } from "../../design/field.tsx";
import { Notice } from "../../design/notice.tsx";
import type { AnswerStore, DimensionAnswer } from "./answer-store.ts";
import { MarkField } from "./mark-field.tsx";
import { answerWords } from "./mark-words.ts";

/** What a question of the reading page is given. */
export interface AnswerFieldProps {
  /** What is judged. */
  readonly dimension: RatingDimension;
  /** How its answer stands. */
  readonly answer: DimensionAnswer;
  /** Whether the last try did not get through. */
  readonly isOffline: boolean;
  /** Whether keys answer this question. */
  readonly active: boolean;
  /** Whether the meaning of all marks stands below. */
  readonly anchors: boolean;
  /** Takes answers. */
  readonly store: AnswerStore;
  /** Is told when the reader turns to the question. */
  readonly onTurn: () => void;
}

/** A question with its answer: a mark, or why there is none; how it stands with the server. */
export function AnswerField(props: AnswerFieldProps): ReactNode {
  const { dimension, answer, isOffline, active, anchors, store, onTurn } = props;
  const { shown } = answer;
  const value = shown !== undefined && "value" in shown ? shown.value : undefined;
  return (
    <MarkField
      dimension={dimension}
      value={value}
      anchors={anchors}
      active={active}
      status={<Status answer={answer} isOffline={isOffline} />}
      onMark={(mark) => store.give(dimension.id, { value: mark })}
      onTurn={onTurn}
    >
      <Difference {...{ dimension, answer, store }} />
      {answer.status === "refused" && (
        <p role="alert" className="text-small font-medium text-bad">
          Not saved: {answer.fault?.message}
        </p>
      )}
      <CannotJudge
        label={dimension.label}
        shown={shown}
        onReason={(cannotJudge) => store.give(dimension.id, { cannotJudge })}
      />
    </MarkField>
  );
}

function Status({
  answer: { status },
  isOffline,
}: {
  readonly answer: DimensionAnswer;
  readonly isOffline: boolean;
}): ReactNode {
  switch (status) {
    case "none":
      return <span className="text-muted">no answer yet</span>;
    case "saved":
      return <span className="text-good">✓ saved</span>;
    case "waiting":
      return isOffline ? (
        <span className="text-warn">kept on this device</span>
      ) : (
        <span className="text-muted">saving…</span>
      );
    case "differs":
      return <span className="text-warn">changed elsewhere</span>;
    case "refused":
      return <span className="text-bad">not saved</span>;
  }
}

function Difference({
  dimension,
  answer: { shown, theirs },
  store,
}: Pick<AnswerFieldProps, "dimension" | "answer" | "store">): ReactNode {
  if (theirs === undefined) return null;
  const [mine, other] = [answerWords(shown), answerWords(theirs.answer)];
  return (
    <div role="alert" data-differs={dimension.id}>
      <Notice tone="warn" title="Answered differently in another tab or on another device">
        <p>
          There: {other}. Here: {mine}. Nothing was overwritten; which one is right?
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button small onClick={() => store.keepTheirs(dimension.id)}>
            Leave {other}
          </Button>
          <Button small onClick={() => store.keepMine(dimension.id)}>
            Change it to {mine}
          </Button>
        </div>
      </Notice>
    </div>
  );
}

function CannotJudge({
  label,
  shown,
  onReason,
}: {
  readonly label: string;
  readonly shown: RatingAnswer | undefined;
  readonly onReason: (reason: string) => void;
}): ReactNode {
  const given = shown !== undefined && "cannotJudge" in shown ? shown.cannotJudge : undefined;
  const [draft, setDraft] = useState<string>();
  if (draft === undefined) {
    return (
      <div className="flex flex-wrap items-center gap-2 text-small">
        {given !== undefined && (
          <p className="min-w-0">
            <strong>Cannot judge:</strong> {given}
          </p>
        )}
        <Button
          small
          tone="quiet"
          className="-ml-3"
          aria-label={`Cannot judge ${label.toLowerCase()}`}
          onClick={() => setDraft(given ?? "")}
        >
          {given === undefined ? "Cannot judge…" : "Change the reason…"}
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      <TextField
        label={`Why can ${label.toLowerCase()} not be judged?`}
        maxLength={2000}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
      <div className="flex gap-2">
        <Button
          small
          disabled={draft.trim() === ""}
          onClick={() => {
            onReason(draft.trim());
            setDraft(undefined);
          }}
        >
          Cannot judge
        </Button>
        <Button small tone="quiet" onClick={() => setDraft(undefined)}>
          Never mind
        </Button>
      </div>
    </div>
  );
}
