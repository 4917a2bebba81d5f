import { LonghandError } from "../foundation/index.ts";
import { hiddenNameFault, tidyName } from "../records/index.ts";

const SHORTEST = 2;
const LONGEST = 40;

/**
 * Tidies the name of a team: form NFC, single spaces, none at the ends.
 *
 * @param name - The name as it was typed.
 * @returns The name to show.
 * @throws LonghandError `invalid-team-name` for names that are not 2–40 characters long or hold
 * control characters, invisible ones or changes of direction, or no letter and no digit.
 */
export function teamName(name: string): string {
  const tidy = tidyName(name);
  const length = [...tidy].length;
  if (length < SHORTEST || length > LONGEST) {
    throw invalid(`it has ${length} characters, and ${SHORTEST} to ${LONGEST} are allowed`);
  }
  const fault = hiddenNameFault(tidy);
  if (fault !== undefined) throw invalid(`it ${fault}`);
  return tidy;
}

function invalid(why: string): LonghandError {
  return new LonghandError(`The name of the team is refused: ${why}.`, {
    code: "invalid-team-name",
    hint: "Choose a name of 2 to 40 letters, digits, spaces and signs.",
  });
}
