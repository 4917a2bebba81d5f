/** What a spreadsheet may take for a formula, and what already stands guarded against that. */
const FORMULA = /^'*[=+\-@\t\r]/;

/**
 * A text as a CSV field after RFC 4180, in quotes so that `007`, `1e5` and dates stay text. A text
 * that a spreadsheet might take for a formula gets a leading `'`, and so does one that only looks
 * as if it had been given one, so that {@link readCsvText} brings back every text.
 *
 * @param text - Any text.
 * @returns The field.
 */
export function csvText(text: string): string {
  const guarded = FORMULA.test(text) ? `'${text}` : text;
  return `"${guarded.replaceAll('"', '""')}"`;
}

/**
 * The text behind a field that {@link csvText} wrote.
 *
 * @param field - The field as a CSV reader gives it, without quotes.
 * @returns The text.
 */
export function readCsvText(field: string): string {
  return field.startsWith("'") && FORMULA.test(field) ? field.slice(1) : field;
}

/**
 * A value as a CSV field: texts in quotes, numbers bare, what does not exist empty.
 *
 * @param value - A text, a finite number, or `undefined`.
 * @returns The field.
 */
export function csvField(value: string | number | undefined): string {
  if (value === undefined) return "";
  // The shortest decimals that give the number back, as JSON has them.
  return typeof value === "number" ? String(value) : csvText(value);
}

/**
 * A line of a CSV file.
 *
 * @param values - Its values in order.
 * @returns The line with its line break.
 */
export function csvLine(values: readonly (string | number | undefined)[]): string {
  return `${values.map(csvField).join(",")}\r\n`;
}
