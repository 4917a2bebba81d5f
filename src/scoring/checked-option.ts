import { LonghandError } from "../foundation/index.ts";

/** What a setting may be. */
export interface OptionRange {
  /** Name of the setting, for the message. */
  readonly name: string;
  /** Lowest allowed value. */
  readonly least: number;
  /** Highest allowed value. */
  readonly most: number;
  /** Whether it must be a whole number. */
  readonly whole?: boolean;
}

/**
 * A numeric setting, checked.
 *
 * @param value - What was set.
 * @param range - What it may be.
 * @returns The value.
 * @throws LonghandError `invalid-option` for another value.
 */
export function checkedNumber(value: number, range: OptionRange): number {
  const { name, least, most, whole = false } = range;
  if (value >= least && value <= most && (!whole || Number.isInteger(value))) return value;
  throw new LonghandError(
    `${name} must be a ${whole ? "whole " : ""}number from ${least} to ${most}, got ${value}.`,
    { code: "invalid-option", hint: `Leave ${name} out for its default.` },
  );
}

/**
 * A setting that is one of a few words, checked.
 *
 * @param name - Name of the setting.
 * @param value - What was set, if anything.
 * @param words - What it may be, the default first.
 * @returns The value, or the default.
 * @throws LonghandError `invalid-option` for another value.
 */
export function checkedWord<Word extends string>(
  name: string,
  value: Word | undefined,
  words: readonly [Word, ...Word[]],
): Word {
  if (value === undefined) return words[0];
  if (words.includes(value)) return value;
  throw new LonghandError(`${name} must be ${words.join(" or ")}, got "${value}".`, {
    code: "invalid-option",
    hint: `Leave ${name} out for ${words[0]}.`,
  });
}
