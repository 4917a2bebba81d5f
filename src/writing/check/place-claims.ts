import type { Claim } from "./claim.ts";
import { clauseSubject, type TokenSpan } from "./clauses.ts";
import { verbOf } from "./lexicon.ts";
import type { Mention } from "./noun-phrases.ts";
import type { ReadSentence } from "./read-sentence.ts";

const PLACE_VERBS: ReadonlySet<string> = new Set(
  "bear die bury live lie work study grow found build marry move meet settl rais educ".split(" "),
);
/** Places that do not change, or that a text seldom changes without saying so. */
const LASTING: ReadonlySet<string> = new Set(
  "bear die bury lie grow found build marry from rais study educ".split(" "),
);
const PLACE_PREPOSITION = /^(?:in|at|on|near|to|outside|above|from)$/;
const MOST_WORDS_BETWEEN = 8;

/**
 * What a sentence says about places: born, living, buried, lying somewhere.
 *
 * @param sentence - The sentence.
 * @returns Its claims.
 */
export function placeClaims(sentence: ReadSentence): Claim[] {
  if (sentence.tokens.at(-1)?.text === "?") return [];
  return sentence.clauses.flatMap((clause) => placesIn(clause, sentence));
}

function placesIn(clause: TokenSpan, sentence: ReadSentence): Claim[] {
  const found: Claim[] = [];
  for (let at = clause.from; at < clause.to; at++) {
    const verb = placeVerb(sentence, at);
    if (verb !== undefined) found.push(...placeClaim(verb, { at, clause, sentence }));
  }
  return found;
}

interface VerbPlace {
  readonly at: number;
  readonly clause: TokenSpan;
  readonly sentence: ReadSentence;
}

function placeClaim(verb: string, { at, clause, sentence }: VerbPlace): Claim[] {
  const place = placeAfter(sentence, at, clause.to);
  const mention = subjectBefore(sentence, clause, at);
  const subject = mention === undefined ? undefined : sentence.resolve(mention);
  if (place === undefined || mention?.possessive === true) return [];
  // "They were married in Brünn" says enough.
  if (subject === undefined && verb !== "marry") return [];
  const words = sentence.tokens.slice(clause.from, at).map(({ lower }) => lower);
  return [
    sentence.claim({
      ...(subject === undefined ? {} : { subject }),
      attribute: `place: ${verb}`,
      typed: { kind: "name", name: place.subject.text },
      span: { from: place.from, to: place.to },
      clause,
      lasting: LASTING.has(verb),
      scope: words.filter((word) => /^(?:not|never|if|once|first)$/.test(word)),
    }),
  ];
}

function placeVerb({ tokens }: ReadSentence, at: number): string | undefined {
  const word = tokens[at]?.lower ?? "";
  const before = tokens[at - 1]?.lower ?? "";
  if (word === "from") {
    const isOrigin = /^(?:is|was|came|comes|come|are|were)$/.test(before);
    return isOrigin ? "from" : undefined;
  }
  if (word === "native" && tokens[at + 1]?.lower === "of") return "from";
  const verb = verbOf(word);
  if (verb === undefined || !PLACE_VERBS.has(verb)) return undefined;
  return /^(?:the|a|an|his|her|their)$/.test(before) ? undefined : verb;
}

function placeAfter(
  { tokens, mentions }: ReadSentence,
  at: number,
  end: number,
): Mention | undefined {
  const isNative = tokens[at]?.lower === "from" || tokens[at]?.lower === "native";
  return mentions.find(({ from, kind, role, to, possessive }) => {
    if (kind !== "name" || role !== undefined || possessive) return false;
    if (from <= at || to > end || from > at + MOST_WORDS_BETWEEN) return false;
    const before = tokens[from - 1]?.lower ?? "";
    if (isNative) return from - at <= 2;
    return PLACE_PREPOSITION.test(before) && tokens[from]?.lower !== "the";
  });
}

function subjectBefore(sentence: ReadSentence, clause: TokenSpan, at: number): Mention | undefined {
  const mention = clauseSubject(sentence.tokens, clause, sentence.mentions);
  // In "Born in Bergen, she …" the subject comes later, in "the house stood in Bergen" before.
  return mention !== undefined && (mention.to <= at || at - clause.from <= 1) ? mention : undefined;
}
