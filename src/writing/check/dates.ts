import type { DateValue } from "../../records/index.ts";
import { type FoundNumber, numberAt, spelledYearAt } from "./numbers.ts";
import { isCapital, type Token } from "./tokens.ts";

/** A value that stands at some tokens of a sentence. */
export interface FoundValue<Value> {
  /** The value. */
  readonly value: Value;
  /** Place of its first token. */
  readonly from: number;
  /** Place after its last token. */
  readonly to: number;
}

const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );
const SHORT_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
const YEAR_BEFORE: ReadonlySet<string> = new Set(
  "in of since until till by from to before after about around year spring summer autumn winter fall early late mid between during through than ( , – — - and circa".split(
    " ",
  ),
);
const LEAST_YEAR = 1000;
const MOST_YEAR = 2199;

function monthOf(token: Token | undefined): number | undefined {
  if (token === undefined || !isCapital(token)) return undefined;
  const long = MONTHS.indexOf(token.lower);
  if (long >= 0) return long + 1;
  const short = SHORT_MONTHS.indexOf(token.lower === "sept" ? "sep" : token.lower);
  return short >= 0 ? short + 1 : undefined;
}

/**
 * The date that begins at a token.
 *
 * @param tokens - Tokens of a sentence.
 * @param at - Where it should begin.
 * @returns The date; `undefined` if none begins there.
 */
export function dateAt(tokens: readonly Token[], at: number): FoundValue<DateValue> | undefined {
  return (
    weekdayDate(tokens, at) ??
    isoDate(tokens, at) ??
    dayFirst(tokens, at) ??
    monthFirst(tokens, at) ??
    bareYear(tokens, at)
  );
}

function weekdayDate(tokens: readonly Token[], at: number): FoundValue<DateValue> | undefined {
  const token = tokens[at];
  const weekday = WEEKDAYS.indexOf(token?.lower ?? "") + 1;
  if (weekday === 0 || !isCapital(token)) return undefined;
  const comma = tokens[at + 1]?.lower === "," ? 1 : 0;
  const start = at + 1 + comma;
  const rest =
    dayFirst(tokens, tokens[start]?.lower === "the" ? start + 1 : start) ??
    monthFirst(tokens, start);
  return rest === undefined
    ? { value: { kind: "date", weekday }, from: at, to: at + 1 }
    : { value: { ...rest.value, weekday }, from: at, to: rest.to };
}

function isoDate(tokens: readonly Token[], at: number): FoundValue<DateValue> | undefined {
  const pieces = [0, 1, 2, 3, 4].map((step) => tokens[at + step]?.text ?? "");
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(pieces.join(""));
  if (found === null) return undefined;
  const [, year, month, day] = found.map(Number) as [number, number, number, number];
  return { value: { kind: "date", year, month, day }, from: at, to: at + 5 };
}

/** `9 March 1961`, `the ninth of March`, `9th of March, 1961` without its article. */
function dayFirst(tokens: readonly Token[], at: number): FoundValue<DateValue> | undefined {
  const number = numberAt(tokens, at);
  if (number === undefined || !isDay(number)) return undefined;
  const of = tokens[number.to]?.lower === "of" ? 1 : 0;
  const place = number.to + of;
  const month = monthOf(tokens[place]);
  if (month === undefined) return undefined;
  return withYear({ kind: "date", month, day: number.value }, { tokens, from: at, to: place + 1 });
}

function isDay({ value, ordinal, inWords }: FoundNumber): boolean {
  return value >= 1 && value <= 31 && Number.isInteger(value) && (ordinal || !inWords);
}

/** `March 9, 1961`, `March the ninth`, `March 1961`, `March` after a preposition. */
function monthFirst(tokens: readonly Token[], at: number): FoundValue<DateValue> | undefined {
  const month = monthOf(tokens[at]);
  if (month === undefined) return undefined;
  const dot = tokens[at + 1]?.lower === "." && (tokens[at]?.text.length ?? 9) <= 4 ? 1 : 0;
  const the = tokens[at + 1 + dot]?.lower === "the" ? 1 : 0;
  const place = at + 1 + dot + the;
  const day = numberAt(tokens, place);
  const isYearNext = yearAt(tokens, place) !== undefined;
  if (day !== undefined && isDay(day) && !isYearNext && !isCounted(tokens, day)) {
    return withYear({ kind: "date", month, day: day.value }, { tokens, from: at, to: day.to });
  }
  const span = { tokens, from: at, to: at + 1 + dot };
  const dated = withYear({ kind: "date", month }, span);
  return dated.value.year !== undefined || isMonthPlace(tokens, at) ? dated : undefined;
}

/** A number after a month that counts something: `in March 12 boats`. */
function isCounted(tokens: readonly Token[], { to, ordinal, inWords }: FoundNumber): boolean {
  if (ordinal) return false;
  const next = tokens[to];
  return inWords || (next?.kind === "word" && /s$/.test(next.lower) && !isCapital(next));
}

const MONTH_BEFORE: ReadonlySet<string> = new Set(
  "in of since until till by from to before after early late mid last next this that every each during through between".split(
    " ",
  ),
);

function isMonthPlace(tokens: readonly Token[], at: number): boolean {
  return MONTH_BEFORE.has(tokens[at - 1]?.lower ?? "");
}

interface DateSpan {
  readonly tokens: readonly Token[];
  readonly from: number;
  readonly to: number;
}

function withYear(value: DateValue, { tokens, from, to }: DateSpan): FoundValue<DateValue> {
  const gap = [",", "of"].includes(tokens[to]?.lower ?? "") ? 1 : 0;
  const year = yearAt(tokens, to + gap);
  return year === undefined
    ? { value, from, to }
    : { value: { ...value, year: year.value }, from, to: year.to };
}

function yearAt(tokens: readonly Token[], at: number): FoundNumber | undefined {
  const found = spelledYearAt(tokens, at) ?? numberAt(tokens, at);
  if (found === undefined || found.ordinal) return undefined;
  const isPlain = found.inWords
    ? spelledYearAt(tokens, at) !== undefined
    : /^\d{4}$/.test(tokens[at]?.text ?? "") && found.to === at + 1;
  const { value } = found;
  return isPlain && value >= LEAST_YEAR && value <= MOST_YEAR ? found : undefined;
}

function bareYear(tokens: readonly Token[], at: number): FoundValue<DateValue> | undefined {
  const year = yearAt(tokens, at);
  if (year === undefined) return undefined;
  const next = tokens[year.to];
  // 1960s is a decade; a plural after it is counted.
  if (next?.lower === "s" || next?.lower === "'s") return undefined;
  const before = tokens[at - 1]?.lower ?? "";
  const isYear = YEAR_BEFORE.has(before) || next === undefined || next.kind === "mark";
  if (!isYear || (next?.kind === "word" && isPluralNoun(next))) return undefined;
  return { value: { kind: "date", year: year.value }, from: at, to: year.to };
}

const NO_NOUNS: ReadonlySet<string> = new Set(
  "was is has as its this his us does goes comes thus always perhaps sometimes besides across towards".split(
    " ",
  ),
);

function isPluralNoun({ lower }: Token): boolean {
  return /[^s]s$/.test(lower) && !NO_NOUNS.has(lower);
}
