import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ChallengeView, SubmissionPage, SubmissionView } from "../../../records/index.ts";
import { PagedView } from "../../api/paged-view.tsx";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { scoreFigure } from "../../design/figures.ts";
import { EmptyState } from "../../design/states.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { ChallengeFrame } from "./challenge-frame.tsx";
import { useSubmissions } from "./challenge-queries.ts";
import { submissionsRoute } from "./challenge-routes.tsx";
import { counted, STATE_TONES, utcFigure, waitFigure } from "./challenge-words.ts";
import { NeedsTeam } from "./needs-team.tsx";
import { QuotaFigures } from "./quota-line.tsx";

/** The team's submissions, each with where it stands. */
export function SubmissionsPage(): ReactNode {
  const { challengeId } = submissionsRoute.useParams();
  return (
    <ChallengeFrame
      challengeId={challengeId}
      page="Submissions"
      hint="Your team’s own; nobody else sees them."
    >
      {(challenge) => (
        <NeedsTeam challenge={challenge}>
          <List challenge={challenge} />
        </NeedsTeam>
      )}
    </ChallengeFrame>
  );
}

function List({ challenge }: { readonly challenge: ChallengeView }): ReactNode {
  const query = useSubmissions(challenge.id, true);
  return (
    <PagedView query={query} what="The submissions could not be loaded" unit="submissions">
      {(pages) => <Pages challenge={challenge} pages={pages} />}
    </PagedView>
  );
}

interface PagesProps {
  readonly challenge: ChallengeView;
  readonly pages: readonly SubmissionPage[];
}

function Pages({ challenge, pages }: PagesProps): ReactNode {
  const items = pages.flatMap((page) => page.items);
  const quota = pages[0]?.quota;
  return (
    <>
      {quota !== undefined && <QuotaFigures quota={quota} />}
      {items.length === 0 ? (
        <EmptyState
          title="Nothing submitted yet"
          action={
            <Button asChild tone="primary">
              <Link to="/challenges/$challengeId/submit" params={{ challengeId: challenge.id }}>
                Submit texts
              </Link>
            </Button>
          }
        >
          <p>Begin with the development items: they show all results and count nowhere.</p>
        </EmptyState>
      ) : (
        <Card flush title={counted(items.length, "submission")} hint="The latest first.">
          <Table
            caption="Submissions of the team"
            columns={columnsOf(challenge)}
            rows={items}
            keyOf={({ id }) => id}
          />
        </Card>
      )}
    </>
  );
}

function columnsOf(challenge: ChallengeView): readonly Column<SubmissionView>[] {
  return [
    {
      id: "system",
      heading: "System",
      isRowHeading: true,
      cell: (submission) => <Name challengeId={challenge.id} submission={submission} />,
    },
    { id: "state", heading: "State", cell: (submission) => <StateCell submission={submission} /> },
    {
      id: "items",
      heading: "Items",
      cell: ({ track, set }) => (challenge.tracks.length > 1 ? `${track}, ${set}` : set),
    },
    {
      id: "score",
      heading: "Score",
      numeric: true,
      cell: (submission) => scoreFigure(mainScore(challenge, submission)),
    },
    {
      id: "received",
      heading: "Upload began",
      cell: ({ receivedAtMs }) => (
        <span className="whitespace-nowrap tabular-nums">{utcFigure(receivedAtMs)}</span>
      ),
    },
  ];
}

/** The score of the metric that ranks, on the part that the team may see first. */
function mainScore(challenge: ChallengeView, submission: SubmissionView): number | undefined {
  const track = challenge.tracks.find(({ id }) => id === submission.track);
  const primary = track?.metrics.find((metric) => metric.primary === true)?.id;
  return submission.scores.find(({ metric, part }) => metric === primary && part !== "private")
    ?.value;
}

function Name({
  challengeId,
  submission: { id, system, selected },
}: {
  readonly challengeId: string;
  readonly submission: SubmissionView;
}): ReactNode {
  return (
    <span className="flex min-w-40 flex-wrap items-center gap-2">
      <Link
        to="/challenges/$challengeId/submissions/$submissionId"
        params={{ challengeId, submissionId: id }}
        className="text-accent underline decoration-line underline-offset-4 hover:decoration-accent"
      >
        {system}
      </Link>
      {selected && <Badge tone="good">final</Badge>}
    </span>
  );
}

function StateCell({ submission }: { readonly submission: SubmissionView }): ReactNode {
  const { state, queuePosition, expectedWaitMs, problemCount, flags } = submission;
  return (
    <span className="grid justify-items-start gap-1">
      <span className="flex flex-wrap gap-1">
        <Badge tone={STATE_TONES[state]}>{state}</Badge>
        {flags.length > 0 && <Badge tone="warn">{counted(flags.length, "flag")}</Badge>}
      </span>
      {queuePosition !== undefined && (
        <span className="text-mini text-muted">
          {counted(queuePosition, "job")} before it
          {expectedWaitMs === undefined ? "" : `, ${waitFigure(expectedWaitMs)}`}
        </span>
      )}
      {problemCount > 0 && (
        <span className="text-mini text-muted">{counted(problemCount, "problem")}</span>
      )}
    </span>
  );
}
