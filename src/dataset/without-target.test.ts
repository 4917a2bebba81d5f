import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { DatasetExample, ProfileItem } from "../records/index.ts";
import { taskNamed } from "./task-registry.ts";
import { withoutTarget } from "./without-target.ts";

interface TargetCase {
  readonly exampleId: string;
  readonly targetId: string;
  readonly target: string;
  readonly query: string;
  readonly profile: readonly { readonly id: string | number; readonly text: string }[];
  readonly mayReturn: readonly string[];
  readonly why: string;
}

const cases = readFileSync("tests/cases/retrieval/target-in-profile.jsonl", "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as TargetCase);

const email = taskNamed("email");
const abstract = taskNamed("abstract");

function read({ exampleId, targetId, target, query, profile }: TargetCase): DatasetExample {
  return email.readRow({
    id: exampleId,
    user_id: "u",
    target_id: targetId,
    input: `Complete the text of the following email. title: x. text: ${query}`,
    output: target,
    profile: profile.map((item) => ({ ...item, title: "t" })),
  });
}

describe("withoutTarget", () => {
  it.each(cases)("leaves only what may be returned: $why", (targetCase) => {
    const { profile } = withoutTarget(read(targetCase), email);
    expect(profile.map(({ id }) => id).sort()).toEqual([...targetCase.mayReturn].sort());
  });

  it("says why each was removed, and what holds the target inside another text", () => {
    const reasons = cases.map((targetCase) => withoutTarget(read(targetCase), email));
    expect(reasons.map(({ removed }) => removed)).toEqual([
      [{ id: "d7", why: "same id" }],
      [{ id: "d8", why: "other id, same text after white space" }],
      [{ id: "d9", why: "other id, same text in another Unicode form" }],
      [{ id: "7", why: "same id" }],
      [{ id: "d7", why: "same id" }],
      [],
    ]);
    expect(reasons.map(({ containing }) => containing)).toEqual([[], [], [], [], [], ["d5"]]);
  });

  const example = (output: string, profile: readonly ProfileItem[]): DatasetExample => ({
    id: "e1",
    task: "email",
    userId: "u",
    input: "x",
    output,
    fields: { prefix: "We meet at" },
    profile,
  });
  const item = (id: string, text: string): ProfileItem => ({ id, fields: { text, title: "t" } });

  it("knows the whole text of which the reference is only the rest", () => {
    const { removed, profile } = withoutTarget(
      example("nine by the lamp.", [
        item("a", "We meet at\nnine by the lamp."),
        item("b", "nine by the lamp."),
      ]),
      email,
    );
    expect(removed).toEqual([
      { id: "a", why: "other id, same text after white space" },
      { id: "b", why: "other id, same text" },
    ]);
    expect(profile).toEqual([]);
  });

  it("compares the field that holds a target, and keeps items without it", () => {
    const items = [
      { id: "a", fields: { title: "The answer", abstract: "other" } },
      { id: "b", fields: { title: "x" } },
    ];
    const { profile } = withoutTarget(
      { ...example("The answer", items), task: "abstract" },
      abstract,
    );
    expect(profile).toEqual(items);
  });

  it("compares ids in one Unicode form", () => {
    const items = [item("caf\u00e9", "x"), item("b", "y")];
    const { profile } = withoutTarget({ ...example("z", items), targetId: "cafe\u0301" }, email);
    expect(profile.map(({ id }) => id)).toEqual(["b"]);
  });

  it("takes an empty reference for no text at all", () => {
    const items = [item("a", ""), item("b", "We meet at")];
    const { fields: _, ...bare } = example("", items);
    expect(withoutTarget(bare, email)).toEqual({ profile: items, removed: [], containing: [] });
  });
});
