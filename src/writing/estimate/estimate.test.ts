import { describe, expect, it } from "vitest";
import { createMockWriter } from "../../../tests/mock-writer-model.ts";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { createFakeModel, type LanguageModel } from "../../models/index.ts";
import { parseBrief } from "../brief/read-brief.ts";
import { openMemoryRunStore } from "../run/memory-run-store.ts";
import { openWriter } from "../run/writer.ts";
import { writeDocument } from "../write-document.ts";
import { estimateWriting } from "./estimate-writing.ts";
import { priceEstimate } from "./price-estimate.ts";
import { type Reestimate, reestimateWriting } from "./reestimate.ts";

const clock = createVirtualClock(0);
const GOAL =
  "goal: Tell how a keeper and her daughter save a ferry in a storm, and what the harbour owes them.\nkind: story\nmodel: fake\n";
const MUST = "must: [{ text: brass lamp }, { text: ferry, when: range }]\n";
const BASELINES = ["chapters", "rolling", "outline"] as const;

/** Writes a document, and estimates anew as soon as that can be done. */
async function measured(yaml: string, model: LanguageModel) {
  const brief = parseBrief(yaml, "brief.yaml");
  let again: Reestimate | undefined;
  const writer = await openWriter({
    brief,
    store: openMemoryRunStore(),
    clock,
    writerModel: model,
    onLeaf: () => {
      again ??= reestimateWriting(brief, writer.journal.state);
    },
  });
  const { tokens } = await writeDocument(writer);
  return { estimate: estimateWriting(brief, { habits: "assumed" }), again, tokens };
}

describe("reestimateWriting", () => {
  it.each(
    ["tree", ...BASELINES].flatMap((strategy) =>
      ["tiny", "small"].map((size) => [strategy, size] as const),
    ),
  )("after five leaves comes within 25 %% of what it takes: %s, %s", async (strategy, size) => {
    const yaml = `${GOAL}${MUST}strategy: ${strategy}\nmodels: { size: ${size} }\nlength: { words: ${size === "tiny" ? 4000 : 6000} }\n`;
    const { again, tokens } = await measured(yaml, createFakeModel({ clock }));
    expect(again?.measuredLeaves).toBe(5);
    expect(Math.abs(tokens.in / (again?.in ?? 0) - 1)).toBeLessThanOrEqual(0.25);
    expect(Math.abs(tokens.out / (again?.out ?? 0) - 1)).toBeLessThanOrEqual(0.25);
  });

  it("says nothing before the fifth leaf", () => {
    const brief = parseBrief(GOAL, "brief.yaml");
    const tokens = { in: 10, out: 10 };
    const state = {
      accepted: new Map(),
      failed: new Map(),
      tokens,
      planTokens: tokens,
      modelChecks: new Map(),
      phase: "draft" as const,
    };
    expect(reestimateWriting(brief, state)).toBeUndefined();
  });
});

