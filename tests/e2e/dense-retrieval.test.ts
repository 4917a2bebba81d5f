import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openEmbeddingModel } from "../../src/models/index.ts";
import { systemClock } from "../../src/pipeline/run-context.ts";
import { cachedEmbedder, openRetriever, type Retriever } from "../../src/retrieval/index.ts";

// `npm run onnx` brings the model and the runtime.
const path = resolve("node_modules/.cache/longhand-tests/models/all-minilm-l6-v2/model.onnx");

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "longhand-dense-"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const TEXTS = [
  "The tent kept us dry all night.",
  "Quantum mechanics describes atoms.",
  "",
  "国道三号 runs north. 東京 is a city.",
  "The keeper's lantern, well-oiled, burned through every November storm. ".repeat(30),
  ...Array.from({ length: 20 }, (_, at) => `Passage ${at} ${"about boats ".repeat(at)}`),
];

const open = (name: string, settings: object = {}): Promise<Retriever> =>
  openRetriever({
    name,
    profile: "longhand",
    seed: 7,
    home,
    clock: systemClock,
    settings: { [name]: { path, ...settings } },
  });

it.each([{}, { normalised: false, longTexts: "cut", windowTokens: 128 }] as const)(
  "a text has the same vector alone and in a batch, on the real model: %j",
  async (reading) => {
    const model = await openEmbeddingModel({ spec: `onnx:${path}`, home, reading });
    const embedder = cachedEmbedder(model);
    const together = await embedder.embed(TEXTS);
    let worst = 0;
    for (const [at, text] of TEXTS.entries()) {
      const [alone] = await model.embed([text]);
      for (const [place, number] of (alone ?? []).entries()) {
        worst = Math.max(worst, Math.abs(number - (together[at]?.[place] ?? Number.NaN)));
      }
    }
    expect(worst).toBeLessThan(1e-4);
    await embedder.close();
  },
);

const request = {
  exampleId: "e1",
  userId: "ann",
  query: "a shelter in the rain",
  k: 3,
  candidates: TEXTS.slice(0, 3).map((text, at) => ({ id: `p${at}`, text })),
};

it("dense finds by meaning, and takes vectors that were made before from disk", async () => {
  const first = await open("dense");
  expect(first.signature).toMatch(
    /^dense\|vec:onnx\/model\.onnx@[0-9a-f]{12}\(normalised=true,pooling=mean,precision=int8,windowTokens=256\)\|sim:dot\|/,
  );
  const found = await first.retrieve(request);
  expect(found.passages[0]?.id).toBe("p0");
  await first.close?.();
  expect(readdirSync(join(home, "cache", "embeddings"))).toHaveLength(1);
  const second = await open("dense");
  expect(await second.retrieve(request)).toEqual(found);
  await second.close?.();
});

it("contriever keeps the length of vectors, cuts at 512 tokens, and has vectors of its own", async () => {
  const retriever = await open("contriever");
  expect(retriever.signature).toContain(
    "(longTexts=cut,normalised=false,pooling=mean,precision=int8,windowTokens=512)",
  );
  const { passages } = await retriever.retrieve(request);
  expect(passages[0]?.id).toBe("p0");
  expect(passages[0]?.relevance).not.toBeCloseTo(
    (await (await open("dense")).retrieve(request)).passages[0]?.relevance ?? 0,
    2,
  );
  await retriever.close?.();
});
