import { LonghandError } from "../foundation/index.ts";
import type { SideTemplate, StyleTemplate, SummaryTemplate } from "../records/index.ts";
import { fillSlots, parseSlots, pythonStrip } from "../text/index.ts";
import { styleV1 } from "./templates/style-v1.ts";
import { summaryV1 } from "./templates/summary-v1.ts";

/** Side templates, one per stage. */
export interface SideTemplates {
  /** For summaries of passages. */
  readonly summary: SummaryTemplate;
  /** For the author's style. */
  readonly style: StyleTemplate;
}

/** The side templates of this version: `summary/v1` and `style/v1`. */
export const SIDE_TEMPLATES: SideTemplates = { summary: summaryV1, style: styleV1 };

/**
 * Refuses a side template with a slot missing, doubled or unknown.
 *
 * @param template - The template.
 * @throws LonghandError `invalid-template`, naming the field and its slot.
 */
export function checkSideTemplate(template: SideTemplate): void {
  if (template.stage === "summary") {
    checkSlot(template, { field: "prompt", slot: "text", written: template.prompt });
    return;
  }
  checkSlot(template, { field: "prompt", slot: "texts", written: template.prompt });
  checkSlot(template, { field: "passage", slot: "text", written: template.passage });
  checkSlot(template, { field: "insert", slot: "style", written: template.insert });
}

interface SlotRule {
  readonly field: string;
  readonly slot: string;
  readonly written: string;
}

function checkSlot({ name }: SideTemplate, { field, slot, written }: SlotRule): void {
  const slots = parseSlots(written).flatMap((part) =>
    typeof part === "string" ? [] : [part.name],
  );
  if (slots.length === 1 && slots[0] === slot) return;
  const found = slots.length === 0 ? "none" : slots.map((other) => `{${other}}`).join(", ");
  throw new LonghandError(
    `The template ${name}: ${field} must hold {${slot}} once and no other slot; it holds ${found}.`,
    {
      code: "invalid-template",
      hint: "Compare it with `longhand prompt templates show`; write {{ and }} for braces.",
      details: { template: name, field },
    },
  );
}

/**
 * What a model is asked for a summary of one passage.
 *
 * @param template - The template.
 * @param text - The passage's text; nothing in it is looked at.
 * @returns The prompt.
 */
export function summaryPrompt(template: SummaryTemplate, text: string): string {
  return fillSlots(parseSlots(template.prompt), () => text);
}

/**
 * What a model is asked for a description of an author's style.
 *
 * @param template - The template.
 * @param texts - Texts of the author, best first.
 * @returns The prompt.
 */
export function stylePrompt(template: StyleTemplate, texts: readonly string[]): string {
  const passage = parseSlots(template.passage);
  const joined = texts.map((text) => fillSlots(passage, () => text)).join(template.separator);
  return fillSlots(parseSlots(template.prompt), () => joined);
}

/**
 * What stands before a prompt in the modes `style` and `both`. The description is model output
 * about a person, so it enters as a quoted string (as JSON writes it): whatever it says, it cannot
 * end its own quotation.
 *
 * @param template - The template.
 * @param style - The model's description.
 * @returns The text.
 */
export function stylePreface(template: StyleTemplate, style: string): string {
  const quoted = JSON.stringify(pythonStrip(style));
  return fillSlots(parseSlots(template.insert), () => quoted);
}
