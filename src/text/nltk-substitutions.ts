import type { NltkVersion } from "./nltk-version.ts";
import { ignoringCase, PYTHON_BOUNDARY, PYTHON_SPACE, PYTHON_WORD } from "./python-patterns.ts";

/** A pattern and what replaces each of its matches. */
type Substitution = readonly [pattern: RegExp, replacement: string];

/**
 * NLTK's word tokenizer: substitutions that put spaces where words are to be cut. The patterns are
 * Python's, so that white space, word characters and upper case mean what Python takes for them.
 */
interface WordSubstitutions {
  /** Marks that open wherever they stand. */
  readonly openingMarks: Substitution;
  /** For a quote that is the very first character of a sentence. */
  readonly start: Substitution;
  /** Quotes that open. */
  readonly opening: readonly Substitution[];
  /** Marks; in order. Those of `onlyAtEnd` look for the end of the sentence. */
  readonly marks: readonly Substitution[];
  /** The members of `marks` that match at the end of a sentence only. */
  readonly onlyAtEnd: ReadonlySet<Substitution>;
  /** Quotes that close, and clitics; they and contractions see a space at both ends. */
  readonly closing: readonly Substitution[];
}

const SPACED = " $& ";
const END = "(?![^])";

/**
 * Cuts a sentence, or a part of it with the white space around it, by NLTK's substitutions.
 *
 * @param text - The sentence or part.
 * @param place - Version, and whether the text begins or ends where the sentence does.
 * @returns Its words.
 */
export function cutSentence(text: string, place: SentencePlace): string[] {
  const { start, openingMarks, opening, marks, onlyAtEnd, closing } = SUBSTITUTIONS[place.nltk];
  let spaced = substitute(text, openingMarks);
  if (place.start) spaced = substitute(spaced, start);
  for (const substitution of opening) spaced = substitute(spaced, substitution);
  for (const substitution of marks) {
    if (place.end || !onlyAtEnd.has(substitution)) spaced = substitute(spaced, substitution);
  }
  spaced = ` ${spaced} `;
  for (const substitution of closing) spaced = substitute(spaced, substitution);
  if (MAY_CONTRACT.test(spaced)) {
    for (const substitution of CONTRACTIONS) spaced = substitute(spaced, substitution);
  }
  return spaced.split(" ").filter((word) => word !== "");
}

/** Where a text stands in its sentence. */
interface SentencePlace {
  /** Whose rules hold. */
  readonly nltk: NltkVersion;
  /** Whether it begins where the sentence begins. */
  readonly start: boolean;
  /** Whether it ends where the sentence ends. */
  readonly end: boolean;
}

function substitute(text: string, [pattern, replacement]: Substitution): string {
  return text.replace(pattern, replacement);
}

function wordSubstitutions(nltk: NltkVersion): WordSubstitutions {
  const finalPeriod: Substitution = [
    new RegExp(`([^.])(\\.)([\\])}>"'»”’ ]*)[${PYTHON_SPACE}]*${END}`, "u"),
    "$1 $2 $3 ",
  ];
  const finalPeriodAgain: Substitution = [
    new RegExp(`([^.])(\\.)([\\])}>"']*)[${PYTHON_SPACE}]*${END}`, "u"),
    "$1 $2$3 ",
  ];
  // Python's $ also stands before one final line break.
  const finalComma: Substitution = [new RegExp(`[:,](?=\\n?${END})`, "g"), SPACED];
  const dashes: Substitution[] = nltk === "3.9.1" ? [] : [[/[\u2012-\u2015]/g, SPACED]];
  return {
    start: [/^"/, "``"],
    openingMarks: [/[«“‘„]|`+/g, SPACED],
    opening: [[/``/g, " `` "], [/([ ([{<])("|'')/g, "$1 `` "], openingApostrophe(nltk)],
    marks: [
      finalPeriod,
      [/([:,])(\P{Nd})/gu, " $1 $2"],
      finalComma,
      [/\.{2,}/g, SPACED],
      [/[;@#$%&]/g, SPACED],
      ...dashes,
      finalPeriodAgain,
      [/[?!]/g, SPACED],
      [/([^'])' /gu, "$1 ' "],
      [/\*/g, SPACED],
      [/[\][(){}<>]/g, SPACED],
      [/--/g, SPACED],
    ],
    onlyAtEnd: new Set([finalPeriod, finalComma, finalPeriodAgain]),
    closing: [
      [/[»”’]/g, SPACED],
      [/''/g, SPACED],
      [/"/g, " '' "],
      [new RegExp(`[${PYTHON_SPACE}]+`, "g"), " "],
      [/([^' ])('[sS]|'[mM]|'[dD]|') /gu, "$1 $2 "],
      [/([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) /gu, "$1 $2 "],
    ],
  };
}

function openingApostrophe(nltk: NltkVersion): Substitution {
  const clitic = `(?:${["re", "ve", "ll", "m", "t", "s", "d", "n"].map(ignoringCase).join("|")})`;
  return nltk === "3.9.1"
    ? [new RegExp(`'(?!${clitic})([${PYTHON_WORD}])${PYTHON_BOUNDARY}`, "gu"), "' $1"]
    : [
        new RegExp(
          `(?<![${PYTHON_WORD}])'(?!${clitic}${PYTHON_BOUNDARY})(?=[${PYTHON_WORD}])`,
          "gu",
        ),
        "' ",
      ];
}

/** The words that are cut begin and end with word characters, so that half of Python's `\\b` will do. */
const WORD_START = `(?<![${PYTHON_WORD}])`;
const WORD_END = `(?![${PYTHON_WORD}])`;

function contraction(first: string, second: string): Substitution {
  const parts = `(${ignoringCase(first)})(${ignoringCase(second)})`;
  return [new RegExp(`${WORD_START}${parts}${WORD_END}`, "gu"), " $1 $2 "];
}

/** What every text holds in which a contraction is to be cut. */
const MAY_CONTRACT = /not|'ye|me|na|ta|'n|'t/i;

const CONTRACTIONS: readonly Substitution[] = [
  contraction("can", "not"),
  contraction("d", "'ye"),
  contraction("gim", "me"),
  contraction("gon", "na"),
  contraction("got", "ta"),
  contraction("lem", "me"),
  contraction("more", "'n"),
  [
    new RegExp(
      `${WORD_START}(${ignoringCase("wan")})(${ignoringCase("na")})[${PYTHON_SPACE}]`,
      "gu",
    ),
    " $1 $2 ",
  ],
  ...["is", "was"].map(
    (verb): Substitution => [
      new RegExp(` (${ignoringCase("'t")})(${ignoringCase(verb)})${WORD_END}`, "gu"),
      " $1 $2 ",
    ],
  ),
];

const SUBSTITUTIONS: Readonly<Record<NltkVersion, WordSubstitutions>> = {
  "3.10.3": wordSubstitutions("3.10.3"),
  "3.9.1": wordSubstitutions("3.9.1"),
};
