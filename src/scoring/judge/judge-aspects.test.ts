import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { createScriptedModel, type ScriptedTurn } from "../../../tests/scripted-model.ts";
import { ModelCallError } from "../../models/index.ts";
import { readAspects } from "./aspect-list.ts";
import { readMatches } from "./aspect-matches.ts";
import { judgeAspects } from "./judge-aspects.ts";

const TEXT = "The tent kept us dry. Its poles broke. We would buy it again.";
const REFERENCE = "Dry all night! The zip stuck, though. And the poles? Broken. Cheap, too.";
const POINTS = `1 | The tent is waterproof. | the tent kept us dry
2 | The poles are weak. | Its poles broke
3 | It is worth buying. | we would buy it again.`;
const OTHERS = `1 | The tent is waterproof. | Dry all night!
2 | The zip is bad. | The zip stuck
3 | The poles are weak. | the poles? Broken
4 | It costs little. | Cheap, too`;
// The first point is in two of the reference's, the second in one, the third in none.
const MATCHES = "1: 1, 4 | alike\n2: 3 | different\n3: none | -";

async function judge(...turns: ScriptedTurn[]) {
  const model = createScriptedModel(turns);
  const input = { text: TEXT, reference: REFERENCE };
  return { model, judgement: await judgeAspects(input, { model }) };
}

describe("judgeAspects", () => {
  it("gives precision, recall and their harmonic mean", async () => {
    const { judgement } = await judge(POINTS, OTHERS, MATCHES);
    const [precision, recall] = [2 / 3, 3 / 4];
    expect(judgement).toMatchObject({
      status: "scored",
      value: (2 * precision * recall) / (precision + recall),
      precision,
      recall,
      alikeShare: 1 / 2,
      matches: [
        { with: [0, 3], alike: true },
        { with: [2], alike: false },
        { with: [], alike: false },
      ],
      usage: { calls: 3 },
    });
    expect(judgement).toMatchObject({
      aspects: [{ point: "The tent is waterproof.", quote: "the tent kept us dry" }, {}, {}],
      referenceAspects: [{}, {}, {}, {}],
    });
    expect(judgement.signature).toBe(
      "judge-aspects|most:12|model:fake/scripted@r1|temp:0|seed:1|tokens:1536|prompt:aspects-1,aspect-match-1|v:1",
    );
  });

  it("gives 0, without a share of manners, where no point is shared", async () => {
    const none = "1: none | -\n2: none | -\n3: none | -";
    const { judgement } = await judge(POINTS, OTHERS, none);
    expect(judgement).toMatchObject({ value: 0, precision: 0, recall: 0 });
    expect(judgement).not.toHaveProperty("alikeShare");
  });

  it("shows the judge each text alone, then both lists of points", async () => {
    const { model } = await judge(POINTS, OTHERS, MATCHES);
    const asked = model.requests.map(({ messages }) => messages[1]?.content ?? "");
    expect(asked[0]).toContain(`[TEXT #1]\n${TEXT}\n[END OF TEXT #1]`);
    expect(asked[0]).not.toContain(REFERENCE);
    expect(asked[1]).toContain(REFERENCE);
    expect(asked[2]).toContain(
      "[POINTS OF A #1]\n1 | The tent is waterproof. | the tent kept us dry",
    );
    expect(asked[2]).toContain("4 | It costs little. | Cheap, too\n[END OF POINTS OF B #1]");
  });

  it("does not believe a quote that is not in the text", async () => {
    const invented = "1 | It is light. | only two kilograms";
    const { model, judgement } = await judge(invented, POINTS, OTHERS, MATCHES);
    expect(judgement).toMatchObject({ status: "scored", usage: { calls: 4 } });
    expect(model.requests[1]?.messages.at(-1)?.content).toContain(
      "the words copied for point 1 are not in the text",
    );
  });

  it("stops at the first question without an answer", async () => {
    const { judgement, model } = await judge(POINTS, "none", "none");
    expect(judgement).toMatchObject({ status: "unscored", reason: "unreadable-judgement" });
    expect(model.requests).toHaveLength(3);
    const failure = new ModelCallError("Full.", { reason: "context-overflow", retryable: false });
    const { judgement: failed } = await judge(POINTS, OTHERS, failure);
    expect(failed).toMatchObject({ reason: "judge-context-overflow", usage: { calls: 3 } });
  });

  it("asks nobody about an empty text or reference", async () => {
    const model = createScriptedModel([]);
    const reasonOf = (text: string, reference: string) =>
      judgeAspects({ text, reference }, { model });
    expect(await reasonOf(" ", "Rain.")).toMatchObject({ reason: "no-words" });
    expect(await reasonOf("Rain.", "")).toMatchObject({ reason: "no-reference" });
    await expect(
      judgeAspects({ text: "Rain.", reference: "Rain.", mostAspects: 0 }, { model }),
    ).rejects.toMatchObject({ code: "invalid-option" });
  });
});

describe("readAspects", () => {
  const read = (answer: string, most = 2) =>
    readAspects(answer, { text: "Rain fell, again.", most });

  it.each([
    ["", "it has 0 points where 1 to 2 are asked for"],
    ["1 | a | rain\n2 | b | fell\n3 | c | again", "it has 3 points where 1 to 2 are asked for"],
    ["- a | rain", 'line 1 is not "1 | point | words of the text"'],
    ["2 | a | rain", 'line 1 is not "1 | point | words of the text"'],
    ["1 | a | b | rain", 'line 1 is not "1 | point | words of the text"'],
    ["1 | a | ...", "the words copied for point 1 are not in the text"],
    ["1 | a | rai", "the words copied for point 1 are not in the text"],
    ["1 | a | again rain", "the words copied for point 1 are not in the text"],
  ])("says what is wrong with %j", (answer, problem) => {
    expect(read(answer)).toEqual({ problem });
  });

  it("takes quotes by their words", () => {
    expect(read("1 | It rained. | “FELL again”")).toEqual({
      answer: [{ point: "It rained.", quote: "“FELL again”" }],
    });
  });
});

describe("readMatches", () => {
  it.each([
    ["1: 1 | alike", "it has 1 lines where 2 are asked for"],
    ["1: 1 | alike\n3: 1 | alike", 'line 2 is not "2: numbers or none | alike or different"'],
    ["1: 1 | alike\n2: yes | alike", 'line 2 is not "2: numbers or none | alike or different"'],
    ["1: none | alike\n2: 1 | alike", 'line 1 must have "-" exactly if it has "none"'],
    ["1: 2 | -\n2: 1 | alike", 'line 1 must have "-" exactly if it has "none"'],
    ["1: 4 | alike\n2: 1 | alike", "line 1 names 4, which is no point of B"],
    ["1: 0 | alike\n2: 1 | alike", "line 1 names 0, which is no point of B"],
  ])("says what is wrong with %j", (answer, problem) => {
    expect(readMatches(answer, { own: 2, others: 3 })).toEqual({ problem });
  });

  it("reads what it is asked for, and never throws", () => {
    expect(readMatches("1: 3,1, 3 | Alike\n2: NONE | -", { own: 2, others: 3 })).toEqual({
      answer: [
        { with: [0, 2], alike: true },
        { with: [], alike: false },
      ],
    });
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (answer) => {
        expect(readMatches(answer, { own: 2, others: 3 })).toHaveProperty("problem");
        expect(readAspects(answer, { text: "Rain fell.", most: 2 })).toBeTypeOf("object");
      }),
      { seed: 5 },
    );
  });
});
