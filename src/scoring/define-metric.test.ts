import { describe, expect, it } from "vitest";
import { createScorer } from "./create-scorer.ts";
import { defineMetric, type OwnScore } from "./define-metric.ts";
import { describeMetric } from "./metric.contract.ts";

const questionShare = defineMetric({
  name: "question-share",
  title: "questions",
  signature: "question-share|ends:.!?|v:1",
  score: ({ prediction }) => {
    const ends = prediction.match(/[.!?]/g) ?? [];
    if (ends.length === 0) return { reason: "no-words" };
    return { value: ends.filter((end) => end === "?").length / ends.length };
  },
});

describeMetric("question-share", { own: [questionShare], needsReference: false });

const scorerOf = (score: () => OwnScore) =>
  createScorer(["mine"], {}, [defineMetric({ name: "mine", signature: "mine|v:1", score })]);
const item = { exampleId: "e1", prediction: "Who goes there? I do. Who are you?", references: [] };

describe("a metric of one's own", () => {
  it("matches a value worked by hand, beside the metrics that ship", async () => {
    const scorer = await createScorer(["rouge-1", "Question_Share"], {}, [questionShare]);
    expect(scorer.metrics.map(({ id, title }) => [id, title])).toEqual([
      ["rouge-1", "ROUGE-1"],
      ["question-share", "questions"],
    ]);
    // Two of three sentences ask.
    const [, record] = scorer.score({ ...item, references: ["Who goes?"] });
    expect(record).toEqual({
      status: "scored",
      metric: "question-share",
      exampleId: "e1",
      value: 2 / 3,
    });
  });

  it.each([Number.NaN, -0.1, 1.1, Number.POSITIVE_INFINITY])(
    "ends the scoring with %d, which is outside its bounds",
    async (value) => {
      const scorer = await scorerOf(() => ({ value }));
      expect(() => scorer.score(item)).toThrow(expect.objectContaining({ code: "invalid-score" }));
    },
  );

  it("says of what it cannot judge why, never 0", async () => {
    const scorer = await scorerOf(() => ({ reason: "too-short" }));
    expect(scorer.score(item)).toEqual([
      { status: "unscored", metric: "mine", exampleId: "e1", reason: "too-short" },
    ]);
  });

  it.each([
    [{ name: "rouge-l", signature: "rouge-l|v:1" }, "is taken by Longhand"],
    [{ name: "Mine", signature: "Mine|v:1" }, "must be lower-case words"],
    [{ name: "mine", signature: "other|v:1" }, 'must begin with "mine|"'],
    [{ name: "mine", signature: "mine|case:lower" }, "end with a version"],
    [{ name: "mine", signature: "mine|v:1", lowest: 1 }, "bounds of mine"],
  ])("cannot be %j", (definition, why) => {
    const score = (): OwnScore => ({ value: 0 });
    expect(() => defineMetric({ ...definition, score })).toThrow(why);
  });

  it("is met with its name where it is misspelt", async () => {
    await expect(createScorer(["question-shar"], {}, [questionShare])).rejects.toMatchObject({
      code: "unknown-metric",
      hint: expect.stringContaining("The nearest is question-share."),
    });
  });
});
