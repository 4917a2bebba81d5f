import type { QuantityValue, TypedValue } from "../../records/index.ts";
import { porterStem } from "../../text/index.ts";
import { dateAt, type FoundValue } from "./dates.ts";
import { FUNCTION_WORDS, verbOf } from "./lexicon.ts";
import { type FoundNumber, numberAt } from "./numbers.ts";
import { timeAt } from "./times.ts";
import { isCapital, type Token } from "./tokens.ts";
import { unitOf } from "./units.ts";

/** A date, time or amount in a sentence. */
export interface TypedSpan extends FoundValue<TypedValue> {
  /** Words around it that say what is measured: `long`, `height`, the adjectives of what is counted. */
  readonly about: readonly string[];
  /** Whether it is only a part of something, or one of several: `another`, `each`, `first`. */
  readonly partial: boolean;
}

/**
 * Every date, time and amount of a sentence.
 *
 * @param tokens - Its tokens.
 * @returns What was found, in order.
 */
export function typedSpans(tokens: readonly Token[]): TypedSpan[] {
  const found: TypedSpan[] = [];
  let at = 0;
  while (at < tokens.length) {
    const span = spanAt(tokens, at);
    if (span !== undefined) found.push(span);
    at = Math.max(at + 1, span?.to ?? 0);
  }
  return found;
}

function spanAt(tokens: readonly Token[], at: number): TypedSpan | undefined {
  const dated = dateAt(tokens, at) ?? timeAt(tokens, at);
  if (dated !== undefined) return { ...dated, about: [], partial: false };
  const number = numberAt(tokens, at) ?? articleUnit(tokens, at);
  if (number === undefined || number.ordinal) return undefined;
  const amount =
    ageAt(tokens, number) ??
    moneyBefore(tokens, number) ??
    labelAt(tokens, number) ??
    measureAt(tokens, number) ??
    countAt(tokens, number);
  if (amount === undefined) return undefined;
  const bound = boundBefore(tokens, at);
  const value = bound === undefined ? amount.value : { ...amount.value, bound };
  return { ...amount, value, partial: isPartial(tokens, at, amount.to) };
}

type Amount = Omit<TypedSpan, "value" | "partial"> & { readonly value: QuantityValue };

const UNIT_ARTICLES: ReadonlySet<string> = new Set(["a", "an"]);

/** `a year`, `an hour`: one of a unit of time, where it lasts. */
function articleUnit(tokens: readonly Token[], at: number): FoundNumber | undefined {
  const isArticle = UNIT_ARTICLES.has(tokens[at]?.lower ?? "");
  const unit = unitOf(tokens[at + 1]?.lower ?? "");
  if (!isArticle || unit?.dimension !== "duration") return undefined;
  if (tokens[at - 1]?.lower !== "for") return undefined;
  return { value: 1, from: at, to: at + 1, ordinal: false, inWords: true };
}

/** Longest life, in years. */
const MOST_AGE = 119;

function ageAt(tokens: readonly Token[], number: FoundNumber): Amount | undefined {
  const { value, from } = number;
  if (value > MOST_AGE || !Number.isInteger(value)) return undefined;
  const to = ageEnd(tokens, number);
  if (to === undefined) return undefined;
  return {
    value: { kind: "quantity", amount: value, unit: "year", dimension: "age" },
    from,
    to,
    about: ["age"],
  };
}

const COPULAS: ReadonlySet<string> = new Set([
  "is",
  "was",
  "am",
  "are",
  "'s",
  "being",
  "be",
  "i'm",
  "you're",
]);
const PERSONS: ReadonlySet<string> = new Set(
  "man woman girl boy child widow widower person lad lady".split(" "),
);
const AFTER_AGE: ReadonlySet<string> = new Set(
  "when that and now this at but in by the then last years then with as".split(" "),
);

/** "years old", "-year-old", "years of age" */
function oldAfter(tokens: readonly Token[], to: number): number | undefined {
  const words = tokens.slice(to, to + 4).map(({ lower }) => lower);
  const found = /^(?:- )?years? (?:- )?old\b|^years of age\b/.exec(words.join(" "));
  return found === null ? undefined : to + found[0].split(" ").length;
}

function endsAge(next: Token | undefined): boolean {
  if (next === undefined) return true;
  if (next.text === "-" || next.text === "%") return false;
  return next.kind === "mark" || AFTER_AGE.has(next.lower);
}

const TURNING = /^(?:turned|turns|turning)$/;

