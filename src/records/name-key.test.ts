import { describe, expect, it } from "vitest";
import { nameKey } from "./name-key.ts";

describe("nameKey", () => {
  it("is the same for names that look alike", () => {
    const alike = [
      "Team Alpha",
      "team  alpha",
      "TEAM-ALPHA",
      "Теаm Аlpha",
      "Team\u200b Alphá",
      "Τeam Alpha",
    ];
    expect(new Set(alike.map(nameKey))).toEqual(new Set([nameKey("team alpha")]));
    expect(nameKey("B0B")).toBe(nameKey("bob"));
  });

  it("differs for names that do not", () => {
    expect(nameKey("alpha")).not.toBe(nameKey("beta"));
  });

  it("is empty when nothing can be seen", () => {
    expect(nameKey(" \u200b\u2060 ")).toBe("");
  });
});
