import type { OpenIssue } from "../run/writing-state.ts";
import type { ReadText } from "./claims.ts";
import type { Entity, EntityIndex } from "./entities.ts";
import type { FactGround } from "./fact-ground.ts";
import { FUNCTION_WORDS, OTHER_VERBS, verbOf } from "./lexicon.ts";
import type { Mention } from "./noun-phrases.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { isCapital, type Token } from "./tokens.ts";

/** A name in a text that is nearly one of the bible's. */
export interface NameDrift {
  /** The word as it stands. */
  readonly token: Token;
  /** The name that it is nearly. */
  readonly known: KnownName;
}

/** A word of a name that is known. */
export interface KnownName {
  /** The word in lower case. */
  readonly word: string;
  /** The whole name. */
  readonly name: string;
  /** Who named it first. */
  readonly origin: "author" | "text";
  /** Where it stands first, if in the same text. */
  readonly start?: number;
}

/** Shortest words of names that are looked at, for one and for two letters that differ. */
const LEAST_FOR_ONE = 4;
const LEAST_FOR_TWO = 6;

/**
 * Names of a text that are one or two letters away from a known name, and no name of their own.
 *
 * @param read - The text.
 * @param ground - Where it stands, and what holds.
 * @returns The drifted words.
 */
export function nameDrifts(read: ReadText, ground: FactGround): readonly NameDrift[] {
  return lookAtNames(read, ground).drifts;
}

/** What the names of a text are. */
export interface LookedAtNames {
  /** Those that are nearly another one. */
  readonly drifts: readonly NameDrift[];
  /** Words that nobody had named before. */
  readonly fresh: readonly KnownName[];
}

/**
 * Sorts the names of a text into those that drift and those that are new.
 *
 * @param read - The text.
 * @param ground - Where it stands, and what holds.
 * @returns Both.
 */
export function lookAtNames(read: ReadText, { bible }: FactGround): LookedAtNames {
  const known = openNames(knownNames(bible));
  const own = bearersOf(read);
  const isBearer = (word: string): boolean => own.has(word) || bible.persons.has(word);
  const roles = namesWithRoles(read);
  const lowerCase = lowerWords(read);
  const found: NameDrift[] = [];
  const fresh: KnownName[] = [];
  for (const { token, beside } of read.sentences.flatMap((sentence) =>
    nameWordsOf(sentence, known, lowerCase),
  )) {
    const { lower: word } = token;
    // Of names that only texts hold, those of persons count, and of those with another word in common.
    const counts = ({ origin, word: other, name }: KnownName, limit: number): boolean =>
      origin === "author" ||
      isBearer(other) ||
      (limit === 1 && roles.has(other)) ||
      sharesWord(name, beside);
    const isNew = isSpelling(known.get(word), token, beside);
    if ((known.has(word) && !isNew) || lowerCase.has(word)) continue;
    const near = nearestName(word, known, isNew ? besideOf(word, beside) : counts);
    if (isNew && near === undefined) continue;
    if (near !== undefined) {
      found.push({ token, known: near });
      continue;
    }
    // What is named first in this text is known from there on.
    const name: KnownName = { word, name: token.text, origin: "text", start: token.start };
    known.add(name);
    fresh.push(name);
  }
  return { drifts: found, fresh };
}

/**
 * Name drift as issues.
 *
 * @param read - The text.
 * @param ground - Where it stands, and what holds.
 * @returns One issue a word.
 */
export function nameIssues(read: ReadText, ground: FactGround): OpenIssue[] {
  return nameDrifts(read, ground).map(({ token, known }) => {
    const { node } = ground;
    const { name, start } = known;
    const place =
      start === undefined
        ? ground.bible.book.placeOfName(name)
        : { node, text: name, start, end: start + name.length };
    return {
      type: "name",
      severity: known.origin === "author" ? 5 : 4,
      message: `“${token.text}” is nearly “${known.name}”.`,
      quotes: [
        { node, text: token.text, start: token.start, end: token.end },
        ...(place === undefined ? [] : [place]),
      ],
    };
  });
}

/** A word that this text brought up may still be another spelling of the name that stands beside it. */
function isSpelling(
  known: KnownName | undefined,
  { text }: Token,
  beside: readonly Token[],
): boolean {
  return known?.start !== undefined && beside.length > 0 && known.name === text;
}

function besideOf(word: string, beside: readonly Token[]): (name: KnownName) => boolean {
  return ({ name, word: other }) => other !== word && sharesWord(name, beside);
}

