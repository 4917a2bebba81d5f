import { z } from "zod";
import type { EmbeddingModel } from "../embedding-model.ts";
import { invalid, parsedAnswer } from "./chat-reply.ts";
import { type Endpoint, readEndpoint } from "./endpoint.ts";
import { createHttpCaller, type HttpCaller } from "./http-caller.ts";
import {
  checkModelName,
  checkPositive,
  DEFAULT_REPLY_TIMEOUT_MS,
  type OpenAiEmbeddingModelOptions,
} from "./openai-settings.ts";

const embeddingsSchema = z.looseObject({
  data: z.array(z.looseObject({ index: z.int().nonnegative(), embedding: z.array(z.number()) })),
});

/**
 * Opens an embedding model behind any endpoint that speaks OpenAI's `/embeddings`. Texts are sent in
 * requests of limited size, one after the other; nothing is retried. An empty text is sent as one
 * space, since many servers refuse an empty one.
 *
 * @param options - Address, model, key and limits.
 * @returns The model; its dimensions are known after the first reply.
 * @throws LonghandError `invalid-option` if an option cannot be used.
 */
export function createOpenAiEmbeddingModel(options: OpenAiEmbeddingModelOptions): EmbeddingModel {
  checkModelName(options.model);
  checkPositive("textsPerRequest", options.textsPerRequest);
  checkPositive("replyTimeoutMs", options.replyTimeoutMs);
  const { clock, model, revision, textsPerRequest = 64 } = options;
  const { replyTimeoutMs = DEFAULT_REPLY_TIMEOUT_MS } = options;
  const endpoint = readEndpoint(options);
  const caller = createHttpCaller({ endpoint, clock, replyTimeoutMs });
  let dimensions: number | undefined;
  return {
    get description() {
      return {
        adapter: "openai",
        model,
        ...(revision === undefined ? {} : { revision }),
        ...(dimensions === undefined ? {} : { dimensions }),
        remote: endpoint.remote,
      };
    },
    async embed(texts, { signal } = {}) {
      caller.check(signal);
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += textsPerRequest) {
        const batch = texts.slice(from, from + textsPerRequest);
        vectors.push(...(await embedBatch({ model, batch, signal }, endpoint, caller)));
      }
      dimensions = commonLength(vectors, dimensions);
      return vectors;
    },
    close: () => caller.close(),
  };
}

interface EmbeddingBatch {
  readonly model: string;
  readonly batch: readonly string[];
  readonly signal: AbortSignal | undefined;
}

async function embedBatch(
  { model, batch, signal }: EmbeddingBatch,
  endpoint: Endpoint,
  caller: HttpCaller,
): Promise<Float32Array[]> {
  const input = batch.map((text) => (text === "" ? " " : text));
  const call = {
    url: endpoint.urlOf("/embeddings"),
    body: { model, input, encoding_format: "float" },
    accept: "application/json",
    signal,
  };
  return caller.post(call, async (answer) => {
    const body = await answer.text();
    const parsed = parsedAnswer(body);
    answer.refuseFailure(parsed, body);
    return vectorsOf(parsed, batch.length);
  });
}

function vectorsOf(answer: unknown, wanted: number): Float32Array[] {
  const parsed = embeddingsSchema.safeParse(answer);
  if (!parsed.success) throw invalid(z.prettifyError(parsed.error).split("\n")[0] ?? "no vectors");
  const byIndex = new Map(parsed.data.data.map(({ index, embedding }) => [index, embedding]));
  return Array.from({ length: wanted }, (_, index) => {
    const embedding = byIndex.get(index);
    if (embedding === undefined || embedding.length === 0) {
      throw invalid(`it holds no vector for text ${index} of ${wanted}`);
    }
    return Float32Array.from(embedding);
  });
}

function commonLength(
  vectors: readonly Float32Array[],
  known: number | undefined,
): number | undefined {
  const wanted = known ?? vectors[0]?.length;
  const other = vectors.find(({ length }) => length !== wanted);
  if (other !== undefined) {
    throw invalid(`one vector has ${wanted} numbers and another ${other.length}`);
  }
  return wanted;
}
