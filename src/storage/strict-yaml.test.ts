import { describe, expect, it } from "vitest";
import { parseStrictYaml } from "./strict-yaml.ts";

describe("parseStrictYaml", () => {
  it("calls a file what its reader calls it", () => {
    const said = (what?: string) =>
      parseStrictYaml("a: !code x", what).problems.map(({ message }) => message);
    expect(said("a brief")).toEqual([
      "tags that name code or custom types are refused: a brief is plain data.",
    ]);
    expect(said()[0]).toContain("a data file is plain data");
  });
});
