import { Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import {
  type ChallengeView,
  type MyPart,
  type TeamView,
  teamInvitationSchema,
  teamViewSchema,
} from "../../../records/index.ts";
import { apiPath } from "../../api/client.ts";
import { mayDo, useViewer } from "../../api/viewer.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { CheckField, TextField } from "../../design/field.tsx";
import { Notice } from "../../design/notice.tsx";
import { EmptyState, ErrorPanel } from "../../design/states.tsx";
import { ChallengeFrame } from "./challenge-frame.tsx";
import { PlainText } from "./challenge-page.tsx";
import { anyAnswer, useChallenge, useChallengeChange } from "./challenge-queries.ts";
import { takePartRoute } from "./challenge-routes.tsx";
import { utcFigure } from "./challenge-words.ts";
import { SignInFirst } from "./sign-in-first.tsx";

const NOTHING_YET: MyPart = { organiser: false, registration: "none" };

/** Registering, accepting terms, forming a team. */
export function TakePartPage(): ReactNode {
  const { challengeId } = takePartRoute.useParams();
  const { data: viewer } = useViewer();
  const { data: known } = useChallenge(challengeId);
  const hasTeam = known?.mine?.team !== undefined;
  return (
    <ChallengeFrame
      challengeId={challengeId}
      page={hasTeam ? "Team" : "Take part"}
      {...(hasTeam ? {} : { hint: "Register, accept the terms, form a team, submit." })}
    >
      {(challenge) => {
        if (viewer !== undefined && !mayDo(viewer, "take-part")) {
          return (
            <SignInFirst as="participant">
              <p>Whoever takes part has an account; organisers give it away by a link.</p>
            </SignInFirst>
          );
        }
        return <Steps challenge={challenge} mine={challenge.mine ?? NOTHING_YET} />;
      }}
    </ChallengeFrame>
  );
}

interface StepsProps {
  readonly challenge: ChallengeView;
  readonly mine: MyPart;
}

function Steps({ challenge, mine }: StepsProps): ReactNode {
  const isCurrent = mine.acceptedTerms === challenge.terms.version;
  if (mine.registration === "waiting") {
    return (
      <EmptyState title="Waiting for the organisers">
        <p>You are registered. As soon as an organiser approves it, you can form a team here.</p>
      </EmptyState>
    );
  }
  if (mine.registration === "refused") {
    return (
      <EmptyState title="Not admitted">
        <p>The organisers did not approve this registration. Ask them for the reason.</p>
      </EmptyState>
    );
  }
  return (
    <>
      {(mine.registration === "none" || !isCurrent) && (
        <TermsCard key={challenge.terms.version} challenge={challenge} mine={mine} />
      )}
      {mine.registration === "approved" &&
        (mine.team === undefined ? (
          <NewTeamCard challenge={challenge} />
        ) : (
          <TeamCard challenge={challenge} team={mine.team} />
        ))}
    </>
  );
}

function TermsCard({ challenge, mine }: StepsProps): ReactNode {
  const { id, terms } = challenge;
  const [hasRead, setHasRead] = useState(false);
  const accept = useChallengeChange(id, (termsVersion: string) => ({
    method: "POST",
    path: apiPath("challenges", id, "registrations"),
    body: { termsVersion },
    schema: anyAnswer,
  }));
  const isNew = mine.registration === "none";
  return (
    <Card title={isNew ? "Terms" : "New terms"} hint={`Version ${terms.version}`}>
      <div className="grid grid-cols-1 gap-6">
        {!isNew && (
          <Notice tone="warn">
            <p>The terms have changed. Accept them before the next submission.</p>
          </Notice>
        )}
        <PlainText text={terms.text} />
        <form
          className="grid gap-4"
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            accept.mutate(terms.version);
          }}
        >
          <CheckField
            label={`I have read version ${terms.version} of the terms and accept it`}
            checked={hasRead}
            onChange={({ target }) => setHasRead(target.checked)}
          />
          {accept.error && <ErrorPanel error={accept.error} what="This was not accepted" />}
          <div>
            <Button type="submit" tone="primary" busy={accept.isPending} disabled={!hasRead}>
              {isNew ? "Register" : "Accept"}
            </Button>
          </div>
        </form>
      </div>
    </Card>
  );
}

