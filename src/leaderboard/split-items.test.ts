import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChallengeItem } from "../records/index.ts";
import { splitItems } from "./split-items.ts";

const item = (itemId: string, userId?: string): ChallengeItem => ({
  itemId,
  prompt: "p",
  set: "test",
  ...(userId === undefined ? {} : { userId }),
});

describe("splitItems", () => {
  it("gives each person equal shares, and the whole the share that was asked for", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(6), { minLength: 1, maxLength: 20 }), fc.nat(), (sizes, seed) => {
        const items = sizes.flatMap((size, person) =>
          Array.from({ length: size }, (_, at) => item(`${person}-${at}`, `u${person}`)),
        );
        const parts = splitItems(items, { track: "t", publicShare: 0.5, seed });
        const open = (id: string): boolean => parts.get(id) === "public";
        expect(items.filter(({ itemId }) => open(itemId))).toHaveLength(
          Math.round(items.length * 0.5),
        );
        for (const [person, size] of sizes.entries()) {
          const own = items.filter((one) => one.userId === `u${person}` && open(one.itemId)).length;
          expect(Math.abs(own - size / 2)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it("gives the same parts for the same seed, whatever the order, and leaves development out", () => {
    const items = Array.from({ length: 9 }, (_, at) => item(`i${at}`));
    const settings = { track: "t", publicShare: 0.4, seed: 7 };
    const parts = splitItems(items, settings);
    const again = splitItems(
      [...items.toReversed(), { ...item("dev"), set: "development" }],
      settings,
    );
    expect(new Map([...again].sort())).toEqual(new Map([...parts].sort()));
    expect([...parts.values()].filter((part) => part === "public")).toHaveLength(4);
  });
});
