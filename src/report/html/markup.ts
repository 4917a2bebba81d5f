import { escapeHtml } from "./escape-html.ts";

/** Markup whose texts are escaped: what {@link html} makes. */
export interface Markup {
  /** HTML source. */
  readonly source: string;
}

/** What may stand in a template: texts and numbers are escaped, markup is kept, the rest is left out. */
export type MarkupValue = string | number | Markup | readonly Markup[] | undefined;

/**
 * Template tag for HTML. Whatever is put in is escaped unless it is markup, so that no text can be
 * mistaken for it.
 *
 * @param literals - The markup as written.
 * @param values - What is put in.
 * @returns The whole as markup.
 */
export function html(literals: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  const pieces = literals.map((literal, index) => literal + sourceOf(values[index]));
  return { source: pieces.join("") };
}

function sourceOf(value: MarkupValue): string {
  if (value === undefined) return "";
  if (typeof value === "string") return escapeHtml(value);
  if (typeof value === "number") return escapeHtml(String(value));
  if ("source" in value) return value.source;
  return value.map((part) => part.source).join("");
}
