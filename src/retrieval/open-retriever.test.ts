import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createScriptedModel } from "../../tests/scripted-model.ts";
import { writeTinyCrossEncoder, writeTinyOnnx } from "../../tests/tiny-onnx.ts";
import type { Clock } from "../foundation/index.ts";
import { type OpenRetrieverOptions, openRetriever } from "./open-retriever.ts";
import { describeRetriever } from "./retriever.contract.ts";

const clock: Clock = { nowMs: () => 0, sleep: async () => undefined };
let home: string;
let encoder: string;
let crossEncoder: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "longhand-open-"));
  encoder = join(home, "encoder");
  crossEncoder = join(home, "cross-encoder");
  writeTinyOnnx(encoder);
  writeTinyCrossEncoder(crossEncoder);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const open = (name: string, options: Partial<OpenRetrieverOptions> = {}) =>
  openRetriever({ name, profile: "longhand", seed: 7, home, clock, threads: 1, ...options });

const candidates = [
  { id: "a", text: "the tent" },
  { id: "b", text: "a river" },
  { id: "c", text: "a stone" },
];
const request = { exampleId: "e", userId: "u", query: "the tent", k: 3, candidates };

describe("openRetriever", () => {
  it("reads Contriever's way, whatever the weights, and keeps vectors in the home folder", async () => {
    const retriever = await open("contriever", { settings: { contriever: { path: encoder } } });
    expect(retriever.signature).toMatch(
      /^dense\|vec:onnx\/encoder@[0-9a-f]{12}\(longTexts=cut,normalised=false,pooling=mean,precision=fp32,windowTokens=512\)\|sim:dot\|/,
    );
    const { passages } = await retriever.retrieve(request);
    expect(passages[0]?.id).toBe("a");
    await retriever.close?.();
    expect(readdirSync(join(home, "cache", "embeddings"))).toHaveLength(1);
    const named = await open(`contriever:${encoder}`);
    expect(named.signature).toBe(retriever.signature);
    expect(await named.retrieve(request)).toEqual({ passages, noSignal: false });
    await named.close?.();
  });

  it("says what Contriever needs, where it is not on this machine", async () => {
    await expect(open("contriever")).rejects.toMatchObject({
      code: "model-missing",
      hint: expect.stringContaining("contriever:/path/to/folder"),
    });
  });

  it("gives the parts of a hybrid their own settings", async () => {
    const name = "hybrid:bm25+dense";
    const retriever = await open(name, {
      settings: { dense: { path: encoder, similarity: "cosine", pooling: "first-token" } },
    });
    expect(retriever.signature).toMatch(
      /^hybrid\|rrf:60\|of:\[bm25\|.*\]\[dense\|.*pooling=first-token.*sim:cosine/,
    );
    await retriever.close?.();
  });

  it("takes vectors that were made before, by name or as a setting", async () => {
    const path = join(home, "embeddings.jsonl");
    const lines = ["e", "a", "b", "c"].map((id, at) => JSON.stringify({ id, vector: [1, at] }));
    writeFileSync(path, lines.join("\n"));
    const named = await open(`dense:embeddings:${path}`);
    const set = await open("dense", { settings: { dense: { path } } });
    expect(await named.retrieve(request)).toEqual(await set.retrieve(request));
    expect(named.signature).toBe(set.signature);
  });

  it("opens the judge of a re-ranker with its settings, and closes it", async () => {
    const asked: string[] = [];
    const retriever = await open("recency+rerank:llm:openai:judge", {
      settings: { "recency+rerank:llm:openai:judge": { depth: 2, judging: "listwise" } },
      openModel: async (spec) => {
        asked.push(spec);
        return createScriptedModel(["[2] > [1]"]);
      },
    });
    const { passages } = await retriever.retrieve(request);
    expect([asked, passages.map(({ id }) => id)]).toEqual([["openai:judge"], ["b", "a", "c"]]);
    await retriever.close?.();
    const cross = await open(`bm25+rerank:onnx:${crossEncoder}`);
    expect(cross.signature).toContain("by:[cross-encoder onnx/cross-encoder@");
    await cross.close?.();
    await expect(cross.retrieve(request)).rejects.toMatchObject({ code: "model-closed" });
  });

  it.each([
    ["dense", { dense: { poolng: "mean" } }, /pooling/],
    ["bm25+rerank:llm:fake", { "bm25+rerank:llm:fake": { depth: 0 } }, /depth/],
    ["bm25+rerank:onnx:/nowhere/m.onnx", {}, /nowhere/],
  ])("refuses %s with %j", async (name, settings, said) => {
    await expect(open(name, { settings })).rejects.toThrow(said);
  });
});

// The encoder is made before the first test of the suite opens it.
const folder = mkdtempSync(join(tmpdir(), "longhand-suite-"));
writeTinyOnnx(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const suite = await openRetriever({
  name: "hybrid:dense+recency",
  profile: "longhand",
  seed: 7,
  home: folder,
  clock,
  threads: 1,
  settings: { dense: { path: folder, windowTokens: 64, longTexts: "cut" } },
});
afterAll(() => suite.close?.());
describeRetriever("a hybrid with an encoder, its vectors on disk", () => suite);
