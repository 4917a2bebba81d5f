import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KeyTable } from "./key-table.ts";

describe("KeyTable", () => {
  it("finds what a map finds, however many keys there are and however many were expected", () => {
    const key = fc.oneof(
      fc.nat(40),
      fc.maxSafeNat().map((value) => value % 2 ** 52),
    );
    const pairs = fc.array(fc.tuple(key, fc.nat()), { maxLength: 300 });
    fc.assert(
      fc.property(pairs, fc.nat(400), key, (given, expected, other) => {
        const table = new KeyTable(expected);
        const map = new Map<number, number>();
        for (const [at, row] of given) {
          table.set(at, row);
          map.set(at, row);
        }
        for (const at of [...map.keys(), other]) expect(table.get(at)).toBe(map.get(at));
      }),
    );
  });

  it("leaves out keys that are no numbers", () => {
    const table = new KeyTable(1);
    table.set(Number.NaN, 3);
    expect(table.get(Number.NaN)).toBeUndefined();
  });
});
