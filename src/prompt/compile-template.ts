import { LonghandError } from "../foundation/index.ts";
import type { ProfileItem, PromptTemplate } from "../records/index.ts";
import {
  fillSlots,
  firstWords,
  parseSlots,
  pythonWords,
  type TemplatePart,
} from "../text/index.ts";

/** A template ready for use. */
export interface CompiledTemplate {
  /** The prompt around some passages; without any, the input alone. */
  wrap(input: string, passageTexts: readonly string[]): string;
  /** One passage, with its longest text cut to some words if a limit is given. */
  passage(item: ProfileItem, maxWords?: number): string;
  /** How many words the longest text of a passage has, word limits of the template applied. */
  longestWords(item: ProfileItem): number;
}

export function compileTemplate(template: PromptTemplate): CompiledTemplate {
  const passage = parseSlots(template.passage);
  const wrap = parseSlots(template.wrap);
  checkWrap(wrap, template.wrap);
  const first = template.lead === undefined ? [] : [template.lead];
  return {
    wrap: (input, passageTexts) => {
      if (passageTexts.length === 0) return input;
      const ppeps = [...first, ...passageTexts].join(template.separator);
      return fillSlots(wrap, (name) => (name === "input" ? input : ppeps));
    },
    passage: (item, maxWords) => {
      if (maxWords === undefined) return fillSlots(passage, (name) => fieldOf(item, name));
      const { name: cut } = longestText(passage, item);
      return fillSlots(passage, (name) => {
        const value = fieldOf(item, name);
        return name === cut ? firstWords(value, maxWords) : value;
      });
    },
    longestWords: (item) => longestText(passage, item).words,
  };
}

function checkWrap(parts: readonly TemplatePart[], wrap: string): void {
  const slots = parts.flatMap((part) => (typeof part === "string" ? [] : [part]));
  const names = slots.map(({ name }) => name).sort();
  const isLimited = slots.some(({ maxWords }) => maxWords !== undefined);
  if (names.join() === "input,ppeps" && !isLimited) return;
  throw new LonghandError(
    `The template ${JSON.stringify(wrap)} must hold {ppeps} and {input}, once each, and no other slot.`,
    {
      code: "invalid-template",
      hint: "{ppeps} stands for the passages, {input} for what the model is asked.",
      details: { template: wrap },
    },
  );
}

/** The slot whose text has the most words: what is cut when a prompt must become shorter. */
function longestText(
  parts: readonly TemplatePart[],
  item: ProfileItem,
): { readonly name: string; readonly words: number } {
  let longest = { name: "", words: 0 };
  for (const part of parts) {
    if (typeof part === "string") continue;
    const all = pythonWords(fieldOf(item, part.name)).length;
    const words = Math.min(all, part.maxWords ?? all);
    if (words > longest.words) longest = { name: part.name, words };
  }
  return longest;
}

function fieldOf(item: ProfileItem, name: string): string {
  const value = Object.hasOwn(item.fields, name) ? item.fields[name] : undefined;
  if (value !== undefined && value !== null) return String(value);
  if (name === "id") return item.id;
  if (name === "date" && item.date !== undefined) return item.date;
  throw new LonghandError(
    `The template needs ${JSON.stringify(name)}, which the profile item ${item.id} does not have.`,
    {
      code: "missing-field",
      hint: `It has: ${["id", ...Object.keys(item.fields)].join(", ")}.`,
      details: { itemId: item.id, field: name },
    },
  );
}
