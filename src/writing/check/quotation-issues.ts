import { unicodeWords } from "../../text/index.ts";
import type { Brief, OutlineNode } from "../brief/brief.ts";
import type { OpenIssue } from "../run/writing-state.ts";

/** Shorter quotations are titles and words held at arm's length. */
const LEAST_WORDS = 5;
const QUOTED = /“([^“”]+)”|"([^"\n]+)"|«([^«»]+)»|„([^„“”]+)[“”]/gu;
const OMISSION = /\[[^\]]*\]|…|\.\.\./u;

/**
 * Finds quotations that stand neither in the brief nor in its sources, word for word; case, punctuation
 * and what stands in square brackets aside. Severity 3.
 *
 * @param text - The text.
 * @param brief - The brief.
 * @param node - Id of the leaf.
 * @returns Issues of type `quotation`.
 */
export function quotationIssues(text: string, brief: Brief, node: string): OpenIssue[] {
  const found = [...text.matchAll(QUOTED)];
  if (found.length === 0) return [];
  const known = knownWords(brief);
  return found.flatMap((match) => {
    const quoted = match.slice(1).find((group) => group !== undefined) ?? "";
    if (unicodeWords(quoted).length < LEAST_WORDS || stands(quoted, known)) return [];
    const start = match.index;
    return {
      type: "quotation",
      severity: 3,
      message: "This quotation stands neither in the brief nor in its sources.",
      quotes: [{ node, text: match[0], start, end: start + match[0].length }],
    };
  });
}

/** Every piece between omissions has to stand there, in order. */
function stands(quoted: string, known: readonly string[]): boolean {
  const pieces = quoted
    .split(OMISSION)
    .map((piece) => unicodeWords(piece).join(" "))
    .filter((piece) => piece !== "");
  return known.some((words) => {
    let at = 0;
    return pieces.every((piece) => {
      const place = words.indexOf(` ${piece} `, at);
      at = place + piece.length;
      return place >= 0;
    });
  });
}

const cache = new WeakMap<Brief, readonly string[]>();

/** All words that the author gave, text by text. */
function knownWords(brief: Brief): readonly string[] {
  const before = cache.get(brief);
  if (before !== undefined) return before;
  const { goal, opening = "", must, facts, sources = [], outline = [] } = brief;
  const texts = [
    goal,
    opening,
    ...must.flatMap(({ text, accept }) => [text, ...accept]),
    ...facts.map(({ value }) => String(value)),
    ...sources.map(({ text }) => text),
    ...outline.flatMap(textsIn),
  ];
  const words = texts.map((text) => ` ${unicodeWords(text).join(" ")} `);
  cache.set(brief, words);
  return words;
}

function textsIn({ text, brief, children = [] }: OutlineNode): string[] {
  return [text ?? "", brief ?? "", ...children.flatMap(textsIn)];
}
