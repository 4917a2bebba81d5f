import { describe, expect, it } from "vitest";
import { isoDate, ratingText } from "./field-values.ts";

describe("isoDate", () => {
  it.each([
    [2011, "2011"],
    ["2016-01-04", "2016-01-04"],
    ["2016-01", "2016-01"],
    ["02 9, 2016", "2016-02-09"],
    ["09 14, 2015", "2015-09-14"],
    ["2003-01-07 10:20:30", "2003-01-07"],
    ["2003-01-07T10:20:30Z", "2003-01-07T10:20:30Z"],
    ["13 45, 2016", undefined],
    ["2016-02-30", undefined],
    ["", undefined],
    ["May", undefined],
    [11, undefined],
    [null, undefined],
    [true, undefined],
    [undefined, undefined],
  ])("reads %j as %j", (value, expected) => {
    expect(isoDate(value)).toBe(expected);
  });
});

describe("ratingText", () => {
  it.each([
    [5, "5.0"],
    [4.5, "4.5"],
    [0, "0.0"],
    ["5", "5"],
  ])("prints %j as %j", (rating, expected) => {
    expect(ratingText(rating)).toBe(expected);
  });
});
