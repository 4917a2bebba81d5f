import { splitSentences, unicodeWords } from "../../text/index.ts";
import type { AuthorFact, Brief } from "../brief/brief.ts";
import { mentions, stemsOf } from "../draft/mentions.ts";

const ONES = [
  ..."zero one two three four five six seven eight nine ten eleven twelve thirteen".split(" "),
  ..."fourteen fifteen sixteen seventeen eighteen nineteen".split(" "),
];
const TENS = ["", "", ..."twenty thirty forty fifty sixty seventy eighty ninety".split(" ")];
const ARTICLE = /^(?:the|an?)\s+/i;

/** Fewest digits of a number that means something without the name of its subject. */
const TELLING_DIGITS = 4;
/** Fewest words of a phrase that means something without the name of its subject. */
const TELLING_WORDS = 2;

/**
 * The forms in which a value may stand in a text.
 *
 * @param value - The value.
 * @returns It as written, without its article, with its thousands set apart, in words up to 99; none for
 *   true and false, which no text says.
 */
export function valueForms(value: AuthorFact["value"]): string[] {
  if (typeof value === "boolean") return [];
  const written = String(value).trim();
  const forms = [written, written.replace(ARTICLE, "")];
  const number = /^\d+$/.test(written) ? Number(written) : undefined;
  if (number !== undefined) forms.push(number.toLocaleString("en"), ...inWords(number));
  return [...new Set(forms.filter((form) => form !== ""))];
}

function inWords(number: number): string[] {
  const small = ONES[number];
  if (small !== undefined) return [small];
  const tens = TENS[Math.floor(number / 10)];
  if (tens === undefined || tens === "") return [];
  const ones = number % 10;
  return ones === 0 ? [tens] : [`${tens}-${ONES[ones]}`];
}

/**
 * The names of what a fact is about: its subject, without its article, the parts of a person's name, and
 * the forms under which the brief asks for it.
 *
 * @param subject - The subject.
 * @param brief - The brief, for the forms of its mentions.
 * @returns Names.
 */
export function subjectNames(subject: string, { must }: Pick<Brief, "must">): string[] {
  const bare = subject.trim().replace(ARTICLE, "");
  const parts = bare.split(/\s+/);
  const isName = parts.length > 1 && parts.every((part) => /^\p{Lu}/u.test(part));
  const asked = must
    .filter(({ text, accept }) => [text, ...accept].some((form) => sameWords(form, subject)))
    .flatMap(({ accept }) => accept);
  return [...new Set([subject, bare, ...(isName ? parts : []), ...asked])];
}

function sameWords(left: string, right: string): boolean {
  const words = (text: string): string => unicodeWords(text.replace(ARTICLE, "")).join(" ");
  return words(left) === words(right);
}

/**
 * Whether a form says what it says without its subject beside it: a long number, a name, a phrase.
 *
 * @param form - The form.
 * @returns Whether it can be looked for by itself.
 */
export function isTelling(form: string): boolean {
  const digits = form.match(/\d/g)?.length ?? 0;
  if (digits > 0 && !/\p{L}/u.test(form)) return digits >= TELLING_DIGITS;
  if (isNumberInWords(form)) return false;
  return unicodeWords(form).length >= TELLING_WORDS || /^\p{Lu}/u.test(form);
}

function isNumberInWords(form: string): boolean {
  const words = form.toLowerCase().split("-");
  return words.every((word) => word !== "" && (ONES.includes(word) || TENS.includes(word)));
}

/**
 * The first sentence of a text that holds one of some forms; case and inflection do not matter.
 *
 * @param text - The text.
 * @param forms - The forms.
 * @returns The sentence as it stands; `undefined` if there is none.
 */
export function sentenceWith(text: string, forms: readonly string[]): string | undefined {
  if (forms.length === 0) return undefined;
  return splitSentences(text.replace(/\s+/g, " "))
    .map((sentence) => sentence.trim())
    .find((sentence) => mentions(stemsOf(sentence), forms));
}
