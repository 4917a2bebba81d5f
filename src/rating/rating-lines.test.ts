import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnswerLine } from "../records/index.ts";
import { type RatingExport, readRatings, writeRatings } from "./rating-lines.ts";

const EXPORT: RatingExport = {
  study: {
    kind: "study",
    version: 1,
    name: "tiny",
    planHash: "a".repeat(64),
    dimensions: ["fluency", "coherence"],
    ratersPerText: 2,
  },
  raters: [
    {
      kind: "rater",
      rater: "r1",
      languageLevel: "good",
      training: { fluency: 3 },
      survey: { age: "40" },
    },
  ],
  texts: [{ kind: "text", text: "t1", prompt: "p1", words: 300 }],
  readings: [
    {
      kind: "reading",
      rater: "r1",
      text: "t1",
      status: "complete",
      takenAtMs: 1,
      endedAtMs: 9,
      readMs: 7,
    },
    { kind: "reading", rater: "r2", text: "t1", status: "active", takenAtMs: 2, readMs: 0 },
  ],
  answers: [answer("r1", "fluency", [3, 5, 4]), answer("r1", "coherence", [2])],
};

function answer(rater: string, dimension: string, values: readonly number[]): AnswerLine {
  const history = values.map((value, at) => ({ atMs: at, answer: { value } }));
  return {
    kind: "answer",
    rater,
    text: "t1",
    dimension,
    answer: { value: values.at(-1) as number },
    history,
  };
}

function linesOf(text: string): { line: number; value: unknown }[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line, at) => ({ line: at + 1, value: JSON.parse(line) as unknown }));
}

describe("writeRatings and readRatings", () => {
  it("give back the same export and the same bytes, whatever order it was in", () => {
    const text = writeRatings(EXPORT);
    const read = readRatings(linesOf(text), "ratings.jsonl");
    expect(read).toEqual(EXPORT);
    fc.assert(
      fc.property(fc.shuffledSubarray([...EXPORT.answers], { minLength: 2 }), (answers) => {
        expect(writeRatings({ ...read, answers })).toBe(text);
      }),
    );
  });

  it("keep the whole history and reasons for no mark", () => {
    const last: AnswerLine = {
      ...answer("r2", "fluency", [1]),
      answer: { cannotJudge: "breaks off" },
      history: [
        { atMs: 5, answer: { value: 1 } },
        { atMs: 6, answer: { cannotJudge: "breaks off" } },
      ],
    };
    const text = writeRatings({ ...EXPORT, answers: [last] });
    expect(readRatings(linesOf(text), "x").answers).toEqual([last]);
  });

  it("list every fault with its line", () => {
    const broken = [
      ...linesOf(writeRatings(EXPORT)),
      { line: 8, value: { ...EXPORT.answers[0], dimension: "style" } },
      { line: 9, value: { ...EXPORT.readings[0] } },
      { line: 10, value: { ...EXPORT.answers[0], rater: "r9" } },
      { line: 11, value: { kind: "text", text: "t2" } },
      { line: 12, value: { ...EXPORT.answers[1], rater: "r2", answer: { value: 5 } } },
    ];
    expect(() => readRatings(broken, "ratings.jsonl")).toThrow(
      expect.objectContaining({
        code: "invalid-ratings",
        message: expect.stringMatching(
          /5 faults[\s\S]*:11: [\s\S]*:8: dimension style is not[\s\S]*:9: rater r1 on text t1 stands twice[\s\S]*:10: rater r9 has no reading[\s\S]*:12: the answer is not the last/,
        ),
      }),
    );
  });

  it("refuse marks that are no marks", () => {
    const value = { ...answer("r1", "fluency", [6]) };
    const lines = [...linesOf(writeRatings({ ...EXPORT, answers: [] })), { line: 5, value }];
    expect(() => readRatings(lines, "x")).toThrow(/x:5: /);
  });

  it("refuse an export without a study, or with two", () => {
    expect(() => readRatings([], "x")).toThrow(/0 lines of kind study/);
    const twice = [EXPORT.study, EXPORT.study].map((value, at) => ({ line: at + 1, value }));
    expect(() => readRatings(twice, "x")).toThrow(/2 lines of kind study/);
  });
});
