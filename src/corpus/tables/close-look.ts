import type { CorpusFinding, CorpusPlace } from "../../records/index.ts";
import { wellFormed } from "../../text/index.ts";
import { LINE_KEY, type Mended } from "./record-format.ts";

/** How a record is looked at closely. */
export interface CloseLook {
  /** Where it stands. */
  readonly place: CorpusPlace;
  /** Its format. */
  readonly format: { readonly mend: (value: unknown, place: CorpusPlace) => Mended };
  /** Whom to tell of what is odd. */
  readonly note: (finding: CorpusFinding) => void;
  /** Whether the record must tell its line. */
  readonly tellsLine: boolean;
}

/**
 * Looks closely at a record.
 *
 * @param value - The record as it was parsed.
 * @param look - Where it stands, and how it is looked at.
 * @returns The record as it goes into the table; `undefined` if it is refused.
 */
export function closeLook(
  value: unknown,
  { place, format, note, tellsLine }: CloseLook,
): Readonly<Record<string, unknown>> | undefined {
  const mended = format.mend(value, place);
  if ("refused" in mended) {
    note({ outcome: "rejected", ...mended.refused, place });
    return undefined;
  }
  for (const oddity of mended.warnings) note({ outcome: "warning", ...oddity, place });
  const record = wholeCharacters(mended.record);
  if (record !== mended.record) {
    const message = "half of a character (a lone surrogate) was replaced by U+FFFD";
    note({ outcome: "warning", reason: "lone-surrogate", message, place });
  }
  return tellsLine ? { ...record, [LINE_KEY]: place.line } : record;
}

/** The same record, or a copy in which lone surrogates are replaced. */
function wholeCharacters(
  record: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const mended = Object.entries(record).map(([key, value]) => [key, wholeValue(value)] as const);
  return mended.every(([key, value]) => value === record[key])
    ? record
    : Object.fromEntries(mended);
}

function wholeValue(value: unknown): unknown {
  if (typeof value === "string") {
    const whole = wellFormed(value);
    return whole === value ? value : whole;
  }
  if (!Array.isArray(value)) return value;
  const items = value.map(wholeValue);
  return items.every((item, at) => item === value[at]) ? value : items;
}
