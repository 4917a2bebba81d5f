import { expect, it } from "vitest";
import { minuteOfDay, nextTimeOfDay } from "./backup-times.ts";

it.each([
  ["00:00", 0],
  ["03:30", 210],
  ["23:59", 1439],
  ["24:00", undefined],
  ["3:30", undefined],
  ["12:60", undefined],
  ["noon", undefined],
])("reads %s as the minute %s of the day", (text, minute) => {
  expect(minuteOfDay(text)).toBe(minute);
});

it("finds the next moment at a time of the day, never the present one", () => {
  const at = (time: string): number => Date.parse(`2026-11-30T${time}Z`);
  expect(nextTimeOfDay(at("02:59:59"), 180)).toBe(at("03:00:00"));
  expect(nextTimeOfDay(at("03:00:00"), 180)).toBe(Date.parse("2026-12-01T03:00:00Z"));
  expect(nextTimeOfDay(at("23:00:00"), 0)).toBe(Date.parse("2026-12-01T00:00:00Z"));
});
