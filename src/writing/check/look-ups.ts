/** Answers that are found once while a larger question is open. */
export interface LookUps<Key, Answer> {
  /**
   * Opens a question within which every answer is kept; within an open one nothing is added.
   *
   * @param ask - The question.
   * @returns Its answer.
   */
  within<T>(ask: () => T): T;
  /**
   * The answer about a key.
   *
   * @param key - What it is about.
   * @param find - Finds it; may ask about other keys.
   * @returns The answer, found anew where no question is open.
   */
  once(key: Key, find: () => Answer): Answer;
}

/**
 * Opens look-ups for a search that asks itself: without them, n things that each ask about all before them
 * would be looked up 2ⁿ times.
 *
 * @returns Nothing is kept yet.
 */
export function openLookUps<Key, Answer>(): LookUps<Key, Answer> {
  let kept: Map<Key, { readonly answer: Answer }> | undefined;
  return {
    within: (ask) => {
      if (kept !== undefined) return ask();
      kept = new Map();
      try {
        return ask();
      } finally {
        kept = undefined;
      }
    },
    once: (key, find) => {
      const known = kept?.get(key);
      if (known !== undefined) return known.answer;
      const answer = find();
      kept?.set(key, { answer });
      return answer;
    },
  };
}
