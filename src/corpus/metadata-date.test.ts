import { describe, expect, it } from "vitest";
import { DATE_PATTERN } from "../records/index.ts";
import { metadataDate } from "./metadata-date.ts";

describe("metadataDate", () => {
  it.each([
    ["2020", "2020"],
    ["2020-1", "2020-01"],
    ["2020-01-31", "2020-01-31"],
    ["2020/1/3", "2020-01-03"],
    ["2020-01-31T23:30:00-05:00", "2020-02-01T04:30:00Z"],
    ["2020-01-31T23:30:15.25Z", "2020-01-31T23:30:15Z"],
    ["2020-01-31 23:30", "2020-01-31"],
    ["31 January 2020", "2020-01-31"],
    ["January 31st, 2020", "2020-01-31"],
    ["Jan 3 2020", "2020-01-03"],
    ["Fri, 31 Jan 2020 10:00:00 +0100", "2020-01-31T09:00:00Z"],
  ])("reads %j as %s", (given, expected) => {
    const date = metadataDate(given) ?? "";
    expect(date).toBe(expected);
    expect(date).toMatch(DATE_PATTERN);
  });

  it.each([
    "2020-02-30",
    "2020-13",
    "2020-00-01",
    "2019-02-29",
    "2020-01-31T25:00:00Z",
    "2020-01-31 25:00",
    "03/04/2020",
    "31.01.2020",
    "Marble 3, 2020",
    "soon",
    "20200131",
    "",
  ])("takes %j for no date that it can tell", (given) => {
    expect(metadataDate(given)).toBeUndefined();
  });
});
