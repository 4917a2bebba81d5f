/** Indexes kept at a time: enough for the users of the examples that are under way. */
const MOST_KEPT = 64;

/**
 * Keeps what was built for lists handed in lately, so that a user's next example need not build it
 * again. A list that nobody else holds is forgotten at once, and no more than 64 are kept.
 *
 * @param build - Builds what is kept; its result must depend on the list alone.
 * @returns A function that builds, or remembers.
 */
export function rememberRecent<List extends object, Built>(
  build: (list: List) => Built,
): (list: List) => Built {
  const built = new WeakMap<List, { readonly value: Built }>();
  const recent: WeakRef<List>[] = [];
  return (list) => {
    const known = built.get(list);
    if (known !== undefined) return known.value;
    const value = build(list);
    built.set(list, { value });
    recent.push(new WeakRef(list));
    const oldest = recent.length > MOST_KEPT ? recent.shift()?.deref() : undefined;
    if (oldest !== undefined) built.delete(oldest);
    return value;
  };
}
