import { describe, expect, it } from "vitest";
import { counted } from "./counted.ts";

describe("counted", () => {
  it("puts the noun into the number of the count", () => {
    expect([0, 1, 2, 10_000].map((count) => counted(count, "example"))).toEqual([
      "0 examples",
      "1 example",
      "2 examples",
      "10,000 examples",
    ]);
    expect([1, 3].map((count) => counted(count, "text is", "texts are"))).toEqual([
      "1 text is",
      "3 texts are",
    ]);
  });
});
