import type { PlanNode } from "../../records/index.ts";
import { unicodeWords } from "../../text/index.ts";
import { neighboursOf, placeOf } from "../draft/leaf-place.ts";
import type { Writer } from "../run/writer.ts";
import type { OpenIssue } from "../run/writing-state.ts";
import { type PieceOfText, sentencePieces } from "./text-spans.ts";

/** Words on either side of a join that are looked at. */
const JOIN_WORDS = 80;
/** Words in a row that two sides of a join may not share. */
const SHARED_RUN = 6;

// Words with which a text says that it is over; in the middle of a document they are wrong.
const CLOSING =
  /^(?:in conclusion|to conclude|to sum up|in summary|in closing|all in all|the end\b|and so (?:our|the|this) (?:story|tale|report|essay|journey) (?:ends|comes)|(?:this|thus) (?:concludes|ends) (?:the|our|my|this)|and they (?:all )?lived happily)/i;

/**
 * What is wrong where a leaf meets the one before it, and where it ends although the document goes on.
 * Its severity is 2.
 *
 * @param node - The leaf.
 * @param text - Its text, or one that could stand there.
 * @param writer - The run.
 * @returns Issues of type `join`.
 */
export function joinIssues(node: PlanNode, text: string, writer: Writer): OpenIssue[] {
  const sentences = sentencePieces(text);
  const { previousText } = neighboursOf(node, writer);
  const place = placeOf(node, writer);
  return [
    ...repeatedHead(node, text, { sentences, previousText }),
    ...(place === "last" || place === "only" ? [] : earlyEnd(node, text, sentences)),
  ];
}

interface Head {
  readonly sentences: readonly PieceOfText[];
  readonly previousText: string | undefined;
}

/** A leaf that says again how the one before it ended. */
function repeatedHead(
  node: PlanNode,
  text: string,
  { sentences, previousText }: Head,
): OpenIssue[] {
  if (previousText === undefined) return [];
  const tail = ` ${unicodeWords(previousText).slice(-JOIN_WORDS).join(" ")} `;
  let words = 0;
  for (const piece of sentences) {
    if (words >= JOIN_WORDS) return [];
    const own = unicodeWords(text.slice(piece.start, piece.end));
    words += own.length;
    if (!sharesRun(own, tail)) continue;
    return [issueAt(node, text, { piece, message: "It says again how the part before it ended." })];
  }
  return [];
}

function sharesRun(words: readonly string[], tail: string): boolean {
  for (let at = 0; at + SHARED_RUN <= words.length; at++) {
    if (tail.includes(` ${words.slice(at, at + SHARED_RUN).join(" ")} `)) return true;
  }
  return false;
}

function earlyEnd(node: PlanNode, text: string, sentences: readonly PieceOfText[]): OpenIssue[] {
  const piece = sentences.find(({ start, end }) => CLOSING.test(text.slice(start, end)));
  if (piece === undefined) return [];
  return [issueAt(node, text, { piece, message: "It closes the text although more follows." })];
}

interface Found {
  readonly piece: PieceOfText;
  readonly message: string;
}

function issueAt(node: PlanNode, text: string, { piece, message }: Found): OpenIssue {
  const { start, end } = piece;
  const quote = { node: node.id, text: text.slice(start, end), start, end };
  return { type: "join", severity: 2, message, quotes: [quote] };
}
