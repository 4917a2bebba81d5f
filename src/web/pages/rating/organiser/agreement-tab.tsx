import type { ReactNode } from "react";
import type { StudyView } from "../../../../records/index.ts";
import { QueryView } from "../../../api/query-view.tsx";
import { Card } from "../../../design/card.tsx";
import { EmptyState } from "../../../design/states.tsx";
import { AgreementTable } from "./agreement-table.tsx";
import { useAgreement } from "./organiser-queries.ts";

/** How far raters agree, once the study is closed. */
export function AgreementTab({ view: { study } }: { readonly view: StudyView }): ReactNode {
  if (study.status === "draft" || study.status === "open") {
    return (
      <EmptyState title="After close">
        <p>While ratings come in, nobody sees marks or how far they agree.</p>
      </EmptyState>
    );
  }
  return <Agreement studyId={study.id} />;
}

function Agreement({ studyId }: { readonly studyId: string }): ReactNode {
  const query = useAgreement(studyId);
  return (
    <QueryView query={query} what="The agreement could not be loaded">
      {({ dimensions }) => (
        <Card
          flush
          title="Agreement"
          hint="Krippendorff’s α with 95 % interval by resampling texts. Below .667 every mean of the dimension stands beside a warning."
        >
          <AgreementTable dimensions={dimensions} />
        </Card>
      )}
    </QueryView>
  );
}
