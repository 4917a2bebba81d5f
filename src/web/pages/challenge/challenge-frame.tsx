import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ChallengeView } from "../../../records/index.ts";
import type { LiveState } from "../../api/live-query.ts";
import { QueryView } from "../../api/query-view.tsx";
import { mayDo, useViewer, type Viewer } from "../../api/viewer.ts";
import { Badge } from "../../design/badge.tsx";
import { PageHeader } from "../../design/page-header.tsx";
import { useChallenge, useChallengeNews } from "./challenge-queries.ts";
import { PHASE_TONES, PHASE_WORDS } from "./challenge-words.ts";

/** What stands around a page of a challenge. */
export interface ChallengeFrameProps {
  /** Short name of the challenge. */
  readonly challengeId: string;
  /** Name of the page; absent for the challenge's own. */
  readonly page?: string;
  /** A sentence under the heading. */
  readonly hint?: ReactNode;
  /** Buttons beside the heading. */
  readonly actions?: ReactNode;
  /** Shows the page once the challenge is known. */
  readonly children: (challenge: ChallengeView, live: LiveState) => ReactNode;
}

/** Head and ways of every page of a challenge. It follows the challenge: what is shown stays true. */
export function ChallengeFrame(props: ChallengeFrameProps): ReactNode {
  const { challengeId, page, hint, actions, children } = props;
  const query = useChallenge(challengeId);
  const challenge = query.data;
  const { organiser = false, team } = challenge?.mine ?? {};
  const live = useChallengeNews(challengeId, organiser || team !== undefined);
  const name = challenge?.title ?? challengeId;
  const own = [{ label: "Challenges", to: "/challenges" }];
  return (
    <>
      <PageHeader
        title={page ?? name}
        hint={hint}
        crumbs={
          page === undefined ? own : [...own, { label: name, to: `/challenges/${challengeId}` }]
        }
        badges={
          challenge && (
            <Badge tone={PHASE_TONES[challenge.phase]}>{PHASE_WORDS[challenge.phase]}</Badge>
          )
        }
        actions={actions}
      />
      <Ways challengeId={challengeId} challenge={challenge} />
      <QueryView query={query} what="The challenge could not be loaded">
        {(found) => children(found, live)}
      </QueryView>
    </>
  );
}

interface Way {
  readonly label: string;
  readonly to:
    | "/challenges/$challengeId"
    | "/challenges/$challengeId/board"
    | "/challenges/$challengeId/human-board"
    | "/challenges/$challengeId/report"
    | "/challenges/$challengeId/take-part"
    | "/challenges/$challengeId/submit"
    | "/challenges/$challengeId/submissions"
    | "/challenges/$challengeId/organise";
}

const SUBMIT: Way = { label: "Submit", to: "/challenges/$challengeId/submit" };
const SUBMISSIONS: Way = { label: "Submissions", to: "/challenges/$challengeId/submissions" };
const REPORT: Way = { label: "Report", to: "/challenges/$challengeId/report" };
const MARKS: Way = { label: "Marks by people", to: "/challenges/$challengeId/human-board" };
const ORGANISE: Way = { label: "Organise", to: "/challenges/$challengeId/organise" };
const PUBLIC_WAYS: readonly Way[] = [
  { label: "About", to: "/challenges/$challengeId" },
  { label: "Board", to: "/challenges/$challengeId/board" },
];

function waysOf(viewer: Viewer | undefined, challenge: ChallengeView | undefined): readonly Way[] {
  const isOrganiser = mayDo(viewer, "see-organisation");
  const hasTeam = challenge?.mine?.team !== undefined;
  // What an organiser takes part with is a test team, which is never ranked.
  const entry = isOrganiser ? "Test team" : "Take part";
  const hasReport = isOrganiser || challenge?.phase === "complete";
  return [
    ...PUBLIC_WAYS,
    ...(hasReport ? [MARKS, REPORT] : []),
    { label: hasTeam ? "Team" : entry, to: "/challenges/$challengeId/take-part" },
    ...(hasTeam ? [SUBMIT] : []),
    ...(hasTeam && mayDo(viewer, "see-own-submissions") ? [SUBMISSIONS] : []),
    ...(isOrganiser ? [ORGANISE] : []),
  ];
}

function Ways({
  challengeId,
  challenge,
}: {
  readonly challengeId: string;
  readonly challenge: ChallengeView | undefined;
}): ReactNode {
  const { data: viewer } = useViewer();
  return (
    <nav aria-label="Pages of this challenge" className="no-print">
      <ul className="flex gap-1 overflow-x-auto border-b border-line">
        {waysOf(viewer, challenge).map(({ label, to }) => (
          <li key={to}>
            <Link
              to={to}
              params={{ challengeId }}
              activeOptions={{ exact: true, includeSearch: false }}
              className="-mb-px flex min-h-11 items-center border-b-2 border-transparent px-3 text-small font-medium whitespace-nowrap text-muted hover:text-ink data-[status=active]:border-accent data-[status=active]:text-ink"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
