import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type {
  ChallengeStudies,
  ChallengeStudyEntry,
  ChallengeView,
} from "../../../../records/index.ts";
import { QueryView } from "../../../api/query-view.tsx";
import { Badge } from "../../../design/badge.tsx";
import { Card } from "../../../design/card.tsx";
import { ProgressBar } from "../../../design/key-figures.tsx";
import { EmptyState } from "../../../design/states.tsx";
import { type Column, Table } from "../../../design/table.tsx";
import { STATUS_TONES } from "../../rating/organiser/study-words.ts";
import { counted, utcFigure } from "../challenge-words.ts";
import { useChallengeStudies } from "./organise-queries.ts";
import { StudyDialog } from "./study-dialog.tsx";

/** Rating studies of a challenge: made from the best submissions once the board is frozen. */
export function StudyPart({ challenge }: { readonly challenge: ChallengeView }): ReactNode {
  const query = useChallengeStudies(challenge.id);
  return (
    <QueryView query={query} what="The rating studies could not be loaded">
      {(studies) => (
        <div className="grid grid-cols-1 gap-6">
          <MakeCard challengeId={challenge.id} studies={studies} />
          <Made studies={studies} tracks={challenge.tracks} />
        </div>
      )}
    </QueryView>
  );
}

function MakeCard({
  challengeId,
  studies,
}: {
  readonly challengeId: string;
  readonly studies: ChallengeStudies;
}): ReactNode {
  const navigate = useNavigate();
  const { frozen, ratersPerText, dimensions } = studies;
  return (
    <Card
      title="Rating study"
      hint={`People read the best texts without knowing who wrote them: ${counted(ratersPerText, "rater")} for each text, ${dimensions.join(", ")}.`}
    >
      <div className="flex flex-wrap items-center gap-3">
        <StudyDialog
          challengeId={challengeId}
          studies={studies}
          onMade={(studyId) => {
            navigate({ to: "/studies/$studyId", params: { studyId } }).catch(() => undefined);
          }}
        />
        {!frozen && <p className="text-small text-muted">Freeze the board first.</p>}
      </div>
    </Card>
  );
}

function Made({
  studies: { studies },
  tracks,
}: {
  readonly studies: ChallengeStudies;
  readonly tracks: ChallengeView["tracks"];
}): ReactNode {
  if (studies.length === 0) {
    return (
      <EmptyState title="No study yet">
        <p>
          The results are published once every text of the opened studies has its ratings, or with a
          signed deviation.
        </p>
      </EmptyState>
    );
  }
  return (
    <Card flush title={studies.length === 1 ? "1 study" : `${studies.length} studies`}>
      <Table
        caption="Rating studies of this challenge"
        columns={columnsOf(tracks)}
        rows={studies}
        keyOf={({ study }) => study.id}
      />
    </Card>
  );
}

function columnsOf(tracks: ChallengeView["tracks"]): readonly Column<ChallengeStudyEntry>[] {
  return [
    {
      id: "title",
      heading: "Study",
      isRowHeading: true,
      cell: ({ study: { id, title } }) => (
        <Link
          to="/studies/$studyId"
          params={{ studyId: id }}
          className="text-accent underline decoration-line underline-offset-4 hover:decoration-accent"
        >
          {title}
        </Link>
      ),
    },
    {
      id: "track",
      heading: "Track",
      cell: ({ track }) => tracks.find(({ id }) => id === track)?.title ?? track,
    },
    {
      id: "status",
      heading: "State",
      cell: ({ study: { status } }) => <Badge tone={STATUS_TONES[status]}>{status}</Badge>,
    },
    {
      id: "ratings",
      heading: "Ratings",
      cell: ({ study: { title, complete, needed } }) => (
        <div className="grid min-w-32 gap-1">
          <span className="tabular-nums">
            {complete} of {needed}
          </span>
          <ProgressBar label={`Ratings of ${title}`} share={needed === 0 ? 0 : complete / needed} />
        </div>
      ),
    },
    {
      id: "made",
      heading: "Made",
      cell: ({ study: { createdAtMs } }) => (
        <span className="whitespace-nowrap tabular-nums">{utcFigure(createdAtMs)}</span>
      ),
    },
  ];
}
