import type { ReactNode } from "react";
import type { AgreementValue, DimensionAgreement, StudyView } from "../../../../records/index.ts";
import { QueryView } from "../../../api/query-view.tsx";
import { Badge } from "../../../design/badge.tsx";
import { Card } from "../../../design/card.tsx";
import { EmptyState } from "../../../design/states.tsx";
import { type Column, Table } from "../../../design/table.tsx";
import { useAgreement } from "./organiser-queries.ts";

const COLUMNS: readonly Column<DimensionAgreement>[] = [
  {
    id: "dimension",
    heading: "Dimension",
    isRowHeading: true,
    cell: ({ dimension, isLow }) => (
      <span className="flex flex-wrap items-center gap-2">
        {dimension}
        {isLow && <Badge tone="warn">low agreement</Badge>}
      </span>
    ),
  },
  { id: "alpha", heading: "α (ordinal)", numeric: true, cell: ({ alpha }) => valueWords(alpha) },
  {
    id: "spearman",
    heading: "Spearman",
    numeric: true,
    cell: ({ meanSpearman }) => valueWords(meanSpearman),
  },
  {
    id: "kendall",
    heading: "Kendall τ-b",
    numeric: true,
    cell: ({ meanKendallTauB }) => valueWords(meanKendallTauB),
  },
  { id: "exact", heading: "Equal", numeric: true, cell: ({ exact }) => valueWords(exact) },
  {
    id: "within",
    heading: "Within 1",
    numeric: true,
    cell: ({ withinOne }) => valueWords(withinOne),
  },
  {
    id: "marks",
    heading: "Marks",
    numeric: true,
    cell: ({ ratings, raters, texts, cannotJudge }) => (
      <span className="whitespace-nowrap">
        {ratings} ({raters} raters, {texts} texts
        {cannotJudge > 0 && `, ${cannotJudge} cannot judge`})
      </span>
    ),
  },
];

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
          <Table
            caption="Agreement by dimension"
            columns={COLUMNS}
            rows={dimensions}
            keyOf={({ dimension }) => dimension}
          />
        </Card>
      )}
    </QueryView>
  );
}

function valueWords(value: AgreementValue): ReactNode {
  if (value.status === "undefined") {
    return <span className="text-muted">none: {value.reason}</span>;
  }
  const { ciLow, ciHigh } = value;
  return (
    <span className="whitespace-nowrap">
      {value.value.toFixed(3)}
      {ciLow !== undefined && ciHigh !== undefined && (
        <span className="text-muted">
          {" "}
          [{ciLow.toFixed(2)}, {ciHigh.toFixed(2)}]
        </span>
      )}
    </span>
  );
}
