import { pythonStrip } from "../../../text/index.ts";

/** Keywords that an input holds. */
export const KEYWORDS_WANTED = 5;

/** What could be made of an answer. */
export interface ParsedKeywords {
  /** The first five, without repeats; fewer if there are no more. */
  readonly keywords: readonly string[];
  /** How many different ones the answer held; 0 for none. */
  readonly found: number;
  /** Why there are none; absent if there are some. */
  readonly rejected?: "no keywords" | "refusal";
}

/**
 * Reads keywords out of the answer of a model: numbered, bulleted or labelled lists, lines, or words
 * parted by semicolons or commas, with or without a sentence before them.
 *
 * @param answer - The answer as it came.
 * @returns The keywords, and how many there were.
 */
export function parseKeywords(answer: string): ParsedKeywords {
  const text = pythonStrip(answer);
  if (text === "") return { keywords: [], found: 0, rejected: "no keywords" };
  if (REFUSAL.test(text)) return { keywords: [], found: 0, rejected: "refusal" };
  const distinct = new Map<string, string>();
  for (const item of itemsOf(withoutPreamble(text))) {
    const keyword = cleaned(item);
    const key = keyword.toLowerCase();
    if (keyword !== "" && !distinct.has(key)) distinct.set(key, keyword);
  }
  const keywords = [...distinct.values()];
  if (keywords.length === 0) return { keywords, found: 0, rejected: "no keywords" };
  return { keywords: keywords.slice(0, KEYWORDS_WANTED), found: keywords.length };
}

const REFUSAL =
  /^(?:i['’]?m sorry|sorry,|i (?:can['’]?t|cannot|can not|am unable|am not able|apologi[sz]e)|i['’]m (?:unable|not able)|as an ai|unfortunately,)/i;

/** A sentence before the list that ends in a colon; a label such as "Keyword 1:" is part of the list. */
const PREAMBLE =
  /^(?:(?:sure|certainly|of course)[^:\n]*:|here (?:are|is)[^:\n]*:|(?:the |five |5 |short |main )*keywords?(?: are)?\s*:|[^:\n]*:[ \t]*\n)\s*/i;

function withoutPreamble(text: string): string {
  const rest = text.replace(PREAMBLE, "");
  return rest === "" ? text : rest;
}

const LABEL = /\bkeywords?\s*\d+\s*[:.)–-]\s*/gi;
const BULLET = /^\s*[-*•‣–—]\s+/;

function itemsOf(text: string): string[] {
  const lines = text.split("\n").filter((line) => pythonStrip(line) !== "");
  if (lines.length > 1 && lines.every((line) => BULLET.test(line))) {
    return lines.map((line) => line.replace(BULLET, ""));
  }
  const labelled = text.split(LABEL);
  if (labelled.length > 2) return labelled.slice(1);
  const numbered = numberedItems(text);
  if (numbered.length > 1) return numbered;
  if (text.includes(";")) return text.split(/[;\n]/);
  if (text.includes(",")) return text.split(/[,\n]/);
  return lines;
}

const NUMBER = /(?:^|\s)(\d{1,2})[.)]\s+/g;

/** What stands behind 1, 2, 3 and so on; a number out of turn is part of an item. */
function numberedItems(text: string): string[] {
  const starts: { readonly from: number; readonly to: number }[] = [];
  for (const match of text.matchAll(NUMBER)) {
    if (Number(match[1]) !== starts.length + 1) continue;
    starts.push({ from: match.index, to: match.index + match[0].length });
  }
  if (starts[0] === undefined || pythonStrip(text.slice(0, starts[0].from)) !== "") return [];
  return starts.map(({ to }, at) => text.slice(to, starts[at + 1]?.from));
}

/** Without the marks around it and the full stop at its end. */
function cleaned(item: string): string {
  return pythonStrip(item)
    .replace(/^(?:\*\*|["'“‘*_`])+|(?:\*\*|["'”’*_`])+$/g, "")
    .replace(/[\s.,;]+$/, "")
    .replace(/(?:\*\*|["'”’*_`])+$/, "")
    .replace(/\s+/g, " ");
}
