import { splitSentences } from "../../text/index.ts";
import type { Brief } from "../brief/brief.ts";
import { stemsOf } from "../draft/mentions.ts";
import type { OpenIssue } from "../run/writing-state.ts";

/** Share of a topic's words that have to stand side by side for it to have come up. */
const LEAST_LIKENESS = 0.5;
/** Sentences that are looked at together. */
const SENTENCES = 2;
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  "the and for with from into onto about over under of in on at to a an his her their our your its my all any".split(
    " ",
  ),
);

/**
 * Finds topics that the text was to stay away from: two neighbouring sentences hold at least half of the
 * words of its phrase, and more than one of them where it has several. Severity 2, one issue a topic.
 *
 * @param text - The text.
 * @param brief - The brief.
 * @param node - Id of the leaf.
 * @returns Issues of type `topic`.
 */
export function topicIssues(
  text: string,
  { avoid }: Pick<Brief, "avoid">,
  node: string,
): OpenIssue[] {
  const topics = avoid.filter(({ how }) => how === "topic");
  if (topics.length === 0) return [];
  const sentences = placesOf(text);
  return topics.flatMap(({ text: topic }) => {
    const wanted = [...new Set(topic.split(/\W+/u).filter(isContent).flatMap(stemsOf))];
    const found = sentences.findIndex((_, at) =>
      comesUp(wanted, sentences.slice(at, at + SENTENCES)),
    );
    const sentence = sentences[found];
    if (sentence === undefined) return [];
    const { start, words } = sentence;
    return {
      type: "topic",
      severity: 2,
      message: `The topic “${topic}” comes up, which the brief wants to be avoided.`,
      quotes: [{ node, text: words, start, end: start + words.length }],
    };
  });
}

function isContent(word: string): boolean {
  return word.length > 1 && !FUNCTION_WORDS.has(word.toLowerCase());
}

interface SentenceWords {
  readonly words: string;
  readonly start: number;
  readonly stems: ReadonlySet<string>;
}

function placesOf(text: string): SentenceWords[] {
  let at = 0;
  return splitSentences(text).map((sentence) => {
    const words = sentence.trim();
    const start = text.indexOf(words, at);
    at = start + words.length;
    return { words, start, stems: new Set(stemsOf(words)) };
  });
}

function comesUp(wanted: readonly string[], sentences: readonly SentenceWords[]): boolean {
  const held = wanted.filter((stem) => sentences.some(({ stems }) => stems.has(stem)));
  // Of two sentences, the first one has to speak of it.
  const begins = held.some((stem) => sentences[0]?.stems.has(stem) === true);
  const least = Math.max(Math.min(2, wanted.length), LEAST_LIKENESS * wanted.length);
  return wanted.length > 0 && begins && held.length >= least;
}
