import { describe, expect, it } from "vitest";
import type { ChallengeSchedule } from "../records/index.ts";
import { parseMoment } from "./moments.ts";
import { fixedDates, phaseAt, scheduleFaults, uploadRefusal } from "./phases.ts";

const CLOSES = parseMoment("2024-07-15 AoE", "ends");
const SCHEDULE: ChallengeSchedule = {
  announced: parseMoment("2023-12-01 AoE", "begins"),
  submissionsOpen: parseMoment("2024-02-01 AoE", "begins"),
  registrationCloses: CLOSES,
  submissionsClose: CLOSES,
  ratingCloses: parseMoment("2024-08-31 AoE", "ends"),
};
const MINUTE = 60_000;

function refusalOf(beganMs: number, endedMs = beganMs): string | undefined {
  return uploadRefusal({ beganMs, endedMs }, { schedule: SCHEDULE });
}

describe("uploadRefusal", () => {
  it("takes the last second of the deadline, and nothing after it", () => {
    const last = Date.parse("2024-07-16T11:59:59.999Z");
    expect(refusalOf(CLOSES - 1_000)).toBeUndefined();
    expect(refusalOf(last)).toBeUndefined();
    expect(refusalOf(last + 1)).toBe("deadline-passed");
    expect(refusalOf(CLOSES + 1_000)).toBe("deadline-passed");
  });

  it("counts an upload from its beginning, for 15 minutes", () => {
    expect(refusalOf(CLOSES, CLOSES + 15 * MINUTE)).toBeUndefined();
    expect(refusalOf(CLOSES, CLOSES + 15 * MINUTE + 1)).toBe("took-too-long");
    expect(refusalOf(CLOSES - 60 * MINUTE, CLOSES)).toBeUndefined();
  });

  it("takes nothing before submissions open", () => {
    expect(refusalOf(SCHEDULE.submissionsOpen - 1)).toBe("not-open-yet");
    expect(refusalOf(SCHEDULE.submissionsOpen)).toBeUndefined();
  });

  it("closes on the wall clock of a day with a change of the clock", () => {
    // 02:30 comes twice in Berlin on that day; the later one counts for a deadline.
    const submissionsClose = parseMoment("2024-10-27 02:30 Europe/Berlin", "ends");
    const schedule = { ...SCHEDULE, submissionsClose };
    const at = (text: string) => ({ beganMs: Date.parse(text), endedMs: Date.parse(text) });
    expect(uploadRefusal(at("2024-10-27T01:30:00Z"), { schedule })).toBeUndefined();
    expect(uploadRefusal(at("2024-10-27T01:30:01Z"), { schedule })).toBe("deadline-passed");
  });
});

describe("phaseAt", () => {
  it("opens by date, rates from the freeze, and ends with publication", () => {
    const at = (nowMs: number, marks = {}): string =>
      phaseAt({ schedule: SCHEDULE, nowMs, ...marks });
    expect(at(SCHEDULE.submissionsOpen - 1)).toBe("announced");
    expect(at(SCHEDULE.submissionsOpen)).toBe("submission");
    expect(at(CLOSES + 1_000)).toBe("submission");
    expect(at(CLOSES + 5, { frozenAtMs: CLOSES + 5 })).toBe("rating");
    expect(at(CLOSES + 9, { frozenAtMs: CLOSES + 5, publishedAtMs: CLOSES + 9 })).toBe("complete");
  });
});

describe("fixedDates", () => {
  it("holds what has begun, and deadlines once results were visible", () => {
    const nowMs = SCHEDULE.submissionsOpen;
    expect(fixedDates({ schedule: SCHEDULE, nowMs })).toEqual(["announced", "submissionsOpen"]);
    expect(fixedDates({ schedule: SCHEDULE, nowMs, frozenAtMs: nowMs })).toContain(
      "submissionsClose",
    );
  });
});

describe("scheduleFaults", () => {
  it("wants dates in order", () => {
    expect(scheduleFaults(SCHEDULE)).toEqual([]);
    expect(scheduleFaults({ ...SCHEDULE, submissionsClose: 0 })).toEqual([
      "submissionsOpen must come before submissionsClose",
    ]);
  });
});
