import { randomStream } from "../../foundation/index.ts";

/** What the selection needs to know of an example. */
export interface SelectableExample {
  /** Id of the dataset example. */
  readonly id: string;
  /** Whose text it is. */
  readonly userId: string;
}

/**
 * Draws some examples by seed, as evenly over the users as it goes: first one of each user, then
 * a second one, and so on. Which examples are drawn does not depend on their order.
 *
 * @param examples - All examples.
 * @param options - How many at most, and the seed.
 * @returns The ids that were drawn.
 */
export function selectExamples(
  examples: readonly SelectableExample[],
  { maxExamples, seed }: { readonly maxExamples: number; readonly seed: number },
): Set<string> {
  const draw = (purpose: string, id: string): number => randomStream(seed, purpose, id).next();
  const byUser = new Map<string, string[]>();
  for (const { id, userId } of examples) {
    const ids = byUser.get(userId);
    if (ids === undefined) byUser.set(userId, [id]);
    else ids.push(id);
  }
  const ranked = [...byUser].flatMap(([userId, ids]) => {
    const inDrawnOrder = ids
      .map((id) => ({ id, drawn: draw("select-example", id) }))
      .sort((a, b) => a.drawn - b.drawn || compareIds(a.id, b.id));
    const userDraw = draw("select-user", userId);
    return inDrawnOrder.map(({ id }, round) => ({ id, round, userDraw }));
  });
  ranked.sort((a, b) => a.round - b.round || a.userDraw - b.userDraw || compareIds(a.id, b.id));
  return new Set(ranked.slice(0, maxExamples).map(({ id }) => id));
}

function compareIds(left: string, right: string): number {
  return left < right ? -1 : 1;
}
