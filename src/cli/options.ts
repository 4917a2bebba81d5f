import { LonghandError } from "../foundation/index.ts";
import type { CommandInput } from "./command.ts";

/**
 * An option that must be a whole number.
 *
 * @param input - The command's input.
 * @param name - Camel-case name of the option.
 * @param bounds - Smallest value allowed, or smallest and largest.
 * @returns The number; `undefined` if the option was not given.
 * @throws LonghandError `usage`.
 */
export function wholeNumber(
  { options }: CommandInput,
  name: string,
  bounds: number | readonly [least: number, most: number],
): number | undefined {
  const given: unknown = options[name];
  if (given === undefined) return undefined;
  const [least, most] = typeof bounds === "number" ? [bounds, Number.MAX_SAFE_INTEGER] : bounds;
  const value = Number(given);
  if (/^\d+$/.test(String(given)) && value >= least && value <= most) return value;
  const range = typeof bounds === "number" ? `of ${least} or more` : `from ${least} to ${most}`;
  throw usage(`--${dashed(name)} must be a whole number ${range}, got ${String(given)}.`);
}

/** Smallest and largest number of a port; 0 takes a free one. */
export const PORTS: readonly [least: number, most: number] = [0, 65_535];

/**
 * An option that must be one of some words.
 *
 * @param input - The command's input.
 * @param name - Camel-case name of the option.
 * @param words - The words.
 * @returns The word; `undefined` if the option was not given.
 * @throws LonghandError `usage`.
 */
export function oneOf<T extends string>(
  { options }: CommandInput,
  name: string,
  words: readonly T[],
): T | undefined {
  const given: unknown = options[name];
  if (given === undefined) return undefined;
  const found = words.find((word) => word === given);
  if (found !== undefined) return found;
  throw usage(`--${dashed(name)} must be one of ${words.join(", ")}, got ${String(given)}.`);
}

/**
 * An option that holds text.
 *
 * @param input - The command's input.
 * @param name - Camel-case name of the option.
 * @returns The text; `undefined` if the option was not given.
 */
export function textOption({ options }: CommandInput, name: string): string | undefined {
  const given: unknown = options[name];
  return given === undefined ? undefined : String(given);
}

/**
 * An argument that must be there.
 *
 * @param input - The command's input.
 * @param place - Which argument, from 0.
 * @returns Its text.
 */
export function argument({ args }: CommandInput, place: number): string {
  return String(args[place]);
}

/**
 * An error in the use of the command line.
 *
 * @param message - What is wrong.
 * @returns The error; exit code 2.
 */
export function usage(message: string): LonghandError {
  return new LonghandError(message, { code: "usage", hint: "Add --help to see the options." });
}

/**
 * The name of an option as it is given.
 *
 * @param name - Its camel-case name.
 * @returns For instance `rebuild-on`.
 */
export function dashed(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
