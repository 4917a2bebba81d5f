import fc from "fast-check";
import { expect, it } from "vitest";

import { cutSentence } from "./nltk-substitutions.ts";
import { nltkTokenizer } from "./nltk-words.ts";
import { punktSentences } from "./punkt-sentences.ts";
import { NO_PUNKT_TABLES } from "./punkt-tables.ts";

// Pieces and spaces chosen so that every substitution meets every kind of neighbour.
const piece = fc.constantFrom(
  ..."a 5 word cannot Wanna wanna-be d'ye more'n 'tis 'Twas it's don't DON'T Don'T 's I'm ' '' \" `` ` ''a".split(
    " ",
  ),
  ..."a' a'' \"a a\" (\"a ( ) ] } > [\"a <''b Mr. a. a.) a.\" a.' .. ... a...b . , ,, : 3,5 a,b a,5 ; a; ? ?! !".split(
    " ",
  ),
  ..."-- a--b — ‒a “ ” ‘ ’ it’s «a» „ * a*b @a # $5 % & a.’ a.» é 国 国. ٣,٣ 🙂 🙂' ſ' 'S".split(
    " ",
  ),
);
const space = fc.constantFrom(" ", " ", " ", "\n", "\t", "\u00a0", "  ", " \n", "");
const text = fc
  .array(fc.tuple(space, piece), { maxLength: 12 })
  .chain((pieces) => space.map((end) => pieces.flat().join("") + end));

it.each(["3.10.3", "3.9.1"] as const)("cuts pieces as it would the whole sentence, %s", (nltk) => {
  const tokenizer = nltkTokenizer({ nltk });
  fc.assert(
    fc.property(text, (sample) => {
      const whole = punktSentences(sample, { nltk }).flatMap((sentence) =>
        cutSentence(sentence, { nltk, start: true, end: true }),
      );
      expect(tokenizer.words(sample)).toEqual(whole);
    }),
    { seed: 7, numRuns: 4000 },
  );
});

it("cuts clitics, contractions and marks", () => {
  expect(nltkTokenizer().words("We can't; they cannot.")).toEqual(
    "We ca n't ; they can not .".split(" "),
  );
});

it("keeps a full stop on its word inside a sentence", () => {
  const abbreviations = new Set(["mr"]);
  const taught = nltkTokenizer({ punkt: { ...NO_PUNKT_TABLES, abbreviations } });
  expect(taught.words("Mr. Birch left.")).toEqual(["Mr.", "Birch", "left", "."]);
  // Without tables Punkt ends a sentence there, and the last word of one loses its full stop.
  expect(nltkTokenizer().words("Mr. Birch left.")).toEqual(["Mr", ".", "Birch", "left", "."]);
});

it("cuts a text of a million characters without white space", () => {
  expect(nltkTokenizer().words("a".repeat(1_000_000))).toHaveLength(1);
  // Only the last full stop ends the sentence, so that it alone is cut off its word.
  expect(nltkTokenizer().words("a.)".repeat(100_000))).toHaveLength(200_001);
  expect(nltkTokenizer().words(`ab.${" ".repeat(1_000_000)}b`)).toEqual(["ab", ".", "b"]);
});
