import { countWords } from "../brief/brief-words.ts";
import type { Writer } from "../run/writer.ts";
import type { OpenIssue, TextQuote } from "../run/writing-state.ts";
import { type PieceOfText, pieceAround } from "./text-spans.ts";

/** Longest value that code puts in place of another one, in words. */
const MOST_VALUE_WORDS = 8;

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
 * @param ground - The place of the issue in the text, and the run.
 * @returns What to put where; `undefined` where code cannot tell.
 */
export function rightValue(
  text: string,
  issue: OpenIssue,
  { quote, writer }: { readonly quote: TextQuote; readonly writer: Pick<Writer, "brief"> },
): RightValue | undefined {
  const value = factValue(issue, writer);
  if (value === undefined || countWords(value) > MOST_VALUE_WORDS) return undefined;
  const place = wrongPlace(text, quote, { value, writer, issue });
  return place === undefined ? undefined : { place, value };
}

/** The value of the fact that an issue names, or the words that it contradicts. */
function factValue(
  { fact, quotes }: OpenIssue,
  { brief }: Pick<Writer, "brief">,
): string | undefined {
  const own = brief.facts.find(({ subject, attribute }) => fact === `${subject}/${attribute}`);
  return own === undefined ? quotes?.[1]?.text : String(own.value);
}

interface Wrong {
  readonly value: string;
  readonly writer: Pick<Writer, "brief">;
  readonly issue: OpenIssue;
}

/** A short quote is the wrong value itself; in a longer one a known other value is looked for. */
function wrongPlace(
  text: string,
  quote: TextQuote,
  { value, writer, issue }: Wrong,
): PieceOfText | undefined {
  const sentence = pieceAround(text, quote, "sentence");
  const isWhole = quote.end - quote.start >= sentence.end - sentence.start - 1;
  if (!isWhole && countWords(quote.text) <= MOST_VALUE_WORDS) return quote;
  const attribute = issue.fact?.slice(issue.fact.indexOf("/") + 1);
  const others = writer.brief.facts
    .filter((fact) => fact.attribute === attribute && String(fact.value) !== value)
    .map((fact) => String(fact.value));
  const lower = text.toLowerCase();
  for (const other of others) {
    const start = lower.indexOf(other.toLowerCase(), sentence.start);
    const end = start + other.length;
    if (start !== -1 && end <= sentence.end) return { start, end };
  }
  return undefined;
}
