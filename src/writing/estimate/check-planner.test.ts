import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { createFakeModel, type LanguageModel, type ModelRequest } from "../../models/index.ts";
import { parseBrief } from "../brief/read-brief.ts";
import { makePlan } from "../plan/make-plan.ts";
import { openMemoryRunStore } from "../run/memory-run-store.ts";
import { openWriter } from "../run/writer.ts";
import { writeDocument } from "../write-document.ts";
import { requirePlannerContext } from "./check-planner.ts";

const clock = createVirtualClock(0);
const briefOf = (size: string, more = "") =>
  parseBrief(
    `goal: Tell how a keeper and her daughter save a ferry in a storm.\nkind: story\nmodel: fake\nmodels: { size: ${size} }\nlength: { words: 30000 }\nmust: [{ text: brass lamp }]\nfacts: [{ subject: Ann, attribute: age, value: 40 }]\n${more}`,
    "brief.yaml",
  );
const planner = (contextTokens: number, requests: ModelRequest[] = []): LanguageModel => {
  const fake = createFakeModel({ clock, name: "planner", settings: { contextTokens } });
  return {
    ...fake,
    generate: (request, options) => {
      requests.push(request);
      return fake.generate(request, options);
    },
  };
};

describe("requirePlannerContext", () => {
  it("refuses a planner whose window is too small, and makes no call", async () => {
    const requests: ModelRequest[] = [];
    const writer = await openWriter({
      brief: briefOf("small"),
      store: openMemoryRunStore(),
      clock,
      writerModel: createFakeModel({ clock, settings: { contextTokens: 32_768 } }),
      plannerModel: planner(600, requests),
    });
    await expect(writeDocument(writer)).rejects.toMatchObject({
      code: "context-too-small",
      message: expect.stringContaining("the planner's context leaves"),
      details: { largestPart: "plan" },
    });
    expect(requests).toEqual([]);
  });

  it.each([
    ["tiny", ""],
    ["small", ""],
    ["hosted", ""],
    ["small", "staged: true\n"],
  ])("lets a window pass that holds every prompt of the plan: %s %s", async (size, more) => {
    const brief = briefOf(size, more);
    let least = 200;
    const isRefused = (): Promise<boolean> =>
      requirePlannerContext(brief, planner(least)).then(
        () => false,
        () => true,
      );
    while (await isRefused()) least += 20;
    const requests: ModelRequest[] = [];
    const model = planner(least, requests);
    const writer = await openWriter({
      brief,
      store: openMemoryRunStore(),
      clock,
      writerModel: createFakeModel({ clock }),
      plannerModel: model,
    });
    await makePlan(writer);
    expect(requests.length).toBeGreaterThan(3);
    for (const { messages, maxOutputTokens = 0 } of requests) {
      const { tokens } = await model.countTokens(messages);
      expect(tokens + maxOutputTokens).toBeLessThanOrEqual(least);
    }
  });

  it("asks nothing of baselines, of one part, and of a planner whose window is unknown", async () => {
    const { contextTokens: _, ...description } = planner(10).description;
    const unknown = { ...planner(10), description };
    await expect(requirePlannerContext(briefOf("small"), unknown)).resolves.toBeUndefined();
    const rolling = briefOf("small", "strategy: rolling\n");
    await expect(requirePlannerContext(rolling, planner(10))).resolves.toBeUndefined();
  });
});
