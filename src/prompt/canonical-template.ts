import type { PromptTemplate } from "../records/index.ts";
import { parseSlots, writeSlots } from "../text/index.ts";

/**
 * A template as one line of JSON that is the same for equal templates, whatever the order of their
 * fields. Its SHA-256 is the template hash of keys and manifests.
 *
 * @param template - The template.
 * @returns The line.
 */
export function canonicalTemplate({ passage, lead, separator, wrap }: PromptTemplate): string {
  const tidy = (template: string): string => writeSlots(parseSlots(template));
  return JSON.stringify({
    ...(lead === undefined ? {} : { lead }),
    passage: tidy(passage),
    separator,
    wrap: tidy(wrap),
  });
}
