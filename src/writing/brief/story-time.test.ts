import { describe, expect, it } from "vitest";
import { holdsIn, playsDuring, sameTimes } from "./story-time.ts";

describe("playsDuring", () => {
  it.each([
    ["1961-03", true],
    ["1961", true],
    ["1960-12-31", false],
    ["1961-01-01", true],
    ["1961-05-31", true],
    ["1961-06-01", false],
    ["1961-06", false],
    ["1962", false],
  ])("tells whether %s shares a day with January to May 1961: %s", (time, isInside) => {
    expect(playsDuring(["1961", "1961-06"], time)).toBe(isInside);
  });
});

describe("sameTimes", () => {
  it("takes the end of a stretch as exclusive", () => {
    expect(sameTimes(["1961", "1962"], ["1962", "1963"])).toBe(false);
    expect(sameTimes(["1961", "1962-02"], ["1962-01-31", "1963"])).toBe(true);
  });
});

describe("holdsIn", () => {
  it("goes by the story's time where both have one, and by the place where one of them has none", () => {
    const fact = { from: 0, to: 0.5, during: ["1961", "1962"] as const };
    expect(holdsIn(fact, { span: [0.8, 0.9], storyTime: "1961-07" })).toBe(true);
    expect(holdsIn(fact, { span: [0.1, 0.2], storyTime: "1970" })).toBe(false);
    expect(holdsIn(fact, { span: [0.8, 0.9] })).toBe(false);
    expect(holdsIn({ to: 0.5 }, { span: [0.1, 0.2], storyTime: "1970" })).toBe(true);
  });
});
