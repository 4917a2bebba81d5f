import { describe, expect, it } from "vitest";
import { selectExamples } from "./select-examples.ts";

const examples = ["a1", "a2", "a3", "a4", "b1", "b2", "c1"].map((id) => ({
  id,
  userId: id.slice(0, 1),
}));
const usersOf = (ids: ReadonlySet<string>): string =>
  [...ids]
    .map((id) => id.slice(0, 1))
    .sort()
    .join("");

describe("selectExamples", () => {
  it("takes one of each user before a second of any", () => {
    expect(usersOf(selectExamples(examples, { maxExamples: 3, seed: 1 }))).toBe("abc");
    expect(usersOf(selectExamples(examples, { maxExamples: 5, seed: 1 }))).toBe("aabbc");
  });

  it("does not depend on the order of the examples", () => {
    const options = { maxExamples: 4, seed: 3 };
    const once = [...selectExamples(examples, options)].sort();
    expect([...selectExamples(examples.toReversed(), options)].sort()).toEqual(once);
  });

  it("draws others with another seed", () => {
    const drawn = new Set(
      [1, 2, 3, 4, 5, 6].map((seed) =>
        [...selectExamples(examples, { maxExamples: 3, seed })].sort().join(),
      ),
    );
    expect(drawn.size).toBeGreaterThan(1);
  });

  it("takes all when there are not more", () => {
    expect(selectExamples(examples, { maxExamples: 99, seed: 1 }).size).toBe(7);
  });
});
