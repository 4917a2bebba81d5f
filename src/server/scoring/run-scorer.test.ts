import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runScorer } from "./run-scorer.ts";
import type { ScorerOrder } from "./scorer-order.ts";
import { openReferences, sealReferences, vaultPlaces } from "./sealed-references.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "longhand-scorer-"));
  mkdirSync(join(folder, "texts"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function orderOf(name: string, texts: string): ScorerOrder {
  const textsPath = join(folder, "texts", `${name}.jsonl`);
  writeFileSync(textsPath, texts);
  return {
    vault: vaultPlaces(folder),
    task: {
      textsPath,
      sketchPath: `${textsPath}.grams`,
      items: [{ itemId: "a", part: "public" }],
      metrics: [{ id: "rouge-1" }],
      minWords: 0,
      home: folder,
      earlierSketches: [],
      resamples: 100,
    },
  };
}

const TEXT = `${JSON.stringify({ itemId: "a", text: "one two", words: 2 })}\n`;

describe("runScorer", () => {
  it("opens what was sealed with the public key alone, and gives numbers only", async () => {
    const vault = vaultPlaces(folder);
    await runScorer({ vault });
    const sealed = await sealReferences(
      [{ itemId: "a", reference: "one two three four", canary: "canary-1" }],
      vault.publicKey,
    );
    expect(Buffer.from(sealed).toString("latin1")).not.toMatch(/three|canary/);
    const sealedPath = join(vault.sealedFolder, "one.sealed");
    writeFileSync(sealedPath, sealed);
    const outcome = await runScorer({ ...orderOf("one", TEXT), sealedPath });
    // Both words of two stand among four: precision 1, recall 1/2, F 2/3.
    expect(outcome?.metrics).toMatchObject([
      {
        metric: "rouge-1",
        sums: { public: { scored: 1, planned: 1 } },
        items: [["a", 2 / 3, null]],
      },
    ]);
    expect(JSON.stringify(outcome)).not.toContain("three");
    await expect(openReferences(sealedPath, vault.publicKey)).rejects.toThrow();
    // A second call leaves the keys as they are.
    const key = readFileSync(vault.privateKey, "utf8");
    await runScorer({ vault });
    expect(readFileSync(vault.privateKey, "utf8")).toBe(key);
  });

  it("tells a missing reference without any text, and ends with its time", async () => {
    const order = orderOf("two", TEXT);
    await expect(runScorer(order)).rejects.toMatchObject({
      code: "scoring-failed",
      message: "A reference is missing: the organiser has to complete them.",
    });
    await expect(runScorer(order, { timeoutMs: 1 })).rejects.toMatchObject({
      message: "The scorer ran out of time or memory, or was ended.",
    });
    const ended = new AbortController();
    ended.abort();
    await expect(runScorer(order, { signal: ended.signal })).rejects.toMatchObject({
      code: "scoring-failed",
    });
    expect(readdirSync(join(folder, "texts"))).not.toContain("two.jsonl.grams");
  });
});