/** Where an age ends; `undefined` if the number is none. */
function ageEnd(tokens: readonly Token[], { from, to }: FoundNumber): number | undefined {
  const word = (place: number): string => tokens[place]?.lower ?? "";
  const old = oldAfter(tokens, to);
  if (old !== undefined) return old;
  const [before, earlier] = [word(from - 1), word(from - 2)];
  if (before === "aged" || (before === "of" && PERSONS.has(earlier))) return to;
  if (before === "of" && earlier === "age" && word(from - 3) !== "the") return to;
  if (!endsAge(tokens[to])) return undefined;
  if ((COPULAS.has(before) || TURNING.test(before)) && !/^years?$/.test(word(to))) return to;
  // "Signe, thirty-four, was …"
  return isInsertedAge(tokens, { from, to }) ? to : undefined;
}

/** "Signe, thirty-four, was …", "Signe, now thirty-four, was …" */
function isInsertedAge(
  tokens: readonly Token[],
  { from, to }: Pick<FoundNumber, "from" | "to">,
): boolean {
  const now = tokens[from - 1]?.lower === "now" ? 1 : 0;
  const comma = from - 1 - now;
  const isInserted = tokens[comma]?.text === "," && /^[,.]$/.test(tokens[to]?.text ?? "");
  return isInserted && isCapital(tokens[comma - 1]);
}

function moneyBefore(
  tokens: readonly Token[],
  { value, from, to }: FoundNumber,
): Amount | undefined {
  const sign = unitOf(tokens[from - 1]?.lower ?? "");
  if (sign === undefined || !/^\p{Sc}$/u.test(tokens[from - 1]?.text ?? "")) return undefined;
  const { unit, dimension } = sign;
  return { value: { kind: "quantity", amount: value, unit: unit, dimension }, from, to, about: [] };
}

const LABELS: ReadonlySet<string> = new Set(
  "number no room berth platform gate house chapter track ward cell locker box pier route lot hall table seat dock shed cabin flat apartment bed bus tram boat class".split(
    " ",
  ),
);

/** `berth 7`, `platform four`. */
function labelAt(tokens: readonly Token[], { value, from, to }: FoundNumber): Amount | undefined {
  const dot = tokens[from - 1]?.text === "." ? 1 : 0;
  const label = tokens[from - 1 - dot]?.lower ?? "";
  if (!LABELS.has(label) || nounAfter(tokens, to) !== undefined) return undefined;
  if (unitOf(tokens[to]?.lower ?? "") !== undefined) return undefined;
  const unit = label === "no" ? "number" : label;
  if (label === "no" && dot === 0) return undefined;
  return {
    value: { kind: "quantity", amount: value, unit, dimension: "label" },
    from,
    to,
    about: [unit],
  };
}

const ASPECTS: Readonly<Record<string, string>> = {
  long: "length",
  length: "length",
  wide: "width",
  width: "width",
  broad: "width",
  high: "height",
  tall: "height",
  height: "height",
  deep: "depth",
  depth: "depth",
  thick: "thickness",
  away: "distance",
  off: "distance",
  distance: "distance",
  from: "distance",
};

function measureAt(tokens: readonly Token[], number: FoundNumber): Amount | undefined {
  const { from } = number;
  const word = (place: number): string => tokens[place]?.lower ?? "";
  const { to, value } = beforeUnit(tokens, number);
  if (word(to) === "per" && word(to + 1) === "cent") {
    return measured("percent", "percent", {
      value,
      from,
      to: to + 2,
      about: nounsOf(tokens, to + 2),
    });
  }
  const unit = unitOf(word(to));
  if (unit === undefined) return undefined;
  const end = to + 1 + (word(to + 1) === "-" ? 1 : 0);
  const aspect =
    ASPECTS[word(end)] ?? (word(from - 1) === "of" ? ASPECTS[word(from - 2)] : undefined);
  const named = word(end) === "in" ? ASPECTS[word(end + 1)] : undefined;
  const about = [aspect ?? named].filter((found) => found !== undefined);
  const percentOf = unit.dimension === "percent" ? nounsOf(tokens, end) : [];
  return measured(unit.unit, unit.dimension, {
    value,
    from,
    to: end,
    about: [...about, ...percentOf],
  });
}

/** "six and a half", "thirty-", "nautical": what may stand between a number and its unit. */
function beforeUnit(
  tokens: readonly Token[],
  { to, value }: FoundNumber,
): { readonly to: number; readonly value: number } {
  const words = tokens.slice(to, to + 3).map(({ lower }) => lower);
  const isHalf = words.join(" ") === "and a half";
  const place = isHalf ? to + 3 : to;
  const hyphen = tokens[place]?.text === "-" ? 1 : 0;
  const kind = /^(?:nautical|square|cubic)$/.test(tokens[place + hyphen]?.lower ?? "") ? 1 : 0;
  return { to: place + hyphen + kind, value: isHalf ? value + 0.5 : value };
}

interface Measured {
  readonly value: number;
  readonly from: number;
  readonly to: number;
  readonly about: readonly string[];
}

