import { describe, expect, it } from "vitest";
import { ACTIONS, decide, PERMISSIONS, type Role } from "./permissions.ts";

const answers = (roles: readonly Role[], action: (typeof ACTIONS)[number]): readonly string[] =>
  (["own", "other", "missing"] as const).map((relation) => decide({ action, roles, relation }));

describe("decide", () => {
  it("lets nobody but the scorer read hidden references", () => {
    const readers = Object.keys(PERMISSIONS["read-references"]);
    expect(readers).toEqual(["scorer"]);
    expect(answers(["visitor", "organiser", "admin"], "read-references")).toEqual([
      "forbidden",
      "forbidden",
      "forbidden",
    ]);
  });

  it("makes foreign objects look like missing ones", () => {
    expect(answers(["visitor", "participant"], "see-own-submissions")).toEqual([
      "allowed",
      "hidden",
      "hidden",
    ]);
  });

  it("gives whoever has no right the same answer for every object", () => {
    expect(answers(["visitor", "rater"], "run-challenge")).toEqual([
      "forbidden",
      "forbidden",
      "forbidden",
    ]);
    expect(answers(["visitor"], "rate")).toEqual([
      "sign-in-first",
      "sign-in-first",
      "sign-in-first",
    ]);
  });

  it("waits for the state that a right depends on", () => {
    const question = { action: "unblind", roles: ["organiser"], relation: "other" } as const;
    expect(decide(question)).toBe("not-yet");
    expect(decide({ ...question, conditions: ["closed"] })).toBe("allowed");
  });

  it("lets a token do less than its account, never more", () => {
    const rating = { action: "rate", roles: ["rater"], relation: "own" } as const;
    expect(decide({ ...rating, scopes: ["read"] })).toBe("forbidden");
    expect(decide({ ...rating, scopes: ["rate"] })).toBe("allowed");
    expect(decide({ ...rating, roles: ["admin"], scopes: ["rate"] })).toBe("forbidden");
    expect(
      decide({ action: "use-own-account", roles: ["rater"], relation: "own", scopes: ["read"] }),
    ).toBe("forbidden");
  });

  it("adds the rights of several roles up", () => {
    expect(answers(["participant", "organiser"], "run-challenge")).toEqual([
      "allowed",
      "allowed",
      "hidden",
    ]);
  });

  it("knows every action of the matrix", () => {
    expect(ACTIONS).toHaveLength(Object.keys(PERMISSIONS).length);
  });
});
