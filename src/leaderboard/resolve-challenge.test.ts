import { describe, expect, it } from "vitest";
import type { ChallengeFile, ChallengeItem, ResolvedChallenge } from "../records/index.ts";
import { challengeAdvice } from "./challenge-advice.ts";
import { resolveChallenge } from "./resolve-challenge.ts";

const FILE: ChallengeFile = {
  id: "tales",
  title: "Tales",
  description: "Long ones.",
  tracks: [
    {
      id: "open",
      title: "Open",
      kind: "open",
      items: "items.jsonl",
      metrics: [{ id: "distinct-2", direction: "higher" }],
    },
  ],
  dates: { announced: "2023-09-01T00:00:00Z" },
  terms: { version: "1", text: "Be honest." },
};

function resolved(changes: Partial<ChallengeFile>): ResolvedChallenge {
  const { challenge, faults } = resolveChallenge({ ...FILE, ...changes });
  expect(faults).toEqual([]);
  return challenge as ResolvedChallenge;
}

describe("resolveChallenge", () => {
  it("keeps the distances of the proposal where only the beginning is given: 3, 3 and 4 months", () => {
    const { schedule } = resolved({ preset: "ltg-2023" });
    expect(new Date(schedule.submissionsOpen).toISOString()).toBe("2023-12-01T00:00:00.000Z");
    expect(new Date(schedule.submissionsClose).toISOString()).toBe("2024-02-29T23:59:59.000Z");
    expect(new Date(schedule.ratingCloses).toISOString()).toBe("2024-06-29T23:59:59.000Z");
  });

  it("fills in what a preset knows", () => {
    expect(resolved({ preset: "lsgc-2024" })).toMatchObject({
      tracks: [{ minWords: 30_000 }],
      study: { ratersPerText: 3 },
      quota: { perDay: 5, inAll: 50, inProgress: 3 },
    });
    expect(resolved({ preset: "lsgc-2024" }).study.dimensions).toHaveLength(9);
    expect(resolved({}).study).toMatchObject({
      ratersPerText: 5,
      dimensions: ["relevance", "consistency", "fluency", "coherence"],
    });
  });

  it("lists all faults at once", () => {
    const [track] = FILE.tracks;
    const broken = {
      ...FILE,
      dates: { announced: "2023-09-01", submissionsOpen: "2023-08-01" },
      tracks: [
        {
          ...(track as (typeof FILE.tracks)[number]),
          metrics: [
            { id: "rouge-l", direction: "lower" },
            { id: "beauty", direction: "higher" },
          ],
        },
      ],
    } as const;
    const messages = resolveChallenge(broken).faults.map(({ path, message }) => [
      path.join("."),
      message.slice(0, 40),
    ]);
    expect(messages).toEqual([
      ["dates", "announced must come before submissionsOp"],
      ["tracks.0.metrics", "0 metrics are primary: mark the one that"],
      ["tracks.0.metrics.0.direction", "of rouge-l higher is better, not lower."],
      ["tracks.0.metrics.0.id", "rouge-l compares with references, and an"],
      ["tracks.0.metrics.1.id", 'there is no metric "beauty": gapelmaper,'],
    ]);
  });
});

describe("challengeAdvice", () => {
  const items: ChallengeItem[] = Array.from({ length: 8 }, (_, at) => ({
    itemId: `${at}`,
    prompt: "p",
    set: "test",
  }));

  it("knows that 4 systems need 8 prompts, and 8 systems 11", () => {
    const four = resolved({ preset: "ltg-2023" });
    const [enough] = challengeAdvice(four, new Map([["open", items]]));
    expect(enough).toMatchObject({ pairs: 6, power: { possible: true, neededN: 8 } });
    const [few] = challengeAdvice(four, new Map([["open", items.slice(1)]]));
    expect(few?.power.possible).toBe(false);
    const eight = resolved({ study: { systems: 8 } });
    expect(challengeAdvice(eight, new Map())[0]?.power.neededN).toBe(11);
  });

  it("tells the reading time: 30,000 words take 125 minutes, 5 raters × 8 × 4 take 333 hours", () => {
    const [advice] = challengeAdvice(resolved({ preset: "ltg-2023" }), new Map([["open", items]]));
    expect(advice?.minutesPerText).toBe(125);
    expect(Math.round(advice?.readingHours ?? 0)).toBe(333);
  });
});
