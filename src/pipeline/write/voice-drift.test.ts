import { describe, expect, it } from "vitest";
import type { CorpusDocument } from "../../records/index.ts";
import { type DriftVectors, openModelDrift } from "./voice-drift.ts";

/** A model that knows two directions, by the first word of a text, and nothing of any other text. */
function vectors(): DriftVectors & { readonly asked: string[][] } {
  const asked: string[][] = [];
  return {
    asked,
    signature: "two-directions",
    vectorsOf: async (texts) => {
      asked.push([...texts]);
      return texts.map((text) => {
        if (text.startsWith("Harbour")) return [1, 0.01 * (text.length % 7)];
        return text.startsWith("Engine") ? [0, 1] : [0, 0];
      });
    },
  };
}

function documents(first: readonly string[]): CorpusDocument[] {
  return first.map((word, index) => ({
    id: `t${index}`,
    author: "ann",
    text: `${word} ${"the boats lay still under the snow and nobody came ".repeat(9).trim()} ${"x".repeat(index)}.`,
  }));
}

const EIGHT = Array.from({ length: 8 }, () => "Harbour");

describe("openModelDrift", () => {
  it("drops a text of the author's that points another way, and asks for all vectors at once", async () => {
    const model = vectors();
    const drift = await openModelDrift(documents([...EIGHT, "Engine"]), model);
    expect(drift.dropped.map(({ id }) => id)).toEqual(["t8"]);
    expect(drift.dropped[0]?.distance).toBeGreaterThan(0.8);
    expect(drift.signature).toContain("two-directions");
    expect(model.asked).toHaveLength(1);
  });

  it("measures drafts by the author's own pieces: near below the threshold, far above it", async () => {
    const drift = await openModelDrift(documents(EIGHT), vectors());
    await drift.measure?.(["Harbour light.", "Engine room."]);
    const threshold = drift.threshold ?? Number.NaN;
    expect(drift.distanceOf("Harbour light.")).toBeLessThanOrEqual(threshold + 0.001);
    expect(drift.distanceOf("Engine room.")).toBeGreaterThan(threshold);
    expect(drift.distanceOf("Engine room.")).toBeGreaterThan(0.9);
  });

  it("counts a text without a direction as far as one that shares nothing", async () => {
    const drift = await openModelDrift(documents(EIGHT), vectors());
    await drift.measure?.(["Silence."]);
    expect(drift.distanceOf("Silence.")).toBe(1);
  });

  it("asks once for each draft, and refuses one that was never measured", async () => {
    const model = vectors();
    const drift = await openModelDrift(documents(EIGHT), model);
    await drift.measure?.(["Harbour a.", "Harbour a.", "Harbour b."]);
    await drift.measure?.(["Harbour b."]);
    expect(model.asked.slice(1)).toEqual([["Harbour a.", "Harbour b."]]);
    expect(() => drift.distanceOf("Harbour c.")).toThrowError(
      expect.objectContaining({ code: "not-measured" }),
    );
  });

  it("has no threshold for fewer than eight texts with a direction", async () => {
    const few = await openModelDrift(documents(EIGHT.slice(1)), vectors());
    expect(few).toMatchObject({ reason: "too-few-texts", dropped: [] });
    expect(few.threshold).toBeUndefined();
    const silent = await openModelDrift(documents([...EIGHT.slice(1), "Silence"]), vectors());
    expect(silent.reason).toBe("too-few-texts");
  });
});
