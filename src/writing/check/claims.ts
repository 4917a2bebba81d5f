import { splitSentences } from "../../text/index.ts";
import { bondClaims } from "./bond-claims.ts";
import type { Claim, SentencePlace } from "./claim.ts";
import { openDiscourse } from "./discourse.ts";
import type { EntityIndex, Gender } from "./entities.ts";
import { placeClaims } from "./place-claims.ts";
import { type ReadSentence, readSentence } from "./read-sentence.ts";
import { stateClaims } from "./state-claims.ts";
import type { Subject } from "./subjects.ts";
import { valueClaims } from "./value-claims.ts";

/** A text as rules read it. */
export interface ReadText {
  /** Its sentences with their words and mentions. */
  readonly sentences: readonly ReadSentence[];
  /** Everything that it says and that rules can compare. */
  readonly claims: readonly Claim[];
  /** Who is spoken of as she or he. */
  readonly genders: ReadonlyMap<Subject, Gender>;
}

/**
 * Reads an English text: who is spoken about, and what is said with dates, amounts, names and states.
 * Nothing is added to what is known.
 *
 * @param text - The text.
 * @param entities - What is known by name.
 * @returns Sentences and claims, in order.
 */
export function readText(text: string, entities: EntityIndex): ReadText {
  const discourse = openDiscourse(entities);
  const sentences: ReadSentence[] = [];
  const claims: Claim[] = [];
  const places = sentencePlaces(text);
  const known = { find: entities.find, local: namesInside(places) };
  for (const place of places) {
    const sentence = readSentence(place, known, discourse);
    sentences.push(sentence);
    claims.push(
      ...valueClaims(sentence),
      ...stateClaims(sentence),
      ...bondClaims(sentence),
      ...placeClaims(sentence),
    );
    discourse.close(sentence.mentions);
  }
  return { sentences, claims, genders: discourse.genders };
}

/** Words that are written with a capital inside a sentence. */
function namesInside(places: readonly SentencePlace[]): Set<string> {
  const names = new Set<string>();
  for (const { text } of places) {
    for (const [word] of text.matchAll(/(?<=[\p{Ll},] )\p{Lu}[\p{L}\p{M}]+/gu)) {
      names.add(word.toLowerCase());
    }
  }
  return names;
}

/**
 * The sentences of a text and where they begin; a line break after an empty line ends one, too.
 *
 * @param text - The text.
 * @returns The sentences, in order.
 */
function sentencePlaces(text: string): SentencePlace[] {
  const places: SentencePlace[] = [];
  let start = 0;
  for (const paragraph of text.split(/(\n\s*\n)/)) {
    let at = start;
    for (const sentence of splitSentences(paragraph)) {
      if (sentence.trim() !== "") places.push({ text: sentence, start: at });
      at += sentence.length;
    }
    start += paragraph.length;
  }
  return places;
}
