import type { ReactNode } from "react";
import type { ChallengeView, DeclarationView } from "../../../../records/index.ts";
import { apiAddress, apiPath } from "../../../api/client.ts";
import { PagedView } from "../../../api/paged-view.tsx";
import { Badge } from "../../../design/badge.tsx";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { FactList } from "../../../design/key-figures.tsx";
import { EmptyState } from "../../../design/states.tsx";
import { useDeclarations } from "./organise-queries.ts";

interface DeclarationsPartProps {
  readonly challenge: ChallengeView;
}

/** What teams declare about models, data and code, submission by submission. */
export function DeclarationsPart({ challenge }: DeclarationsPartProps): ReactNode {
  const query = useDeclarations(challenge.id);
  return (
    <PagedView query={query} what="The declarations could not be loaded" unit="declarations">
      {(pages) => {
        const declarations = pages.flatMap(({ items }) => items);
        return declarations.length === 0 ? (
          <EmptyState title="Nobody has declared anything yet">
            <p>
              What teams say about models, data and code of a scored submission shows up here. It is
              asked for before a submission can be selected as final.
            </p>
          </EmptyState>
        ) : (
          <div className="grid grid-cols-1 gap-4">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-small text-muted">
                Scored submissions to the test items, the latest first.
              </p>
              <Button asChild small>
                <a
                  href={apiAddress(apiPath("challenges", challenge.id, "declarations"), {
                    format: "csv",
                  })}
                  download={`${challenge.id}-declarations.csv`}
                >
                  Download all as CSV
                </a>
              </Button>
            </div>
            {declarations.map((declaration) => (
              <Declaration
                key={declaration.submissionId}
                challenge={challenge}
                declaration={declaration}
              />
            ))}
          </div>
        );
      }}
    </PagedView>
  );
}

function Declaration({
  challenge,
  declaration: { team, track, submissionId, meta },
}: DeclarationsPartProps & { readonly declaration: DeclarationView }): ReactNode {
  const { system, declaration = {}, codeUrl, textLicence } = meta;
  const missing = challenge.resourceQuestions.some(
    ({ id, required }) => required !== false && (declaration[id] ?? "") === "",
  );
  const trackTitle = challenge.tracks.find(({ id }) => id === track)?.title ?? track;
  return (
    <Card
      title={team}
      hint={`${system} · ${trackTitle}`}
      actions={
        <Badge tone={missing ? "warn" : "good"}>{missing ? "incomplete" : "complete"}</Badge>
      }
    >
      <FactList
        facts={[
          ...challenge.resourceQuestions.map(({ id, question }) => ({
            label: question,
            value: <Answer text={declaration[id]} />,
          })),
          { label: "Address of the code", value: <Answer text={codeUrl} /> },
          { label: "Licence of the texts", value: <Answer text={textLicence} /> },
          {
            label: "Submission",
            value: <span className="font-mono text-mini break-all">{submissionId}</span>,
          },
        ]}
      />
    </Card>
  );
}

/** What somebody wrote, as text. */
function Answer({ text }: { readonly text: string | undefined }): ReactNode {
  if (text === undefined || text === "") return <span className="text-muted">–</span>;
  return <span className="whitespace-pre-line">{text}</span>;
}
