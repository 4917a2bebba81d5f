import { describe, expect, it } from "vitest";

import { createScriptedModel, type ScriptedTurn } from "../../../tests/scripted-model.ts";
import { ModelCallError } from "../../models/index.ts";
import { judgePreference, summarisePreferences } from "./judge-preference.ts";

async function judge(...turns: ScriptedTurn[]) {
  const model = createScriptedModel(turns);
  const input = { textA: "Rain fell.", textB: "It rained.", task: "Write of rain." };
  return { model, judgement: await judgePreference(input, { model }) };
}

describe("judgePreference", () => {
  it.each([
    ["a", 1, "first", "second"],
    ["b", 0, "second", " First \n"],
    ["equal", 0.5, "equal", "EQUAL"],
  ])("prefers %s (%d) when both orders say so", async (preferred, value, ...replies) => {
    const { judgement } = await judge(...replies);
    expect(judgement).toMatchObject({ status: "scored", preferred, value });
    expect(judgement.signature).toBe(
      "judge-preference|orders:both|model:fake/scripted@r1|temp:0|seed:1|tokens:16|prompt:preference-1|v:1",
    );
  });

  it.each([
    ["first", "first"],
    ["second", "second"],
    ["first", "equal"],
    ["equal", "first"],
  ])("does not count %s and then %s: the place decided", async (forwards, backwards) => {
    const { judgement } = await judge(forwards, backwards);
    expect(judgement).toMatchObject({
      status: "unscored",
      reason: "inconsistent-orders",
      usage: { calls: 2, replies: [forwards, backwards] },
    });
  });

  it("shows both texts in either order", async () => {
    const { model } = await judge("equal", "equal");
    const [forwards, backwards] = model.requests.map(({ messages }) => messages[1]?.content);
    expect(forwards).toBe(`[TASK #1]
Write of rain.
[END OF TASK #1]

[FIRST TEXT #1]
Rain fell.
[END OF FIRST TEXT #1]

[SECOND TEXT #1]
It rained.
[END OF SECOND TEXT #1]

Which text is better?

Answer with one of these words and nothing else:
first
second
equal`);
    expect(backwards).toContain("[FIRST TEXT #1]\nIt rained.\n");
  });

  it("asks once more in either order, and gives up after that", async () => {
    const { judgement } = await judge("The first.", "first", "A", "second");
    expect(judgement).toMatchObject({ preferred: "a", usage: { calls: 4 } });
    const { judgement: lost } = await judge("first", "A", "B");
    expect(lost).toMatchObject({ reason: "unreadable-judgement", usage: { calls: 3 } });
    const { model, judgement: early } = await judge("A", "B");
    expect(early).toMatchObject({ reason: "unreadable-judgement", usage: { calls: 2 } });
    expect(model.requests).toHaveLength(2);
  });

  it("is unscored with the reason of a failed call or an empty text", async () => {
    const failure = new ModelCallError("Slow.", { reason: "timeout", retryable: true });
    const { judgement } = await judge("first", failure);
    expect(judgement).toMatchObject({ reason: "judge-timeout", usage: { calls: 2 } });
    const model = createScriptedModel([]);
    const empty = await judgePreference({ textA: "Rain.", textB: " " }, { model });
    expect(empty).toMatchObject({ reason: "no-words", detail: "Text B is empty." });
  });

  it("names another question in its signature", async () => {
    const model = createScriptedModel(["first", "second"]);
    const input = { textA: "A", textB: "B", question: "Which | is\nfunnier?" };
    const { signature } = await judgePreference(input, { model });
    expect(signature).toContain('|question:"Which _ is\\nfunnier?"|v:1');
  });
});

describe("summarisePreferences", () => {
  it("counts wins, ties, losses and pairs without a verdict", async () => {
    const turns = [
      ...Array<[string, string]>(6).fill(["first", "second"]),
      ...Array<[string, string]>(2).fill(["second", "first"]),
      ["equal", "equal"],
      ["first", "first"],
    ];
    const judgements = [];
    for (const pair of turns) judgements.push((await judge(...pair)).judgement);
    expect(summarisePreferences(judgements)).toEqual({
      wins: 6,
      ties: 1,
      losses: 2,
      unscored: { "inconsistent-orders": 1 },
      share: 6.5 / 9,
      // Wilson, 6 of 8.
      ciLow: expect.closeTo(0.4093, 4),
      ciHigh: expect.closeTo(0.9285, 4),
    });
  });

  it("claims nothing of nothing", () => {
    expect(summarisePreferences([])).toEqual({ wins: 0, ties: 0, losses: 0, unscored: {} });
  });
});
