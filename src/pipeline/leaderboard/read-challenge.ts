import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import type { ChallengeItem, ResolvedChallenge } from "../../records/index.ts";
import { fileError, readJsonLines } from "../../storage/index.ts";
import { type ChallengeProblem, checkChallengeTexts } from "./check-challenge-texts.ts";

/** A challenge with its items. */
export interface ReadChallenge {
  /** The challenge, every default filled in. */
  readonly challenge: ResolvedChallenge;
  /** Items by track. */
  readonly items: ReadonlyMap<string, readonly ChallengeItem[]>;
}

/**
 * Reads a challenge file and the items that it names, and lists all faults at once.
 *
 * @param path - The file, YAML or JSON.
 * @returns The challenge and its items.
 * @throws LonghandError `invalid-challenge`, each fault with file and line; `not-found`.
 */
export async function readChallenge(path: string): Promise<ReadChallenge> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw fileError(path, cause);
  });
  const { problems, challenge, items } = await checkChallengeTexts({
    name: path,
    text,
    itemsOf: (file) => {
      const name = join(dirname(path), file);
      return { name, lines: readJsonLines(name) };
    },
  });
  if (problems.length > 0 || challenge === undefined) {
    throw invalidChallenge(path, problems.map(lineOf));
  }
  return { challenge, items };
}

function lineOf({ file, line, column, message }: ChallengeProblem): string {
  return [file, line, column]
    .filter((part) => part !== undefined)
    .join(":")
    .concat(`: ${message}`);
}

function invalidChallenge(file: string, problems: readonly string[]): LonghandError {
  return new LonghandError(problems.join("\n"), {
    code: "invalid-challenge",
    hint: "docs/leaderboard.md describes every key; examples/challenge.yaml is a whole one.",
    details: { file, problems },
  });
}
