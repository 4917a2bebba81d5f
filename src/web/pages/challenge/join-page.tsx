import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type TeamView, teamViewSchema } from "../../../records/index.ts";
import { apiPath } from "../../api/client.ts";
import { mayDo, useViewer } from "../../api/viewer.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { EmptyState, ErrorPanel } from "../../design/states.tsx";
import { ChallengeFrame } from "./challenge-frame.tsx";
import { useChallengeChange } from "./challenge-queries.ts";
import { joinRoute } from "./challenge-routes.tsx";
import { SignInFirst } from "./sign-in-first.tsx";

/** An invitation to a team. */
export function JoinPage(): ReactNode {
  const { challengeId } = joinRoute.useParams();
  const { data: viewer } = useViewer();
  const code = codeOf(location.hash);
  return (
    <ChallengeFrame challengeId={challengeId} page="Join a team">
      {({ mine, terms }) => {
        if (viewer !== undefined && !mayDo(viewer, "take-part")) {
          return (
            <SignInFirst as="participant">
              <p>A team wants you to join. The link has not been used up.</p>
            </SignInFirst>
          );
        }
        if (code === "") {
          return (
            <EmptyState title="The link is incomplete">
              <p>It ends with a # and a long code. Ask for a new one if the code is lost.</p>
            </EmptyState>
          );
        }
        if (mine?.registration !== "approved" || mine.acceptedTerms !== terms.version) {
          return <RegisterFirst challengeId={challengeId} />;
        }
        return <Accept challengeId={challengeId} code={code} team={mine.team} />;
      }}
    </ChallengeFrame>
  );
}

function codeOf(hash: string): string {
  try {
    return decodeURIComponent(hash.replace(/^#/, ""));
  } catch {
    return "";
  }
}

function RegisterFirst({ challengeId }: { readonly challengeId: string }): ReactNode {
  return (
    <EmptyState
      title="Register first"
      action={
        <Button asChild tone="primary">
          <Link to="/challenges/$challengeId/take-part" params={{ challengeId }}>
            Register
          </Link>
        </Button>
      }
    >
      <p>Register and accept the terms, then open this link again: it has not been used up.</p>
    </EmptyState>
  );
}

interface AcceptProps {
  readonly challengeId: string;
  readonly code: string;
  readonly team: TeamView | undefined;
}

function Accept({ challengeId, code, team }: AcceptProps): ReactNode {
  const accept = useChallengeChange(challengeId, () => ({
    method: "POST",
    path: apiPath("invitations", code, "accept"),
    schema: teamViewSchema,
  }));
  const joined = accept.data ?? team;
  if (joined !== undefined) {
    return (
      <EmptyState
        title={`You are in ${joined.name}`}
        action={
          <Button asChild tone="primary">
            <Link to="/challenges/$challengeId/take-part" params={{ challengeId }}>
              To the team
            </Link>
          </Button>
        }
      >
        <p>{accept.data === undefined ? "One team for each person." : "Welcome."}</p>
      </EmptyState>
    );
  }
  return (
    <Card title="A team wants you" hint="One team for each person and challenge.">
      <div className="grid gap-4">
        {accept.error && <ErrorPanel error={accept.error} what="You did not join" />}
        <div>
          <Button tone="primary" busy={accept.isPending} onClick={() => accept.mutate(undefined)}>
            Join the team
          </Button>
        </div>
      </div>
    </Card>
  );
}
