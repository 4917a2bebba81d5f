import { type ReactNode, useState } from "react";
import type { RaterProgress, RaterStudy } from "../../../records/index.ts";
import { QueryView } from "../../api/query-view.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Notice } from "../../design/notice.tsx";
import { PageHeader } from "../../design/page-header.tsx";
import { EmptyState } from "../../design/states.tsx";
import { ConsentStage } from "./consent-stage.tsx";
import { HowToRate } from "./how-to-rate.tsx";
import { NextText } from "./next-text.tsx";
import { useRaterProgress, useRaterStudy } from "./rating-queries.ts";
import { raterStudyRoute } from "./rating-routes.tsx";
import type { StageProps, Step } from "./stage-props.ts";
import { StudySteps } from "./study-steps.tsx";
import { SurveyStage } from "./survey-stage.tsx";
import { TrainingStage } from "./training-stage.tsx";

/** A study step by step: consent, instructions, training, texts, survey, thanks. */
export function RaterStudyPage(): ReactNode {
  const { studyId } = raterStudyRoute.useParams();
  const study = useRaterStudy(studyId);
  const progress = useRaterProgress();
  return (
    <QueryView query={study} what="The study could not be loaded">
      {(its) => (
        <QueryView query={progress} what="Your progress could not be loaded">
          {({ studies }) => (
            <Stages study={its} progress={studies.find((one) => one.studyId === studyId)} />
          )}
        </QueryView>
      )}
    </QueryView>
  );
}

function Stages({
  study,
  progress,
}: {
  readonly study: RaterStudy;
  readonly progress: RaterProgress | undefined;
}): ReactNode {
  const [isTraining, setIsTraining] = useState(false);
  const crumbs = [{ label: "Rate", to: "/rate" }];
  if (progress === undefined) {
    return (
      <>
        <PageHeader title={study.title} crumbs={crumbs} />
        <EmptyState title="You do not take part in this study">
          <p>Its organisers decide who does.</p>
        </EmptyState>
      </>
    );
  }
  const step = stepOf(progress, isTraining);
  return (
    <>
      <PageHeader title={study.title} crumbs={crumbs} />
      <StudySteps current={step} />
      {progress.status !== "open" && progress.stage !== "done" && (
        <Notice title="This study takes no ratings at the moment">
          <p>What you handed in is kept. Thank you for it.</p>
        </Notice>
      )}
      {step === "instructions" && <Instructions study={study} onNext={() => setIsTraining(true)} />}
      {step !== "instructions" && <Stage study={study} progress={progress} />}
    </>
  );
}

/** Instructions come before the training, and are gone on from by a button. */
function stepOf({ stage }: RaterProgress, isTraining: boolean): Step {
  return stage === "training" && !isTraining ? "instructions" : stage;
}

function Stage({ study, progress }: StageProps): ReactNode {
  switch (progress.stage) {
    case "consent":
      return <ConsentStage study={study} progress={progress} />;
    case "training":
      return <TrainingStage study={study} progress={progress} />;
    case "rating":
      return <NextText study={study} progress={progress} />;
    case "survey":
      return <SurveyStage study={study} progress={progress} />;
    case "done":
      return (
        <EmptyState title="Thank you">
          <p>
            You have handed in {progress.submitted} {progress.submitted === 1 ? "text" : "texts"}.
            Nothing more is to be done; results follow once the study is closed.
          </p>
        </EmptyState>
      );
  }
}

function Instructions({
  study,
  onNext,
}: {
  readonly study: RaterStudy;
  readonly onNext: () => void;
}): ReactNode {
  return (
    <Card title="How to rate" hint="You find this again beside every text.">
      <div className="grid gap-6">
        <HowToRate study={study} />
        <div>
          <Button tone="primary" onClick={onNext}>
            {study.training === undefined ? "I have read it" : "On to the training text"}
          </Button>
        </div>
      </div>
    </Card>
  );
}
