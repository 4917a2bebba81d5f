import { type ReactNode, useState } from "react";
import type { StudyKeyEntry, StudyView } from "../../../../records/index.ts";
import { apiAddress, apiPath } from "../../../api/client.ts";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { TextArea, TextField } from "../../../design/field.tsx";
import { timeFigure } from "../../../design/figures.ts";
import { Notice } from "../../../design/notice.tsx";
import { EmptyState } from "../../../design/states.tsx";
import { type Column, Table } from "../../../design/table.tsx";
import { FormFault } from "../../people/form-fault.tsx";
import { ImportCard } from "./import-card.tsx";
import { useUnblind } from "./organiser-queries.ts";

/** After close: the export, and the key, which is opened in two steps. */
export function KeyTab({ view: { study } }: { readonly view: StudyView }): ReactNode {
  if (study.status === "draft" || study.status === "open") {
    return (
      <div className="grid gap-6">
        <EmptyState title="After close">
          <p>Ratings leave the server, and the key is opened, only once the study is closed.</p>
        </EmptyState>
        {study.status === "open" && <ImportCard studyId={study.id} />}
      </div>
    );
  }
  return (
    <div className="grid gap-6">
      <Card
        title="Export"
        hint="JSON Lines: texts by drawn ids, raters by pseudonyms, every answer with its history. No systems."
      >
        <Button asChild>
          <a href={apiAddress(apiPath("studies", study.id, "export"))} download>
            Download the ratings
          </a>
        </Button>
      </Card>
      <Unblind studyId={study.id} isOpened={study.status === "unblinded"} />
    </div>
  );
}

const COLUMNS: readonly Column<StudyKeyEntry>[] = [
  {
    id: "text",
    heading: "Text",
    isRowHeading: true,
    cell: ({ text }) => <span className="font-mono">{text}</span>,
  },
  { id: "system", heading: "System", cell: ({ system }) => system },
];

function Unblind({
  studyId,
  isOpened,
}: {
  readonly studyId: string;
  readonly isOpened: boolean;
}): ReactNode {
  const ask = useUnblind(studyId);
  const open = useUnblind(studyId);
  const [reason, setReason] = useState("");
  if (open.data?.step === 2) {
    return (
      <Card flush title="Which system wrote which text" hint="Opened now; that is logged.">
        <Table
          caption="Systems of the texts"
          columns={COLUMNS}
          rows={open.data.key}
          keyOf={({ text }) => text}
        />
      </Card>
    );
  }
  const ticket = ask.data?.step === 1 ? ask.data : undefined;
  return (
    <Card
      title="Key"
      hint="Which system wrote which text. Opening it is two steps, both logged: why, and yes."
    >
      <div className="grid gap-4">
        {isOpened && (
          <Notice>
            <p>The key was opened before. To see it again is logged again.</p>
          </Notice>
        )}
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            ask.mutate({ reason });
          }}
        >
          <TextArea
            label="1. Why is the key opened?"
            required
            rows={3}
            maxLength={4000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <FormFault error={ask.error} />
          <div>
            <Button type="submit" busy={ask.isPending} disabled={reason.trim() === ""}>
              Ask for the key
            </Button>
          </div>
        </form>
        {ticket !== undefined && (
          <Confirm
            until={ticket.expiresAtMs}
            busy={open.isPending}
            error={open.error}
            onConfirm={() => open.mutate({ ticket: ticket.ticket })}
          />
        )}
      </div>
    </Card>
  );
}

const WORD = "unblind";

function Confirm({
  until,
  busy,
  error,
  onConfirm,
}: {
  readonly until: number;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
}): ReactNode {
  const [word, setWord] = useState("");
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <TextField
        label={`2. Type “${WORD}” to open it`}
        hint={`Once the systems are known, no rating is blind any more. Possible until ${timeFigure(until)}.`}
        autoComplete="off"
        value={word}
        onChange={(event) => setWord(event.target.value)}
      />
      <FormFault error={error} />
      <div>
        <Button tone="danger" busy={busy} disabled={word.trim() !== WORD} onClick={onConfirm}>
          Open the key
        </Button>
      </div>
    </div>
  );
}
