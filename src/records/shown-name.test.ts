import { expect, it } from "vitest";
import { nameKey } from "./name-key.ts";
import { personNameSchema } from "./people.ts";
import { submissionMetaSchema } from "./submission.ts";

const readPerson = (name: string): unknown => personNameSchema.safeParse(name).data;

it("names of people and systems are tidied", () => {
  expect(readPerson("  Ada\t  Lovelace ")).toBe("Ada Lovelace");
  // The accent as a character of its own becomes one with its letter.
  expect(readPerson("Zoe\u0308")).toBe("Zo\u00eb");
  expect(submissionMetaSchema.parse({ system: " mine  2 " })).toEqual({ system: "mine 2" });
});

it.each([
  ["a space without width", "A\u200bda"],
  ["Hangul filler", "\u3164\u3164"],
  ["escape", "A\u001b[31mda"],
  ["a change of direction", "A\u202eda"],
  ["NUL", "A\u0000da"],
  ["half a character", "A\ud800da"],
  ["no letter", "!!"],
])("a name with %s is refused for people and systems", (_what, name) => {
  expect(readPerson(name)).toBeUndefined();
  expect(submissionMetaSchema.safeParse({ system: name }).success).toBe(false);
});

it("what cannot be seen makes no other name", () => {
  expect(nameKey("A\u3164da\ufe0f")).toBe(nameKey("Ada"));
});
