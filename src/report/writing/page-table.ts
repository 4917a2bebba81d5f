import { scrollTable } from "../html/html-section.ts";
import { inlineText } from "../html/long-text.ts";
import { html, type Markup } from "../html/markup.ts";
import type { TextTable } from "./comparison-tables.ts";

/**
 * A table of texts for a page; no cell is taken for markup.
 *
 * @param table - The table; the first cell of each row names it.
 * @returns Markup.
 */
export function pageTable({ caption, head, rows, right }: TextTable): Markup {
  const kind = (column: number): string => (right.has(column) ? "num" : "");
  const heads = head.map(
    (text, column) => html`<th scope="col" class="${kind(column)}">${inlineText(text)}</th>`,
  );
  const body = rows.map(([first = "", ...rest]) => {
    const cells = rest.map(
      (text, column) => html`<td class="${kind(column + 1)}">${inlineText(text)}</td>`,
    );
    return html`<tr><th scope="row">${inlineText(first)}</th>${cells}</tr>
`;
  });
  return scrollTable(
    caption,
    html`<table class="results"><caption><span>${inlineText(caption)}</span></caption><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table>`,
  );
}
