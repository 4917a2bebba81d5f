import { describe, expect, it } from "vitest";

import { createScriptedModel, type ScriptedTurn } from "../../../tests/scripted-model.ts";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { LonghandError } from "../../foundation/index.ts";
import { createFakeModel, ModelCallError } from "../../models/index.ts";
import { judgeByRubric } from "./judge-rubric.ts";
import type { Rubric } from "./rubric.ts";

const RUBRIC: Rubric = {
  id: "own",
  version: 2,
  criteria: [
    { id: "warmth", question: "Is it warm?" },
    {
      id: "wit",
      question: "Is it witty?",
      least: 0,
      most: 10,
      anchors: { 0: "dull", 10: "sharp" },
    },
  ],
};

async function judge(...turns: ScriptedTurn[]) {
  const model = createScriptedModel(turns);
  const input = { text: "Rain fell.", task: "Write of rain.", rubric: RUBRIC };
  return { model, judgement: await judgeByRubric(input, { model }) };
}

describe("judgeByRubric", () => {
  it("gives the mean of the ratings, each brought to 0–1", async () => {
    // (4 − 1)/4 = .75 and 5/10 = .5.
    const { judgement } = await judge("warmth: 4\nwit: 5\n");
    expect(judgement).toEqual({
      status: "scored",
      signature:
        "judge-rubric|rubric:own-2|model:fake/scripted@r1|temp:0|seed:1|tokens:64|prompt:rubric-1|v:1",
      value: 0.625,
      ratings: { warmth: 4, wit: 5 },
      usage: { calls: 1, promptTokens: 10, outputTokens: 3, replies: ["warmth: 4\nwit: 5\n"] },
    });
  });

  it("shows the judge the material, the criteria and the form", async () => {
    const { model } = await judge("warmth: 4\nwit: 5");
    const [request] = model.requests;
    expect(request?.sampling).toEqual({ temperature: 0, seed: 1 });
    expect(request?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(request?.messages[1]?.content).toBe(`[TASK #1]
Write of rain.
[END OF TASK #1]

[TEXT #1]
Rain fell.
[END OF TEXT #1]

Rate the text by each of these criteria:
warmth, 1 to 5: Is it warm?
wit, 0 to 10: Is it witty? (0 = dull; 10 = sharp)

Answer with one line for each criterion, in this order, and nothing else:
warmth: <1-5>
wit: <0-10>`);
  });

  it.each([
    ["prose", "I would say it is quite warm.", "it has 1 lines where 2 are asked for"],
    ["another order", "wit: 5\nwarmth: 4", 'line 1 is not "warmth: <number>"'],
    ["no number", "warmth: high\nwit: 5", 'line 1 is not "warmth: <number>"'],
    ["half a point", "warmth: 3.5\nwit: 5", 'line 1 is not "warmth: <number>"'],
    ["a rating off the scale", "warmth: 4\nwit: 11", "wit is 11, which is not within 0 to 10"],
    ["words around it", "Here:\nwarmth: 4\nwit: 5", "it has 3 lines where 2 are asked for"],
  ])("asks once more after %s, saying what is wrong", async (_, reply, problem) => {
    const { model, judgement } = await judge(reply, "Warmth:5\n\n wit : 10 ");
    expect(judgement).toMatchObject({ value: 1, usage: { calls: 2, promptTokens: 20 } });
    expect(model.requests[1]?.messages.slice(2)).toEqual([
      { role: "assistant", content: reply },
      {
        role: "user",
        content: `This answer cannot be used: ${problem}. Answer again, with nothing but this:\nwarmth: <1-5>\nwit: <0-10>`,
      },
    ]);
  });

  it("is unscored when the second answer cannot be read either", async () => {
    const { model, judgement } = await judge("warmth 4", { cutOff: "warmth: 4\nwit: 5" });
    expect(judgement).toMatchObject({
      status: "unscored",
      reason: "unreadable-judgement",
      detail: "it was cut off at its longest length",
      usage: { calls: 2, replies: ["warmth 4", "warmth: 4\nwit: 5"] },
    });
    expect(model.requests).toHaveLength(2);
  });

  it("is unscored with the reason of a call that failed", async () => {
    const failure = new ModelCallError("No.", { reason: "refused", retryable: false });
    const { judgement } = await judge(failure);
    expect(judgement).toMatchObject({
      status: "unscored",
      reason: "judge-refused",
      detail: "No.",
      usage: { calls: 1, promptTokens: 0 },
    });
    const { judgement: later } = await judge("nonsense", failure);
    expect(later).toMatchObject({ reason: "judge-refused", usage: { calls: 2 } });
  });

  it("lets through a cancelled call, and errors that are no failed calls", async () => {
    const model = createScriptedModel([]);
    const input = { text: "Rain fell." };
    await expect(
      judgeByRubric(input, { model, signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: "cancelled" });
    const closed = new LonghandError("It was closed.", { code: "model-closed" });
    await expect(judge(closed)).rejects.toMatchObject({ code: "model-closed" });
  });

  it("asks nobody about an empty text", async () => {
    const model = createScriptedModel([]);
    const judgement = await judgeByRubric({ text: " \n" }, { model });
    expect(judgement).toMatchObject({ status: "unscored", reason: "no-words" });
    expect(model.requests).toEqual([]);
  });

  it("judges by the four dimensions of the challenge if it is told no rubric", async () => {
    const reply = "relevance: 5\nconsistency: 5\nfluency: 3\ncoherence: 1";
    const model = createScriptedModel([reply]);
    const judgement = await judgeByRubric({ text: "Rain fell." }, { model, seed: 9 });
    expect(judgement).toMatchObject({ value: (1 + 1 + 0.5 + 0) / 4 });
    expect(judgement.signature).toContain("|rubric:long-text-1|");
    expect(judgement.signature).toContain("|seed:9|tokens:96|");
  });

  it("does not take the prose of the fake model for ratings", async () => {
    const model = createFakeModel({ clock: createVirtualClock(0) });
    const judgement = await judgeByRubric({ text: "Rain fell on the lighthouse." }, { model });
    expect(judgement).toMatchObject({ status: "unscored", reason: "unreadable-judgement" });
  });

  it.each([
    [{ ...RUBRIC, id: "my|own" }],
    [{ ...RUBRIC, criteria: [] }],
    [
      {
        ...RUBRIC,
        criteria: [
          { id: "a", question: "?" },
          { id: "a", question: "!" },
        ],
      },
    ],
    [{ ...RUBRIC, criteria: [{ id: "a", question: "?", least: 5, most: 5 }] }],
    [{ ...RUBRIC, version: 0 }],
  ])("refuses a rubric that cannot be judged by: %j", async (rubric) => {
    const model = createScriptedModel([]);
    await expect(judgeByRubric({ text: "Rain.", rubric }, { model })).rejects.toMatchObject({
      code: "invalid-option",
    });
    await expect(
      judgeByRubric({ text: "Rain." }, { model, maxOutputTokens: 0 }),
    ).rejects.toMatchObject({ code: "invalid-option" });
  });
});
