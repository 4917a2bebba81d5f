import { pythonStrip } from "../text/index.ts";
import type { Brief } from "./brief/brief.ts";

/**
 * A finished section as Markdown: title, opening, text.
 *
 * @param brief - What was asked for.
 * @param text - What the model wrote.
 * @returns Markdown that ends with a line break.
 */
export function sectionMarkdown({ title, opening }: Brief, text: string): string {
  const parts = [
    ...(title === undefined ? [] : [`# ${title}`]),
    ...(opening === undefined ? [] : [opening]),
    pythonStrip(text),
  ];
  return `${parts.join("\n\n")}\n`;
}
