import { z } from "zod";
import { LonghandError } from "../../foundation/index.ts";
import { type ChallengeArchive, challengeArchiveSchema } from "../../records/index.ts";

/** Faults that a message names; the rest is counted. */
const MOST_FAULTS = 20;

/**
 * Reads the archive of a challenge.
 *
 * @param source - JSON.
 * @param file - Name of the file, for messages.
 * @returns The archive.
 * @throws LonghandError `invalid-challenge-archive` with the place of every fault.
 */
export function parseArchive(source: string, file: string): ChallengeArchive {
  const parsed = challengeArchiveSchema.safeParse(jsonOf(source, file));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(
    ({ path, message }) => `  ${z.core.toDotPath(path) || "(the whole file)"}: ${message}`,
  );
  const rest = faults.length - MOST_FAULTS;
  const lines = [...faults.slice(0, MOST_FAULTS), ...(rest > 0 ? [`  and ${rest} more`] : [])];
  throw new LonghandError(`${file} is not the archive of a challenge:\n${lines.join("\n")}`, {
    code: "invalid-challenge-archive",
    hint: "docs/leaderboard.md describes the archive.",
    details: { file },
  });
}

function jsonOf(source: string, file: string): unknown {
  try {
    return JSON.parse(source) as unknown;
  } catch (cause) {
    throw new LonghandError(`${file} is not JSON.`, {
      code: "invalid-challenge-archive",
      hint: "Name the archive of a challenge, a single JSON file.",
      details: { file },
      cause,
    });
  }
}
