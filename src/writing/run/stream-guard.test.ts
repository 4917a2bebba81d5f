import { describe, expect, it } from "vitest";
import { openStreamGuard } from "./stream-guard.ts";

const START = "The ferry left the harbour late in the evening, and nobody waved. ";
const BLOCK = "And the rain came down again. ";

describe("openStreamGuard", () => {
  it("stops at a block that stands three times in a row, and keeps the first of them", () => {
    const guard = openStreamGuard();
    const pieces = `${START}${BLOCK.repeat(9)}`.match(/\S+\s*/g) ?? [];
    const trippedAt = pieces.findIndex((piece) => guard.add(piece));
    expect(trippedAt).toBeGreaterThan(0);
    expect(guard.soundText().length).toBeLessThan(START.length + 3 * BLOCK.length);
    expect(guard.soundText().startsWith(START + BLOCK.slice(0, 20))).toBe(true);
  });

  it("stops at many equal lines", () => {
    const guard = openStreamGuard();
    const lines = Array.from(
      { length: 60 },
      (_, index) => `${index % 3} la${"la".repeat(index % 3)}`,
    );
    expect(guard.add(lines.join("\n"))).toBe(true);
  });

  it("lets prose pass, with short words that come back", () => {
    const guard = openStreamGuard();
    const words = Array.from({ length: 400 }, (_, index) => `word${(index * 7) % 97}`);
    expect(guard.add(`No, no, no! ${words.join(" ")}`)).toBe(false);
    expect(guard.soundText()).toBe(guard.text());
  });
});
