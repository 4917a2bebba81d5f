import { describe, expect, it } from "vitest";
import type { RatingAnalysis, SystemComparison, TextResult } from "../records/index.ts";
import { type HumanBoardInput, makeHumanBoard } from "./human-board.ts";
import { humanBoardCsv } from "./human-board-csv.ts";

const DIMENSIONS = [
  { id: "relevance", label: "Relevance" },
  { id: "fluency", label: "Fluency" },
];

/** Means of the texts by system and prompt, the same in both dimensions where one list is given. */
type Means = Readonly<Record<string, readonly (readonly number[])[]>>;

function text(
  system: string,
  at: number,
  [dimension, mean]: readonly [string, number],
): TextResult {
  return {
    text: `${system}${at}`,
    system,
    prompt: `p${at}`,
    dimension,
    mean,
    marks: [Math.round(mean)],
    cannotJudge: 0,
  };
}

function analysisOf(means: Means, comparisons: readonly SystemComparison[] = []): RatingAnalysis {
  const texts = Object.entries(means).flatMap(([system, columns]) =>
    columns.flatMap((values, column) =>
      values.map((mean, at) => text(system, at, [DIMENSIONS[column]?.id ?? "", mean])),
    ),
  );
  const systems = Object.entries(means).flatMap(([system, columns]) =>
    columns.map((values, column) => ({
      system,
      dimension: DIMENSIONS[column]?.id ?? "",
      prompts: values.length,
      ratings: values.length,
      cannotJudge: 0,
      mean: values.reduce((sum, value) => sum + value, 0) / values.length,
      median: 3,
      counts: [0, 1, values.length - 1, 0, 0],
    })),
  );
  return {
    planHash: "ab".repeat(32),
    raters: [],
    agreement: DIMENSIONS.map(({ id: dimension }, at) => ({
      dimension,
      raters: 5,
      texts: texts.length / 2,
      ratings: texts.length,
      cannotJudge: 0,
      alpha: { status: "defined", value: at === 0 ? 0.8 : 0.3 },
      meanSpearman: { status: "undefined", reason: "no-variation" },
      meanKendallTauB: { status: "undefined", reason: "no-variation" },
      exact: { status: "defined", value: 1 },
      withinOne: { status: "defined", value: 1 },
      isLow: at === 1,
    })),
    all: { raters: 5, systems, texts, comparisons, againstHuman: [] },
    metrics: [],
    deviations: [],
  };
}

function inputOf(
  analysis: RatingAnalysis,
  changes: Partial<HumanBoardInput> = {},
): HumanBoardInput {
  return {
    challengeId: "tales",
    track: "main",
    studyId: "s",
    analysis,
    systems: [
      { id: "a", team: "Zebra", system: "one", submissionId: "sub-a" },
      { id: "b", team: "Ant", system: "two", submissionId: "sub-b" },
      { id: "c", team: "Bee", system: "three", submissionId: "sub-c" },
    ],
    dimensions: DIMENSIONS,
    tests: { alpha: 0.05, resamples: 200 },
    seed: 1,
    ratersPerText: 5,
    ...changes,
  };
}

/** Six prompts; relevance: a and b equal, c lower; fluency: c first. */
const MEANS: Means = {
  a: [
    [4, 5, 4, 5, 4, 5],
    [2, 2, 2, 2, 2, 2],
  ],
  b: [
    [5, 4, 5, 4, 5, 4],
    [2, 2, 2, 2, 2, 2.000_06],
  ],
  c: [
    [2, 2, 2, 2, 2, 2],
    [4, 4, 4, 4, 4, 4],
  ],
};

function compared(first: string, second: string, adjustedP: number): SystemComparison {
  return {
    dimension: "relevance",
    first,
    second,
    prompts: 6,
    difference: 1,
    p: adjustedP,
    adjustedP,
    wins: 6,
    ties: 0,
    losses: 0,
  };
}

const marksOf = (input: HumanBoardInput, column: string) =>
  Object.fromEntries(
    makeHumanBoard(input).rows.map(({ id, marks }) => [
      id,
      marks.find((mark) => mark.column === column),
    ]),
  );

