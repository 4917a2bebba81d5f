import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ChallengeSummary } from "../../../records/index.ts";
import { QueryView } from "../../api/query-view.tsx";
import { mayDo, useViewer } from "../../api/viewer.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { PageHeader } from "../../design/page-header.tsx";
import { EmptyState } from "../../design/states.tsx";
import { useChallenges } from "./challenge-queries.ts";
import { counted, PHASE_TONES, PHASE_WORDS, utcFigure } from "./challenge-words.ts";

/** All challenges. */
export function ChallengeListPage(): ReactNode {
  const query = useChallenges();
  const { data: viewer } = useViewer();
  const create = mayDo(viewer, "run-challenge") ? (
    <Button asChild tone="primary">
      <Link to="/new-challenge">New challenge</Link>
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader
        title="Challenges"
        hint="Shared tasks: systems write long texts, measures and people judge them."
        {...(create === undefined ? {} : { actions: create })}
      />
      <QueryView query={query} what="The challenges could not be loaded">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No challenges yet">
              <p>
                {create === undefined
                  ? "Once an organiser creates one, it appears here."
                  : "Create the first one from a challenge file."}
              </p>
            </EmptyState>
          ) : (
            <ul className="grid gap-4 md:grid-cols-2">
              {items.map((challenge) => (
                <li key={challenge.id}>
                  <ChallengeCard challenge={challenge} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </>
  );
}

function ChallengeCard({ challenge }: { readonly challenge: ChallengeSummary }): ReactNode {
  const { id, title, description, phase, teams, submissionsCloseMs } = challenge;
  return (
    <article className="grid h-full content-start gap-3 rounded-card border border-line bg-surface p-6 shadow-raised">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-lead font-semibold">
          <Link
            to="/challenges/$challengeId"
            params={{ challengeId: id }}
            className="text-accent underline decoration-line underline-offset-4 hover:decoration-accent"
          >
            {title}
          </Link>
        </h2>
        <Badge tone={PHASE_TONES[phase]}>{PHASE_WORDS[phase]}</Badge>
      </div>
      <p className="line-clamp-3 text-muted">{description}</p>
      <p className="text-small text-muted">
        {counted(teams, "team")} · submissions close {utcFigure(submissionsCloseMs)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button asChild small>
          <Link to="/challenges/$challengeId/board" params={{ challengeId: id }}>
            Board
          </Link>
        </Button>
      </div>
    </article>
  );
}
