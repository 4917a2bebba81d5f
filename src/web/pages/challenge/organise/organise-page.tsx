import type { ReactNode } from "react";
import { mayDo, useViewer } from "../../../api/viewer.ts";
import { Tabs } from "../../../design/tabs.tsx";
import { ChallengeFrame } from "../challenge-frame.tsx";
import { organiseRoute } from "../challenge-routes.tsx";
import { SignInFirst } from "../sign-in-first.tsx";
import { ActsPart } from "./acts-part.tsx";
import { AuditPart } from "./audit-part.tsx";
import { DatesPart } from "./dates-part.tsx";
import { DeclarationsPart } from "./declarations-part.tsx";
import { FlagsPart } from "./flags-part.tsx";
import { QueuePart } from "./queue-part.tsx";
import { ReferencesPart } from "./references-part.tsx";
import { StudyPart } from "./study-part.tsx";
import { TeamsPart } from "./teams-part.tsx";
import { TermsPart } from "./terms-part.tsx";

/** What an organiser does with a challenge. */
export function OrganisePage(): ReactNode {
  const { challengeId } = organiseRoute.useParams();
  const { data: viewer } = useViewer();
  return (
    <ChallengeFrame
      challengeId={challengeId}
      page="Organise"
      hint="Everything done here is written to the audit log."
    >
      {(challenge) => {
        if (viewer !== undefined && !mayDo(viewer, "see-organisation")) {
          return (
            <SignInFirst as="organiser">
              <p>This page is for those who run the challenge.</p>
            </SignInFirst>
          );
        }
        return (
          <Tabs
            label="Organise"
            tabs={[
              { id: "steps", label: "Steps", content: <ActsPart challenge={challenge} /> },
              { id: "dates", label: "Dates", content: <DatesPart challenge={challenge} /> },
              { id: "queue", label: "Queue", content: <QueuePart challengeId={challengeId} /> },
              { id: "study", label: "Rating", content: <StudyPart challenge={challenge} /> },
              { id: "flags", label: "Flags", content: <FlagsPart challengeId={challengeId} /> },
              { id: "teams", label: "Teams", content: <TeamsPart challengeId={challengeId} /> },
              {
                id: "declarations",
                label: "Declarations",
                content: <DeclarationsPart challenge={challenge} />,
              },
              {
                id: "references",
                label: "References",
                content: <ReferencesPart challenge={challenge} />,
              },
              { id: "terms", label: "Terms", content: <TermsPart challenge={challenge} /> },
              { id: "audit", label: "Audit log", content: <AuditPart challengeId={challengeId} /> },
            ]}
          />
        );
      }}
    </ChallengeFrame>
  );
}
