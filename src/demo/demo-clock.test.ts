import { describe, expect, it } from "vitest";
import { openDemoClock } from "./demo-clock.ts";

const DAY_MS = 86_400_000;

describe("the clock of the seeding", () => {
  it("is behind, goes forward and never back", () => {
    const real = { nowMs: () => 100 * DAY_MS, sleep: async () => undefined };
    const { clock, toDaysAgo, pass } = openDemoClock(real, 12);
    expect(clock.nowMs()).toBe(88 * DAY_MS);
    toDaysAgo(10);
    pass(1000);
    expect(clock.nowMs()).toBe(90 * DAY_MS + 1000);
    toDaysAgo(11);
    expect(clock.nowMs()).toBe(90 * DAY_MS + 1000);
  });

  it("never runs ahead of the real time", () => {
    const real = { nowMs: () => 100 * DAY_MS, sleep: async () => undefined };
    const { clock, pass } = openDemoClock(real, 1);
    pass(2 * DAY_MS);
    expect(clock.nowMs()).toBe(100 * DAY_MS);
  });
});
