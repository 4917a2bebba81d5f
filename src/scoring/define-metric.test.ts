import { describe, expect, it } from "vitest";
import { createScorer } from "./create-scorer.ts";
import { defineMetric, type MetricDefinition, type OwnScore } from "./define-metric.ts";
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
    [
      { name: "mine", signature: "mine|v:1", lowest: "0" },
      'bounds of mine must be two numbers, the lowest first, got "0"',
    ],
    [{ signature: "mine|v:1" }, "The metric name undefined must be"],
    [{ name: "mine" }, "The signature of mine must begin"],
    [
      { name: "mine", signature: "mine|v:1", score: undefined },
      "The metric mine needs a function score, got undefined.",
    ],
    [
      { name: "mine", signature: "mine|v:1", score: 1 },
      "The metric mine needs a function score, got 1.",
    ],
    [
      { name: "mine", signature: "mine|v:1", higherIsBetter: "yes" },
      'higherIsBetter of mine must be true or false, got "yes".',
    ],
    [{ name: "mine", signature: "mine|v:1", title: "" }, "The title of mine must be a text"],
  ])("cannot be %j", (definition, why) => {
    const score = (): OwnScore => ({ value: 0 });
    const given = { score, ...definition } as unknown as MetricDefinition;
    expect(() => defineMetric(given)).toThrow(
      expect.objectContaining({ code: "invalid-metric", message: expect.stringContaining(why) }),
    );
  });

  it.each([
    [() => "1", 'The metric mine gave "1", which is neither value nor reason, for e1.'],
    [() => ({ value: "1" }), 'The metric mine gave the value "1", which is no number, for e1.'],
    [() => undefined, "The metric mine gave undefined, which is neither value nor reason, for e1."],
    [() => 1, "The metric mine gave 1, which is neither value nor reason, for e1."],
    [() => ({}), "The metric mine gave {}, which is neither value nor reason, for e1."],
    [
      () => Promise.resolve({ value: 1 }),
      "The metric mine gave a promise, which is neither value nor reason, for e1.",
    ],
    [() => ({ reason: "" }), 'The metric mine gave the reason "", for e1.'],
    [
      () => {
        throw new RangeError("boom");
      },
      "The metric mine failed on e1: boom",
    ],
  ])("ends the scoring with metric and example if it gives %o", async (score, message) => {
    const scorer = await scorerOf(score as () => OwnScore);
    expect(() => scorer.score(item)).toThrow(
      expect.objectContaining({ code: "invalid-score", message }),
    );
  });

  it("is checked where it is used, and cannot be handed over twice", async () => {
    const used = (...own: readonly unknown[]) =>
      createScorer(["rouge-1"], {}, own as readonly MetricDefinition[]);
    await expect(used({ name: "mine" })).rejects.toMatchObject({ code: "invalid-metric" });
    await expect(used(undefined)).rejects.toMatchObject({ code: "invalid-metric" });
    await expect(used(questionShare, questionShare)).rejects.toMatchObject({
      code: "invalid-metric",
      message: "The metric question-share is defined twice.",
    });
  });

  it("is met with its name where it is misspelt", async () => {
    await expect(createScorer(["question-shar"], {}, [questionShare])).rejects.toMatchObject({
      code: "unknown-metric",
      hint: expect.stringContaining("The nearest is question-share."),
    });
  });
});
