import { describe, expect, it } from "vitest";
import { teamName, teamNameKey } from "./team-name.ts";

describe("teamName", () => {
  it("tidies white space and keeps what people wrote", () => {
    expect(teamName("  Ünï  Köln 2 ")).toBe("Ünï Köln 2");
    expect(teamName("東京大学")).toBe("東京大学");
  });

  it.each(["a", "x".repeat(41), "a\u202eb", "a\u200bb", "a\u0000b", "!!", "   "])(
    "refuses %j",
    (name) => {
      expect(() => teamName(name)).toThrow(/refused/);
    },
  );

  it("counts characters, not code units", () => {
    expect(teamName(`${"😀".repeat(38)}ab`)).toHaveLength(78);
  });
});

describe("teamNameKey", () => {
  it.each([
    ["Panda", "PANDA"],
    ["Panda", "Pаndа"], // Cyrillic а
    ["Straße", "STRASSE"],
    ["Team 01", "team-OI"],
    ["Café", "Cafe"],
    ["ＷＩＤＥ", "wide"],
    ["modern", "modem"],
  ])("takes %s and %s for one name", (left, right) => {
    expect(teamNameKey(left)).toBe(teamNameKey(right));
  });

  it.each([
    ["Panda", "Pandas"],
    ["कि", "की"],
    ["東京", "京都"],
  ])("keeps %s and %s apart", (left, right) => {
    expect(teamNameKey(left)).not.toBe(teamNameKey(right));
  });
});
