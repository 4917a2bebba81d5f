import type { ReactNode } from "react";
import type { ChallengeView, ScoreSummary, SubmissionView } from "../../../records/index.ts";
import { QueryView } from "../../api/query-view.tsx";
import { Badge } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { scoreFigure } from "../../design/figures.ts";
import { FactList } from "../../design/key-figures.tsx";
import { Notice } from "../../design/notice.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { ChallengeFrame } from "./challenge-frame.tsx";
import { useSubmission } from "./challenge-queries.ts";
import { submissionRoute } from "./challenge-routes.tsx";
import { FLAG_WORDS, sizeFigure, utcFigure } from "./challenge-words.ts";
import { DeclarationCard } from "./declaration-card.tsx";
import { LifeCycle } from "./life-cycle.tsx";
import { ProblemList } from "./problem-list.tsx";
import { SubmissionActs } from "./submission-acts.tsx";

/** One submission: where it stands, its scores, its declaration. */
export function SubmissionPage(): ReactNode {
  const { challengeId, submissionId } = submissionRoute.useParams();
  const query = useSubmission(challengeId, submissionId);
  return (
    <ChallengeFrame challengeId={challengeId} page={query.data?.system ?? "Submission"}>
      {(challenge) => (
        <QueryView query={query} what="The submission could not be loaded">
          {(submission) => <Parts challenge={challenge} submission={submission} />}
        </QueryView>
      )}
    </ChallengeFrame>
  );
}

interface PartsProps {
  readonly challenge: ChallengeView;
  readonly submission: SubmissionView;
}

function Parts({ challenge, submission }: PartsProps): ReactNode {
  const { state, problems, problemCount, cause, scores, results, flags } = submission;
  const isAlive = state !== "rejected" && state !== "withdrawn" && state !== "failed";
  return (
    <>
      <LifeCycle submission={submission} />
      {cause !== undefined && (
        <Notice tone="warn" title="Why it failed">
          <p>{cause} The organisers were told, and the quota was given back.</p>
        </Notice>
      )}
      {problemCount > 0 && <ProblemList problems={problems} problemCount={problemCount} />}
      {flags.length > 0 && <Flags flags={flags} />}
      {state === "scored" && <SubmissionActs challenge={challenge} submission={submission} />}
      {scores.length > 0 && <Scores scores={scores} />}
      {isAlive && submission.set === "test" && (
        <DeclarationCard key={submission.id} challenge={challenge} submission={submission} />
      )}
      {results.length > 0 && <Results results={results} />}
      <Card title="Receipt">
        <FactList
          facts={[
            { label: "Number", value: <Code>{submission.id}</Code> },
            { label: "SHA-256", value: <Code>{submission.sha256}</Code> },
            { label: "Size", value: sizeFigure(submission.bytes) },
            { label: "Track and items", value: `${submission.track}, ${submission.set}` },
            { label: "Upload began", value: utcFigure(submission.receivedAtMs) },
            {
              label: "Final since",
              value: submission.finalAtMs === undefined ? "–" : utcFigure(submission.finalAtMs),
            },
          ]}
        />
      </Card>
    </>
  );
}

function Code({ children }: { readonly children: string }): ReactNode {
  return <code className="font-mono text-mini break-all">{children}</code>;
}

function Flags({ flags }: Pick<SubmissionView, "flags">): ReactNode {
  return (
    <Card title="Flags" hint="The organisers see the same.">
      <ul className="grid gap-3">
        {flags.map(({ kind, items, note }) => (
          <li key={kind} className="flex flex-wrap items-center gap-2">
            <Badge tone="warn">{FLAG_WORDS[kind]}</Badge>
            <span className="text-small">
              {items} {items === 1 ? "item" : "items"}: {note}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const SCORE_COLUMNS: readonly Column<ScoreSummary>[] = [
  { id: "metric", heading: "Metric", isRowHeading: true, cell: ({ metric }) => metric },
  { id: "part", heading: "Items", cell: ({ part }) => part },
  {
    id: "value",
    heading: "Mean",
    numeric: true,
    cell: ({ value, reason }) =>
      value === undefined ? (
        <span className="text-muted">{reason ?? "–"}</span>
      ) : (
        scoreFigure(value)
      ),
  },
  {
    id: "count",
    heading: "Scored",
    numeric: true,
    cell: ({ scored, planned }) => `${scored} of ${planned}`,
  },
  {
    id: "signature",
    heading: "Signature",
    cell: ({ signature }) => <Code>{signature}</Code>,
  },
];

function Scores({ scores }: Pick<SubmissionView, "scores">): ReactNode {
  return (
    <Card flush title="Scores">
      <Table
        caption="Scores"
        columns={SCORE_COLUMNS}
        rows={scores}
        keyOf={({ metric, part }) => `${metric}/${part}`}
      />
    </Card>
  );
}

type Result = SubmissionView["results"][number];

const RESULT_COLUMNS: readonly Column<Result>[] = [
  { id: "item", heading: "Item", isRowHeading: true, cell: ({ itemId }) => itemId },
  { id: "metric", heading: "Metric", cell: ({ metric }) => metric },
  {
    id: "value",
    heading: "Score",
    numeric: true,
    cell: ({ value, reason }) => (value === undefined ? (reason ?? "–") : scoreFigure(value)),
  },
];

function Results({ results }: Pick<SubmissionView, "results">): ReactNode {
  return (
    <Card flush title="Results by item" hint="Development items only.">
      <Table
        caption="Results by item"
        columns={RESULT_COLUMNS}
        rows={results}
        keyOf={({ itemId, metric }) => `${itemId}/${metric}`}
      />
    </Card>
  );
}
