import { type ReactNode, useState } from "react";
import {
  type DecidedLeak,
  LEAK_DECISIONS,
  type LeakDecision,
  type StudyView,
} from "../../../../records/index.ts";
import { Badge } from "../../../design/badge.tsx";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { SelectField, TextField } from "../../../design/field.tsx";
import { EmptyState } from "../../../design/states.tsx";
import { FormFault } from "../../people/form-fault.tsx";
import { useLeakDecision } from "./organiser-queries.ts";
import { DECISION_WORDS, LEAK_WORDS } from "./study-words.ts";

/** Traces in the texts that could give their writers away, decided one by one. */
export function LeaksTab({ view: { study, leaks } }: { readonly view: StudyView }): ReactNode {
  if (leaks.length === 0) {
    return (
      <EmptyState title="No trace found">
        <p>
          No names of systems, teams, models or vendors, no phrases of assistants, no refusals, no
          rests of prompts.
        </p>
      </EmptyState>
    );
  }
  const open = leaks.filter(({ decision }) => decision === undefined);
  const decided = leaks.filter(({ decision }) => decision !== undefined);
  return (
    <div className="grid gap-6">
      {open.map((leak) => (
        <Card
          key={leak.id}
          title={`“${leak.match}”`}
          hint={`${LEAK_WORDS[leak.kind]}, in text ${leak.text}`}
        >
          <div className="grid gap-4">
            <Excerpt leak={leak} />
            {study.status === "draft" && <DecisionForm studyId={study.id} leak={leak} />}
          </div>
        </Card>
      ))}
      {decided.length > 0 && <Decided leaks={decided} />}
    </div>
  );
}

function Decided({ leaks }: { readonly leaks: readonly DecidedLeak[] }): ReactNode {
  return (
    <Card title="Decided">
      <ul className="grid gap-4">
        {leaks.map((leak) => (
          <li key={leak.id} className="grid gap-1">
            <span className="flex flex-wrap items-center gap-2 text-small">
              <strong>“{leak.match}”</strong>
              <Badge tone={leak.decision === "masked" ? "accent" : "neutral"}>
                {leak.decision}
              </Badge>
              <span className="text-muted">
                {LEAK_WORDS[leak.kind]}, text {leak.text}
              </span>
            </span>
            <Excerpt leak={leak} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Excerpt({ leak: { excerpt, match } }: { readonly leak: DecidedLeak }): ReactNode {
  const at = excerpt.indexOf(match);
  return (
    <blockquote className="border-l-4 border-line pl-3 text-small break-words">
      {at < 0 ? (
        excerpt
      ) : (
        <>
          …{excerpt.slice(0, at)}
          <mark className="rounded-small bg-warn-soft px-1 text-ink">{match}</mark>
          {excerpt.slice(at + match.length)}…
        </>
      )}
    </blockquote>
  );
}

function DecisionForm({
  studyId,
  leak,
}: {
  readonly studyId: string;
  readonly leak: DecidedLeak;
}): ReactNode {
  const [decision, setDecision] = useState<LeakDecision>("cleared");
  const [note, setNote] = useState("");
  const decide = useLeakDecision(studyId);
  return (
    <form
      className="grid items-end gap-3 md:grid-cols-[1fr_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        decide.mutate({ finding: leak.id, decision, note });
      }}
    >
      <SelectField
        label="Decision"
        value={decision}
        onChange={(event) => setDecision(event.target.value as LeakDecision)}
      >
        {LEAK_DECISIONS.map((one) => (
          <option key={one} value={one}>
            {DECISION_WORDS[one]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Why (goes into the log)"
        required
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" busy={decide.isPending} disabled={note.trim() === ""}>
        Decide
      </Button>
      <FormFault error={decide.error} />
    </form>
  );
}
