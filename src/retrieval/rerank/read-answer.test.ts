import { describe, expect, it } from "vitest";
import { readOrder, readYesNo } from "./read-answer.ts";

describe("readYesNo", () => {
  it.each([
    ["yes", "yes"],
    [" No.\n", "no"],
    ['"YES"', "yes"],
    ["**no**", "no"],
    ["yes, because it treats tents", undefined],
    ["no yes", undefined],
    ["nothing", undefined],
    ["", undefined],
  ])("reads %j as %j", (text, answer) => {
    expect(readYesNo(text)).toBe(answer);
  });
});

describe("readOrder", () => {
  it.each([
    ["[2] > [1] > [3]", [1, 0, 2]],
    ["3, 1, 2", [2, 0, 1]],
    ["3 2 1.", [2, 1, 0]],
    ["[1]\n[2]\n[3]", [0, 1, 2]],
    ["[2] > [1]", undefined],
    ["[2] > [1] > [1]", undefined],
    ["[2] > [1] > [4]", undefined],
    ["[0] > [1] > [2]", undefined],
    ["Order: [2] > [1] > [3]", undefined],
    ["[2] > [1] > [3] > [2]", undefined],
    ["", undefined],
    ["1".repeat(400), undefined],
  ])("reads %j as %j", (text, order) => {
    expect(readOrder(text, 3)).toEqual(order);
  });
});
