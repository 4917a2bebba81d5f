import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { tinyStudy } from "../../tests/rating-study.ts";
import { expectedAlphaWidth } from "./expected-width.ts";
import { planStudy } from "./plan-study.ts";

const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex");

function codesOf(study: Parameters<typeof planStudy>[0]): string[] {
  return planStudy(study, hashOf).plan.findings.map(({ code }) => code);
}

describe("planStudy", () => {
  it("reckons the work of the shared task: 30,000 words, 4 systems, 8 prompts, 5 raters are 333 hours", () => {
    const study = tinyStudy({ systems: 4, prompts: 8 });
    const texts = study.texts.map((text) => ({ ...text, text: "word ".repeat(30_000) }));
    const { plan } = planStudy({ ...study, texts }, hashOf);
    // 160 readings × 30,000 words / 240 a minute / 60.
    expect(plan.work).toMatchObject({ readings: 160, words: 4_800_000 });
    expect(plan.work.hours).toBeCloseTo(333.33, 2);
    // One prompt takes 500 minutes; 10 hours hold one: 40 people.
    expect(plan.design).toMatchObject({
      kind: "complete",
      raters: 40,
      fewestTexts: 4,
      mostTexts: 4,
    });
  });

  it("falls back to an even incomplete design where one prompt is too much for a person", () => {
    const study = tinyStudy({ systems: 4, prompts: 8 }, { raters: { maxHours: 5 } });
    const texts = study.texts.map((text) => ({ ...text, text: "word ".repeat(30_000) }));
    const { plan } = planStudy({ ...study, texts }, hashOf);
    expect(plan.design).toMatchObject({ kind: "incomplete", fewestTexts: 2, mostTexts: 2 });
    expect(plan.design.mostMeetings - plan.design.fewestMeetings).toBeLessThanOrEqual(1);
    expect(plan.work.mostHours).toBeLessThanOrEqual(5);
  });

  it.each([
    [4, 7, false],
    [4, 8, true],
    [8, 10, false],
    [8, 11, true],
    [10, 11, true],
  ])(
    "says whether %i systems and %i prompts can separate anything in one dimension",
    (systems, prompts, possible) => {
      const study = tinyStudy({ systems, prompts }, { tests: { dimensions: ["coherence"] } });
      expect(planStudy(study, hashOf).plan.power.possible).toBe(possible);
    },
  );

  it("counts all dimensions that are tested into the family", () => {
    const { power, findings } = planStudy(tinyStudy({ systems: 4, prompts: 8 }), hashOf).plan;
    // 6 pairs × 4 dimensions: 24 · 2/2ⁿ < 0.05 from n = 10 on.
    expect(power).toMatchObject({
      comparisons: 24,
      neededPrompts: 10,
      neededForOneDimension: 8,
      possible: false,
    });
    expect(findings).toContainEqual(
      expect.objectContaining({ severity: "warning", code: "low-power" }),
    );
  });

  it("has a hash that changes with every declared thing, and with nothing else", () => {
    const study = tinyStudy({ systems: 2, prompts: 2 });
    const { hash } = planStudy(study, hashOf).plan;
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(planStudy(tinyStudy({ systems: 2, prompts: 2 }), hashOf).plan.hash).toBe(hash);
    const texts = study.texts.with(0, {
      ...(study.texts[0] as (typeof study.texts)[0]),
      text: "Other.",
    });
    for (const changed of [
      { ...study, seed: 2 },
      { ...study, title: "Another" },
      { ...study, texts },
    ]) {
      expect(planStudy(changed, hashOf).plan.hash).not.toBe(hash);
    }
  });

  it("finds ids that nothing declares, or that stand twice, all at once", () => {
    const study = tinyStudy({ systems: 2, prompts: 2 });
    const texts = [
      ...study.texts,
      { system: "s9", prompt: "p1", text: "x" },
      { system: "s1", prompt: "p9", text: "x" },
      { system: "s1", prompt: "p1", text: "x" },
      { system: "s2", prompt: "p7", text: "***" },
    ];
    const tests = { ...study.tests, dimensions: ["style"] };
    const survey = [{ id: "age", question: "How old?", answer: "choice" as const }];
    const codes = codesOf({ ...study, texts, tests, survey });
    for (const code of [
      "unknown-system",
      "unknown-prompt",
      "repeated-id",
      "unknown-dimension",
      "survey-choices",
    ]) {
      expect(codes).toContain(code);
    }
  });

  it("warns of missing texts and refuses empty ones", () => {
    const study = tinyStudy({ systems: 2, prompts: 2 });
    expect(codesOf({ ...study, texts: study.texts.slice(1) })).toContain("missing-texts");
    const emptied = study.texts.map((text) => ({ ...text, text: "<b></b>\n\n..." }));
    expect(codesOf({ ...study, texts: emptied })).toContain("empty-text");
  });

  it("checks opening, length and completeness of texts for comparison", () => {
    const study = tinyStudy({ systems: 2, prompts: 2 });
    const right = "public domain";
    const good = { prompt: "p1", text: "Opening number 1. She went on.", right };
    expect(codesOf({ ...study, reference: { shown: false, texts: [good] } })).not.toContain(
      "reference-opening",
    );
    const codes = codesOf({
      ...study,
      reference: {
        shown: true,
        texts: [
          { prompt: "p1", text: "Another beginning altogether, and much too long for it.", right },
        ],
      },
    });
    expect(codes).toEqual(
      expect.arrayContaining(["reference-missing", "reference-opening", "reference-length"]),
    );
  });

  it("refuses fewer people than ratings of a text", () => {
    const study = tinyStudy({ systems: 2, prompts: 2 }, { raters: { count: 3 } });
    expect(planStudy(study, hashOf).plan.findings).toContainEqual(
      expect.objectContaining({ severity: "error", code: "too-few-raters" }),
    );
  });

  it("reads the same windows of all texts", () => {
    const windows = [{ fromWord: 0, words: 2 }];
    const study = tinyStudy({ systems: 2, prompts: 1 }, { reading: { mode: "excerpts", windows } });
    expect(planStudy(study, hashOf).texts.map(({ words }) => words)).toEqual([
      "Opening number",
      "Opening number",
    ]);
  });
});

describe("expectedAlphaWidth", () => {
  it("gives the simulated widths, and what lies between and beyond", () => {
    expect([10, 20, 50, 100].map(expectedAlphaWidth)).toEqual([0.66, 0.42, 0.28, 0.18]);
    expect(expectedAlphaWidth(30)).toBeGreaterThan(0.28);
    expect(expectedAlphaWidth(30)).toBeLessThan(0.42);
    // A quarter of the width's square: four times as many texts, half the width.
    expect(expectedAlphaWidth(400)).toBeCloseTo(0.09, 12);
    expect(expectedAlphaWidth(1)).toBe(2);
  });
});
