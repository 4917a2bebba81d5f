import type { ReactNode } from "react";
import type { AutocorrelationCurve, GapelmaperReason } from "../../../records/index.ts";
import { Badge } from "../../design/badge.tsx";
import { countFigure } from "../../design/figures.ts";
import { type Column, Table } from "../../design/table.tsx";

const REASON_WORDS: Readonly<Record<GapelmaperReason, string>> = {
  "too-short": "too short",
  "reference-needs-40001-tokens": "needs 40,001 words",
  "no-vectors": "no word has a vector",
  "low-coverage": "too many words without a vector",
  "few-points": "too few points",
  "no-variation": "no variation",
  "exponential-exact": "the exponential law fits exactly",
};

const COLUMNS: readonly Column<AutocorrelationCurve>[] = [
  { id: "name", heading: "Text", isRowHeading: true, cell: curveName },
  { id: "value", heading: "GAPELMAPER", numeric: true, cell: (curve) => <Value curve={curve} /> },
  {
    id: "words",
    heading: "Words with a vector",
    numeric: true,
    cell: ({ record }) => countFigure(record.inVocabulary),
  },
  {
    id: "unknown",
    heading: "Unknown",
    numeric: true,
    cell: ({ record }) => percent(record.oovShare),
  },
  {
    id: "power",
    heading: "Error of power law",
    numeric: true,
    cell: ({ record }) => percent(record.power?.mape),
  },
  {
    id: "exponential",
    heading: "Of exponential",
    numeric: true,
    cell: ({ record }) => percent(record.exponential?.mape),
  },
  {
    id: "exponent",
    heading: "Exponent",
    numeric: true,
    cell: ({ record }) => record.power?.slope.toFixed(3) ?? "–",
  },
  {
    id: "points",
    heading: "Points used",
    numeric: true,
    cell: ({ record }) => `${countFigure(record.lagsUsed)} of ${countFigure(record.lagsAsked)}`,
  },
];

/** What the texts came to, in figures. */
export function AutocorrelationTable({
  curves,
}: {
  readonly curves: readonly AutocorrelationCurve[];
}): ReactNode {
  return (
    <Table
      caption="What the texts came to"
      columns={COLUMNS}
      rows={curves}
      keyOf={({ name, shuffled, record }) => `${name}|${shuffled}|${record.variant}`}
    />
  );
}

/**
 * How a curve is called.
 *
 * @param curve - The curve.
 * @returns Name of the text, and whether its words were shuffled.
 */
export function curveName({ name, shuffled }: AutocorrelationCurve): string {
  return shuffled ? `${name}, words shuffled` : name;
}

function Value({ curve: { record } }: { readonly curve: AutocorrelationCurve }): ReactNode {
  const { value, reason, flags } = record;
  if (value === undefined) {
    return <Badge tone="warn">{reason === undefined ? "undefined" : REASON_WORDS[reason]}</Badge>;
  }
  return (
    <span className="grid justify-items-end gap-1">
      <span className="font-semibold">{value.toFixed(4)}</span>
      {flags.map((flag) => (
        <Badge key={flag} tone="warn">
          {flag}
        </Badge>
      ))}
    </span>
  );
}

function percent(share: number | undefined): string {
  return share === undefined ? "–" : `${(100 * share).toFixed(1)} %`;
}
