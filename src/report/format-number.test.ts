import { describe, expect, it } from "vitest";
import {
  formatCount,
  formatDifference,
  formatInterval,
  formatP,
  formatScore,
} from "./format-number.ts";

describe("numbers in print", () => {
  it("shows scores with four decimals", () => {
    expect(formatScore(0.14125)).toBe("0.1412");
    expect(formatScore(1)).toBe("1.0000");
    expect(formatScore(-0.25)).toBe("-0.2500");
  });

  it("never shows a negative zero", () => {
    expect(formatScore(-0.00001)).toBe("0.0000");
    expect(formatDifference(-0.00001)).toBe("0.0000");
    expect(formatScore(-0)).toBe("0.0000");
  });

  it("shows the sign of a difference unless nothing is left of it", () => {
    expect(formatDifference(0.0123)).toBe("+0.0123");
    expect(formatDifference(-0.0123)).toBe("-0.0123");
    expect(formatDifference(0.00001)).toBe("0.0000");
  });

  it("shows p below 0.01 with two significant digits", () => {
    expect(formatP(0.00419)).toBe("0.0042");
    expect(formatP(0.0000999)).toBe("0.00010");
    expect(formatP(0.00000012)).toBe("1.2e-7");
    expect(formatP(0.01)).toBe("0.0100");
    expect(formatP(1)).toBe("1.0000");
  });

  it("sets thousands apart", () => {
    expect(formatCount(0)).toBe("0");
    expect(formatCount(999)).toBe("999");
    expect(formatCount(1234567)).toBe("1,234,567");
  });

  it("shows no interval where an end is missing", () => {
    expect(formatInterval({ ciLow: 0.1, ciHigh: 0.2 })).toBe("[0.1000, 0.2000]");
    expect(formatInterval({ ciLow: 0.1 })).toBeUndefined();
    expect(formatInterval({})).toBeUndefined();
  });
});