describe("the board of human marks", () => {
  it("ranks each dimension by itself; means that are equal after rounding share a rank", () => {
    const input = inputOf(analysisOf(MEANS));
    const relevance = marksOf(input, "relevance");
    expect([relevance["a"]?.rank, relevance["b"]?.rank, relevance["c"]?.rank]).toEqual([1, 1, 3]);
    expect(relevance["a"]).toMatchObject({ mean: 4.5, shown: "4.5000", median: 3, prompts: 6 });
    const fluency = marksOf(input, "fluency");
    // 2 and 2.00001 are both shown as 2.0000.
    expect([fluency["a"]?.rank, fluency["b"]?.rank, fluency["c"]?.rank]).toEqual([2, 2, 1]);
  });

  it("orders lines by name, for there is no overall number, or by the ranks of a column", () => {
    const board = makeHumanBoard(inputOf(analysisOf(MEANS)));
    expect([board.order, board.columns.map(({ id }) => id)]).toEqual([
      "name",
      ["relevance", "fluency"],
    ]);
    expect(board.rows.map(({ team }) => team)).toEqual(["Ant", "Bee", "Zebra"]);
    const byFluency = makeHumanBoard(inputOf(analysisOf(MEANS), { order: "fluency" }));
    expect(byFluency.rows.map(({ id }) => id)).toEqual(["c", "b", "a"]);
    expect(makeHumanBoard(inputOf(analysisOf(MEANS), { order: "nothing" })).order).toBe("name");
  });

  it("marks whoever the declared test does not separate from rank 1", () => {
    const far = analysisOf(MEANS, [compared("a", "c", 0.01), compared("b", "c", 0.01)]);
    expect(marksOf(inputOf(far), "relevance")["c"]?.inTopGroup).toBe(false);
    // Separated from one of two firsts only.
    const near = analysisOf(MEANS, [compared("a", "c", 0.01), compared("b", "c", 0.2)]);
    expect(marksOf(inputOf(near), "relevance")["c"]?.inTopGroup).toBe(true);
    expect(marksOf(inputOf(far), "fluency")["a"]?.inTopGroup).toBe(true);
  });

  it("gives rank intervals from five common prompts on", () => {
    const relevance = marksOf(inputOf(analysisOf(MEANS)), "relevance");
    expect(relevance["c"]).toMatchObject({ rankLow: 3, rankHigh: 3 });
    expect(relevance["a"]).toMatchObject({ rankLow: 1, rankHigh: 2 });
    const few = Object.fromEntries(
      Object.entries(MEANS).map(([id, columns]) => [id, columns.map((own) => own.slice(0, 4))]),
    );
    expect(marksOf(inputOf(analysisOf(few)), "relevance")["a"]).not.toHaveProperty("rankLow");
  });

  it("lists texts by people and test teams without ranks, below the others", () => {
    const systems = [
      { id: "a", team: "Written by people", isHuman: true },
      { id: "b", team: "Ant" },
      { id: "c", team: "Test", isTest: true },
    ];
    const board = makeHumanBoard(inputOf(analysisOf(MEANS), { systems, order: "relevance" }));
    expect(board.rows.map(({ id, unranked }) => [id, unranked])).toEqual([
      ["b", undefined],
      ["c", "test-team"],
      ["a", "written-by-people"],
    ]);
    expect(board.rows[2]?.marks[0]).toMatchObject({ shown: "4.5000" });
    expect(board.rows[2]?.marks[0]).not.toHaveProperty("rank");
    expect(board.rows[0]?.marks[1]?.rank).toBe(1);
  });

  it("has an overall number only where the challenge declared it", () => {
    const board = makeHumanBoard(inputOf(analysisOf(MEANS), { overall: "mean" }));
    expect([board.order, board.columns.at(-1)?.id]).toEqual(["overall", "overall"]);
    const overall = board.rows.map(({ id, marks }) => [
      id,
      marks.at(-1)?.shown,
      marks.at(-1)?.rank,
    ]);
    expect(overall).toEqual([
      ["b", "3.2500", 1],
      ["a", "3.2500", 1],
      ["c", "3.0000", 3],
    ]);
    expect(board.notes.join(" ")).toContain("as the challenge declared in advance");
  });

  it("shows scores by judge models, marked, and ranks by none of them", () => {
    const judged = [{ metric: "judge-rubric", system: "c", value: 0.987_65 }];
    const board = makeHumanBoard(inputOf(analysisOf(MEANS), { judged }));
    expect(board.judges).toEqual(["judge-rubric"]);
    expect(board.rows.find(({ id }) => id === "c")?.judged).toEqual({ "judge-rubric": "0.9877" });
    expect(board.rows.map(({ marks }) => marks)).toEqual(
      makeHumanBoard(inputOf(analysisOf(MEANS))).rows.map(({ marks }) => marks),
    );
    expect(board.notes.at(-1)).toContain("never rank");
  });

  it("says where raters agree little, and leaves a system without marks unranked", () => {
    const analysis = analysisOf({ a: MEANS["a"] ?? [], b: MEANS["b"] ?? [] });
    const board = makeHumanBoard(inputOf(analysis));
    expect(board.columns.map(({ isLow }) => isLow)).toEqual([false, true]);
    expect(board.notes).toContain("Low agreement of raters: Fluency.");
    const missing = board.rows.find(({ id }) => id === "c")?.marks[0];
    expect(missing).toEqual({
      column: "relevance",
      counts: [],
      cannotJudge: 0,
      prompts: 0,
      reason: "no-ratings",
    });
  });

  it("counts the marks without flagged raters where that is asked for", () => {
    const analysis = analysisOf(MEANS);
    const { all } = analysisOf({ ...MEANS, c: MEANS["a"] ?? [] });
    const both = { ...analysis, withoutFlagged: { ...all, raters: 4 } };
    expect(marksOf(inputOf(both), "relevance")["c"]?.rank).toBe(3);
    const unflagged = inputOf(both, { raters: "unflagged" });
    expect(marksOf(unflagged, "relevance")["c"]?.rank).toBe(1);
    expect(makeHumanBoard(unflagged).raterCount).toBe(4);
  });
});

describe("the board of human marks as CSV", () => {
  it("has a line for each system and column, with what a spreadsheet might run made harmless", () => {
    const systems = [{ id: "a", team: "=HYPERLINK(1)", system: "one", submissionId: "x" }];
    const csv = humanBoardCsv(makeHumanBoard(inputOf(analysisOf(MEANS), { systems })));
    const lines = csv.split("\r\n");
    expect(lines).toHaveLength(4);
    expect(lines[1]).toBe(
      '"\'=HYPERLINK(1)","one","relevance",1,4.5,,,,,"yes","no",3,0,1,5,0,0,0,6,"x",',
    );
    expect(lines[2]?.split(",").slice(2, 5)).toEqual(['"fluency"', "1", "2"]);
  });
});
