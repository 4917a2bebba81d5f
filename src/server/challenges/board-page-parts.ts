/** A track that has a board. */
export interface BoardTrack {
  /** Short name. */
  readonly id: string;
  /** Name for people. */
  readonly title: string;
}

/** The looks of a page of a board, light and dark. */
export const BOARD_STYLE: string = `
:root{color-scheme:light dark;--ink:#1d1c1a;--page:#faf9f6;--line:#dfdbd3;--muted:#5c5851;--accent:#1f5f8b}
@media (prefers-color-scheme:dark){:root{--ink:#e9e7e2;--page:#141619;--line:#363b43;--muted:#b0ada5;--accent:#8fc6ef}}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:72rem;margin:0 auto;padding:1.5rem 1rem}
a{color:var(--accent)}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.875rem}
caption{text-align:left;color:var(--muted);padding:.5rem 0}
th,td{border-bottom:1px solid var(--line);padding:.5rem .75rem;text-align:left;vertical-align:top}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
small{color:var(--muted);display:block;font-weight:400}
code{overflow-wrap:anywhere}`;

/**
 * A table that scrolls sideways where it is too wide.
 *
 * @param caption - What it shows.
 * @param head - Cells of its head, as HTML.
 * @param rows - Its rows, as HTML.
 * @returns HTML.
 */
export function table(caption: string, head: string, rows: readonly string[]): string {
  return `<div class="wide" role="region" aria-label="${escaped(caption)}" tabindex="0"><table><caption>${escaped(caption)}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table></div>`;
}

/**
 * A cell of a head.
 *
 * @param name - What stands in it, as text.
 * @param numeric - Whether numbers stand below it.
 * @returns HTML.
 */
export function heading(name: string, numeric = false): string {
  return `<th scope="col"${numeric ? ' class="number"' : ""}>${escaped(name)}</th>`;
}

/**
 * A cell with a number, and what belongs to it below.
 *
 * @param shown - The number as text.
 * @param more - More, as text; empty for nothing.
 * @returns HTML.
 */
export function number(shown: string, more: string): string {
  return `<td class="number">${escaped(shown)}${more === "" ? "" : `<small>${escaped(more)}</small>`}</td>`;
}

/**
 * The ends of an interval.
 *
 * @param low - Lower end; `undefined` without an interval.
 * @param high - Upper end.
 * @param digits - Decimals.
 * @returns Text; empty without an interval.
 */
export function intervalText(
  low: number | undefined,
  high: number | undefined,
  digits: number,
): string {
  if (low === undefined || high === undefined) return "";
  return `${low.toFixed(digits)} – ${high.toFixed(digits)}`;
}

/**
 * A moment to the minute.
 *
 * @param atMs - UTC milliseconds.
 * @returns For instance `2027-07-16 12:00 UTC`.
 */
export function utc(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * A text of somebody's so that it stays a text in HTML, in and outside quotation marks.
 *
 * @param text - The text.
 * @returns HTML.
 */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
