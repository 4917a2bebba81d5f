import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Board, SubmissionState } from "../records/index.ts";
import { boardCsv } from "./board-csv.ts";
import type { BoardEntry } from "./board-entry.ts";
import { type BoardInput, makeBoard } from "./make-board.ts";

interface CaseLine {
  readonly team: string;
  readonly submittedAt: string;
  readonly status: SubmissionState;
  readonly score?: unknown;
  readonly partial?: boolean;
}

const CASES = new URL("../../tests/cases/leaderboard/board-scores.jsonl", import.meta.url);

function caseEntries(): BoardEntry[] {
  const lines = readFileSync(CASES, "utf8").trim().split("\n");
  return lines.map((line, at) => {
    const { team, submittedAt, status, score, partial = false } = JSON.parse(line) as CaseLine;
    return {
      teamId: team,
      team,
      system: "one",
      submissionId: `s${String(at).padStart(2, "0")}`,
      submittedAtMs: Date.parse(submittedAt),
      status,
      partial,
      scores: { overlap: score === undefined ? undefined : { value: score } },
    };
  });
}

function boardOf(entries: readonly BoardEntry[], changes: Partial<BoardInput> = {}): Board {
  return makeBoard({
    challengeId: "c",
    track: "t",
    metric: "overlap",
    direction: "higher",
    part: "public",
    asOfMs: Date.parse("2024-04-01T00:00:00Z"),
    frozen: false,
    entries,
    resamples: 500,
    ...changes,
  });
}

function ranksOf(board: Board): string[] {
  return board.ranked.map(({ rank, team, shown }) => `${rank} ${team} ${shown}`);
}

function entry(team: string, value: unknown, changes: Partial<BoardEntry> = {}): BoardEntry {
  return {
    teamId: team,
    team,
    system: "one",
    submissionId: `${team}-1`,
    submittedAtMs: 1_000,
    status: "scored",
    scores: { overlap: { value } },
    ...changes,
  };
}

describe("makeBoard on the given case", () => {
  it("ranks high scores first, equal ones together, the earlier submission on top", () => {
    expect(ranksOf(boardOf(caseEntries()))).toEqual([
      "1 t3 0.4123",
      "1 t2 0.4123",
      "1 t1 0.4123",
      "4 t14 0.3000",
      "4 t13 0.3000",
      "6 t12 0.2000",
      "7 t9 0.0000",
      "7 t8 0.0000",
    ]);
  });

  it("ranks low scores first where low is good", () => {
    expect(ranksOf(boardOf(caseEntries(), { direction: "lower" }))).toEqual([
      "1 t9 0.0000",
      "1 t8 0.0000",
      "3 t12 0.2000",
      "4 t14 0.3000",
      "4 t13 0.3000",
      "6 t3 0.4123",
      "6 t2 0.4123",
      "6 t1 0.4123",
    ]);
  });

  it("lists below the ranks what has none, each with its reason, and hides the withdrawn", () => {
    const board = boardOf(caseEntries());
    expect(board.unranked.map(({ team, reason }) => `${team} ${reason}`)).toEqual([
      "t4 score-null",
      "t5 score-not-a-number",
      "t6 score-missing",
      "t7 failed",
      "t11 partial",
    ]);
    expect(board.unranked.map(({ rank, score }) => rank ?? score)).toEqual(
      Array(5).fill(undefined),
    );
    expect(JSON.stringify(board)).not.toContain("t10");
  });

  it("gives the same order as CSV", () => {
    const board = boardOf(caseEntries());
    const rows = boardCsv(board).trimEnd().split("\r\n").slice(1);
    const teams = [...board.ranked, ...board.unranked].map(({ team }) => team);
    expect(rows.map((row) => row.split(",")[1])).toEqual(teams.map((team) => `"${team}"`));
    expect(rows[6]).toMatch(/^7,"t9","one",0,/);
    expect(rows[8]).toMatch(/^,"t4",.*"no score: null"$/);
  });
});

