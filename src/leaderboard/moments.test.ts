import { describe, expect, it } from "vitest";
import { addMonths, type DayEdge, parseMoment, showMoment } from "./moments.ts";

function read(text: string, edge: DayEdge = "ends"): string {
  return new Date(parseMoment(text, edge)).toISOString().replace(".000Z", "Z");
}

describe("parseMoment", () => {
  it("takes a day anywhere on Earth to end at 11:59:59 UTC of the next", () => {
    expect(read("2024-07-15 AoE")).toBe("2024-07-16T11:59:59Z");
    expect(read("2024-07-15")).toBe("2024-07-16T11:59:59Z");
    expect(read("2024-07-15 AoE", "begins")).toBe("2024-07-15T12:00:00Z");
  });

  it("reads UTC, offsets and zones", () => {
    expect(read("2024-07-15T18:00:00Z")).toBe("2024-07-15T18:00:00Z");
    expect(read("2024-07-15 18:00 +02:00")).toBe("2024-07-15T16:00:00Z");
    expect(read("2024-07-15 18:00 -03:30")).toBe("2024-07-15T21:30:00Z");
    expect(read("2024-07-15 18:00 Europe/Berlin")).toBe("2024-07-15T16:00:00Z");
    expect(read("2024-01-15 18:00 Europe/Berlin")).toBe("2024-01-15T17:00:00Z");
  });

  it("takes the hour that comes twice in favour of who reads the wall clock", () => {
    // On 27 October 2024 clocks in Berlin went from 03:00 summer time back to 02:00.
    expect(read("2024-10-27 02:30 Europe/Berlin")).toBe("2024-10-27T01:30:00Z");
    expect(read("2024-10-27 02:30 Europe/Berlin", "begins")).toBe("2024-10-27T00:30:00Z");
  });

  it.each([
    ["2024-03-31 02:30 Europe/Berlin", /skips this time/],
    ["2024-02-30", /no such day/],
    ["2024-02-29T25:00:00Z", /no such day/],
    ["2024-07-15 18:00 Mars/Olympus", /no zone Mars\/Olympus/],
    ["15 July 2024", /form is not known/],
  ])("refuses %s", (text, message) => {
    expect(() => parseMoment(text, "ends")).toThrow(message);
  });
});

describe("showMoment", () => {
  it("tells UTC and AoE", () => {
    expect(showMoment(Date.UTC(2024, 6, 16, 11, 59, 59))).toEqual({
      atMs: Date.UTC(2024, 6, 16, 11, 59, 59),
      utc: "2024-07-16 11:59:59 UTC",
      aoe: "2024-07-15 23:59:59 AoE",
    });
  });
});

describe("addMonths", () => {
  it("keeps the time of day and stays within the month", () => {
    expect(addMonths(Date.UTC(2023, 10, 30, 12, 5), 3)).toBe(Date.UTC(2024, 1, 29, 12, 5));
    expect(addMonths(Date.UTC(2023, 8, 1), 3)).toBe(Date.UTC(2023, 11, 1));
  });
});
