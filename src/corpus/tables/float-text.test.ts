import { describe, expect, it } from "vitest";
import { floatText } from "./float-text.ts";

describe("floatText", () => {
  // As Python 3 prints them: print(5.0, 4.5, 0.0001, 1e-05, 1.5e-07, 1e16, 123456789012345.0, -2.0, 0.0, -0.0).
  it.each([
    [5, "5.0"],
    [4.5, "4.5"],
    [0.0001, "0.0001"],
    [0.00001, "1e-05"],
    [0.00000015, "1.5e-07"],
    [1e16, "1e+16"],
    [123456789012345, "123456789012345.0"],
    [-2, "-2.0"],
    [0, "0.0"],
    [-0, "-0.0"],
  ])("prints %d as %s", (value, text) => {
    expect(floatText(value)).toBe(text);
  });
});
