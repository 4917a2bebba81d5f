import type { AgreementValue } from "../../records/index.ts";
import type { ResultTable, TablePlace } from "../../report/index.ts";

/** Ends of an interval. */
interface Ends {
  /** Lower end; absent if there is no interval. */
  readonly ciLow?: number;
  /** Upper end. */
  readonly ciHigh?: number;
}

/** How a number is printed. */
interface NumberPrint extends Ends {
  /** Decimals. */
  readonly decimals: number;
  /** What belongs to it, in words. */
  readonly detail?: string;
  /** Why there is none, where there is none. */
  readonly reason?: string;
}

/**
 * A number with its interval, or a dash with the reason for none.
 *
 * @param value - The number; `undefined` if it does not exist.
 * @param print - How to print it.
 * @returns The place.
 */
export function numberPlace(value: number | undefined, print: NumberPrint): TablePlace {
  const { decimals, detail, reason, ciLow, ciHigh } = print;
  if (value === undefined) {
    return { state: "absent", text: "—", ...(reason === undefined ? {} : { reason }) };
  }
  const ends =
    ciLow === undefined || ciHigh === undefined
      ? {}
      : { ciLow, ciHigh, ends: `[${fixed(ciLow, decimals)}, ${fixed(ciHigh, decimals)}]` };
  return {
    state: "value",
    text: fixed(value, decimals),
    value,
    ...ends,
    ...(detail === undefined ? {} : { detail }),
  };
}

/**
 * A whole number.
 *
 * @param value - The number; `undefined` if it does not exist.
 * @returns The place.
 */
export function countPlace(value: number | undefined): TablePlace {
  return numberPlace(value, { decimals: 0 });
}

/**
 * A coefficient of agreement, or the reason for none.
 *
 * @param value - The coefficient.
 * @returns The place.
 */
export function agreementPlace(value: AgreementValue): TablePlace {
  return value.status === "undefined"
    ? numberPlace(undefined, { decimals: 3, reason: value.reason })
    : numberPlace(value.value, { decimals: 3, ...endsOf(value) });
}

function endsOf({ ciLow, ciHigh }: Ends): Ends {
  return ciLow === undefined || ciHigh === undefined ? {} : { ciLow, ciHigh };
}

/**
 * Words in a place.
 *
 * @param text - The words.
 * @returns The place.
 */
export function wordsPlace(text: string): TablePlace {
  return { state: "text", text };
}

/**
 * A number with fixed decimals, never `-0.00`.
 *
 * @param value - A finite number.
 * @param decimals - Decimals.
 * @returns For instance `0.815`.
 */
export function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace("-", "") : text;
}

/**
 * A table of two columns: what, and how much.
 *
 * @param table - Its id and title.
 * @param rows - What, and the place.
 * @returns The table.
 */
export function factTable(
  table: Pick<ResultTable, "id" | "title">,
  rows: readonly (readonly [string, TablePlace])[],
): ResultTable {
  return {
    ...table,
    rowHeads: ["what"],
    columns: [{ title: "value" }],
    rows: rows.map(([head, place]) => ({ heads: [head], places: [place] })),
    notes: [],
  };
}
