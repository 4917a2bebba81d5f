import type { Token } from "./tokens.ts";

/** A number in a text. */
export interface FoundNumber {
  /** Its value. */
  readonly value: number;
  /** Place of its first token. */
  readonly from: number;
  /** Place after its last token. */
  readonly to: number;
  /** Whether it is written as `ninth` or `9th`. */
  readonly ordinal: boolean;
  /** Whether it is written in words. */
  readonly inWords: boolean;
}

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ORDINALS =
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split(
    " ",
  );

const CARDINAL: ReadonlyMap<string, number> = new Map([
  ...SMALL.map((word, value) => [word, value] as const),
  ...TENS.map((word, index) => [word, 20 + 10 * index] as const),
]);
const ORDINAL: ReadonlyMap<string, number> = new Map([
  ...ORDINALS.map((word, value) => [word, value] as const),
  ...TENS.map((word, index) => [word.replace(/y$/, "ieth"), 20 + 10 * index] as const),
]);
const SCALE: ReadonlyMap<string, number> = new Map([
  ["dozen", 12],
  ["hundred", 100],
  ["thousand", 1000],
  ["million", 1e6],
  ["billion", 1e9],
]);

/**
 * The number that begins at a token.
 *
 * @param tokens - Tokens of a sentence.
 * @param at - Where it should begin.
 * @returns The number; `undefined` if none begins there.
 */
export function numberAt(tokens: readonly Token[], at: number): FoundNumber | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  if (token.kind === "number") return digitsAt(tokens, at);
  return wordsAt(tokens, at);
}

function digitsAt(tokens: readonly Token[], at: number): FoundNumber | undefined {
  const { lower } = tokens[at] as Token;
  const isGrouped = /^\d{1,3}(?:[,\u00a0\u202f]\d{3})+(?:\.\d+)?$/.test(lower);
  if (!isGrouped && !/^\d+(?:\.\d+)?$/.test(lower)) return undefined;
  const value = Number(lower.replace(/[,\u00a0\u202f]/g, ""));
  const next = tokens[at + 1];
  const touches = next?.start === tokens[at]?.end;
  if (touches && /^(?:st|nd|rd|th)$/.test(next?.lower ?? "")) {
    return { value, from: at, to: at + 2, ordinal: true, inWords: false };
  }
  const scale = SCALE.get(next?.lower ?? "");
  return scale === undefined || scale < 100
    ? { value, from: at, to: at + 1, ordinal: false, inWords: false }
    : { value: value * scale, from: at, to: at + 2, ordinal: false, inWords: false };
}

interface Reading {
  /** What is complete: thousands and millions. */
  readonly total: number;
  /** What is being counted up, below thousand. */
  readonly current: number;
  readonly last: "none" | "small" | "tens" | "scale";
  readonly ordinal: boolean;
}

function wordsAt(tokens: readonly Token[], at: number): FoundNumber | undefined {
  let reading: Reading = { total: 0, current: 0, last: "none", ordinal: false };
  let place = at;
  let end = at;
  if (isArticleBeforeScale(tokens, at)) {
    reading = { ...reading, current: 1, last: "small" };
    place = at + 1;
  }
  while (place < tokens.length && !reading.ordinal) {
    const word = skippable(tokens, place, reading) ? place + 1 : place;
    const next = extended(reading, tokens[word]?.lower ?? "");
    if (next === undefined) break;
    reading = next;
    place = word + 1;
    end = place;
  }
  if (end === at) return undefined;
  const value = reading.total + reading.current;
  return { value, from: at, to: end, ordinal: reading.ordinal, inWords: true };
}

function isArticleBeforeScale(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.lower === "a" && SCALE.has(tokens[at + 1]?.lower ?? "");
}

/** A hyphen after tens, or `and` after a hundred. */
function skippable(tokens: readonly Token[], place: number, { last }: Reading): boolean {
  const { lower = "" } = tokens[place] ?? {};
  const next = tokens[place + 1]?.lower ?? "";
  if (lower === "-" && last === "tens") return CARDINAL.has(next) || ORDINAL.has(next);
  return lower === "and" && last === "scale" && (CARDINAL.has(next) || ORDINAL.has(next));
}

function extended(reading: Reading, word: string): Reading | undefined {
  const scale = SCALE.get(word);
  if (scale !== undefined) return reading.last === "none" ? undefined : scaled(reading, scale);
  const value = CARDINAL.get(word) ?? ORDINAL.get(word);
  if (value === undefined) return undefined;
  const kind = value < 20 ? "small" : "tens";
  const fits =
    reading.last === "none" ||
    reading.last === "scale" ||
    (reading.last === "tens" && value < 10 && value > 0);
  if (!fits) return undefined;
  const ordinal = ORDINAL.has(word);
  return { ...reading, current: reading.current + value, last: kind, ordinal };
}

function scaled({ total, current }: Reading, scale: number): Reading {
  const amount = Math.max(1, current) * scale;
  return scale <= 100
    ? { total, current: amount, last: "scale", ordinal: false }
    : { total: total + amount, current: 0, last: "scale", ordinal: false };
}

/**
 * A year that is spelled out, as in `nineteen sixty-one`.
 *
 * @param tokens - Tokens of a sentence.
 * @param at - Where it should begin.
 * @returns The year; `undefined` if none begins there.
 */
export function spelledYearAt(tokens: readonly Token[], at: number): FoundNumber | undefined {
  const century = CARDINAL.get(tokens[at]?.lower ?? "") ?? 0;
  if (century < 11 || century > 20) return undefined;
  const rest = wordsAt(tokens, at + 1);
  if (rest === undefined || rest.ordinal || rest.value < 10 || rest.value > 99) return undefined;
  return { ...rest, value: 100 * century + rest.value, from: at };
}