describe("estimateWriting", () => {
  it.each(BASELINES)(
    "comes near what a model takes that keeps to its lengths: %s",
    async (name) => {
      const yaml = `${GOAL}strategy: ${name}\nmodels: { size: small }\nlength: { words: 5000 }\n`;
      const { estimate, tokens } = await measured(yaml, createMockWriter({ bias: 0.9, sd: 0.2 }));
      // The mock counts words of prompts, and 1.35 tokens for each word that it writes.
      expect(Math.abs((1.35 * tokens.in) / estimate.expected.in - 1)).toBeLessThan(0.4);
      expect(Math.abs(tokens.out / estimate.expected.out - 1)).toBeLessThan(0.4);
      expect(estimate.low.out).toBeLessThan(estimate.expected.out);
      expect(estimate.expected.out).toBeLessThan(estimate.high.out);
    },
  );

  it("adds up to a sum worked by hand for a chapter list", () => {
    // 3,000 words, small: 7 chapters of 1.35 · 3000 / 7 = 578.57 tokens, 3 drafts each.
    // Plan 1 · 7 · 60 = 420. Drafts 7 · 3 · 578.57 = 12,150. Continued 7 · 0.2 · 578.57 / 3 = 270.
    const brief = parseBrief(
      `${GOAL}strategy: chapters\nmodels: { size: small }\nlength: { words: 3000 }\n`,
      "brief.yaml",
    );
    const estimate = estimateWriting(brief, { habits: "assumed" });
    expect(estimate.plan).toMatchObject({ calls: 1, out: 420 });
    expect(estimate.expected).toMatchObject({ calls: 23, out: 420 + 12_150 + 270 });
    // No list may be needed; 0.9 / 1.35 of half a list and of one draft each: 0.6667 · (210 + 4,050).
    expect(estimate.low).toMatchObject({ calls: 7, out: 2840 });
    // Three lists. Of 7 chapters √(6.25 / 7) = 0.9449 of what is beyond the usual: 1 + 0.1 + 0.9 · 0.9449 =
    // 1.9504 rounds of 21 drafts; 1 + ⌈1.12 · 428.57 / 100⌉ = 6 continuations at most, 0.2 + 5.8 · 0.9449 = 5.6805
    // of half a chapter each: 3 + 40.96 + 39.76 calls, 1,260 + 1.9504 · 12,150 + 39.76 · 289.29 tokens.
    expect(estimate.high.calls).toBe(84);
    expect(estimate.high.out).toBeGreaterThan(36_450);
    expect(estimate.high.out).toBeLessThan(36_470);
    expect(estimate.summaries.calls).toBe(0);
  });

  it("knows that an outline's prompts grow up to the model's window, and no other ones", () => {
    const readTokens = (strategy: string, words: number, contextTokens?: number): number => {
      const yaml = `${GOAL}strategy: ${strategy}\ncandidates: 1\nmodels: { size: small }\nlength: { words: ${words} }\n`;
      const window = contextTokens === undefined ? {} : { contextTokens };
      const options = { ...window, habits: "assumed" } as const;
      const { draft } = estimateWriting(parseBrief(yaml, "brief.yaml"), options);
      return draft.in / draft.calls;
    };
    expect(readTokens("outline", 40_000) / readTokens("outline", 20_000)).toBeGreaterThan(1.8);
    expect(readTokens("outline", 40_000, 8192)).toBeLessThan(8192);
    expect(readTokens("rolling", 40_000) / readTokens("rolling", 20_000)).toBeLessThan(1.15);
    expect(readTokens("chapters", 40_000) / readTokens("chapters", 20_000)).toBeLessThan(1.01);
  });
});

describe("priceEstimate", () => {
  const estimate = {
    ...estimateWriting(parseBrief(GOAL, "brief.yaml")),
    plan: { calls: 1, in: 1000, out: 500, cached: 0 },
    low: { calls: 3, in: 3000, out: 1500, cached: 0 },
    expected: { calls: 5, in: 5000, out: 2500, cached: 0 },
    high: { calls: 9, in: 9000, out: 4500, cached: 0 },
  };
  const price = (input: number, output: number) => ({
    inputUsdPerMillionTokens: input,
    outputUsdPerMillionTokens: output,
  });

  it("counts the plan at the planner's price and everything else at the writer's", () => {
    // Plan (1000 · 10 + 500 · 20) / 1e6 = 0.02; the rest (4000 · 1 + 2000 · 2) / 1e6 = 0.008.
    const { expected, low } = priceEstimate(estimate, {
      planner: price(10, 20),
      writer: price(1, 2),
      tokensPerSecond: 25,
    });
    expect(expected.usd).toBeCloseTo(0.028, 12);
    expect(expected.seconds).toBe(100);
    expect(low.usd).toBeCloseTo(0.02 + 0.004, 12);
  });

  it("counts checks at the checker's price, and the sum of both where they are the writer's", () => {
    // Of 5000 read and 2500 written 500 and 100 are checks; the plan costs 0.02 as above. The rest:
    // (3500 · 1 + 1900 · 2) / 1e6 = 0.0073; checks (500 · 20 + 100 · 40) / 1e6 = 0.014.
    const checks = { calls: 1, in: 500, out: 100, cached: 0 };
    const checked = {
      ...estimate,
      parts: [{ name: "checks" as const, expected: checks, high: checks }],
    };
    const rates = { planner: price(10, 20), writer: price(1, 2) };
    const { expected } = priceEstimate(checked, { ...rates, checker: price(20, 40) });
    expect(expected.usd).toBeCloseTo(0.02 + 0.0073 + 0.014, 12);
    expect(priceEstimate(checked, rates).expected.usd).toBeCloseTo(0.028, 12);
  });

  it("knows no cost where a price is unknown, and no time without a speed", () => {
    expect(priceEstimate(estimate, { writer: price(1, 2) }).expected).toEqual({});
  });
});
