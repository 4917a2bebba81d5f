import { splitSentences } from "../../text/index.ts";
import { countWords } from "../brief/brief-words.ts";

/** One child of a node, as a planner proposed it. */
export interface ProposedChild {
  /** Heading; empty where the format has none. */
  readonly heading: string;
  /** What belongs there. */
  readonly brief: string;
  /** Share of the words, 1–5. */
  readonly weight: number;
}

/** Fewest words of a line that says something. */
const LEAST_BRIEF_WORDS = 3;
const DEFAULT_WEIGHT = 3;
const MOST_HEADING_WORDS = 12;
// Lines about the list instead of its content.
const ABOUT_PLAN =
  /:$|\b(?:paragraphs?|sentences?|numbered|lines? (?:each|below))\b|^(?:the|this|your) (?:story|essay|report|memoir|speech|article|manual|answer) (?:should|must|needs to|will be|makes sense)\b/i;
const NUMBERED = /^[\s>*#-]*\(?(\d{1,2})\s*[.):|\]-]\s*(.+)$/;
/** Similarity above which two siblings are the same. */
const NEAR_DUPLICATE = 0.8;

/**
 * Reads lines `number | heading | brief | weight`; a line that lacks its weight or its heading still
 * counts, one without a number or a brief does not.
 *
 * @param reply - What the planner wrote.
 * @param wanted - Children asked for; higher numbers are left out.
 * @returns The children by their place, from 0.
 */
export function readChildLines(reply: string, wanted: number): Map<number, ProposedChild> {
  const children = new Map<number, ProposedChild>();
  for (const line of reply.split("\n")) {
    const [, number, rest] = NUMBERED.exec(line) ?? [];
    const place = Number(number) - 1;
    if (rest === undefined || place < 0 || place >= wanted || children.has(place)) continue;
    const child = readChild(rest.split("|").map(plainCell));
    if (child !== undefined) children.set(place, child);
  }
  return children;
}

function readChild(cells: readonly string[]): ProposedChild | undefined {
  const last = cells.at(-1) ?? "";
  const hasWeight = cells.length > 1 && /^(?:weight\s*:?\s*)?[1-5](?:\s*\/\s*5)?$/i.test(last);
  const weight = hasWeight ? Number(/[1-5]/.exec(last)?.[0]) : DEFAULT_WEIGHT;
  const texts = (hasWeight ? cells.slice(0, -1) : cells).filter((cell) => cell !== "");
  const [first = "", ...rest] = texts;
  if (rest.length > 0) return sound({ heading: headingOf(first), brief: rest.join(" "), weight });
  // "Heading: brief" in one cell is common, too.
  const colon = /^([^:.]{2,80}):\s+(.+)$/.exec(first);
  if (colon !== null) {
    return sound({ heading: headingOf(colon[1] ?? ""), brief: colon[2] ?? "", weight });
  }
  return sound({ heading: "", brief: first, weight });
}

function sound(child: ProposedChild): ProposedChild | undefined {
  return countWords(child.brief) >= LEAST_BRIEF_WORDS ? child : undefined;
}

function headingOf(text: string): string {
  const plain = text
    .replace(/^(?:chapter|part|section)\s+\d+\s*[:.-]?\s*/i, "")
    .replace(/[:.]$/, "");
  return plain.split(/\s+/).slice(0, MOST_HEADING_WORDS).join(" ");
}

function plainCell(cell: string): string {
  return cell
    .replace(/\*\*|__|`/g, "")
    .replace(/^["'“]+|["'”]+$/g, "")
    .trim();
}

/**
 * Reads one sentence per slot: numbered lines first; places still open take the sentences without a
 * number, in their order.
 *
 * @param reply - What the planner wrote.
 * @param headings - Headings of the slots; a line that begins with its own loses it.
 * @returns The sentences by their place, from 0.
 */
export function readSlotLines(reply: string, headings: readonly string[]): Map<number, string> {
  const lines = new Map<number, string>();
  const spare: string[] = [];
  for (const line of reply.split("\n")) {
    const { place, text } = readSlotLine(line, headings);
    if (countWords(text) < LEAST_BRIEF_WORDS || ABOUT_PLAN.test(text)) continue;
    if (place === undefined) spare.push(...splitSentences(text).map((each) => each.trim()));
    else if (!lines.has(place) && place < headings.length) lines.set(place, text);
  }
  const sentences = spare.filter((sentence) => countWords(sentence) >= LEAST_BRIEF_WORDS);
  const open = [...headings.keys()].filter((place) => !lines.has(place));
  for (const [index, sentence] of sentences.slice(0, open.length).entries()) {
    lines.set(open[index] as number, sentence);
  }
  return lines;
}

function readSlotLine(
  line: string,
  headings: readonly string[],
): { readonly place: number | undefined; readonly text: string } {
  const [, number, rest] = NUMBERED.exec(line) ?? [];
  const text = plainCell(withoutHeading(plainCell(rest ?? line), headings));
  return { place: rest === undefined || number === "0" ? undefined : Number(number) - 1, text };
}

function withoutHeading(line: string, headings: readonly string[]): string {
  const lower = line.toLowerCase();
  const own = headings.find((heading) => lower.startsWith(`${heading.toLowerCase()}:`));
  return own === undefined ? line : line.slice(own.length + 1).trim();
}

/**
 * Finds children that say what an earlier sibling says already: their character trigrams overlap by
 * more than 0.8 (Jaccard).
 *
 * @param children - The children by their place.
 * @returns Places of the repeats.
 */
export function nearDuplicates(
  children: ReadonlyMap<number, { readonly brief: string }>,
): number[] {
  const kept: Set<string>[] = [];
  const repeats: number[] = [];
  for (const place of [...children.keys()].sort((left, right) => left - right)) {
    const trigrams = trigramsOf(children.get(place)?.brief ?? "");
    if (kept.some((other) => jaccard(trigrams, other) > NEAR_DUPLICATE)) repeats.push(place);
    else kept.push(trigrams);
  }
  return repeats;
}

function trigramsOf(text: string): Set<string> {
  const plain = text.toLowerCase().replace(/\s+/g, " ");
  return new Set(
    Array.from({ length: Math.max(1, plain.length - 2) }, (_, at) => plain.slice(at, at + 3)),
  );
}

function jaccard(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let shared = 0;
  for (const each of left) if (right.has(each)) shared += 1;
  return shared / (left.size + right.size - shared);
}
