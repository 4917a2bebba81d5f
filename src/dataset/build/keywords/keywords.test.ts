import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { abstractTask } from "../../tasks/abstract.ts";
import { localKeywords } from "./local-keywords.ts";
import { parseKeywords } from "./parse-keywords.ts";

interface KeywordCase {
  readonly name: string;
  readonly answer: string;
  readonly title?: string;
  readonly expectedKeywords: readonly string[];
  readonly expectedStatus: string;
  readonly expectedInputLonglampPaper?: string;
  readonly expectedQueryLonglampPaper?: string;
  readonly expectedQueryLonghand?: string;
}

const cases = readFileSync("tests/cases/dataset/keyword-formats.jsonl", "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as KeywordCase);

/** What the case file calls the outcome. */
function statusOf({ found, rejected }: ReturnType<typeof parseKeywords>, name: string): string {
  if (rejected !== undefined) return `example rejected: ${rejected}`;
  if (found === 5) return "ok";
  if (found > 5) return `count ${found}, first five kept, recorded`;
  return name === "repeated"
    ? `count ${found}, repeats removed, recorded`
    : `count ${found}, example kept, recorded`;
}

describe("parseKeywords", () => {
  it.each(cases)("reads $name", ({ name, answer, expectedKeywords, expectedStatus }) => {
    const parsed = parseKeywords(answer);
    expect(parsed.keywords).toEqual(expectedKeywords);
    expect(statusOf(parsed, name)).toBe(expectedStatus);
  });

  it("makes the input and the queries of a title that holds the marker", () => {
    const found = cases.find(({ title }) => title !== undefined) as KeywordCase;
    const parts = {
      title: found.title ?? "",
      keywords: parseKeywords(found.answer).keywords.join(", "),
    };
    const input = abstractTask.writeInput(parts);
    expect(input).toBe(found.expectedInputLonglampPaper);
    const example = abstractTask.readRow({
      id: "e",
      name: "n",
      input,
      output: "x",
      profile: [],
      ...parts,
    });
    expect(abstractTask.query(example, { profile: "longlamp-paper", family: "gpt" })).toBe(
      found.expectedQueryLonglampPaper,
    );
    expect(abstractTask.query(example, { profile: "longhand", family: "gpt" })).toBe(
      found.expectedQueryLonghand,
    );
  });

  it.each([
    ["**Solar panels**, **storage**", ["Solar panels", "storage"]],
    ["Keywords: a1, b2, c3, d4, e5.", ["a1", "b2", "c3", "d4", "e5"]],
    ["Sure! Here are five keywords:\n1. alpha\n2. beta", ["alpha", "beta"]],
    ["one line", ["one line"]],
    ["a b\nc d\ne f", ["a b", "c d", "e f"]],
  ])("reads %j", (answer, expected) => {
    expect(parseKeywords(answer).keywords).toEqual(expected);
  });
});

describe("localKeywords", () => {
  const paper = {
    title: "Heat pumps in cold climates",
    abstract:
      "Heat pumps lose capacity at low temperature. We measure twelve heat pumps in a field test over three winters. " +
      "A defrost cycle lowers the seasonal performance factor by nine percent. The defrost cycle is triggered by frost sensors. " +
      "We propose a control scheme that predicts frost, and report its seasonal performance factor.",
  };

  it("finds what a paper speaks of, the same each time", () => {
    const found = localKeywords(paper);
    // Twice or more, and the title's own words.
    expect(found).toHaveLength(5);
    expect(found).toEqual(
      expect.arrayContaining(["heat pumps", "seasonal performance factor", "defrost cycle"]),
    );
    expect(localKeywords(paper)).toEqual(found);
  });

  it("takes no word of a keyword from a stop word, and no number", () => {
    for (const keyword of localKeywords(paper)) {
      expect(keyword).not.toMatch(/\b(?:the|we|in|a|by|over)\b|^\d+$/);
    }
  });

  it("keeps the capitals of names and abbreviations", () => {
    const [first] = localKeywords({
      title: "Tuning BERT",
      abstract: "BERT is tuned. BERT is small.",
    });
    expect(first).toContain("BERT");
  });

  it("gives fewer where there is no more, and none for nothing", () => {
    expect(localKeywords({ title: "On it", abstract: "Frost." })).toEqual(["frost"]);
    expect(localKeywords({ title: "", abstract: "" })).toEqual([]);
  });
});