function NewTeamCard({ challenge: { id } }: { readonly challenge: ChallengeView }): ReactNode {
  const [name, setName] = useState("");
  const create = useChallengeChange(id, (given: string) => ({
    method: "POST",
    path: apiPath("challenges", id, "teams"),
    body: { name: given },
    schema: teamViewSchema,
  }));
  return (
    <Card
      title="Form a team"
      hint="Or open the link that a member of a team has sent you. One team for each person."
    >
      <form
        className="grid max-w-xl gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(name.trim());
        }}
      >
        <TextField
          label="Name of the team"
          hint="2 to 40 characters, unlike every other name. Everyone sees it on the board."
          value={name}
          required
          minLength={2}
          maxLength={40}
          onChange={({ target }) => setName(target.value)}
        />
        {create.error && <ErrorPanel error={create.error} what="The team was not formed" />}
        <div>
          <Button
            type="submit"
            tone="primary"
            busy={create.isPending}
            disabled={name.trim().length < 2}
          >
            Form the team
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface TeamCardProps {
  readonly challenge: ChallengeView;
  readonly team: TeamView;
}

function TeamCard({ challenge, team }: TeamCardProps): ReactNode {
  return (
    <Card
      title={team.name}
      hint={
        team.locked
          ? "Members are fixed since the first submission."
          : "Members can join until the first submission."
      }
      actions={team.test ? <Badge tone="warn">test team, never ranked</Badge> : undefined}
    >
      <div className="grid grid-cols-1 gap-6">
        <ul aria-label="Members" className="grid gap-2">
          {team.members.map(({ id, name }) => (
            <li key={id} className="rounded-small bg-sunken px-3 py-2">
              {name}
            </li>
          ))}
        </ul>
        {!team.locked && <InviteForm challengeId={challenge.id} team={team} />}
        <div className="flex flex-wrap gap-2">
          <Button asChild tone="primary">
            <Link to="/challenges/$challengeId/submit" params={{ challengeId: challenge.id }}>
              Submit texts
            </Link>
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** Address that a member sends to whom the team wants; the code never reaches a server's log. */
function joinAddress(challengeId: string, code: string): string {
  return `${location.origin}/challenges/${encodeURIComponent(challengeId)}/join#${encodeURIComponent(code)}`;
}

function InviteForm({
  challengeId,
  team,
}: {
  readonly challengeId: string;
  readonly team: TeamView;
}): ReactNode {
  const invite = useChallengeChange(challengeId, () => ({
    method: "POST",
    path: apiPath("challenges", challengeId, "teams", team.id, "invitations"),
    schema: teamInvitationSchema,
  }));
  const made = invite.data;
  return (
    <div className="grid gap-3">
      {made !== undefined && (
        <TextField
          label="Link for one person"
          hint={`It is shown this once, works once, and ends ${utcFigure(made.expiresAtMs)}.`}
          readOnly
          value={joinAddress(challengeId, made.code)}
          onFocus={({ target }) => target.select()}
        />
      )}
      {invite.error && <ErrorPanel error={invite.error} what="No link was made" />}
      <div className="flex flex-wrap gap-2">
        {made !== undefined && <CopyButton text={joinAddress(challengeId, made.code)} />}
        <Button busy={invite.isPending} onClick={() => invite.mutate(undefined)}>
          {made === undefined ? "Invite by link" : "Another link"}
        </Button>
      </div>
    </div>
  );
}

function CopyButton({ text }: { readonly text: string }): ReactNode {
  const [state, setState] = useState<"no" | "copied" | "refused">("no");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      setState("refused");
    }
  };
  const words = { no: "Copy the link", copied: "Copied", refused: "Select it and copy by hand" };
  return (
    <div aria-live="polite">
      <Button onClick={() => void copy()}>{words[state]}</Button>
    </div>
  );
}
