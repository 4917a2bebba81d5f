import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../../tests/virtual-clock.ts";
import { LonghandError } from "../../../foundation/index.ts";
import { type Brief, type GivenFact, parseBrief } from "../../../writing/index.ts";
import { measureAutocorrelation } from "./measure-autocorrelation.ts";
import { styleYardsticks } from "./style-yardsticks.ts";
import { commonLength, textScores } from "./text-scores.ts";

const clerk: GivenFact = {
  kind: "given",
  id: "p01",
  subject: "the clerk",
  subjectForms: ["clerk"],
  attribute: "name",
  pattern: "range",
  places: [0.25, 0.75],
  value: "Jonas Pell",
  forms: ["Jonas Pell", "Pell"],
  distractors: ["Ewan Roe", "Tom Vey"],
};

function briefOf(words: number, plantedFacts?: readonly GivenFact[]): Brief {
  const brief = parseBrief(`goal: x\nlength: { words: ${words} }\nmodel: fake\n`, "brief.yaml");
  return plantedFacts === undefined ? brief : { ...brief, plantedFacts };
}

/** Two hundred words; the clerk is named right in the second fifth and wrong in the last. */
const text = [
  "It was still. ".repeat(16),
  "The clerk was Pell. ",
  "It was still. ".repeat(40),
  "The clerk was Ewan Roe. ",
  "It was still. ".repeat(8),
].join("");

describe("textScores", () => {
  it("scores call-backs, contradictions and length by hand", () => {
    // 16·3 + 4 + 40·3 + 5 + 8·3 = 201 words; Pell is word 51 of them, 0.256: within 0.25 ± 0.05;
    // at 0.75 nothing. Two sentences name the clerk, one of them wrong.
    const { scores, curves } = textScores(
      { brief: briefOf(300, [clerk]), status: "complete", text },
      undefined,
      201,
    );
    expect(scores["recall"]).toEqual({ status: "scored", value: 0.5 });
    expect(scores["violation-rate"]).toEqual({ status: "scored", value: 0.5 });
    expect(scores["length-error"]).toEqual({ status: "scored", value: 1 - 201 / 300 });
    expect(scores["must-coverage"]).toEqual({ status: "unscored", reason: "no-mentions-asked" });
    expect(scores["style-delta"]).toEqual({ status: "unscored", reason: "no-profile" });
    expect(curves["recall"]).toEqual([null, null, 1, null, null, null, null, 0, null, null]);
    // (172 + 2.5) / 201 = 0.868: the ninth tenth
    expect(curves["violations"]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
  });

  it("places a text that its budget ended by the words it should have had", () => {
    // Of 402 words Pell stands at 0.128, far from 0.25.
    const { scores } = textScores(
      { brief: briefOf(402, [clerk]), status: "budget", text },
      undefined,
      201,
    );
    expect(scores["recall"]).toEqual({ status: "scored", value: 0 });
  });

  it("counts a crashed run as 0 in recall alone, and leaves the rest unscored", () => {
    const { scores, curves } = textScores(
      { brief: briefOf(300, [clerk]), status: "crashed", text },
      undefined,
      201,
    );
    expect(scores["recall"]).toEqual({ status: "scored", value: 0 });
    expect(scores["violation-rate"]).toEqual({ status: "unscored", reason: "crashed" });
    expect(curves).toEqual({});
  });

  it("measures repetition at the common length", () => {
    const rep = (commonWords: number): unknown =>
      textScores({ brief: briefOf(300), status: "complete", text }, undefined, commonWords).scores[
        "rep-4"
      ];
    // The first three words have no 4-gram, the first five two different ones.
    expect(rep(3)).toEqual({ status: "unscored", reason: "too-few-words" });
    expect(rep(5)).toEqual({ status: "scored", value: 0 });
  });

  it("measures the distance to the author of a profile", { timeout: 60_000 }, async () => {
    const brief: Brief = {
      ...briefOf(300),
      profile: { corpus: "sotu", author: "Abraham Lincoln", passages: 3 },
    };
    const styles = await styleYardsticks(new Map([["b", brief]]));
    const { scores } = textScores({ brief, status: "complete", text }, styles.get("b"), 201);
    expect(scores["style-delta"]).toMatchObject({ status: "scored" });
  });
});

describe("commonLength", () => {
  it("is that of the shortest text of fifty words or more", () => {
    expect(commonLength(["a ".repeat(90), "a ".repeat(70), "a ".repeat(49)])).toBe(70);
    expect(commonLength(["a b"])).toBe(0);
  });
});

describe("measureAutocorrelation", () => {
  const home = mkdtempSync(join(tmpdir(), "longhand-no-vectors-"));
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const never = new AbortController().signal;
  const context = {
    clock: createVirtualClock(),
    nameSeed: "test",
    home,
    runsFolder: home,
    credential: () => undefined,
    environment: {},
    stopping: never,
    stopNow: never,
    onProgress: () => undefined,
  };
  const long = { file: join(home, "long.txt"), text: "word ".repeat(20_001) };

  it("gives reasons in place of values: too short, alone, no vectors", async () => {
    const short = { file: join(home, "short.txt"), text: "word ".repeat(20_000) };
    expect(await measureAutocorrelation([long, short], context)).toEqual([
      { status: "unscored", reason: "nothing-to-compare-with" },
      { status: "unscored", reason: "too-short" },
    ]);
    const other = { ...long, file: join(home, "other.txt") };
    // Whether vectors are installed is the machine's business: here there are none.
    const none = async (): Promise<never> => {
      throw new LonghandError("There are no word vectors.", { code: "vectors-missing" });
    };
    expect(await measureAutocorrelation([long, other], context, none)).toEqual([
      { status: "unscored", reason: "no-vectors" },
      { status: "unscored", reason: "no-vectors" },
    ]);
  });
});
