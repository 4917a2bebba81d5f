import type { Manuscript, ManuscriptBlock } from "./manuscript.ts";

/** How a manuscript is written as Markdown. */
export interface MarkdownOptions {
  /** Whether a comment names the node of each piece. @defaultValue false */
  readonly ids?: boolean;
}

/** What stands in front of a document that has gaps. */
export const PARTIAL_NOTE = "Draft: parts of this document are missing.";

/**
 * Writes a manuscript as Markdown.
 *
 * @param manuscript - The document.
 * @param options - Whether nodes are named.
 * @returns Markdown that ends with a line break.
 */
export function manuscriptMarkdown(manuscript: Manuscript, options: MarkdownOptions = {}): string {
  const { title, complete, blocks } = manuscript;
  const parts = title === undefined ? [] : [`# ${title}`];
  if (!complete) parts.push(`> ${PARTIAL_NOTE}`);
  let node = "";
  for (const block of blocks) {
    if (options.ids === true && block.node !== node) parts.push(`<!-- node ${block.node} -->`);
    node = block.node;
    parts.push(blockMarkdown(block));
  }
  return `${parts.join("\n\n")}\n`;
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
    .replace(/[\\<*_`]/g, "\\$&")
    .replace(/^(\s*)([#>+-]|\d{1,9}[.)])(?=\s|$)/, (_, space: string, mark: string) =>
      /^\d/.test(mark) ? `${space}${mark.slice(0, -1)}\\${mark.slice(-1)}` : `${space}\\${mark}`,
    );
}
