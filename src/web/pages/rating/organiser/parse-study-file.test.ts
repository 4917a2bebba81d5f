import { describe, expect, it } from "vitest";
import { parseStudyFile } from "./parse-study-file.ts";

const GOOD = `name: small
title: Small
systems:
  - id: one
  - id: two
prompts:
  - { id: p, text: The lamp. }
texts:
  - { system: one, prompt: p, text: The lamp was lit. }
  - system: two
    prompt: p
    file: two/p.txt
`;

describe("parseStudyFile", () => {
  it("reads a study with its defaults, and puts files in the place of their names", () => {
    const parsed = parseStudyFile(GOOD, new Map([["p.txt", "The lamp went out."]]));
    expect(parsed).toMatchObject({
      study: { name: "small", ratersPerText: 5, texts: [{}, { text: "The lamp went out." }] },
    });
  });

  it("names the line of a file that was not chosen", () => {
    expect(parseStudyFile(GOOD, new Map())).toEqual({
      faults: [
        {
          line: 12,
          message: "The file two/p.txt is needed: choose it along with the study.",
        },
      ],
    });
  });

  it("names the line of what is wrong, and of what something is missing in", () => {
    const source = GOOD.replace("id: two", "id: Two").replace("system: one, ", "");
    const parsed = parseStudyFile(source, new Map([["p.txt", "x"]]));
    expect("faults" in parsed && parsed.faults.map(({ line }) => line)).toEqual([5, 9]);
  });

  it("names the line at which YAML breaks, and a key that stands twice", () => {
    const broken = parseStudyFile("name: a\ntitle: [b\n", new Map());
    expect("faults" in broken && broken.faults[0]?.line).toBeGreaterThanOrEqual(2);
    const twice = parseStudyFile("name: a\nname: b\n", new Map());
    expect("faults" in twice && twice.faults[0]).toMatchObject({ line: 2 });
  });

  it("takes nothing for a study that is none", () => {
    for (const source of ["", "- 1", "just words", "null"]) {
      expect(parseStudyFile(source, new Map())).toHaveProperty("faults");
    }
  });
});
