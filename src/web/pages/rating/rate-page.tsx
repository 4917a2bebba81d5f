import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { RaterProgress } from "../../../records/index.ts";
import { QueryView } from "../../api/query-view.tsx";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { ProgressBar } from "../../design/key-figures.tsx";
import { PageHeader } from "../../design/page-header.tsx";
import { EmptyState } from "../../design/states.tsx";
import { useRaterProgress } from "./rating-queries.ts";

/** The rater's own studies, and what comes next in each. */
export function RatePage(): ReactNode {
  const query = useRaterProgress();
  return (
    <>
      <PageHeader
        title="Rate"
        hint="Read texts and answer the same few questions about each. Nobody knows here who wrote them."
      />
      <QueryView query={query} what="Your studies could not be loaded">
        {({ studies }) =>
          studies.length === 0 ? (
            <EmptyState title="No study for you yet">
              <p>As soon as an organiser opens one, it stands here.</p>
            </EmptyState>
          ) : (
            <ul className="grid gap-4 md:grid-cols-2">
              {studies.map((study) => (
                <li key={study.studyId}>
                  <StudyCard study={study} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </>
  );
}

function StudyCard({ study }: { readonly study: RaterProgress }): ReactNode {
  const { studyId, title, status, submitted, planned } = study;
  const isOver = status === "closed" || study.stage === "done";
  return (
    <Card
      title={title}
      hint={progressWords(study)}
      actions={<Badge tone={status === "open" ? "good" : "neutral"}>{statusWord(study)}</Badge>}
    >
      <div className="grid gap-4">
        <ProgressBar
          label={`Texts handed in of ${title}`}
          share={planned === 0 ? 0 : submitted / planned}
        />
        <div>
          <Button asChild tone={isOver ? "plain" : "primary"}>
            <Link to="/rate/$studyId" params={{ studyId }}>
              {nextWord(study)}
              <span className="sr-only">: {title}</span>
            </Link>
          </Button>
        </div>
      </div>
    </Card>
  );
}

function statusWord({ status, stage }: RaterProgress): string {
  return stage === "done" && status === "open" ? "finished" : status;
}

/**
 * How far a rater is.
 *
 * @param progress - The rater's study.
 * @returns For instance `2 of 8 texts handed in`.
 */
export function progressWords({ submitted, planned }: RaterProgress): string {
  return `${submitted} of ${planned} texts handed in`;
}

function nextWord({ status, stage, submitted, activeLease }: RaterProgress): string {
  if (status !== "open" || stage === "done") return "Look at it";
  if (stage === "consent") return "Begin";
  if (activeLease !== undefined) return "Go on reading";
  return submitted === 0 ? "Go on" : "Next text";
}
