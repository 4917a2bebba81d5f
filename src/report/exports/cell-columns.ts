import type { CellSummary } from "../../records/index.ts";
import { fieldNumber, fieldText } from "./export-items.ts";
import type { CsvField } from "./read-csv.ts";

const OWN_TEXTS = ["id", "retriever", "mode", "model"] as const;
const OWN_NUMBERS = [
  "k",
  "planned",
  "scored",
  "unscored",
  "failed",
  "pending",
  "noSignal",
  "overflowed",
  "promptTokens",
  "outputTokens",
] as const;
const METRIC_TEXTS: readonly string[] = ["signature", "reason"];
const METRIC_NUMBERS = ["mean", "ciLow", "ciHigh", "sd", "meanWithFailures", "scored"] as const;

/** A value in a cell, by the path that leads to it: the head of its column. */
export type CellColumns = ReadonlyMap<string, string | number | undefined>;

/**
 * Lays a cell out in columns whose heads are paths, for instance `metrics.rouge-l.mean`. Counts by
 * reason get a column each.
 *
 * @param cell - The cell.
 * @returns Its values by head. Only values that exist have one.
 */
export function cellColumns(cell: CellSummary): CellColumns {
  const columns = new Map<string, string | number | undefined>();
  for (const key of [...OWN_TEXTS, ...OWN_NUMBERS]) columns.set(key, cell[key]);
  setCounts(columns, ["failures"], cell.failures);
  setCounts(columns, ["flags"], cell.flags);
  for (const [id, entry] of Object.entries(cell.metrics)) {
    columns.set(headOf(["metrics", id, "signature"]), entry.signature);
    for (const key of METRIC_NUMBERS) columns.set(headOf(["metrics", id, key]), entry[key]);
    setCounts(columns, ["metrics", id, "unscored"], entry.unscored);
    columns.set(headOf(["metrics", id, "reason"]), entry.reason);
  }
  return columns;
}

function setCounts(
  columns: Map<string, string | number | undefined>,
  path: readonly string[],
  counts: Readonly<Record<string, number | undefined>>,
): void {
  for (const [name, count] of Object.entries(counts)) columns.set(headOf([...path, name]), count);
}

/**
 * Puts a cell together again from its columns.
 *
 * @param fields - Fields by head.
 * @returns A record to be checked.
 */
export function cellFromColumns(fields: ReadonlyMap<string, CsvField>): Record<string, unknown> {
  const cell: Record<string, unknown> = {};
  for (const key of OWN_TEXTS) setIfThere(cell, key, fieldText(fields.get(key)));
  for (const key of OWN_NUMBERS) setIfThere(cell, key, fieldNumber(fields.get(key)));
  const drafts = new Map<string, MetricDraft>();
  const failures: [string, unknown][] = [];
  const flags: [string, unknown][] = [];
  for (const [head, field] of fields) {
    const [family, name, ...rest] = pathOf(head);
    if (field.kind === "nothing" || name === undefined) continue;
    if (family === "failures") failures.push([name, fieldNumber(field)]);
    if (family === "flags") flags.push([name, fieldNumber(field)]);
    if (family === "metrics") setInMetric(draftOf(drafts, name), rest, field);
  }
  return {
    ...cell,
    failures: Object.fromEntries(failures),
    flags: Object.fromEntries(flags),
    metrics: Object.fromEntries(
      [...drafts].map(([id, draft]) => [
        id,
        { ...draft.values, unscored: Object.fromEntries(draft.unscored) },
      ]),
    ),
  };
}

interface MetricDraft {
  readonly values: Record<string, unknown>;
  readonly unscored: [string, unknown][];
}

function draftOf(drafts: Map<string, MetricDraft>, id: string): MetricDraft {
  const draft = drafts.get(id) ?? { values: { metric: id }, unscored: [] };
  drafts.set(id, draft);
  return draft;
}

function setInMetric(
  { values, unscored }: MetricDraft,
  [key = "", reason]: readonly string[],
  field: CsvField,
): void {
  if (key === "unscored" && reason !== undefined) unscored.push([reason, fieldNumber(field)]);
  else setIfThere(values, key, METRIC_TEXTS.includes(key) ? fieldText(field) : fieldNumber(field));
}

function setIfThere(record: Record<string, unknown>, key: string, value: unknown): void {
  if (value !== undefined) record[key] = value;
}

/** A path as one text; dots inside a name are written `%2E`, percent signs `%25`. */
function headOf(path: readonly string[]): string {
  return path.map((name) => name.replaceAll("%", "%25").replaceAll(".", "%2E")).join(".");
}

function pathOf(head: string): readonly string[] {
  return head.split(".").map((name) => name.replaceAll("%2E", ".").replaceAll("%25", "%"));
}
