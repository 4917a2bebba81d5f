import { describe, expect, it } from "vitest";
import { ACTIONS, type Action, decide, PERMISSIONS, type Right, type Role } from "./permissions.ts";

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
      decide({ action: "use-own-account", roles: ["member"], relation: "own", scopes: ["read"] }),
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

/** Who may do what, as it was agreed; `own` objects only, `any`, and in brackets when. */
const AGREED: Readonly<Record<Action, Readonly<Record<string, string>>>> = {
  "see-public": {
    visitor: "any",
    local: "any",
    member: "any",
    participant: "any",
    rater: "any",
    organiser: "any",
    admin: "any",
  },
  "take-part": { participant: "own", organiser: "own (test-team)" },
  "see-own-submissions": { participant: "own", organiser: "own (test-team)" },
  "see-teams": { participant: "own", organiser: "any" },
  "see-submitted-text": { rater: "own", organiser: "any (frozen) logged", scorer: "any" },
  "read-references": { scorer: "any" },
  "replace-references": { organiser: "any logged" },
  rate: { participant: "own (study-allows)", rater: "own" },
  "see-rating-counts": { organiser: "any" },
  "see-ratings": { organiser: "any (closed)" },
  "see-own-system": { participant: "own" },
  unblind: { organiser: "any (closed) logged" },
  "run-challenge": { organiser: "any logged" },
  "see-organisation": { organiser: "any" },
  "see-archive": { organiser: "any logged" },
  "invite-people": { organiser: "any logged", admin: "any logged" },
  "manage-accounts": { admin: "any logged" },
  "see-audit": { organiser: "any", admin: "any" },
  "sign-in": {
    visitor: "any",
    local: "any",
    member: "any",
    participant: "any",
    rater: "any",
    organiser: "any",
    admin: "any",
  },
  "use-own-account": { member: "own" },
  "see-runs": { local: "any", organiser: "any", admin: "any" },
};

function wordsOf({ scope, when, logged }: Right): string {
  return [scope, when === undefined ? "" : `(${when})`, logged === true ? "logged" : ""]
    .filter((word) => word !== "")
    .join(" ");
}

describe("the matrix", () => {
  it("is the agreed one", () => {
    const written = Object.fromEntries(
      ACTIONS.map((action) => [
        action,
        Object.fromEntries(
          Object.entries(PERMISSIONS[action]).map(([role, right]) => [role, wordsOf(right)]),
        ),
      ]),
    );
    expect(written).toEqual(AGREED);
  });
});
