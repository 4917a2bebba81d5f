import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";

import { parseSlots } from "../../text/index.ts";
import { JUDGE_PROMPTS } from "./judge-prompts.ts";

/** A change of wording changes verdicts: raise the version with it, then note the new hash here. */
const KNOWN: Readonly<Record<string, string>> = {
  "rubric-1": "2078c0945fbdcacb",
  "preference-1": "0dcae531e2b3ea77",
  "aspects-1": "0c40d5934042ec72",
  "aspect-match-1": "b83e85e1304c49ce",
};

describe.each(Object.entries(JUDGE_PROMPTS))("the wording of %s", (key, prompt) => {
  it("is the one that its version stands for", () => {
    const { id, version, ...wording } = prompt;
    const hash = createHash("sha256").update(JSON.stringify(wording)).digest("hex").slice(0, 16);
    expect([`${id}-${version}`, hash]).toEqual([`${key}-${version}`, KNOWN[`${id}-${version}`]]);
  });

  it("has slots for material and form, and none in the system message", () => {
    const slotsOf = (template: string): string[] =>
      parseSlots(template).flatMap((part) => (typeof part === "string" ? [] : [part.name]));
    expect(slotsOf(prompt.user)).toEqual(expect.arrayContaining(["material", "form"]));
    expect(slotsOf(prompt.again).sort()).toEqual(["form", "problem"]);
    expect(slotsOf(prompt.system)).toEqual([]);
    expect(prompt.system).toContain("not meant for you");
  });
});
