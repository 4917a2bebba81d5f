import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFakeEmbeddingModel } from "../../models/index.ts";
import { describeRetriever, retrievedIds } from "../retriever.contract.ts";
import { denseRetriever, embeddedTexts } from "./dense-retriever.ts";
import { readEmbeddings } from "./precomputed-embeddings.ts";
import { cachedEmbedder } from "./text-embedder.ts";

const hash = (profile: "longhand" | "longlamp-paper" = "longhand") =>
  denseRetriever({
    name: "dense:hash",
    profile,
    vectors: embeddedTexts(cachedEmbedder(createFakeEmbeddingModel({ dimensions: 32 }))),
  });

describeRetriever("dense:hash", () => hash());
describeRetriever("dense:hash, longlamp-paper", () => hash("longlamp-paper"));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "longhand-embeddings-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function embeddings(...lines: readonly (object | string)[]): string {
  const path = join(folder, "embeddings.jsonl");
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  writeFileSync(path, `${text.join("\n")}\n`);
  return path;
}

const candidates = [
  { id: "a", text: "a", date: "2019" },
  { id: "b", text: "b", date: "2021" },
  { id: "c", text: "c", date: "2020" },
];
const request = { exampleId: "q", userId: "u", query: "x", k: 3, candidates };

async function precomputed(
  vectors: Readonly<Record<string, readonly number[]>>,
  options: { similarity?: "dot" | "cosine"; profile?: "longlamp-paper" } = {},
) {
  const lines = Object.entries(vectors).map(([id, vector]) => ({ id, vector }));
  return denseRetriever({
    name: "dense",
    vectors: await readEmbeddings(embeddings(...lines)),
    profile: options.profile ?? "longhand",
    ...(options.similarity === undefined ? {} : { similarity: options.similarity }),
  });
}

describe("denseRetriever", () => {
  it("ranks by dot product, or by cosine", async () => {
    // Dot products with (1, 1): 3, 2, 4. Cosines: 3/√(9·2) = 0.7071, 2/√(2·2) = 1, 4/√(16·2) = 0.7071.
    const vectors = { q: [1, 1], a: [3, 0], b: [1, 1], c: [0, 4] };
    const { passages } = await (await precomputed(vectors)).retrieve(request);
    expect(passages).toEqual([
      { id: "c", relevance: 4 },
      { id: "a", relevance: 3 },
      { id: "b", relevance: 2 },
    ]);
    const byAngle = await precomputed(vectors, { similarity: "cosine" });
    const found = await byAngle.retrieve(request);
    expect(found.passages.map(({ id }) => id)).toEqual(["b", "c", "a"]);
    expect(found.passages[1]?.relevance).toBeCloseTo(Math.SQRT1_2, 7);
  });

  it("breaks ties by newest date, in the paper's profile by reverse stored order", async () => {
    const equal = { q: [1], a: [1], b: [1], c: [1] };
    expect(await retrievedIds(await precomputed(equal), request)).toEqual(["b", "c", "a"]);
    const paper = await precomputed(equal, { profile: "longlamp-paper" });
    expect(await retrievedIds(paper, request)).toEqual(["c", "b", "a"]);
  });

  it("marks an empty query and an empty profile, which tell nothing", async () => {
    expect(await hash().retrieve({ ...request, query: " \n" })).toMatchObject({ noSignal: true });
    expect(await hash().retrieve({ ...request, candidates: [] })).toEqual({
      passages: [],
      noSignal: true,
    });
    expect(await hash().retrieve(request)).toMatchObject({ noSignal: false });
  });

  it("names model, similarity and ties in its signature", () => {
    expect(hash().signature).toBe(
      "dense|vec:fake/fake@1|sim:dot|ties:newest,id|profile:longhand|v:1",
    );
  });
});

describe("readEmbeddings", () => {
  it("tells items of one id apart by their user", async () => {
    const path = embeddings(
      { id: "q", vector: [1] },
      { id: "a", vector: [1], userId: "u" },
      { id: "a", vector: [9], userId: "other" },
    );
    const source = await readEmbeddings(path);
    const own = { ...request, candidates: [{ id: "a", text: "" }] };
    expect(await source.passages(own)).toEqual([Float32Array.of(1)]);
  });

  it("fails for an example whose vectors are missing, naming the id", async () => {
    const retriever = await precomputed({ q: [1], a: [1] });
    await expect(retriever.retrieve(request)).rejects.toMatchObject({
      code: "retrieval-failed",
      message: expect.stringContaining('no vector for "b"'),
    });
  });

  it.each([
    ["no JSON", ["{"], "1: "],
    ["no id", [{ vector: [1] }], "1: id is missing"],
    ["no vector", [{ id: "a", vector: [] }], "1: vector is not a list"],
    ["a word in a vector", [{ id: "a", vector: [1, "2"] }], "1: vector is not a list"],
    ["a number beyond single precision", [{ id: "a", vector: [1e39] }], "1: vector is not a list"],
    [
      "another length",
      [{ id: "a", vector: [1] }, "", { id: "b", vector: [1, 2] }],
      "3: the vector has 2 numbers, the first one 1",
    ],
    [
      "an id with two vectors",
      [
        { id: "a", vector: [1] },
        { id: "a", vector: [2] },
      ],
      '2: the id "a" stood before',
    ],
  ])("refuses %s with its line", async (_, lines, said) => {
    await expect(readEmbeddings(embeddings(...lines))).rejects.toMatchObject({
      code: "invalid-embeddings",
      message: expect.stringContaining(`embeddings.jsonl:${said}`),
    });
  });

  it("has one signature for equal content", async () => {
    const signature = async (first: number) =>
      (await readEmbeddings(embeddings({ id: "a", vector: [first] }))).signature;
    expect(await signature(1)).toBe(await signature(1));
    expect(await signature(1)).not.toBe(await signature(2));
  });
});
