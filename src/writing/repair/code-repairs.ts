import type { PlanNode } from "../../records/index.ts";
import { unicodeWords } from "../../text/index.ts";
import { countWords } from "../brief/brief-words.ts";
import { mentionsFound } from "../draft/candidate-score.ts";
import { lengthWindow, trimToWindow } from "../draft/length-control.ts";
import { openRelevance } from "../draft/relevance.ts";
import { nodeLine } from "../prompts/phrases.ts";
import type { OpenIssue, TextQuote } from "../run/writing-state.ts";
import { rightValue } from "./fact-values.ts";
import type { RepairGround } from "./measure-leaf.ts";
import { type PieceOfText, pieceAround, replaced, sentencePieces } from "./text-spans.ts";

/** An issue that is to be mended, and the text that has it. */
export interface Mending {
  /** The leaf. */
  readonly node: PlanNode;
  /** Its text. */
  readonly text: string;
  /** What is wrong. */
  readonly issue: OpenIssue;
}

// Words with which a sentence announces the end; without them it can stand anywhere.
const ANNOUNCEMENT =
  /^(?:in conclusion|to conclude|to sum up|in summary|in closing|all in all),?\s+/i;

/**
 * Texts that code can make out of one with an issue, without a call: the right value in place of a wrong
 * one, a repeated or misplaced sentence taken out, a text that is too long cut.
 *
 * @param mending - The issue.
 * @param ground - Run and index.
 * @returns Texts that could stand in the leaf, the least changed first; none where code can do nothing.
 */
export function codeRepairs(mending: Mending, ground: RepairGround): string[] {
  const { issue, text } = mending;
  const quote = quoteIn(mending);
  switch (issue.type) {
    case "repetition":
      return withoutRepeats(mending, ground);
    case "length":
      return trimmed(mending, ground);
    case "join":
      return quote === undefined ? [] : withoutAnnouncement(text, quote);
    case "reference":
      return quote === undefined ? [] : withoutNumber(text, quote);
    default: {
      if (quote === undefined) return [];
      const right = rightValue(text, issue, {
        quote,
        place: mending.node,
        writer: ground.writer,
      });
      return right === undefined ? [] : [replaced(text, right.place, right.value)];
    }
  }
}

/**
 * The place in the leaf that an issue is about, if the text still has those words there.
 *
 * @param mending - The issue.
 * @returns The place; `undefined` for an issue about the whole leaf.
 */
export function quoteIn({ node, text, issue }: Mending): TextQuote | undefined {
  const quote = issue.quotes?.find((each) => each.node === node.id);
  if (quote === undefined || quote.text === "") return undefined;
  if (text.slice(quote.start, quote.end) === quote.text) return quote;
  const start = text.indexOf(quote.text);
  return start === -1 ? undefined : { ...quote, start, end: start + quote.text.length };
}

function withoutAnnouncement(text: string, quote: PieceOfText): string[] {
  const piece = pieceAround(text, quote, "sentence");
  const sentence = text.slice(piece.start, piece.end);
  const rest = sentence.replace(ANNOUNCEMENT, "");
  const dropped = replaced(text, piece, "");
  if (rest === sentence || rest === "") return [dropped];
  return [replaced(text, piece, `${rest[0]?.toUpperCase()}${rest.slice(1)}`), dropped];
}

/** "As chapter 9 shows" becomes "as another chapter shows"; or the sentence goes. */
function withoutNumber(text: string, quote: TextQuote): string[] {
  const [word = ""] = quote.text.toLowerCase().split(/\s/);
  return [
    replaced(text, quote, `another ${word}`),
    replaced(text, pieceAround(text, quote, "sentence"), ""),
  ];
}

/** Takes out the sentences that repeat most, one after the other. */
function withoutRepeats({ node, text }: Mending, { index }: RepairGround): string[] {
  const others = index.without(node.id);
  const repeats = sentencePieces(text)
    .map((piece, place) => {
      const sentence = text.slice(piece.start, piece.end);
      const rest = replaced(text, piece, "");
      const isTwice = countWords(sentence) >= 4 && rest.includes(sentence);
      return { piece, place, worth: others.copiedShare(sentence) + (isTwice ? 1 : 0) };
    })
    .filter(({ worth }) => worth > 0)
    .toSorted((left, right) => right.worth - left.worth || right.place - left.place);
  const texts: string[] = [];
  for (let count = 1; count <= Math.min(3, repeats.length); count++) {
    // From the end, so that the places before stay right.
    const taken = repeats.slice(0, count).toSorted((left, right) => right.place - left.place);
    texts.push(taken.reduce((rest, { piece }) => replacedRaw(rest, piece), text));
  }
  return texts.map((each) => replaced(each, { start: 0, end: 0 }, ""));
}

function replacedRaw(text: string, { start, end }: PieceOfText): string {
  return `${text.slice(0, start)}${text.slice(end)}`;
}

function trimmed({ node, text }: Mending, { writer }: RepairGround): string[] {
  const targetWords = writer.journal.state.accepted.get(node.id)?.targetWords ?? node.targetWords;
  const window = lengthWindow(targetWords, false);
  if (countWords(text) <= window.most) return [];
  const hits = node.must.flatMap((id) => writer.hits.get(id) ?? []);
  const brief = nodeLine(node);
  const relevance = openRelevance([brief]);
  return [
    trimToWindow(text, window, (sentence) => ({
      keep: mentionsFound(sentence, hits).length > 0,
      worth: relevance.cosine(sentence, brief),
    })),
  ];
}

/**
 * The sentence of a text that shares most words with some others.
 *
 * @param text - The text.
 * @param words - The others.
 * @returns Its place; the last sentence where none shares a word.
 */
export function nearestSentence(text: string, words: string): PieceOfText | undefined {
  const wanted = new Set(unicodeWords(words));
  let best: PieceOfText | undefined;
  let most = -1;
  for (const piece of sentencePieces(text)) {
    const own = new Set(unicodeWords(text.slice(piece.start, piece.end)));
    const shared = [...own].filter((word) => wanted.has(word)).length / (own.size + 5);
    if (shared < most) continue;
    best = piece;
    most = shared;
  }
  return best;
}