/** Words of names after a noun that says what they are: "the research vessel Alca". */
function namesWithRoles({ sentences }: ReadText): Set<string> {
  return new Set(
    sentences.flatMap(({ mentions }) =>
      mentions.flatMap(({ role, subject }) => (role === undefined ? [] : subject.words)),
    ),
  );
}

/** Words of names: those of the bible, and after them those that a text brings up. */
interface KnownNames {
  has(word: string): boolean;
  get(word: string): KnownName | undefined;
  add(name: KnownName): void;
  find(matches: (name: KnownName) => boolean): KnownName | undefined;
}

function openNames(base: ReadonlyMap<string, KnownName>): KnownNames {
  const own = new Map<string, KnownName>();
  return {
    has: (word) => base.has(word) || own.has(word),
    get: (word) => own.get(word) ?? base.get(word),
    add: (name) => {
      own.set(name.word, name);
    },
    find: (matches) => {
      for (const name of base.values()) if (matches(name)) return name;
      for (const name of own.values()) if (matches(name)) return name;
      return undefined;
    },
  };
}

interface TakenNames {
  readonly changes: number;
  readonly names: Map<string, KnownName>;
  taken: number;
}

// What is known by name grows at its end: only what is new has to be read for the next text.
const takenNames = new WeakMap<EntityIndex, TakenNames>();

/** The words of all names. Those of the author's come first; of the others the newest counts. */
function knownNames({ entities }: FactGround["bible"]): ReadonlyMap<string, KnownName> {
  const { all, changes } = entities;
  const before = takenNames.get(entities);
  const known =
    before?.changes === changes
      ? before
      : { changes, names: new Map<string, KnownName>(), taken: 0 };
  takenNames.set(entities, known);
  for (; known.taken < all.length; known.taken++) {
    for (const name of namesOf(all[known.taken] as Entity)) {
      if (known.names.get(name.word)?.origin !== "author") known.names.set(name.word, name);
    }
  }
  return known.names;
}

function namesOf({ names, origin }: Entity): KnownName[] {
  return names
    .filter(({ kind }) => kind === "name")
    .flatMap(({ words, text }) => words.map((word) => ({ word, name: text, origin })));
}

function lowerWords({ sentences }: ReadText): Set<string> {
  const words = new Set<string>();
  for (const { tokens } of sentences) {
    for (const token of tokens)
      if (token.kind === "word" && !isCapital(token)) words.add(token.lower);
  }
  return words;
}

/** Words of names; a sentence's first word only where it stands like a name. */
function nameWordsOf(
  { tokens, mentions }: ReadSentence,
  known: KnownNames,
  lowerCase: ReadonlySet<string>,
): NameWord[] {
  const named = mentions
    .filter(({ kind }) => kind === "name")
    .flatMap((mention) => {
      const words = capitals(tokens, mention);
      return words.map((token) => ({ token, beside: words.filter((other) => other !== token) }));
    });
  const first = tokens.find(({ kind }) => kind === "word");
  if (first === undefined || named.some(({ token }) => token === first) || !isCapital(first))
    return named;
  const next = tokens[tokens.indexOf(first) + 1];
  const isName =
    !FUNCTION_WORDS.has(first.lower) &&
    !known.has(first.lower) &&
    !lowerCase.has(first.lower) &&
    verbOf(first.lower) === undefined &&
    isAfterName(next);
  return isName ? [{ token: first, beside: [] }, ...named] : named;
}

/** A word of a name, and the other words of it. */
interface NameWord {
  readonly token: Token;
  readonly beside: readonly Token[];
}

function sharesWord(name: string, beside: readonly Token[]): boolean {
  const words = name.toLowerCase().split(" ");
  return beside.some(({ lower }) => lower.length > 2 && words.includes(lower));
}

const HUMAN =
  /^(?:said|says|asked|replied|answered|laughed|smiled|nodded|wept|whispered|thought|knew|looked|born|married|told|spoke|wanted|felt|shook|shrugged|sighed)$/;
const PERSONAL_TITLE = /^(?:Mrs?|Ms|Miss|Dr|Doctor|Captain|Aunt|Uncle|Sir|Lady)\b/;

/**
 * Words of names that belong to persons, or to things with a name of their own: relatives, bearers of an
 * office, those who speak.
 *
 * @param read - The text.
 * @returns The words, in lower case.
 */
export function bearersOf({ sentences, claims }: ReadText): Set<string> {
  return new Set([...claims.flatMap(bearersInClaim), ...sentences.flatMap(bearersInSentence)]);
}

