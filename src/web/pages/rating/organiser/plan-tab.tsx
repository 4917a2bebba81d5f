import { type ReactNode, useState } from "react";
import type { RatingPlan, StudyFinding, StudyView } from "../../../../records/index.ts";
import { Badge } from "../../../design/badge.tsx";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { Dialog } from "../../../design/dialog.tsx";
import { CheckField } from "../../../design/field.tsx";
import { countFigure, pFigure } from "../../../design/figures.ts";
import { FactList } from "../../../design/key-figures.tsx";
import { Notice } from "../../../design/notice.tsx";
import { FormFault } from "../../people/form-fault.tsx";
import { useOpenStudy } from "./organiser-queries.ts";

/** The plan: what it can show, what it costs, and, for a draft, opening it. */
export function PlanTab({ view }: { readonly view: StudyView }): ReactNode {
  const { study, plan } = view;
  return (
    <div className="grid gap-6">
      <Power plan={plan} />
      {study.status === "draft" ? <OpenCard view={view} /> : <Findings findings={plan.findings} />}
      <Card title="What is fixed" hint="Nothing of it changes once the study is open.">
        <FactList facts={factsOf(plan)} />
      </Card>
    </div>
  );
}

function Power({ plan: { power, agreement, prompts } }: { readonly plan: RatingPlan }): ReactNode {
  return (
    <Card title="What it can show" hint="Worked out before the first rating.">
      <div className="grid gap-4">
        <Notice
          tone={power.possible ? "info" : "warn"}
          title={power.possible ? "Claims are possible" : "No claim is possible"}
        >
          <p>{power.text}</p>
          <p>{agreement.text}</p>
        </Notice>
        <FactList
          facts={[
            { label: "Comparisons tested together", value: countFigure(power.comparisons) },
            { label: "Smallest p of one comparison", value: pFigure(power.smallestP) },
            { label: "Prompts", value: prompts },
            { label: "Prompts needed for one claim", value: power.neededPrompts },
            {
              label: "… about one dimension only",
              value: power.neededForOneDimension,
            },
          ]}
        />
      </div>
    </Card>
  );
}

function factsOf({ hash, design, work, dimensions, controlReadings }: RatingPlan) {
  return [
    { label: "Dimensions", value: dimensions.join(", ") },
    {
      label: "Who reads what",
      value:
        design.kind === "complete"
          ? "every rater of a prompt reads all its systems"
          : `pairs of systems meet ${design.fewestMeetings} to ${design.mostMeetings} times`,
    },
    { label: "Raters", value: countFigure(design.raters) },
    { label: "Texts of one rater", value: range(design.fewestTexts, design.mostTexts) },
    { label: "Readings", value: countFigure(work.readings) },
    { label: "Controls among them", value: countFigure(controlReadings) },
    { label: "Words", value: countFigure(work.words) },
    { label: "Hours at 240 words a minute", value: hoursWords(work) },
    { label: "Hash of the plan", value: <code className="font-mono break-all">{hash}</code> },
  ];
}

function range(least: number, most: number): string {
  return least === most ? String(least) : `${least} to ${most}`;
}

function hoursWords({ hours, mostHours }: RatingPlan["work"]): string {
  return `${hours.toFixed(1)} in all, ${mostHours.toFixed(1)} for whoever has most`;
}

const TONES = { error: "bad", warning: "warn", note: "neutral" } as const;

function Findings({ findings }: { readonly findings: readonly StudyFinding[] }): ReactNode {
  if (findings.length === 0) return null;
  return (
    <Card title="What was known when it opened">
      <ul className="grid gap-3 text-small">
        {findings.map((finding) => (
          <li key={finding.code + finding.message}>
            <FindingText finding={finding} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function FindingText({
  finding: { severity, message },
}: {
  readonly finding: StudyFinding;
}): ReactNode {
  return (
    <span className="flex items-baseline gap-2">
      <Badge tone={TONES[severity]}>{severity}</Badge>
      <span>{message}</span>
    </span>
  );
}

function OpenCard({ view: { study, plan, leaks } }: { readonly view: StudyView }): ReactNode {
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const undecided = leaks.filter(({ decision }) => decision === undefined).length;
  const warnings = plan.findings.filter(({ severity }) => severity === "warning");
  const others = plan.findings.filter(({ severity }) => severity !== "warning");
  const codes = [...new Set(warnings.map(({ code }) => code))];
  const isReady = undecided === 0 && codes.every((code) => accepted.includes(code));
  const toggle = (code: string): void => {
    setAccepted(codes.filter((one) => (one === code) !== accepted.includes(one)));
  };
  return (
    <Card title="Before it opens" hint="Warnings are accepted one by one; that is logged.">
      <div className="grid gap-4">
        {others.map((finding) => (
          <p key={finding.code + finding.message} className="text-small">
            <FindingText finding={finding} />
          </p>
        ))}
        {codes.map((code) => (
          <CheckField
            key={code}
            label={`I know, and open it all the same (${code})`}
            hint={warnings
              .filter((warning) => warning.code === code)
              .map(({ message }) => message)
              .join(" ")}
            checked={accepted.includes(code)}
            onChange={() => toggle(code)}
          />
        ))}
        {undecided > 0 && (
          <Notice tone="warn">
            <p>
              {undecided === 1 ? "One trace has" : `${undecided} traces have`} to be decided first:
              see “Traces”.
            </p>
          </Notice>
        )}
        <OpenDialog studyId={study.id} accept={accepted} isReady={isReady} />
      </div>
    </Card>
  );
}

function OpenDialog({
  studyId,
  accept,
  isReady,
}: {
  readonly studyId: string;
  readonly accept: readonly string[];
  readonly isReady: boolean;
}): ReactNode {
  const open = useOpenStudy(studyId);
  return (
    <div>
      <Dialog
        trigger={
          <Button tone="primary" disabled={!isReady}>
            Open the study…
          </Button>
        }
        title="Open the study?"
        description="From then on raters read and rate, and nothing of the plan can be changed."
        actions={
          <Button tone="primary" busy={open.isPending} onClick={() => open.mutate({ accept })}>
            Open it
          </Button>
        }
      >
        <FormFault error={open.error} />
      </Dialog>
    </div>
  );
}
