import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { StudyResults } from "../../../../records/index.ts";
import { ApiFault } from "../../../api/api-fault.ts";
import { QueryView } from "../../../api/query-view.tsx";
import { Badge } from "../../../design/badge.tsx";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { countFigure } from "../../../design/figures.ts";
import { KeyFigures } from "../../../design/key-figures.tsx";
import { Notice } from "../../../design/notice.tsx";
import { PageHeader } from "../../../design/page-header.tsx";
import { EmptyState } from "../../../design/states.tsx";
import { studyResultsRoute } from "../rating-routes.tsx";
import { AgreementTable } from "./agreement-table.tsx";
import { useStudyResults } from "./organiser-queries.ts";
import { RaterFlagsCard } from "./rater-flags-card.tsx";
import { MarksCard, TestsCard, ValidityCard } from "./result-cards.tsx";

/** What a closed study came to, for its organisers. */
export function StudyResultsPage(): ReactNode {
  const { studyId } = studyResultsRoute.useParams();
  const query = useStudyResults(studyId);
  if (query.error instanceof ApiFault && query.error.code === "not-yet") {
    return (
      <>
        <PageHeader title="Results" crumbs={[{ label: "Rating studies", to: "/studies" }]} />
        <EmptyState
          title="After close"
          action={
            <Button asChild>
              <Link to="/studies/$studyId" params={{ studyId }}>
                To the study
              </Link>
            </Button>
          }
        >
          <p>While ratings come in, nobody sees marks. Results open once the study is closed.</p>
        </EmptyState>
      </>
    );
  }
  return (
    <QueryView query={query} what="The results could not be loaded">
      {(results) => <Results results={results} />}
    </QueryView>
  );
}

function Results({ results }: { readonly results: StudyResults }): ReactNode {
  const { study, analysis, isBlinded, challengeId } = results;
  const left = analysis.raters.filter(({ reasons }) => reasons.length > 0).length;
  return (
    <>
      <PageHeader
        title="Results"
        crumbs={[
          { label: "Rating studies", to: "/studies" },
          { label: study.title, to: `/studies/${study.id}` },
        ]}
        badges={
          isBlinded ? (
            <Badge tone="warn">blinded</Badge>
          ) : (
            <Badge tone="good">the key is open</Badge>
          )
        }
        actions={
          !isBlinded &&
          challengeId !== undefined && (
            <Button asChild small>
              <Link to="/challenges/$challengeId/human-board" params={{ challengeId }}>
                Board of the challenge
              </Link>
            </Button>
          )
        }
      />
      {isBlinded && (
        <Notice title="Systems have letters that were drawn">
          <p>
            Open the key under “Key and export” to see which system is which, and how far automatic
            scores agree with the marks.
          </p>
        </Notice>
      )}
      <KeyFigures
        figures={[
          {
            label: "Ratings",
            value: `${countFigure(study.complete)} of ${countFigure(study.needed)}`,
          },
          { label: "Raters", value: analysis.all.raters },
          { label: "Left out by the rule", value: left },
          { label: "Systems", value: results.systems.length },
        ]}
      />
      <Coverage results={results} />
      <Card
        flush
        title="Agreement"
        hint="Krippendorff’s α with 95 % interval by resampling texts. Below .667, or without a value, every mean of the dimension stands beside a warning."
      >
        <AgreementTable dimensions={analysis.agreement} />
      </Card>
      <MarksCard results={results} set={analysis.all} which="all raters" />
      <TestsCard results={results} set={analysis.all} which="all raters" />
      {analysis.withoutFlagged === undefined ? (
        <Notice>
          <p>The planned rule leaves out nobody: there is one set of results only.</p>
        </Notice>
      ) : (
        <>
          <MarksCard
            results={results}
            set={analysis.withoutFlagged}
            which="without flagged raters"
          />
          <TestsCard
            results={results}
            set={analysis.withoutFlagged}
            which="without flagged raters"
          />
        </>
      )}
      {!isBlinded && <ValidityCard results={results} />}
      <RaterFlagsCard results={results} />
    </>
  );
}

function Coverage({ results }: { readonly results: StudyResults }): ReactNode {
  const { deviation, analysis, ratersPerText } = results;
  if (deviation === undefined && analysis.deviations.length === 0) return null;
  return (
    <Card
      title="Departures from the plan"
      hint={`${ratersPerText} complete ratings were planned for each text.`}
    >
      <div className="grid gap-3">
        {deviation !== undefined && <p>Closed early: {deviation}</p>}
        <ul className="grid gap-1 text-small break-words">
          {analysis.deviations.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
