import type { ReactNode } from "react";
import type { AgreementValue, DimensionAgreement } from "../../../../records/index.ts";
import { Badge } from "../../../design/badge.tsx";
import { withMinus } from "../../../design/figures.ts";
import { type Column, Table } from "../../../design/table.tsx";

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
  {
    id: "alpha",
    heading: "α (ordinal)",
    numeric: true,
    cell: ({ alpha }) => <Coefficient value={alpha} />,
  },
  {
    id: "spearman",
    heading: "Spearman",
    numeric: true,
    cell: ({ meanSpearman }) => <Coefficient value={meanSpearman} />,
  },
  {
    id: "kendall",
    heading: "Kendall τ-b",
    numeric: true,
    cell: ({ meanKendallTauB }) => <Coefficient value={meanKendallTauB} />,
  },
  {
    id: "exact",
    heading: "Equal",
    numeric: true,
    cell: ({ exact }) => <Coefficient value={exact} />,
  },
  {
    id: "within",
    heading: "Within 1",
    numeric: true,
    cell: ({ withinOne }) => <Coefficient value={withinOne} />,
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

/** How far raters agree, dimension by dimension. */
export function AgreementTable({
  dimensions,
}: {
  readonly dimensions: readonly DimensionAgreement[];
}): ReactNode {
  return (
    <Table
      caption="Agreement by dimension"
      columns={COLUMNS}
      rows={dimensions}
      keyOf={({ dimension }) => dimension}
    />
  );
}

/** A coefficient with its interval, or why there is none. */
export function Coefficient({ value }: { readonly value: AgreementValue }): ReactNode {
  if (value.status === "undefined") {
    return <span className="text-muted">none: {value.reason}</span>;
  }
  const { ciLow, ciHigh } = value;
  return (
    <span className="whitespace-nowrap">
      {withMinus(value.value.toFixed(3))}
      {ciLow !== undefined && ciHigh !== undefined && (
        <span className="text-muted">
          {" "}
          [{withMinus(ciLow.toFixed(2))}, {withMinus(ciHigh.toFixed(2))}]
        </span>
      )}
    </span>
  );
}
