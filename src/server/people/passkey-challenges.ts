/** How long a browser may take, in milliseconds. */
const CHALLENGE_MS = 5 * 60_000;
/** Challenges that are open at once; the oldest make room. */
const MAX_CHALLENGES = 10_000;

/** Challenges that browsers have to answer, each once. In memory: a restart asks for a new one. */
export interface PasskeyChallenges {
  /**
   * Notes a challenge.
   *
   * @param challenge - As the browser is given it, base64url.
   * @param owner - Account that adds a passkey; empty for whoever signs in.
   */
  add(challenge: string, owner: string): void;
  /**
   * Uses a challenge up.
   *
   * @param challenge - As the browser returned it.
   * @param owner - For whom it was noted.
   * @returns Whether it was open.
   */
  take(challenge: string, owner: string): boolean;
}

/**
 * Opens a list of challenges.
 *
 * @param nowMs - The time.
 * @returns The list, empty.
 */
export function openPasskeyChallenges(nowMs: () => number): PasskeyChallenges {
  const open = new Map<string, { readonly owner: string; readonly endsMs: number }>();
  return {
    add: (challenge, owner) => {
      const [oldest] = open.keys();
      if (open.size >= MAX_CHALLENGES && oldest !== undefined) open.delete(oldest);
      open.set(challenge, { owner, endsMs: nowMs() + CHALLENGE_MS });
    },
    take: (challenge, owner) => {
      const noted = open.get(challenge);
      open.delete(challenge);
      return noted !== undefined && noted.owner === owner && noted.endsMs > nowMs();
    },
  };
}
