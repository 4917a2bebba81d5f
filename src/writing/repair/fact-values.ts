import { countWords } from "../brief/brief-words.ts";
import { holdsIn, type StoryPlace } from "../brief/story-time.ts";
import type { Writer } from "../run/writer.ts";
import type { OpenIssue, TextQuote } from "../run/writing-state.ts";
import { type PieceOfText, pieceAround } from "./text-spans.ts";

/** Longest value that code puts in place of another one, in words. */
const MOST_VALUE_WORDS = 8;

/** Issues that quote statements, not values. */
const VALUELESS: ReadonlySet<string> = new Set([
  "order",
  "thread",
  "join",
  "reference",
  "knowledge",
  "quotation",
  "topic",
  "contradiction",
]);

/** The value that should stand somewhere. */
export interface RightValue {
  /** Where the wrong one stands. */
  readonly place: PieceOfText;
  /** What should stand there. */
  readonly value: string;
}

/**
 * Finds the right value for a wrong one that a text states, where both are known word for word.
 *
 * @param text - The text.
 * @param issue - An issue about a fact.
 * @param ground - The place of the issue in the text, the leaf's stretch of the document, and the run.
 * @returns What to put where; `undefined` where code cannot tell.
 */
export function rightValue(
  text: string,
  issue: OpenIssue,
  { quote, place, writer }: FactPlace,
): RightValue | undefined {
  if (quotesNoValue(issue)) return undefined;
  const value = issue.type === "name" ? rightName(issue) : factValue(issue, place, writer);
  if (value === undefined || countWords(value) > MOST_VALUE_WORDS) return undefined;
  if (countWords(quote.text) > MOST_VALUE_WORDS || isSentence(text, quote)) return undefined;
  return /^\d+$/.test(value) ? numberAt(quote, value) : { place: quote, value };
}

/** Where a fact is stated. */
export interface FactPlace {
  /** The wrong words. */
  readonly quote: TextQuote;
  /** Where the leaf stands. */
  readonly place: StoryPlace;
  /** The run. */
  readonly writer: Pick<Writer, "brief">;
}

/** What the author laid down for this place, or the words that are contradicted. */
function factValue(
  { fact, quotes }: OpenIssue,
  place: StoryPlace,
  { brief }: Pick<Writer, "brief">,
): string | undefined {
  const own = brief.facts.find(
    (each) => fact === `${each.subject}/${each.attribute}` && holdsIn(each, place),
  );
  return own === undefined ? quotes?.[1]?.text : String(own.value);
}

/**
 * Tells whether the quotes of an issue are no values that could stand for one another.
 *
 * @param issue - The issue.
 * @returns Whether code must not swap them.
 */
export function quotesNoValue({ type }: Pick<OpenIssue, "type">): boolean {
  return VALUELESS.has(type);
}

/** The name that is nearly there; of a name of several words the one that is meant. */
function rightName({ quotes = [], message }: OpenIssue): string | undefined {
  const [wrong, right] = quotes;
  const name = right?.text ?? /“[^”]+” is nearly “([^”]+)”/.exec(message)?.[1];
  if (wrong === undefined || name === undefined) return undefined;
  if (/\s/.test(wrong.text.trim())) return name;
  const letters = new Set(wrong.text.toLowerCase());
  const likeness = (word: string): number =>
    [...new Set(word.toLowerCase())].filter((letter) => letters.has(letter)).length / word.length;
  return name.split(/\s+/).toSorted((one, other) => likeness(other) - likeness(one))[0];
}

function isSentence(text: string, quote: TextQuote): boolean {
  const { start, end } = pieceAround(text, quote, "sentence");
  return quote.end - quote.start >= end - start - 1;
}

/** Only the figure changes; its unit stays. */
function numberAt(quote: TextQuote, value: string): RightValue {
  const figure = /\d[\d,.]*\d|\d/.exec(quote.text);
  if (figure === null) return { place: quote, value };
  const start = quote.start + figure.index;
  return { place: { start, end: start + figure[0].length }, value };
}
