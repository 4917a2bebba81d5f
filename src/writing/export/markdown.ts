import { frontMatterOf } from "./front-matter.ts";
import type { Manuscript, ManuscriptBlock } from "./manuscript.ts";
import { printable } from "./printable.ts";

/** How a manuscript is written as Markdown. */
export interface MarkdownOptions {
  /** Whether a comment names the node of each piece. @defaultValue false */
  readonly ids?: boolean;
}

/**
 * Writes a manuscript as Markdown. Author and date stand in a YAML header; without them there is none.
 *
 * @param manuscript - The document.
 * @param options - Whether nodes are named.
 * @returns Markdown that ends with a line break.
 */
export function manuscriptMarkdown(manuscript: Manuscript, options: MarkdownOptions = {}): string {
  const shown = printable(manuscript);
  const parts = [
    ...header(shown),
    ...(shown.title === undefined ? [] : [`# ${shown.title}`]),
    ...frontMatterOf(shown).notes.map((note) => `> ${note}`),
    ...(shown.credit === undefined ? [] : [`> ${shown.credit}`]),
  ];
  let node = "";
  for (const block of shown.blocks) {
    if (options.ids === true && block.node !== node) parts.push(`<!-- node ${block.node} -->`);
    node = block.node;
    parts.push(blockMarkdown(block));
  }
  return `${parts.join("\n\n")}\n`;
}

/** JSON is YAML, so that no text can end a value. */
function header({ title, author, language, date }: Manuscript): string[] {
  if (author === undefined && date === undefined) return [];
  const fields = Object.entries({ title, author, lang: language, date })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return [`---\n${fields.join("\n")}\n---`];
}

function blockMarkdown(block: ManuscriptBlock): string {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(Math.min(6, block.level))} ${block.text}`;
    case "paragraph":
      return escaped(block.text);
    case "missing":
      return `> [This part is missing: ${block.reason}]`;
  }
}

/** Prose that begins like a heading, a list or a rule stays prose. */
function escaped(text: string): string {
  return text
    .replace(/[\\<*_`[]/g, "\\$&")
    .replace(/&(?=#?\w+;)/g, "\\&")
    .replace(/^(\s*)([#>+-]|\d{1,9}[.)])(?=\s|$)/, (_, space: string, mark: string) =>
      /^\d/.test(mark) ? `${space}${mark.slice(0, -1)}\\${mark.slice(-1)}` : `${space}\\${mark}`,
    );
}
