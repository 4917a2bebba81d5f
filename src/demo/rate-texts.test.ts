import { describe, expect, it } from "vitest";
import { DEMO_DIMENSIONS, drawMark } from "./rate-texts.ts";

const TEXTS = Array.from({ length: 200 }, (_, at) => `Text ${at} is about a ship.`);

function meanOf(rater: string, seed: number): number {
  const marks = TEXTS.flatMap((text) =>
    DEMO_DIMENSIONS.map((dimension) => drawMark(rater, text, { dimension, seed })),
  );
  return marks.reduce((sum, mark) => sum + mark, 0) / marks.length;
}

describe("marks drawn by chance", () => {
  it("are whole numbers from 1 to 5, all of them", () => {
    const marks = TEXTS.map((text) => drawMark("Rita", text, { dimension: "fluency", seed: 7 }));
    expect([...new Set(marks)].sort()).toEqual([1, 2, 3, 4, 5]);
  });

  it("are the same for the same seed, and others for another one", () => {
    const drawn = (seed: number) =>
      TEXTS.map((text) => drawMark("Rita", text, { dimension: "fluency", seed }));
    expect(drawn(7)).toEqual(drawn(7));
    expect(drawn(7)).not.toEqual(drawn(8));
  });

  it("stand around the middle of the scale for every rater, give or take a severity of 0.3", () => {
    // A level of 1.6 to 4.6 has its middle at 3.1; rounding and the ends of the scale move the mean a little.
    for (const rater of ["Rita", "Ravi", "Rosa"]) {
      expect(Math.abs(meanOf(rater, 7) - 3.1)).toBeLessThan(0.5);
    }
  });
});
