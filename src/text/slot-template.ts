import { LonghandError } from "../foundation/index.ts";
import { firstWords } from "./python-strings.ts";

/** A place in a template that a value fills. */
export interface Slot {
  /** Name of the value. */
  readonly name: string;
  /** Only that many first words of the value are used; absent for all of it, unchanged. */
  readonly maxWords?: number;
}

/** A piece of a template: text as it stands, or a slot. */
export type TemplatePart = string | Slot;

// `{{` and `}}` stand for braces; a slot is `{name}` or `{name|words:100}`; any other brace is a slip.
const TOKEN = /\{\{|\}\}|\{([A-Za-z_][A-Za-z0-9_-]*)(?:\|words:([1-9][0-9]{0,8}))?\}|[{}]/g;

/**
 * Takes a template apart. Slots are `{name}` and `{name|words:100}`, the first 100 words; `{{` and
 * `}}` stand for braces.
 *
 * @param template - The template.
 * @returns Its pieces in order: texts as they stand, and slots.
 * @throws LonghandError `invalid-template` for a brace that belongs to no slot.
 */
export function parseSlots(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let from = 0;
  for (const match of template.matchAll(TOKEN)) {
    addText(parts, template.slice(from, match.index));
    from = match.index + match[0].length;
    addToken(parts, match, template);
  }
  addText(parts, template.slice(from));
  return parts;
}

function addToken(parts: TemplatePart[], match: RegExpExecArray, template: string): void {
  const [token, name, maxWords] = match;
  if (name !== undefined) {
    parts.push(maxWords === undefined ? { name } : { name, maxWords: Number(maxWords) });
    return;
  }
  if (token.length !== 2) throw strayBrace(template, match.index);
  addText(parts, token.charAt(0));
}

function addText(parts: TemplatePart[], text: string): void {
  if (text === "") return;
  const last = parts.at(-1);
  if (typeof last === "string") parts[parts.length - 1] = last + text;
  else parts.push(text);
}

function strayBrace(template: string, at: number): LonghandError {
  return new LonghandError(
    `The template ${JSON.stringify(template)} has a brace at character ${at + 1} that belongs to no slot.`,
    {
      code: "invalid-template",
      hint: "A slot is {name} or {name|words:100}; write {{ and }} for braces.",
      details: { template, column: at + 1 },
    },
  );
}

/**
 * Puts values into a template's slots. Nothing in a value is looked at: braces, slot names and
 * dollar signs in it stay as they are.
 *
 * @param parts - The pieces of a template, from {@link parseSlots}.
 * @param lookUp - Gives the value of a slot by its name.
 * @returns The text.
 */
export function fillSlots(
  parts: readonly TemplatePart[],
  lookUp: (name: string) => string,
): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      const value = lookUp(part.name);
      return part.maxWords === undefined ? value : firstWords(value, part.maxWords);
    })
    .join("");
}

/**
 * Writes the pieces of a template down again: the inverse of {@link parseSlots}.
 *
 * @param parts - The pieces.
 * @returns The template.
 */
export function writeSlots(parts: readonly TemplatePart[]): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return part.replaceAll("{", "{{").replaceAll("}", "}}");
      return part.maxWords === undefined
        ? `{${part.name}}`
        : `{${part.name}|words:${part.maxWords}}`;
    })
    .join("");
}

/**
 * Reads the values of the slots back from a text that was made with a template. Where a value could
 * end at several places, it ends at the first, except before the template's last text, which must
 * end the whole.
 *
 * @param parts - The pieces of the template; between two slots there must be some text.
 * @param text - The text.
 * @param known - Values that are known from elsewhere, by slot name; they settle such doubts.
 * @returns The value of each slot by name, or `undefined` if the text does not follow the template.
 */
export function readSlots(
  parts: readonly TemplatePart[],
  text: string,
  known: Readonly<Record<string, string>> = {},
): Record<string, string> | undefined {
  const values: Record<string, string> = {};
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (typeof part === "string") {
      if (!text.startsWith(part, at)) return undefined;
      at += part.length;
      continue;
    }
    const end = endOfValue({ parts, index, text, at, known: known[part.name] });
    if (end < at) return undefined;
    values[part.name] = text.slice(at, end);
    at = end;
  }
  return at === text.length ? values : undefined;
}

interface ValueStart {
  readonly parts: readonly TemplatePart[];
  readonly index: number;
  readonly text: string;
  readonly at: number;
  readonly known: string | undefined;
}

/** Where the value that begins at `at` ends; -1 if it does not. */
function endOfValue({ parts, index, text, at, known }: ValueStart): number {
  if (known !== undefined) return text.startsWith(known, at) ? at + known.length : -1;
  const next = parts[index + 1];
  if (next === undefined) return text.length;
  if (typeof next !== "string") return -1;
  if (index + 2 < parts.length) return text.indexOf(next, at);
  return text.endsWith(next) ? text.length - next.length : -1;
}
