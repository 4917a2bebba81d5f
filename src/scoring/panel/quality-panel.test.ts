import { describe, expect, it } from "vitest";

import { createScorer } from "../create-scorer.ts";
import { PANEL_METRIC_NAMES } from "./panel-metrics.ts";
import { qualityPanel } from "./quality-panel.ts";
import { readStyleProfile } from "./style-profile.ts";
import { createStyleReference } from "./style-reference.ts";

const LOOP = "The rain fell on the roof of the hut, and nobody in it spoke.\n\n".repeat(1000);

describe("qualityPanel", () => {
  it("has the rows that a text alone allows, in order", () => {
    const rows = qualityPanel({ text: "Rain fell. We slept in the tent." });
    expect(rows.map(({ id }) => id)).toEqual([
      "rep-4",
      "distinct-2",
      "mattr",
      "compression",
      "duplicate-paragraphs",
      "longest-repeat",
      "sentence-length-cv",
      "self-bleu",
    ]);
    expect(rows.find(({ id }) => id === "self-bleu")).toEqual({
      id: "self-bleu",
      title: "Self-BLEU-4",
      score: expect.objectContaining({ status: "unscored", reason: "too-few-words" }),
      usual: [0.08, 0.12],
      alarm: { side: "above", limit: 0.25 },
    });
  });

  it("adds rows for what else is known", async () => {
    const texts = ["a a b b", "a b b b"];
    const rows = qualityPanel({
      text: "Marien ran.",
      askedWords: 4,
      names: [{ name: "Marian" }],
      author: readStyleProfile(texts),
      reference: await createStyleReference({ name: "n", texts, wordCount: 2 }),
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    // Two words of four: S_l = 1 − (4/2 − 1)/2 = .5; D = −.5, e^(−2.5).
    expect(byId.get("length-score")).toMatchObject({ score: { value: 50 }, isAlarming: true });
    expect(byId.get("lifebench-length")).toMatchObject({
      score: { value: expect.closeTo(100 * Math.exp(-2.5), 10) },
    });
    expect(byId.get("name-drift")).toMatchObject({ score: { value: 5000 }, isAlarming: true });
    expect(byId.get("burrows-delta")).toMatchObject({ score: { reason: "weak-profile" } });
    expect(byId.get("char-3-gram-distance")).toMatchObject({ score: { reason: "weak-profile" } });
  });

  it("alarms on a loop, and shows usual ranges for full windows only", () => {
    const rows = new Map(qualityPanel({ text: LOOP }).map((row) => [row.id, row]));
    const alarming = [...rows.values()].filter((row) => row.isAlarming === true);
    expect(alarming.map(({ id }) => id)).toEqual([
      "rep-4",
      "compression",
      "duplicate-paragraphs",
      "longest-repeat",
      "sentence-length-cv",
      "self-bleu",
    ]);
    expect(rows.get("rep-4")?.usual).toEqual([0.004, 0.014]);
    const [short] = qualityPanel({ text: "Rain fell on us all." });
    expect(short).toMatchObject({ id: "rep-4", isAlarming: false });
    expect(short).not.toHaveProperty("usual");
  });
});

describe("the panel as metrics of a scorer", () => {
  const item = (prediction: string, ...references: string[]) => ({
    exampleId: "x",
    prediction,
    references,
  });

  it("scores a text against the length of its reference, the one that suits it best", async () => {
    const scorer = await createScorer(["length-score", "lifebench-length"]);
    const values = (...texts: [string, ...string[]]) =>
      scorer
        .score(item(...texts))
        .map((record) => (record.status === "scored" ? record.value : record.reason));
    expect(values("a b", "a b c d")).toEqual([50, expect.closeTo(100 * Math.exp(-2.5), 10)]);
    expect(values("a b", "a b c d", "!", "c d")).toEqual([100, 100]);
    expect(values("a b", "!")).toEqual(["no-reference", "no-reference"]);
    expect(values("!", "a b")).toEqual(["no-words", "no-words"]);
  });

  it("states its windows in the signatures, and takes other ones", async () => {
    const signatures = async (panel: object): Promise<string[]> =>
      (await createScorer(PANEL_METRIC_NAMES, { panel })).metrics.map((one) => one.signature);
    const plain = await signatures({});
    expect(new Set(plain).size).toBe(PANEL_METRIC_NAMES.length);
    expect(plain).toContain("rep-4|tok:unicode-words|win:10000|agg:mean|profile:longhand|v:1");
    const changed = await signatures({
      windowWords: 100,
      distinctWindowWords: 100,
      slidingWords: 50,
      parts: 3,
      shortParagraphWords: 2,
    });
    const same = plain.filter((signature) => changed.includes(signature));
    expect(same.map((signature) => signature.split("|")[0])).toEqual([
      "length-score",
      "lifebench-length",
      "longest-repeat",
    ]);
  });

  it("does not exist in longlamp-paper, and refuses lengths out of range", async () => {
    const wrong = { code: "invalid-option" };
    await expect(createScorer(["rep-4"], { profile: "longlamp-paper" })).rejects.toMatchObject(
      wrong,
    );
    await expect(createScorer(["rep-4"], { panel: { parts: 1 } })).rejects.toMatchObject(wrong);
    await expect(createScorer(["rep-4"], { panel: { windowWords: 10.5 } })).rejects.toMatchObject(
      wrong,
    );
  });

  it("gives the values of the functions", async () => {
    const scorer = await createScorer(PANEL_METRIC_NAMES);
    const records = scorer.score(item(LOOP, LOOP));
    const input = { text: LOOP, askedWords: 14_000 };
    const rows = new Map(qualityPanel(input).map(({ id, score }) => [id, score]));
    const shared = records.filter(({ metric }) => rows.has(metric));
    expect(shared).toHaveLength(10);
    for (const record of shared) {
      const value = record.status === "scored" ? record.value : record.reason;
      expect([record.metric, rows.get(record.metric)]).toMatchObject([record.metric, { value }]);
    }
  });
});
