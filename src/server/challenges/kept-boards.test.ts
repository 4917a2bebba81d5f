import { describe, expect, it } from "vitest";
import { boardInputs } from "./kept-boards.ts";
import type { BoardData } from "./read-board.ts";

const entry = (submissionId: string, finalAtMs: number): BoardData["entries"][number] => ({
  teamId: `team ${submissionId}`,
  team: submissionId,
  system: "one",
  submissionId,
  submittedAtMs: 1,
  finalAtMs,
  status: "scored",
  scores: { "rouge-1": { value: 0.5, items: new Map([["t1", 0.5]]) } },
});

const data = (part: Partial<BoardData>): BoardData => ({
  challengeId: "tales",
  track: "main",
  metric: "rouge-1",
  direction: "higher",
  part: "public",
  asOfMs: 100,
  frozen: false,
  entries: [entry("a", 5), entry("b", 6)],
  users: new Map([["t1", "Ann"]]),
  ...part,
});

describe("boardInputs", () => {
  it("are the same at every moment behind the last change, and in every order of the database", () => {
    const inputs = boardInputs(data({}));
    expect(boardInputs(data({ asOfMs: 200 }))).toBe(inputs);
    expect(boardInputs(data({ entries: [entry("b", 6), entry("a", 5)] }))).toBe(inputs);
  });

  it.each<[string, Partial<BoardData>]>([
    ["another submission", { entries: [entry("a", 5)] }],
    ["scores of single items", { entries: [entry("a", 5), { ...entry("b", 6), scores: {} }] }],
    ["the persons behind the items", { users: new Map() }],
    ["the freeze", { frozen: true }],
    ["a selection", { selections: [{ teamId: "team a", submissionId: "a", selectedAtMs: 7 }] }],
  ])("change with %s", (_, part) => {
    expect(boardInputs(data(part))).not.toBe(boardInputs(data({})));
  });

  it("hold the moment where something came behind it, which a later board will show", () => {
    const entries = [entry("a", 5), entry("b", 150)];
    const early = boardInputs(data({ entries, asOfMs: 100 }));
    expect(boardInputs(data({ entries, asOfMs: 120 }))).not.toBe(early);
    expect(boardInputs(data({ entries, asOfMs: 200 }))).not.toBe(early);
    expect(boardInputs(data({ entries, asOfMs: 200 }))).toBe(
      boardInputs(data({ entries, asOfMs: 150 })),
    );
  });
});
