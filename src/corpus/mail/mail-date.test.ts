import { describe, expect, it } from "vitest";
import { mailDate } from "./mail-date.ts";

describe("mailDate", () => {
  it.each([
    ["Mon, 6 Jan 2003 09:00:00 +0100", "2003-01-06T08:00:00Z"],
    ["Mon, 13 Jan 2003 22:30:00 -0500", "2003-01-14T03:30:00Z"],
    ["19 Jan 03 09:30 UT", "2003-01-19T09:30:00Z"],
    ["19 Jan 99 09:30:00 EST", "1999-01-19T14:30:00Z"],
    ["Fri, 1 Mar 2024 00:10:00 +0100 (CET (winter))", "2024-02-29T23:10:00Z"],
    ["Thu, 31 Dec 1998 23:59:60 +0000", "1998-12-31T23:59:59Z"],
    ["Tue, 07-Jan-2003 10:00:00 GMT", "2003-01-07T10:00:00Z"],
    ["Mon Jan  6 09:00:00 2003", "2003-01-06T09:00:00Z"],
    ["Mon Jan 6 09:00:00 EST 2003", "2003-01-06T14:00:00Z"],
    ["  Mon,\r\n\t6 Jan 2003 09:00:00 -0000 ", "2003-01-06T09:00:00Z"],
    ["6 Jan 2003 09:00:00 XYZ", "2003-01-06T09:00:00Z"],
  ])("reads %j as %s", (header, expected) => {
    expect(mailDate(header)).toBe(expected);
  });

  it.each([
    "Tue, 31 Feb 2003 25:61:00 +9900",
    "Sat, 29 Feb 2003 10:00:00 +0000",
    "Mon, 6 Jan 2003 24:00:00 +0000",
    "Mon, 6 Jan 2003 10:60:00 +0000",
    "Mon, 6 Jan 2003 10:00:00 +9900",
    "Mon, 6 Foo 2003 10:00:00 +0000",
    "yesterday",
    "",
  ])("takes %j for no date", (header) => {
    expect(mailDate(header)).toBeUndefined();
  });
});
