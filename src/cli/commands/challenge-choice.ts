import type { CommandInput } from "../command.ts";
import { oneOf, textOption } from "../options.ts";

const SETS = ["development", "test"] as const;

/**
 * Which part of a challenge a command is about.
 *
 * @param input - The command's options.
 * @returns Track and items, as far as they were named.
 */
export function choiceOf(input: CommandInput): {
  readonly track?: string;
  readonly set?: (typeof SETS)[number];
} {
  const track = textOption(input, "track");
  const set = oneOf(input, "set", SETS);
  return { ...(track === undefined ? {} : { track }), ...(set === undefined ? {} : { set }) };
}
