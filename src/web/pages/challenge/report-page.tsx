import type { ReactNode } from "react";
import type { ChallengeReportDownload } from "../../../records/index.ts";
import { apiAddress, apiPath } from "../../api/client.ts";
import { QueryView } from "../../api/query-view.tsx";
import { mayDo, useViewer } from "../../api/viewer.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Notice } from "../../design/notice.tsx";
import { EmptyState, Skeleton } from "../../design/states.tsx";
import { ChallengeFrame } from "./challenge-frame.tsx";
import { reportRoute } from "./challenge-routes.tsx";
import { missingOf, type ReportChoice, reportAddress, useReport } from "./report-queries.ts";
import { ReportSections } from "./report-sections.tsx";

/** The final report of a challenge; for organisers as it would be now. */
export function ReportPage(): ReactNode {
  const { challengeId } = reportRoute.useParams();
  const { data: viewer } = useViewer();
  return (
    <ChallengeFrame
      challengeId={challengeId}
      page="Report"
      hint="Made from the archive of the challenge alone: every number can be worked out from it again."
    >
      {(challenge) =>
        viewer === undefined ? (
          <Skeleton lines={6} />
        ) : (
          <Report
            // What is published is another report than the one before.
            key={challenge.phase}
            challengeId={challengeId}
            asOrganiser={mayDo(viewer, "see-archive")}
          />
        )
      }
    </ChallengeFrame>
  );
}

function Report(choice: ReportChoice): ReactNode {
  const query = useReport(choice);
  const missing = missingOf(query.error);
  if (missing !== undefined) return <NotYet missing={missing} />;
  return (
    <QueryView query={query} what="The report could not be loaded">
      {(report) => (
        <>
          {report.overline.startsWith("Preliminary") && (
            <Notice tone="warn" title="Preliminary: only organisers see this">
              <p>
                Its numbers may change. Everyone sees the report once its results are published and
                the keys of its rating studies are open.
              </p>
            </Notice>
          )}
          <Downloads choice={choice} />
          <ReportSections report={report} choice={choice} />
        </>
      )}
    </QueryView>
  );
}

function NotYet({ missing }: { readonly missing: readonly string[] }): ReactNode {
  return (
    <EmptyState title="There is no final report yet">
      <p>It writes itself as soon as nothing is missing:</p>
      <ul className="grid gap-1">
        {missing.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </EmptyState>
  );
}

const DOWNLOADS: readonly {
  readonly format: ChallengeReportDownload;
  readonly label: string;
}[] = [
  { format: "html", label: "HTML" },
  { format: "pdf", label: "PDF" },
  { format: "tex", label: "LaTeX" },
  { format: "md", label: "Markdown" },
  { format: "csv", label: "All tables (CSV)" },
  { format: "bib", label: "BibTeX" },
  { format: "heds", label: "HEDS datasheet" },
];

function Downloads({ choice }: { readonly choice: ReportChoice }): ReactNode {
  const { challengeId, asOrganiser } = choice;
  return (
    <Card
      title="Take it along"
      hint={
        asOrganiser
          ? "The archive holds what the report is made from: scores, ratings by pseudonym, and texts that may be passed on. Each time it is fetched is logged."
          : "Every file says the same."
      }
      className="no-print"
    >
      <ul className="flex flex-wrap gap-2">
        {DOWNLOADS.map(({ format, label }) => (
          <li key={format}>
            <Button asChild small>
              <a href={reportAddress(choice, format)} download>
                {label}
              </a>
            </Button>
          </li>
        ))}
        {asOrganiser && (
          <li>
            <Button asChild small tone="primary">
              <a href={apiAddress(apiPath("challenges", challengeId, "archive"))} download>
                Archive (JSON)
              </a>
            </Button>
          </li>
        )}
      </ul>
    </Card>
  );
}
