import type { CandidatePassage } from "../records/index.ts";

/** How many passages one user has. */
export interface PoolUser {
  /** Id of the user; each stands in a pool once. */
  readonly userId: string;
  /** Passages in the user's profile. */
  readonly passages: number;
}

/**
 * The passages of all users of a split. Only the counts need be in memory: a passage is asked for
 * when it has been drawn.
 */
export interface PassagePool {
  /** Everybody, in any order: the draw does not depend on it. */
  readonly users: readonly PoolUser[];
  /**
   * Looks a passage up.
   *
   * @param userId - A user of the pool.
   * @param index - Below the user's count, in stored order.
   * @returns The id of the passage, unique within the user's profile.
   */
  passageId(userId: string, index: number): string | Promise<string>;
  /**
   * Whether a passage is the very text that an example is to write, which somebody else may also
   * have; another is then drawn. Absent: none is.
   *
   * @param exampleId - The example.
   * @param userId - A user of the pool.
   * @param index - Below the user's count, in stored order.
   */
  isTarget?(exampleId: string, userId: string, index: number): boolean | Promise<boolean>;
}

/** One user with all passages. */
export interface UserPassages {
  /** Id of the user; each at most once. */
  readonly userId: string;
  /** The user's passages, in stored order. */
  readonly passages: readonly Pick<CandidatePassage, "id">[];
}

/**
 * Makes a pool of passages that are in memory.
 *
 * @param profiles - All users of a split.
 * @returns The pool.
 *
 * @example
 * ```ts
 * import { createRetriever, passagePool } from "longhand/retrieval";
 *
 * const pool = passagePool([
 *   { userId: "ann", passages: [{ id: "a1" }, { id: "a2" }] },
 *   { userId: "ben", passages: [{ id: "b1" }] },
 * ]);
 * const retriever = createRetriever({ name: "random-all", profile: "longhand", seed: 7, pool });
 * console.log(retriever.signature);
 * ```
 */
export function passagePool(profiles: readonly UserPassages[]): PassagePool {
  const byUser = new Map(profiles.map(({ userId, passages }) => [userId, passages]));
  return {
    users: profiles.map(({ userId, passages }) => ({ userId, passages: passages.length })),
    passageId: (userId, index) => byUser.get(userId)?.[index]?.id ?? "",
  };
}
