import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitSizes, splitUsers } from "./split-users.ts";

describe("splitSizes", () => {
  it("gives the published counts of topic writing", () => {
    expect(splitSizes(16_347, [0.7, 0.15, 0.15])).toEqual({
      train: 11_442,
      validation: 2452,
      test: 2453,
    });
  });

  it.each([
    [10, { train: 7, validation: 1, test: 2 }],
    [41, { train: 28, validation: 6, test: 7 }],
    [2, { train: 1, validation: 0, test: 1 }],
    [1, { train: 0, validation: 0, test: 1 }],
    [0, { train: 0, validation: 0, test: 0 }],
  ])("splits %d users", (count, expected) => {
    expect(splitSizes(count, [0.7, 0.15, 0.15])).toEqual(expected);
  });

  it("can hold nobody out", () => {
    expect(splitSizes(5, [1, 0, 0])).toEqual({ train: 5, validation: 0, test: 0 });
  });
});

describe("splitUsers", () => {
  it("does not depend on the order of the users", () => {
    const shares = [0.7, 0.15, 0.15] as const;
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 30 }), fc.nat(), (users, seed) => {
        const there = splitUsers(users, { shares, seed });
        const back = splitUsers(users.toReversed(), { shares, seed });
        expect([...back].sort()).toEqual([...there].sort());
        const sizes = splitSizes(users.length, shares);
        for (const split of ["train", "validation", "test"] as const) {
          expect([...there.values()].filter((value) => value === split)).toHaveLength(sizes[split]);
        }
      }),
    );
  });
});