describe("makeBoard", () => {
  it("never holds −0, NaN or an unrounded number", () => {
    const board = boardOf([entry("a", -0.00001), entry("b", Number.NaN), entry("c", Infinity)]);
    expect(Object.is(board.ranked[0]?.score, 0)).toBe(true);
    expect(board.unranked.map(({ reason }) => reason)).toEqual([
      "score-not-a-number",
      "score-not-a-number",
    ]);
  });

  it("ranks by what is shown: 0.12344 and 0.12336 are equal, 0.12346 is not", () => {
    const board = boardOf([entry("a", 0.12344), entry("b", 0.12336), entry("c", 0.12346)]);
    expect(ranksOf(board)).toEqual(["1 c 0.1235", "2 a 0.1234", "2 b 0.1234"]);
  });

  it("shows the selected submission, even a worse one, and the board before the selection", () => {
    const entries = [
      entry("a", 0.5, { submissionId: "first" }),
      entry("a", 0.3, { submissionId: "second", submittedAtMs: 2_000 }),
    ];
    const selections = [{ teamId: "a", submissionId: "first", selectedAtMs: 3_000 }];
    expect(ranksOf(boardOf(entries, { selections }))).toEqual(["1 a 0.5000"]);
    expect(ranksOf(boardOf(entries, { selections, asOfMs: 2_500 }))).toEqual(["1 a 0.3000"]);
    expect(ranksOf(boardOf(entries, { bestOf: true }))).toEqual(["1 a 0.5000"]);
  });

  it("gives the board of a past moment: later scores and withdrawals do not count yet", () => {
    const entries = [
      entry("a", 0.5, { finalAtMs: 1_500, status: "withdrawn", withdrawnAtMs: 5_000 }),
      entry("b", 0.4, { finalAtMs: 4_000 }),
    ];
    expect(ranksOf(boardOf(entries, { asOfMs: 1_400 }))).toEqual([]);
    expect(ranksOf(boardOf(entries, { asOfMs: 2_000 }))).toEqual(["1 a 0.5000"]);
    expect(ranksOf(boardOf(entries, { asOfMs: 4_000 }))).toEqual(["1 a 0.5000", "2 b 0.4000"]);
    expect(ranksOf(boardOf(entries, { asOfMs: 5_000 }))).toEqual(["1 b 0.4000"]);
  });

  it("does not rank test teams, teams without accepted terms, and indicative values", () => {
    const board = boardOf([
      entry("a", 0.5, { test: true }),
      entry("b", 0.5, { termsAccepted: false }),
      entry("c", undefined, { scores: { overlap: { value: 0.5, indicative: true } } }),
    ]);
    expect(board.unranked.map(({ reason }) => reason)).toEqual([
      "test-team",
      "terms-not-accepted",
      "indicative",
    ]);
    expect(board.lead).toBe("none");
  });

  it("names a winner only if it is separated from all others", () => {
    // Ten items: a leads b by 0.1 on each; c equals a but for one item.
    const items = (shift: number, last: number): ReadonlyMap<string, number> =>
      new Map(Array.from({ length: 10 }, (_, at) => [`i${at}`, at === 9 ? last : 0.5 + shift]));
    const scored = (team: string, shift: number, last: number): BoardEntry => {
      const own = items(shift, last);
      const value = [...own.values()].reduce((sum, score) => sum + score, 0) / own.size;
      return entry(team, value, { scores: { overlap: { value, items: own } } });
    };
    const two = boardOf([scored("a", 0.1, 0.6), scored("b", 0, 0.5)]);
    expect(two.lead).toBe("winner");
    expect(two.ranked[1]).toMatchObject({ rank: 2, rankLow: 2, rankHigh: 2, inTopGroup: false });
    const three = boardOf([scored("a", 0.1, 0.6), scored("b", 0, 0.5), scored("c", 0.1, 0.59)]);
    expect(three.lead).toBe("top-group");
    expect(three.ranked.map(({ inTopGroup }) => inTopGroup)).toEqual([true, true, false]);
  });

  it("climbs the ladder only by more than the noise step, before the freeze", () => {
    const entries = [0.5, 0.505, 0.52, 0.4].map((value, at) =>
      entry("a", value, { submissionId: `s${at}`, submittedAtMs: at }),
    );
    const shownAt = (asOfMs: number): string[] =>
      ranksOf(boardOf(entries, { ladderStep: 0.01, asOfMs }));
    expect(shownAt(0)).toEqual(["1 a 0.5000"]);
    expect(shownAt(1)).toEqual(["1 a 0.5000"]);
    expect(shownAt(2)).toEqual(["1 a 0.5200"]);
    expect(shownAt(3)).toEqual(["1 a 0.5200"]);
    expect(ranksOf(boardOf(entries, { ladderStep: 0.01, frozen: true }))).toEqual(["1 a 0.4000"]);
  });
});

describe("boardCsv", () => {
  it("guards cells that a spreadsheet would run", () => {
    const board = boardOf([entry("=cmd()", 0.5, { system: "+1" })]);
    expect(boardCsv(board)).toContain(`1,"'=cmd()","'+1",0.5,`);
  });
});
