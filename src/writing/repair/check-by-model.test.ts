import { describe, expect, it } from "vitest";
import { createFaultyWriter } from "../../../tests/faulty-writer-model.ts";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import type { LanguageModel } from "../../models/index.ts";
import { parseBrief } from "../brief/read-brief.ts";
import { emptyMemoryRun, openMemoryRunStore } from "../run/memory-run-store.ts";
import { openWriter } from "../run/writer.ts";
import { writeDocument } from "../write-document.ts";

const clock = createVirtualClock(0);
const YAML = `goal: Tell of a harbour.
kind: story
model: fake
models: { size: small }
candidates: 1
repair: false
length: { words: 900 }
facts: [{ subject: Marit, attribute: trade, value: ferry pilot }]
`;
const FIRST = /Write the first part/;
const SAID = "Marit had baked bread for a living all her life.";

/** Answers questions about contradictions in order; writes everything else with one sentence planted. */
function checker(replies: readonly string[]): { model: LanguageModel; asked: string[] } {
  const writer = createFaultyWriter([{ where: FIRST, sentence: SAID }]);
  const asked: string[] = [];
  const model: LanguageModel = {
    ...writer,
    generate: async (request, options) => {
      const prompt = request.messages.map(({ content }) => content).join("\n");
      if (!prompt.includes("These statements hold")) return writer.generate(request, options);
      asked.push(prompt);
      const text = replies[asked.length - 1] ?? "none";
      return { text, finishReason: "stop", promptTokens: 100, outputTokens: 20 };
    },
  };
  return { model, asked };
}

async function written(replies: readonly string[], yaml = YAML) {
  const { model, asked } = checker(replies);
  const run = emptyMemoryRun();
  const options = { brief: parseBrief(yaml, "brief.yaml"), clock, writerModel: model };
  const outcome = await writeDocument(
    await openWriter({ ...options, store: openMemoryRunStore(run) }),
  );
  const checks = run.lines.filter(({ type, body }) => type === "check" && body["model"]);
  return { asked, outcome, checks, run, options };
}

const RIGHT = "1 | ferry pilot | baked bread for a living | another trade";

describe("checkByModel", () => {
  it("makes an issue of a contradiction whose two quotations stand where they should", async () => {
    const { asked, outcome, checks } = await written([RIGHT]);
    expect(asked[0]).toContain("1. Marit, trade: ferry pilot");
    expect(asked).toHaveLength(1);
    expect(checks.map(({ body }) => body["model"])).toMatchObject([
      { template: "check/v1", status: "checked", found: 1, invented: 0 },
    ]);
    expect(outcome.issues.filter(({ type }) => type === "contradiction")).toMatchObject([
      { severity: 5, fact: "Marit/trade", quotes: [{ text: "baked bread for a living" }] },
    ]);
  });

  it("drops a contradiction with an invented quotation", async () => {
    const { outcome, checks } = await written(["1 | ferry pilot | sold fish for a living | trade"]);
    expect(checks.map(({ body }) => body["model"])).toMatchObject([{ found: 0, invented: 1 }]);
    expect(outcome.issues.filter(({ type }) => type === "contradiction")).toEqual([]);
  });

  it("asks once more after a reply out of form, and says that the check is missing after two", async () => {
    const mended = await written(["I think so.", RIGHT]);
    expect(mended.asked).toHaveLength(2);
    expect(mended.outcome.issues.some(({ type }) => type === "contradiction")).toBe(true);
    const { asked, outcome, checks } = await written(["I think so.", "Perhaps."]);
    expect(asked).toHaveLength(2);
    expect(checks.map(({ body }) => body["model"])).toMatchObject([{ status: "missing" }]);
    expect(outcome.issues.filter(({ type }) => type === "unchecked")).toMatchObject([
      { severity: 1 },
    ]);
  });

  it("counts its calls, and makes none of them twice when the run goes on", async () => {
    const { run, options, outcome } = await written([RIGHT]);
    const calls = run.lines.filter(
      ({ type, body }) => type === "call" && body["stage"] === "check",
    );
    expect(calls).toHaveLength(1);
    // The run is cut short right after the check's own lines: nothing of them was decided.
    const cut = run.lines.findIndex(({ type, body }) => type === "check" && body["model"]);
    const { model, asked } = checker([]);
    const half = { ...run, lines: run.lines.slice(0, cut + 1) };
    const resumed = await writeDocument(
      await openWriter({ ...options, writerModel: model, store: openMemoryRunStore(half) }),
    );
    expect(asked).toEqual([]);
    expect(resumed.tokens).toEqual(outcome.tokens);
    expect(resumed.issues).toEqual(outcome.issues);
  });

  it("is off for a tiny model, without a bible, and where the brief says so", async () => {
    const off = await written([RIGHT], `${YAML}checks: { model: false }\n`);
    expect(off.asked).toEqual([]);
    const bare = await written([RIGHT], `${YAML}techniques: { bible: false }\n`);
    expect(bare.asked).toEqual([]);
    const tiny = await written([RIGHT], YAML.replace("size: small", "size: tiny"));
    expect(tiny.asked).toEqual([]);
  });

  it("asks the brief's checker where there is one, also beside a tiny writer, and nobody else", async () => {
    const other = checker([RIGHT]);
    const { model, asked } = checker([]);
    const yaml = YAML.replace(
      "models: { size: small }",
      "models: { size: tiny, checker: { model: 'openai:large' } }",
    );
    const writer = await openWriter({
      brief: parseBrief(yaml, "brief.yaml"),
      clock,
      writerModel: model,
      checkerModel: other.model,
      store: openMemoryRunStore(),
    });
    const { issues } = await writeDocument(writer);
    expect(asked).toEqual([]);
    expect(other.asked.length).toBeGreaterThan(0);
    expect(issues.map(({ type }) => type)).toContain("contradiction");
    const { checkTokens, tokens } = writer.journal.state;
    expect(checkTokens).toEqual({ in: 100 * other.asked.length, out: 20 * other.asked.length });
    expect(tokens.in).toBeGreaterThan(checkTokens.in);
  });

  it("makes no call that the budget has no room for, and says so", async () => {
    const { asked, outcome } = await written([RIGHT], `${YAML}budget: { completionTokens: 100 }\n`);
    expect(asked).toEqual([]);
    expect(outcome.status).toBe("partial");
  });

  it("lifts the issue once the words are gone", async () => {
    const { outcome } = await written([RIGHT], YAML.replace("repair: false", "repair: true"));
    expect(
      outcome.issues.filter(({ type }) => type === "contradiction").length,
    ).toBeLessThanOrEqual(1);
    expect(outcome.status).toBe("complete");
  });
});
