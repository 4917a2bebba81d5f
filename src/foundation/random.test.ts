import { describe, expect, it } from "vitest";
import { randomStream, shuffled } from "./random.ts";

const firstOf = (...keys: (string | number)[]): number => randomStream(...keys).next();

describe("randomStream", () => {
  it("gives the same numbers for the same keys on every machine", () => {
    const random = randomStream(7, "prefix-share", "author-3");
    expect([random.next(), random.nextBelow(10), random.nextBelow(1)]).toMatchInlineSnapshot(`
      [
        0.8249697063583881,
        9,
        0,
      ]
    `);
  });

  it("keeps keys apart, whatever they would look like joined", () => {
    const firsts = [
      firstOf("a", "bc"),
      firstOf("ab", "c"),
      firstOf("abc"),
      firstOf("a", "b", "c"),
      firstOf("a|b", "c"),
    ];
    expect(new Set(firsts).size).toBe(firsts.length);
    expect(firstOf(1)).toBe(firstOf("1"));
  });

  it("draws every whole number below a bound about equally often", () => {
    const random = randomStream("uniform");
    const counts = new Array<number>(6).fill(0);
    for (let draw = 0; draw < 60_000; draw++) {
      const face = random.nextBelow(6);
      counts[face] = (counts[face] as number) + 1;
    }
    // Five degrees of freedom: a fair generator is above 20.5 once in a thousand times.
    const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(chiSquare).toBeLessThan(20.5);
  });
});

describe("shuffled", () => {
  it("keeps every value and leaves the list as it is", () => {
    const values = [1, 2, 3, 4, 5, 6, 7, 8];
    const mixed = shuffled(values, randomStream("shuffle"));
    expect(mixed.toSorted((a, b) => a - b)).toEqual(values);
    expect(values).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(mixed).not.toEqual(values);
  });
});
