/** Values under names, those that were used last. */
export interface LastKept<T> {
  /** What is kept under a name, made if there is nothing. */
  of(name: string, make: () => T): T;
  /** Puts something in the place of what was kept. */
  put(name: string, value: T): T;
  /** Forgets what is kept. */
  drop(name: string): void;
}

/**
 * Keeps the values that were used last.
 *
 * @param most - How many.
 * @returns Nothing yet.
 */
export function keepLast<T>(most: number): LastKept<T> {
  const kept = new Map<string, T>();
  const put = (name: string, value: T): T => {
    kept.delete(name);
    kept.set(name, value);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return value;
  };
  return {
    of: (name, make) => put(name, kept.get(name) ?? make()),
    put,
    drop: (name) => {
      kept.delete(name);
    },
  };
}
