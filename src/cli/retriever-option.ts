import { retrieverNameFault } from "../pipeline/index.ts";
import type { CommandInput } from "./command.ts";
import { textOption, usage } from "./options.ts";

/**
 * The option `--retriever`.
 *
 * @param input - The command's input.
 * @returns The name; `undefined` if the option was not given.
 * @throws LonghandError `usage` for a name that nothing answers to, with what was probably meant.
 */
export function retrieverName(input: CommandInput): string | undefined {
  const name = textOption(input, "retriever");
  const fault = name === undefined ? undefined : retrieverNameFault(name);
  if (fault === undefined) return name;
  throw usage(`--retriever: ${fault}${/[.?]$/.test(fault) ? "" : "."}`);
}