function measured(unit: string, dimension: string, { value, from, to, about }: Measured): Amount {
  return { value: { kind: "quantity", amount: value, unit, dimension }, from, to, about };
}

/** What a share is taken of. */
function nounsOf(tokens: readonly Token[], at: number): string[] {
  const of = tokens[at]?.lower === "of" ? 1 : 0;
  const the = FUNCTION_WORDS.has(tokens[at + of]?.lower ?? "") ? 1 : 0;
  const noun = tokens[at + of + the];
  return of === 1 && noun?.kind === "word" ? [porterStem(noun.lower)] : [];
}

function countAt(
  tokens: readonly Token[],
  { value, from, to, inWords }: FoundNumber,
): Amount | undefined {
  const noun = nounAfter(tokens, to);
  if (noun !== undefined) {
    if (value <= 1 && inWords) return undefined;
    const about = tokens.slice(to, noun).map(({ lower }) => porterStem(lower));
    const unit = singular(tokens[noun]?.lower ?? "");
    if (/^(?:million|thousand|hundr|dozen|score|time|part)$/.test(unit)) return undefined;
    return measured(unit, "count", { value, from, to: noun + 1, about });
  }
  return groupBefore(tokens, { value, from, to });
}

/** "a crew of two", "a population of 4,812" */
function groupBefore(
  tokens: readonly Token[],
  { value, from, to }: Pick<FoundNumber, "value" | "from" | "to">,
): Amount | undefined {
  const group = tokens[from - 2];
  const isGroup = tokens[from - 1]?.lower === "of" && group?.kind === "word";
  if (!isGroup || FUNCTION_WORDS.has(group.lower) || value <= 1) return undefined;
  if (tokens[to]?.kind === "word" && !FUNCTION_WORDS.has(tokens[to]?.lower ?? "")) return undefined;
  return measured(singular(group.lower), "count", { value, from, to, about: [] });
}

const PLURALS: Readonly<Record<string, string>> = {
  people: "person",
  men: "man",
  women: "woman",
  children: "child",
  teeth: "tooth",
  geese: "goose",
  mice: "mouse",
  oxen: "ox",
  lives: "life",
  wives: "wife",
  sheep: "sheep",
  fish: "fish",
  cattle: "cattle",
  crew: "crew",
};
const MOST_ADJECTIVES = 3;

/** Place of the plural noun that a number counts. */
function nounAfter(tokens: readonly Token[], at: number): number | undefined {
  let noun: number | undefined;
  for (let place = at; place <= at + MOST_ADJECTIVES; place++) {
    const token = tokens[place];
    if (token?.text === "-") continue;
    if (token?.kind !== "word" || FUNCTION_WORDS.has(token.lower)) break;
    if (isPlural(token.lower)) noun = place;
    else if (noun !== undefined || verbOf(token.lower) !== undefined) break;
  }
  return noun;
}

function isPlural(word: string): boolean {
  return word in PLURALS || /[^su]s$|ss?es$/.test(word);
}

function singular(word: string): string {
  return porterStem(PLURALS[word] ?? word);
}

const BOUNDS: Readonly<Record<string, QuantityValue["bound"]>> = {
  about: "about",
  around: "about",
  roughly: "about",
  approximately: "about",
  some: "about",
  nearly: "about",
  almost: "about",
  barely: "about",
  perhaps: "about",
  over: "least",
  "more than": "least",
  "at least": "least",
  "no fewer than": "least",
  "not less than": "least",
  under: "most",
  "up to": "most",
  "less than": "most",
  "fewer than": "most",
  "at most": "most",
  "no more than": "most",
};

function boundBefore(tokens: readonly Token[], at: number): QuantityValue["bound"] {
  for (const length of [3, 2, 1]) {
    const words = tokens.slice(Math.max(0, at - length), at).map(({ lower }) => lower);
    const bound = BOUNDS[words.join(" ")];
    if (words.length === length && bound !== undefined) return bound;
  }
  return undefined;
}

const PARTIAL_BEFORE: ReadonlySet<string> = new Set(
  "another other first last next previous further additional remaining each every these those of per by extra same or such more new".split(
    " ",
  ),
);
const PARTIAL_AFTER: ReadonlySet<string> = new Set(
  "more less fewer others ago later earlier before after times or apart each apiece longer further".split(
    " ",
  ),
);

function isPartial(tokens: readonly Token[], from: number, to: number): boolean {
  const before = tokens[from - 1]?.lower ?? "";
  const group = tokens[from - 2]?.lower ?? "";
  const isOf = before === "of" && !FUNCTION_WORDS.has(group);
  if (!isOf && PARTIAL_BEFORE.has(before)) return true;
  if (tokens[to]?.text === "-" || before === "-") return true;
  return PARTIAL_AFTER.has(tokens[to]?.lower ?? "");
}
