import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { jsonTrouble } from "./json-trouble.ts";
import { openSubmissionCheck, type SubmissionRules } from "./submission-check.ts";

const CASES = new URL("../../tests/cases/leaderboard/bad-submission.jsonl", import.meta.url);

const RULES: SubmissionRules = {
  itemIds: ["q1"],
  minWords: 0,
  rules: { empty: "reject", belowMinWords: "accept", aboveMaxWords: "reject" },
  countWords: (text) => text.match(/\w+/g)?.length ?? 0,
};

function checkLines(lines: readonly string[], changes: Partial<SubmissionRules> = {}) {
  const check = openSubmissionCheck({ ...RULES, ...changes });
  const read = lines.map((line) => check.line(line));
  return { read, ...check.finish() };
}

function codesOf(lines: readonly string[], changes: Partial<SubmissionRules> = {}): string[] {
  return checkLines(lines, changes).problems.map(({ line, code }) => `${line ?? "-"} ${code}`);
}

describe("openSubmissionCheck", () => {
  it("lists every fault of the given case at once", () => {
    const lines = readFileSync(CASES, "utf8").trimEnd().split("\n");
    const itemIds = ["q1", "q2", "3", "q4", "q5", "q6", "q7"];
    const { problems, read, accepted } = checkLines(lines, { itemIds });
    expect(accepted).toBe(false);
    expect(problems.map(({ line, code }) => `${line ?? "-"} ${code}`)).toEqual([
      "2 duplicate-item",
      "3 empty-text",
      "4 unknown-item",
      "6 text-not-a-string",
      "7 unknown-field",
      "8 missing-id",
      "9 invalid-json",
      "- missing-item",
      "- missing-item",
    ]);
    expect(problems.slice(-2).map(({ message }) => message)).toEqual([
      'No line answers "q6".',
      'No line answers "q7".',
    ]);
    expect(read[4]).toEqual({
      itemId: "3",
      text: 'The id is a number; the prompt is called "3".',
      words: 10,
    });
  });

  it("accepts a byte order mark, blank lines and either id", () => {
    const lines = ['\uFEFF{"exampleId":"q1","text":"one"}', "", '{"promptId":"q2","text":"two"}\r'];
    expect(codesOf(lines, { itemIds: ["q1", "q2"] })).toEqual([]);
  });

  it("refuses what is no object, ids of a wrong kind, and both ids", () => {
    const lines = [
      "[1]",
      "null",
      '{"promptId":true,"text":"a"}',
      '{"promptId":"q1","exampleId":"q1"}',
    ];
    expect(codesOf(lines)).toEqual([
      "1 not-an-object",
      "2 not-an-object",
      "3 invalid-id",
      "4 two-ids",
      "- missing-item",
    ]);
  });

  it("refuses deep nesting before it parses, and a key that stands twice", () => {
    const deep = `{"promptId":"q1","text":${"[".repeat(100_000)}`;
    const twice = '{"promptId":"q1","text":"a","\\u0074ext":"b"}';
    expect(codesOf([deep, twice])).toEqual(["1 too-deep", "2 key-twice", "- missing-item"]);
  });

  it("holds texts to the words of the track by rule", () => {
    const line = '{"promptId":"q1","text":"one two three"}';
    expect(codesOf([line], { minWords: 4 })).toEqual([]);
    expect(checkLines([line], { minWords: 4 })).toMatchObject({ shortTexts: 1, accepted: true });
    expect(codesOf([line], { maxWords: 2 })).toEqual(["1 above-max-words"]);
    const strict = { ...RULES.rules, belowMinWords: "reject" } as const;
    expect(codesOf([line], { minWords: 4, rules: strict })).toEqual(["1 below-min-words"]);
  });

  it("measures the size of a text in bytes of UTF-8", () => {
    const of = (text: string): string => JSON.stringify({ promptId: "q1", text });
    expect(codesOf([of("ä".repeat(524_288))])).toEqual(["1 empty-text"]);
    expect(codesOf([of("ä".repeat(524_289))])).toEqual(["1 text-too-large"]);
  });

  it("counts problems beyond those that it lists", () => {
    const { problems, problemCount } = checkLines(Array<string>(10_050).fill("x"));
    expect(problems).toHaveLength(10_000);
    expect(problemCount).toBe(10_051);
  });
});

describe("jsonTrouble", () => {
  it("does not take brackets and colons inside texts for nesting and keys", () => {
    expect(jsonTrouble('{"a":"[[[\\"{{","b":["a","a"]}', 2)).toBeUndefined();
    expect(jsonTrouble('{"a":{"a":{"a":1}}}', 3)).toBeUndefined();
    expect(jsonTrouble('{"a":{"a":{"a":1}}}', 2)).toEqual({ kind: "deep", limit: 2 });
  });
});
