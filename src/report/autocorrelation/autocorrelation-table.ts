import { terminalSafe } from "../../text/index.ts";
import { ABSENT, formatCount, formatScore } from "../format-number.ts";
import { drawTable } from "../terminal/terminal-table.ts";
import type { AutocorrelationSeries } from "./autocorrelation-series.ts";

/** A heading of the table and the cell below it. */
export interface GapelmaperColumn {
  /** The heading. */
  readonly head: string;
  /** Whether it holds numbers. */
  readonly isNumber: boolean;
  /** What stands in it for a text. */
  readonly cell: (series: AutocorrelationSeries) => string;
}

/** The columns in which texts are told, in the terminal and on the page. */
export const GAPELMAPER_COLUMNS: readonly GapelmaperColumn[] = [
  { head: "text", isNumber: false, cell: ({ name }) => name },
  { head: "variant", isNumber: false, cell: ({ record }) => record.variant },
  { head: "value", isNumber: true, cell: ({ record }) => score(record.value) },
  { head: "MAPE power", isNumber: true, cell: ({ record }) => score(record.power?.mape) },
  { head: "MAPE exp.", isNumber: true, cell: ({ record }) => score(record.exponential?.mape) },
  { head: "exponent", isNumber: true, cell: ({ record }) => score(record.power?.slope) },
  { head: "N", isNumber: true, cell: ({ record }) => formatCount(record.inVocabulary) },
  { head: "unknown", isNumber: true, cell: ({ record }) => percent(record.oovShare) },
  {
    head: "lags",
    isNumber: true,
    cell: ({ record }) =>
      record.lagsUsed === record.lagsAsked
        ? formatCount(record.lagsUsed)
        : `${formatCount(record.lagsUsed)} of ${formatCount(record.lagsAsked)}`,
  },
  {
    head: "note",
    isNumber: false,
    cell: ({ record }) => [record.reason ?? [], ...record.flags].flat().join(", "),
  },
];

/**
 * Values as a table for the terminal, with what must be known to read them.
 *
 * @param series - Texts, each by one variant.
 * @returns Lines of text, safe to print.
 */
export function renderGapelmaperTable(series: readonly AutocorrelationSeries[]): string {
  const table = drawTable({
    head: GAPELMAPER_COLUMNS.map(({ head }) => head),
    rows: series.map((one) => GAPELMAPER_COLUMNS.map(({ cell }) => terminalSafe(cell(one)))),
    right: new Set(GAPELMAPER_COLUMNS.flatMap(({ isNumber }, at) => (isNumber ? [at] : []))),
  });
  const signatures = [...new Set(series.map(({ record }) => record.signature))];
  return [
    table,
    "",
    ...gapelmaperNotes(series),
    "Signatures:",
    ...signatures.map((one) => `  ${one}`),
  ].join("\n");
}

/**
 * What a reader of the values must know.
 *
 * @param series - Texts, each by one variant.
 * @returns Sentences.
 */
export function gapelmaperNotes(series: readonly AutocorrelationSeries[]): readonly string[] {
  const lengths = new Set(
    series
      .filter(({ record }) => record.value !== undefined)
      .map(({ record }) => record.inVocabulary),
  );
  const notes = [
    "Below 1 the power law fits better than the exponential law; lower is more structured.",
  ];
  if (lengths.size > 1) {
    notes.push(
      "The texts differ in length N, and longer texts score lower: compare them at equal length only, for instance with --same-length.",
    );
  }
  return notes;
}

function score(value: number | undefined): string {
  return value === undefined ? ABSENT : formatScore(value);
}

function percent(share: number | undefined): string {
  return share === undefined ? ABSENT : `${(100 * share).toFixed(1)} %`;
}