function bearersInClaim({ subject, attribute, typed }: ReadText["claims"][number]): string[] {
  const relation = /^relation: (.*)$/.exec(attribute)?.[1];
  if (relation !== undefined) return [...(subject?.words ?? []), ...relation.split(" ")];
  return attribute === "name" && typed.kind === "name" ? typed.name.toLowerCase().split(" ") : [];
}

function bearersInSentence({ mentions, tokens }: ReadSentence): string[] {
  const names = mentions.filter(({ kind }) => kind === "name");
  const [only] = names;
  const isSpokenOf = tokens.some(
    ({ lower }, at) => at > (only?.to ?? 0) && /^(?:he|she)$/.test(lower),
  );
  const isPerson = names.length === 1 && only?.oblique === false && isSpokenOf;
  return names
    .filter(({ subject, to }) => {
      const after = tokens.slice(to, to + 2).some(({ lower }) => HUMAN.test(lower));
      return isPerson || after || PERSONAL_TITLE.test(subject.text);
    })
    .flatMap(({ subject }) => subject.words);
}

function capitals(tokens: readonly Token[], { from, to }: Mention): Token[] {
  return tokens
    .slice(from, to)
    .filter((token) => isCapital(token) && !FUNCTION_WORDS.has(token.lower));
}

const AUXILIARIES: ReadonlySet<string> = new Set(
  "is was has had will would could can might must did does".split(" "),
);

function isAfterName(token: Token | undefined): boolean {
  if (token === undefined) return false;
  if (token.text === "," || /^['’]s$/.test(token.text)) return true;
  return (
    AUXILIARIES.has(token.lower) ||
    OTHER_VERBS.has(token.lower) ||
    verbOf(token.lower) !== undefined
  );
}

function nearestName(
  word: string,
  known: KnownNames,
  counts: (name: KnownName, limit: number) => boolean,
): KnownName | undefined {
  for (const limit of [1, 2] as const) {
    const isNear = (name: KnownName): boolean =>
      hasLength(word, name.word, limit) &&
      counts(name, limit) &&
      !isForm(word, name) &&
      editDistance(word, name.word) <= limit;
    const found = known.find(isNear);
    if (found !== undefined) return found;
  }
  return undefined;
}

function hasLength(word: string, name: string, limit: 1 | 2): boolean {
  const least = limit === 1 ? LEAST_FOR_ONE : LEAST_FOR_TWO;
  const [short, long] = [Math.min(name.length, word.length), Math.max(name.length, word.length)];
  return long - short <= limit && long >= least && short >= least - 1;
}

const ENDING = /^(?:s|es|n|ns|an|ans|er|ers|ic|y|i)$/;
/** Shortest name that another word is made from. */
const LEAST_STEM = 5;

/** `Norwegians`, `Haldaner`: made from the name by an ending. */
function isForm(word: string, { word: name, origin }: KnownName): boolean {
  const [short, long] = word.length < name.length ? [word, name] : [name, word];
  if (long === short) return true;
  const ending = long.startsWith(short) ? long.slice(short.length) : undefined;
  // "the Wrens" are a form of Wren; "Tobia" is none of Tobias.
  if (origin === "author") {
    return word === long && (ending === "s" || (ending === "es" && short.length > 4));
  }
  if (/(?:ican|ian|ish|ese|ency|ship|ment|tion|port)s?$/.test(word)) return true;
  const isTurned =
    word.slice(0, -1) === name.slice(0, -1) && /[asnyie]$/.test(word) && /[asnyie]$/.test(name);
  if (isTurned && short.length > LEAST_STEM) return true;
  return ending !== undefined && short.length >= LEAST_STEM && ENDING.test(ending);
}

/**
 * Letters that have to be changed, added, left out or swapped with their neighbour to make one word into
 * another.
 *
 * @param left - One word.
 * @param right - The other one.
 * @returns How many.
 */
function editDistance(left: string, right: string): number {
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let one = 1; one <= left.length; one++) {
    const next = [one];
    for (let other = 1; other <= right.length; other++) {
      const same = left[one - 1] === right[other - 1];
      let least = Math.min(
        (row[other] as number) + 1,
        (next[other - 1] as number) + 1,
        (row[other - 1] as number) + (same ? 0 : 1),
      );
      const isSwapped = left[one - 1] === right[other - 2] && left[one - 2] === right[other - 1];
      if (one > 1 && other > 1 && isSwapped)
        least = Math.min(least, (before[other - 2] as number) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row.at(-1) as number;
}
