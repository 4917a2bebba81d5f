import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { StudyView } from "../../../../records/index.ts";
import { apiPath } from "../../../api/client.ts";
import { useLiveQuery } from "../../../api/live-query.ts";
import { QueryView } from "../../../api/query-view.tsx";
import { Badge } from "../../../design/badge.tsx";
import { Button } from "../../../design/button.tsx";
import { countFigure } from "../../../design/figures.ts";
import { KeyFigures } from "../../../design/key-figures.tsx";
import { PageHeader } from "../../../design/page-header.tsx";
import { Tabs } from "../../../design/tabs.tsx";
import { studyRoute } from "../rating-routes.tsx";
import { AgreementTab } from "./agreement-tab.tsx";
import { CoverageTab } from "./coverage-tab.tsx";
import { KeyTab } from "./key-tab.tsx";
import { LeaksTab } from "./leaks-tab.tsx";
import { studyKey, useStudy } from "./organiser-queries.ts";
import { PlanTab } from "./plan-tab.tsx";
import { RatersTab } from "./raters-tab.tsx";
import { STATUS_TONES } from "./study-words.ts";

/** A study for its organisers: plan, traces, coverage, agreement, key. */
export function StudyPage(): ReactNode {
  const { studyId } = studyRoute.useParams();
  const query = useStudy(studyId);
  return (
    <QueryView query={query} what="The study could not be loaded">
      {(view) => <Study view={view} />}
    </QueryView>
  );
}

function Study({ view }: { readonly view: StudyView }): ReactNode {
  const { study, plan, leaks } = view;
  const live = useLiveQuery({
    path: apiPath("studies", study.id, "events"),
    events: ["coverage-changed", "study-changed"],
    queryKey: studyKey(study.id),
    enabled: study.status === "open",
  });
  const undecided = leaks.filter(({ decision }) => decision === undefined).length;
  return (
    <>
      <PageHeader
        title={study.title}
        crumbs={[{ label: "Rating studies", to: "/studies" }]}
        badges={
          <>
            <Badge tone={STATUS_TONES[study.status]}>{study.status}</Badge>
            {live === "live" && <Badge tone="good">live</Badge>}
            {live === "lost" && <Badge tone="warn">connection lost</Badge>}
          </>
        }
        actions={
          (study.status === "closed" || study.status === "unblinded") && (
            <Button asChild tone="primary">
              <Link to="/studies/$studyId/results" params={{ studyId: study.id }}>
                Results
              </Link>
            </Button>
          )
        }
      />
      <KeyFigures
        figures={[
          { label: "Systems × prompts", value: `${plan.systems} × ${plan.prompts}` },
          { label: "Ratings each", value: plan.ratersPerText },
          {
            label: "Ratings so far",
            value: `${countFigure(study.complete)} of ${countFigure(study.needed)}`,
          },
          { label: "Hours of reading", value: countFigure(Math.round(plan.work.hours)) },
        ]}
      />
      <Tabs
        key={study.status === "draft" ? "draft" : "begun"}
        label="Parts of the study"
        tabs={[
          ...(study.status === "draft"
            ? []
            : [
                {
                  id: "coverage",
                  label: "Coverage",
                  content: <CoverageTab view={view} />,
                },
              ]),
          { id: "plan", label: "Plan", content: <PlanTab view={view} /> },
          {
            id: "traces",
            label: (
              <span className="inline-flex items-center gap-2">
                Traces {undecided > 0 && <Badge tone="warn">{undecided} to decide</Badge>}
              </span>
            ),
            content: <LeaksTab view={view} />,
          },
          { id: "raters", label: "Raters", content: <RatersTab view={view} /> },
          { id: "agreement", label: "Agreement", content: <AgreementTab view={view} /> },
          { id: "key", label: "Key and export", content: <KeyTab view={view} /> },
        ]}
      />
    </>
  );
}
