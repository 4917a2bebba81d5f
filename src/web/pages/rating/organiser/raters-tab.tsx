import { type ReactNode, useState } from "react";
import type {
  InvitationState,
  NewLink,
  StudyInvitation,
  StudyView,
} from "../../../../records/index.ts";
import { QueryView } from "../../../api/query-view.tsx";
import { Badge, type BadgeTone } from "../../../design/badge.tsx";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { Dialog } from "../../../design/dialog.tsx";
import { TextArea } from "../../../design/field.tsx";
import { timeFigure } from "../../../design/figures.ts";
import { Notice } from "../../../design/notice.tsx";
import { EmptyState } from "../../../design/states.tsx";
import { type Column, Table } from "../../../design/table.tsx";
import { FormFault } from "../../people/form-fault.tsx";
import {
  useInvitations,
  useInviteAgain,
  useInviteRaters,
  useWithdrawInvitation,
} from "./rater-queries.ts";

/** A new link, and whom it is for. */
interface NotedLink extends NewLink {
  readonly note: string;
}

const STATE_WORDS: Readonly<Record<InvitationState, { tone: BadgeTone; words: string }>> = {
  invited: { tone: "neutral", words: "invited" },
  expired: { tone: "warn", words: "link too old" },
  withdrawn: { tone: "neutral", words: "taken back" },
  accepted: { tone: "accent", words: "has an account" },
  agreed: { tone: "accent", words: "agreed to rate" },
  reading: { tone: "good", words: "has a text" },
  idle: { tone: "warn", words: "has no text now" },
  done: { tone: "good", words: "done" },
};

/** Who was invited and where they stand; nothing of what they answered. */
export function RatersTab({ view: { study } }: { readonly view: StudyView }): ReactNode {
  const query = useInvitations(study.id);
  const [links, setLinks] = useState<readonly NotedLink[]>([]);
  const takesRaters = study.status === "draft" || study.status === "open";
  return (
    <div className="grid gap-6">
      {links.length > 0 && <NewLinks links={links} />}
      <Card
        flush
        title="Raters"
        hint="States only: no marks, no counts and no pseudonyms, so that no rating can be told from this list."
        actions={takesRaters && <InviteDialog studyId={study.id} onMade={setLinks} />}
      >
        <QueryView query={query} what="The raters could not be loaded">
          {({ items }) =>
            items.length === 0 ? (
              <div className="px-4 pb-4">
                <EmptyState title="Nobody is invited yet">
                  <p>A link gives one person an account with which texts can be rated.</p>
                </EmptyState>
              </div>
            ) : (
              <Table
                caption="Raters and their states"
                columns={columnsOf(study.id, { takesRaters, onMade: setLinks })}
                rows={items}
                keyOf={({ id, name }) => id ?? `name ${name ?? ""}`}
              />
            )
          }
        </QueryView>
      </Card>
    </div>
  );
}

interface Acts {
  readonly takesRaters: boolean;
  readonly onMade: (links: readonly NotedLink[]) => void;
}

function columnsOf(studyId: string, acts: Acts): readonly Column<StudyInvitation>[] {
  return [
    {
      id: "who",
      heading: "Who",
      isRowHeading: true,
      cell: ({ name, note }) => (
        <span className="grid">
          <span className="break-words">{name ?? (note === "" ? "no note" : note)}</span>
          {name !== undefined && note !== "" && (
            <span className="text-mini font-normal break-words text-muted">{note}</span>
          )}
        </span>
      ),
    },
    {
      id: "state",
      heading: "State",
      cell: ({ state }) => <Badge tone={STATE_WORDS[state].tone}>{STATE_WORDS[state].words}</Badge>,
    },
    {
      id: "idle",
      heading: "Last seen",
      cell: ({ idleDays }) => <span className="whitespace-nowrap">{idleWords(idleDays)}</span>,
    },
    {
      id: "invited",
      heading: "Invited",
      cell: ({ invitedAtMs }) => (
        <span className="whitespace-nowrap">
          {invitedAtMs === undefined ? "without a link" : timeFigure(invitedAtMs)}
        </span>
      ),
    },
    {
      id: "until",
      heading: "Link works until",
      cell: ({ state, expiresAtMs }) => (
        <span className="whitespace-nowrap">
          {state === "invited" && expiresAtMs !== undefined ? timeFigure(expiresAtMs) : "–"}
        </span>
      ),
    },
    {
      id: "acts",
      heading: "Link",
      cell: (row) => <InvitationActs studyId={studyId} row={row} acts={acts} />,
    },
  ];
}

