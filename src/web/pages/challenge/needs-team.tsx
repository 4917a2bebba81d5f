import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ChallengeView } from "../../../records/index.ts";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { EmptyState } from "../../design/states.tsx";

/** Shows what a team alone can use, and to everyone else what to do first. */
export function NeedsTeam({
  challenge: { id, mine, terms },
  children,
}: {
  readonly challenge: ChallengeView;
  readonly children: ReactNode;
}): ReactNode {
  const link = (
    <Link to="/challenges/$challengeId/take-part" params={{ challengeId: id }}>
      {mine?.team === undefined ? "Take part" : "Read the terms"}
    </Link>
  );
  if (mine?.team === undefined) {
    return (
      <EmptyState
        title="No team yet"
        action={
          <Button asChild tone="primary">
            {link}
          </Button>
        }
      >
        <p>Submissions belong to teams. Register and form one; a team may be one person.</p>
      </EmptyState>
    );
  }
  return (
    <>
      {mine.acceptedTerms !== terms.version && (
        <Notice tone="warn" title="The terms have changed">
          <p>Accept version {terms.version} before the next submission.</p>
          <p className="mt-2">
            <Button asChild small>
              {link}
            </Button>
          </p>
        </Notice>
      )}
      {children}
    </>
  );
}
