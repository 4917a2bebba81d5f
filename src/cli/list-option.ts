import type { CommandInput } from "./command.ts";
import { dashed, usage } from "./options.ts";

/**
 * An option that names some of a few words, one after the other or with commas between them.
 *
 * @param input - The command's input.
 * @param name - Camel-case name of the option.
 * @param words - The words.
 * @returns The words named; `undefined` if the option was not given.
 * @throws LonghandError `usage` for another word.
 */
export function listOf<T extends string>(
  { options }: CommandInput,
  name: string,
  words: readonly T[],
): T[] | undefined {
  const given: unknown = options[name];
  if (given === undefined) return undefined;
  const named = (Array.isArray(given) ? given : [given])
    .flatMap((text) => String(text).split(","))
    .filter((text) => text !== "");
  return named.map((text) => {
    const found = words.find((word) => word === text);
    if (found !== undefined) return found;
    throw usage(`--${dashed(name)} must name some of ${words.join(", ")}, got ${text}.`);
  });
}

/**
 * An option that names ids, one after the other or with commas between them.
 *
 * @param input - The command's input.
 * @param name - Camel-case name of the option.
 * @returns The ids; `undefined` if the option was not given.
 * @throws LonghandError `usage` if none is named.
 */
export function idsOf({ options }: CommandInput, name: string): string[] | undefined {
  const given: unknown = options[name];
  if (given === undefined) return undefined;
  const ids = [given]
    .flat()
    .flatMap((text) => String(text).split(","))
    .map((id) => id.trim())
    .filter((id) => id !== "");
  if (ids.length > 0) return ids;
  throw usage(`--${dashed(name)} names nothing.`);
}