function idleWords(days: number | undefined): string {
  if (days === undefined) return "–";
  if (days === 0) return "today";
  return days === 1 ? "a day ago" : `${days} days ago`;
}

function InvitationActs({
  studyId,
  row: { id, note, state },
  acts: { takesRaters, onMade },
}: {
  readonly studyId: string;
  readonly row: StudyInvitation;
  readonly acts: Acts;
}): ReactNode {
  const again = useInviteAgain(studyId);
  const withdraw = useWithdrawInvitation(studyId);
  if (id === undefined || (state !== "invited" && state !== "expired")) return null;
  const who = note === "" ? "somebody" : note;
  return (
    <span className="grid gap-1">
      <span className="flex gap-2">
        {takesRaters && (
          <Button
            small
            aria-label={`Invite again: ${who}`}
            busy={again.isPending}
            onClick={() => again.mutate(id, { onSuccess: (link) => onMade([{ ...link, note }]) })}
          >
            Invite again
          </Button>
        )}
        {state === "invited" && (
          <Button
            small
            tone="quiet"
            aria-label={`Take back: the invitation of ${who}`}
            busy={withdraw.isPending}
            onClick={() => withdraw.mutate(id)}
          >
            Take back
          </Button>
        )}
      </span>
      <FormFault error={again.error ?? withdraw.error} />
    </span>
  );
}

function NewLinks({ links }: { readonly links: readonly NotedLink[] }): ReactNode {
  return (
    <Notice title={links.length === 1 ? "A new link" : `${links.length} new links`}>
      <p>Shown this once. Each works for one person, for seven days.</p>
      <ul className="mt-2 grid gap-2">
        {links.map(({ id, url, note }) => (
          <li key={id}>
            {note !== "" && <p className="text-small font-medium break-words">{note}</p>}
            <code className="font-mono text-mini break-all select-all">{url}</code>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function InviteDialog({
  studyId,
  onMade,
}: {
  readonly studyId: string;
  readonly onMade: (links: readonly NotedLink[]) => void;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const [written, setWritten] = useState("");
  const invite = useInviteRaters(studyId);
  const notes = written
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return (
    <Dialog
      trigger={<Button>Invite raters…</Button>}
      open={open}
      onOpenChange={setOpen}
      title="Invite raters"
      description="One single-use link for each line. Nothing is mailed: you pass the links on."
      actions={
        <Button
          tone="primary"
          busy={invite.isPending}
          disabled={notes.length === 0 || notes.length > 100}
          onClick={() =>
            invite.mutate(
              { notes },
              {
                onSuccess: ({ items }) => {
                  onMade(items.map((link, at) => ({ ...link, note: notes[at] ?? "" })));
                  setWritten("");
                  setOpen(false);
                },
              },
            )
          }
        >
          {notes.length < 2 ? "Make the link" : `Make ${notes.length} links`}
        </Button>
      }
    >
      <div className="grid gap-4">
        <TextArea
          label="Whom the links are for"
          hint="A line for each person, in words that only organisers see; 100 at most."
          rows={5}
          value={written}
          onChange={({ target }) => setWritten(target.value)}
        />
        <FormFault error={invite.error} />
      </div>
    </Dialog>
  );
}
