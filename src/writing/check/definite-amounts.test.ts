import { describe, expect, it } from "vitest";
import { bibleOf } from "../bible/bible.ts";
import { openFactBook } from "../bible/fact-book.ts";
import { reviewText } from "./review-text.ts";

function amountsIn(text: string): string[] {
  const bible = bibleOf({ facts: [] }, openFactBook());
  const { issues } = reviewText(text, { node: "leaf", span: [0, 1], bible });
  return issues.filter(({ type }) => type === "number").map(({ message }) => message);
}

const HOUSES = "There were plans for forty houses on the hill.";

describe("amounts that take up earlier ones", () => {
  it.each([
    ["another count", "The fifty houses were never built.", 1],
    ["the same count", "The forty houses were never built.", 0],
    ["a count that words tell from others", "The six houses by the mill were never built.", 0],
    ["a count told for the first time", "Six houses were never built.", 0],
    ["a part", "The first six houses were never built.", 0],
    ["other things", "The fifty barns were never built.", 0],
    ["a count more than four times as large", "The two hundred houses were never built.", 0],
  ])("are compared with them: %s", (_, sentence, count) => {
    expect(amountsIn(`${HOUSES} ${sentence}`)).toHaveLength(count);
  });

  it("say nothing where two earlier counts differ", () => {
    const text =
      "There were four barns. In the valley there were three barns. The five barns were sold.";
    expect(amountsIn(text)).toEqual([]);
  });
});
