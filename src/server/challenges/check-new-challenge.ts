import { challengeFaults } from "../../leaderboard/index.ts";
import type { ChallengeItem, ResolvedChallenge } from "../../records/index.ts";
import { unprocessable } from "../http/refusals.ts";

/** A challenge that came over the wire, of the right shape. */
export interface GivenChallenge {
  /** The challenge. */
  readonly challenge: ResolvedChallenge;
  /** Items by track. */
  readonly items: Readonly<Record<string, readonly ChallengeItem[]>>;
}

/**
 * Refuses a challenge that its file's check would have refused: nobody is bound to send what that
 * check gave back.
 *
 * @param given - The challenge and its items.
 * @throws Refusal 422 `invalid-challenge`, all faults in its message and details.
 */
export function refuseFaults({ challenge, items }: GivenChallenge): void {
  const problems = [
    ...challengeFaults(challenge).map(({ path, message }) => `${path.join(".")}: ${message}`),
    ...challenge.tracks.flatMap(({ id }) => itemFaults(id, items[id] ?? [])),
    ...unknownTracks({ challenge, items }),
  ];
  if (problems.length === 0) return;
  throw unprocessable("invalid-challenge", problems.join("\n"), { details: { problems } });
}

function itemFaults(trackId: string, items: readonly ChallengeItem[]): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { itemId } of items) {
    if (seen.has(itemId)) twice.add(itemId);
    seen.add(itemId);
  }
  const faults = [...twice].map((id) => `the item ${JSON.stringify(id)} stands twice.`);
  if (!items.some(({ set }) => set === "test")) faults.push("there is no test item.");
  return faults.map((fault) => `items.${trackId}: ${fault}`);
}

function unknownTracks({ challenge, items }: GivenChallenge): string[] {
  return Object.keys(items)
    .filter((id) => !challenge.tracks.some((track) => track.id === id))
    .map((id) => `items.${id}: there is no track of this name.`);
}
