import { fillSlots, parseSlots, type TemplatePart } from "../../text/index.ts";

const parsed = new Map<string, TemplatePart[]>();

/**
 * Puts values into a template.
 *
 * @param template - Text with slots `{name}`.
 * @param values - Values by slot name; nothing in them is looked at.
 * @returns The text.
 */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  const parts = parsed.get(template) ?? parseSlots(template);
  parsed.set(template, parts);
  return fillSlots(parts, (name) => String(values[name] ?? ""));
}
