import { describe, expect, it } from "vitest";
import { quotaView, utcDay } from "./quota.ts";
import { sharedGrams, sharedSketch, sketchGrams, textGrams } from "./text-overlap.ts";

const words = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, at) => `w${from + at}`).join(" ");

describe("sharedGrams", () => {
  it("counts the 8-grams that one text has of another", () => {
    // 20 words have 13 grams; the first 15 of them have 8.
    const own = textGrams(words(0, 20));
    expect(own.hashes.size).toBe(13);
    expect(sharedGrams(own, textGrams(words(0, 15)))).toBeCloseTo(8 / 13, 12);
    expect(sharedGrams(own, textGrams(`${words(0, 20)} and more`))).toBe(1);
    expect(sharedGrams(own, textGrams(words(100, 120)))).toBe(0);
  });

  it("does not mind case and punctuation, nor texts without words", () => {
    expect(sharedGrams(textGrams("One, two!"), textGrams("ONE two"))).toBe(1);
    expect(sharedGrams(textGrams("..."), textGrams("..."))).toBe(0);
  });
});

describe("sharedSketch", () => {
  it("is exact for short texts and close for long ones", () => {
    const sketch = (text: string) => sketchGrams(textGrams(text));
    expect(sharedSketch(sketch(words(0, 20)), sketch(words(0, 15)))).toBeCloseTo(8 / 13, 12);
    const long = sketch(words(0, 20_000));
    expect(long).toMatchObject({ cut: true });
    expect(sharedSketch(long, long)).toBe(1);
    // 15,000 of about 20,000 grams.
    expect(Math.abs(sharedSketch(long, sketch(words(0, 15_000))) - 0.75)).toBeLessThan(0.07);
    expect(sharedSketch(long, sketch(words(30_000, 50_000)))).toBe(0);
  });
});

describe("quotaView", () => {
  const limits = { perDay: 5, inAll: 50, inProgress: 3 };
  const noon = Date.UTC(2027, 0, 1, 12);

  it("resets at 00:00 UTC", () => {
    expect(utcDay(Date.UTC(2027, 0, 1) - 1)).toBe(utcDay(Date.UTC(2027, 0, 1)) - 1);
    expect(quotaView({ today: 5, inAll: 7, inProgress: 1 }, limits, noon)).toEqual({
      leftToday: 0,
      leftInAll: 43,
      leftInProgress: 2,
      nextSlotMs: Date.UTC(2027, 0, 2),
    });
  });

  it("never promises what is left in all is not enough for", () => {
    expect(quotaView({ today: 0, inAll: 48, inProgress: 0 }, limits, noon)).toMatchObject({
      leftToday: 2,
      nextSlotMs: noon,
    });
    expect(quotaView({ today: 0, inAll: 50, inProgress: 0 }, limits, noon)).toEqual({
      leftToday: 0,
      leftInAll: 0,
      leftInProgress: 3,
    });
  });
});
