import type { TimeValue } from "../../records/index.ts";
import type { FoundValue } from "./dates.ts";
import { type FoundNumber, numberAt } from "./numbers.ts";
import type { Token } from "./tokens.ts";

/**
 * The time of day that begins at a token.
 *
 * @param tokens - Tokens of a sentence.
 * @param at - Where it should begin.
 * @returns The time; `undefined` if none begins there.
 */
export function timeAt(tokens: readonly Token[], at: number): FoundValue<TimeValue> | undefined {
  return spokenTime(tokens, at) ?? clockTime(tokens, at);
}

/** `half past six`, `quarter to seven`, `ten minutes past six`, `six o'clock`. */
function spokenTime(tokens: readonly Token[], at: number): FoundValue<TimeValue> | undefined {
  const past = minutesAt(tokens, at);
  if (past === undefined) return undefined;
  const skip = /^minutes?$/.test(tokens[past.to]?.lower ?? "") ? 1 : 0;
  const word = tokens[past.to + skip]?.lower;
  const hour = numberAt(tokens, past.to + skip + 1);
  if ((word === "past" || word === "to") && isHour(hour) && past.minutes < 60) {
    const minutes = 60 * hour.value + (word === "past" ? past.minutes : -past.minutes);
    return withHalf(minutes, { tokens, from: at, to: hour.to });
  }
  const isFull = word === "o'clock" && past.minutes <= 12;
  return isFull ? withHalf(60 * past.minutes, { tokens, from: at, to: past.to + 1 }) : undefined;
}

interface Minutes {
  readonly minutes: number;
  readonly to: number;
}

function minutesAt(tokens: readonly Token[], at: number): Minutes | undefined {
  const first = tokens[at]?.lower;
  if (first === "half") return { minutes: 30, to: at + 1 };
  if (first === "quarter") return { minutes: 15, to: at + 1 };
  const number = numberAt(tokens, at);
  return number && { minutes: number.value, to: number.to };
}

function isHour(number: FoundNumber | undefined): number is FoundNumber {
  return number !== undefined && !number.ordinal && number.value >= 1 && number.value <= 12;
}

/** `6:40`, `6.40 p.m.`, `18:40`, `6 a.m.`, `six in the morning`. */
function clockTime(tokens: readonly Token[], at: number): FoundValue<TimeValue> | undefined {
  const [hour, colon, minute] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (hour === undefined) return undefined;
  const isClock =
    /^\d{1,2}$/.test(hour.text) && colon?.text === ":" && /^\d{2}$/.test(minute?.text ?? "");
  if (isClock) {
    const minutes = 60 * Number(hour.text) + Number(minute?.text);
    return withHalf(minutes, { tokens, from: at, to: at + 3 });
  }
  const dotted = /^(\d{1,2})\.(\d{2})$/.exec(hour.text);
  const number = numberAt(tokens, at);
  const found =
    dotted === null
      ? isHour(number) && { minutes: 60 * number.value, to: number.to }
      : { minutes: 60 * Number(dotted[1]) + Number(dotted[2]), to: at + 1 };
  if (!found) return undefined;
  const half = halfAt(tokens, found.to);
  return half === undefined
    ? undefined
    : withHalf(found.minutes, { tokens, from: at, to: found.to });
}

interface TimeSpan {
  readonly tokens: readonly Token[];
  readonly from: number;
  readonly to: number;
}

function withHalf(minutes: number, { tokens, from, to }: TimeSpan): FoundValue<TimeValue> {
  const half = halfAt(tokens, to);
  if (minutes >= 780) {
    return { value: { kind: "time", minutes, half: "pm" }, from, to: half?.to ?? to };
  }
  const value: TimeValue =
    half === undefined
      ? { kind: "time", minutes: minutes % 720, half: "any" }
      : {
          kind: "time",
          minutes: (minutes % 720) + (half.half === "pm" ? 720 : 0),
          half: half.half,
        };
  return { value, from, to: half?.to ?? to };
}

function halfAt(
  tokens: readonly Token[],
  at: number,
): { readonly half: "am" | "pm"; readonly to: number } | undefined {
  const ahead = tokens
    .slice(at, at + 4)
    .map(({ lower }) => lower)
    .join(" ");
  const short = /^([ap])(?:m| \. ?m(?: \.)?)(?: |$)/.exec(ahead);
  if (short !== null) {
    // "p", ".", "m": the mark after "pm" ends the sentence.
    const isDotted = tokens[at]?.lower.length === 1;
    const last = tokens[at + 3]?.lower === "." ? 4 : 3;
    return { half: short[1] === "a" ? "am" : "pm", to: at + (isDotted ? last : 1) };
  }
  const long = /^(?:in the (morning|afternoon|evening)|at (night))/.exec(ahead);
  if (long === null) return undefined;
  const isMorning = long[1] === "morning";
  return { half: isMorning ? "am" : "pm", to: at + (long[1] === undefined ? 2 : 3) };
}
