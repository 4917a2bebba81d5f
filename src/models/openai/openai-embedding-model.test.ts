import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Answer,
  json,
  type MockOpenAiServer,
  startMockOpenAiServer,
} from "../../../tests/mock-openai-server.ts";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { describeEmbeddingModel } from "../embedding-model.contract.ts";
import { createFakeEmbeddingModel } from "../fake/fake-embedding-model.ts";
import { createOpenAiEmbeddingModel } from "./openai-embedding-model.ts";
import type { OpenAiEmbeddingModelOptions } from "./openai-settings.ts";

/** Answers with the vectors of the fake embedding model, in reverse order. */
const answerLikeModel: Answer = async (response, request) => {
  const input = request.body as unknown as { readonly input: readonly string[] };
  const vectors = await createFakeEmbeddingModel({ dimensions: 8 }).embed(input.input);
  const data = vectors.map((vector, index) => ({ index, embedding: [...vector] })).reverse();
  json({ object: "list", data })(response, request);
};

let server: MockOpenAiServer;
beforeAll(async () => {
  server = await startMockOpenAiServer(answerLikeModel);
});
afterAll(async () => {
  await server.close();
});

function open(change: Partial<OpenAiEmbeddingModelOptions> = {}) {
  return createOpenAiEmbeddingModel({
    baseUrl: server.baseUrl,
    model: "embedder",
    clock: createVirtualClock(),
    ...change,
  });
}

describeEmbeddingModel("the OpenAI-compatible embedding model", async () => open());

describe("createOpenAiEmbeddingModel", () => {
  it("sends texts in requests of limited size, and joins the vectors in order", async () => {
    const before = server.requests.length;
    const model = open({ textsPerRequest: 2, revision: "r1" });
    expect(model.description).toEqual({
      adapter: "openai",
      model: "embedder",
      revision: "r1",
      remote: false,
    });
    const texts = ["one", "two", "", "four", "five"];
    const vectors = await model.embed(texts);
    expect(vectors).toEqual(
      await createFakeEmbeddingModel({ dimensions: 8 }).embed(["one", "two", " ", "four", "five"]),
    );
    expect(server.requests.slice(before).map(({ url, body }) => [url, body])).toEqual([
      ["/v1/embeddings", { model: "embedder", input: ["one", "two"], encoding_format: "float" }],
      ["/v1/embeddings", { model: "embedder", input: [" ", "four"], encoding_format: "float" }],
      ["/v1/embeddings", { model: "embedder", input: ["five"], encoding_format: "float" }],
    ]);
    expect(model.description.dimensions).toBe(8);
    await model.close();
  });

  it.each<[string, Answer, string]>([
    ["too few vectors", json({ data: [{ index: 0, embedding: [1] }] }), "invalid-output"],
    [
      "vectors of unlike length",
      json({
        data: [
          { index: 0, embedding: [1] },
          { index: 1, embedding: [1, 2] },
        ],
      }),
      "invalid-output",
    ],
    [
      "an empty vector",
      json({
        data: [
          { index: 0, embedding: [] },
          { index: 1, embedding: [1] },
        ],
      }),
      "invalid-output",
    ],
    ["no numbers", json({ data: [{ index: 0, embedding: [null, 1] }] }), "invalid-output"],
    ["an error inside", json({ error: { message: "busy", code: 503 } }), "server-error"],
    ["too many requests", json({}, 429), "rate-limited"],
  ])("refuses %s", async (_, answer, reason) => {
    const model = open();
    server.answerNext(answer);
    await expect(model.embed(["one", "two"])).rejects.toMatchObject({ reason });
    await model.close();
  });
});
