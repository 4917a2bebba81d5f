import { describe, expect, it } from "vitest";
import { teamName } from "./team-name.ts";

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
