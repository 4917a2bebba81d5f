import { describe, expect, it } from "vitest";
import type { ChallengeStudyRequest, RatingStudy } from "../records/index.ts";
import { studyOfChallenge } from "./study-of-challenge.ts";

function input(request: ChallengeStudyRequest = {}, itemIds: readonly string[] = ["t1", "t2"]) {
  const texts = new Map(itemIds.map((id) => [id, `A text for ${id}.`]));
  return {
    challenge: {
      id: "tales",
      title: "Tales",
      study: {
        ratersPerText: 3,
        dimensions: ["relevance", "consistency", "fluency", "coherence", "causality"],
        systems: 2,
        participantsMayRate: true,
      },
      split: { publicShare: 0.5, seed: 7 },
    },
    track: {
      id: "main",
      title: "Main",
      metrics: [
        { id: "rouge-1", direction: "higher" as const, primary: true },
        { id: "distinct-1", direction: "higher" as const },
      ],
    },
    items: itemIds.map((itemId) => ({ itemId, prompt: `Write about ${itemId}.` })),
    submissions: [
      { submissionId: "Sub1", team: "Aardvark", system: "one", texts },
      { submissionId: "Sub2", team: "Badger", system: "two", texts },
    ],
    request,
  };
}

function studyFrom(given: ReturnType<typeof input>): RatingStudy {
  const made = studyOfChallenge(given);
  if ("findings" in made) throw new RangeError(JSON.stringify(made.findings));
  return made.study;
}

describe("a study of a challenge's best submissions", () => {
  it("takes ratings, dimensions, seed and metrics from the challenge", () => {
    const study = studyFrom(input());
    expect(study).toMatchObject({
      name: "tales-main",
      title: "Tales: Main",
      challengeId: "tales",
      track: "main",
      seed: 7,
      ratersPerText: 3,
      raters: { participants: true, maxHours: 10 },
      tests: { metrics: ["rouge-1", "distinct-1"], permutations: 10_000 },
    });
    expect(study.dimensions.map(({ id }) => id)).toEqual(["causality"]);
    expect(study.texts).toHaveLength(4);
  });

  it("knows teams and submissions, so that nobody reads texts of the own team", () => {
    expect(studyFrom(input()).systems).toEqual([
      {
        id: "submission-1",
        name: "Aardvark: one",
        team: "Aardvark",
        telltales: ["one"],
        submission: "Sub1",
      },
      {
        id: "submission-2",
        name: "Badger: two",
        team: "Badger",
        telltales: ["two"],
        submission: "Sub2",
      },
    ]);
  });

  it("gives prompts ids of their own where those of the items are no plain ones", () => {
    const { prompts } = studyFrom(input({}, ["Story 1", "Story 2"]));
    expect(prompts.map(({ id, item }) => [id, item])).toEqual([
      ["item-1", "Story 1"],
      ["item-2", "Story 2"],
    ]);
  });

  it("draws items by the seed, at most twenty where nothing is said", () => {
    const many = Array.from({ length: 50 }, (_, at) => `t${at}`);
    const idsOf = (request: ChallengeStudyRequest): string[] =>
      studyFrom(input(request, many)).prompts.map(({ id }) => id);
    expect(idsOf({})).toHaveLength(20);
    expect(idsOf({ prompts: 5, seed: 1 })).toEqual(idsOf({ prompts: 5, seed: 1 }));
    expect(idsOf({ prompts: 5, seed: 1 })).not.toEqual(idsOf({ prompts: 5, seed: 2 }));
    expect(idsOf({ items: ["t40", "t3"] })).toEqual(["t3", "t40"]);
  });

  it("rates texts by people as one more system, and shows them, as is asked for", () => {
    const texts = ["t1", "t2"].map((item) => ({
      item,
      text: `A person on ${item}.`,
      right: "own",
    }));
    const both = studyFrom(input({ reference: { shown: true, inPool: true, texts } }));
    expect(both.systems.at(-1)).toMatchObject({ id: "people", isHuman: true });
    expect(both.reference?.texts.map(({ prompt }) => prompt)).toEqual(["t1", "t2"]);
    const hidden = studyFrom(input({ reference: { shown: false, inPool: true, texts } }));
    expect(hidden).not.toHaveProperty("reference");
  });

  it("refuses settings that are none, all at once", () => {
    const made = studyOfChallenge(
      input({ settings: { ratersPerText: 1, dimensions: [{ id: "Wit" }], lease: { hours: 0 } } }),
    );
    const codes = "findings" in made ? made.findings.map(({ code }) => code) : [];
    expect(new Set(codes)).toEqual(new Set(["invalid-setting", "fixed-field"]));
  });
});
