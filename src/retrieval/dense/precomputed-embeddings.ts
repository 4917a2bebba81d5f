import { LonghandError } from "../../foundation/index.ts";
import { readJsonLines, sha256 } from "../../storage/index.ts";
import type { RetrievalRequest } from "../retriever.ts";
import type { VectorSource } from "./dense-retriever.ts";

/** One line of `embeddings.jsonl`. */
interface EmbeddingLine {
  /** Id of a profile item, or of an example for its query. */
  readonly id: string;
  /** The vector. */
  readonly vector: readonly number[];
  /** Whose item it is, where two users have an item of one id. */
  readonly userId?: string;
}

/** The place that two lines must not share. */
const ANY_USER = "\u0000";

/**
 * Reads vectors that were made before: JSON Lines of `{"id": …, "vector": […]}`. The id is that of a
 * profile item for passages, and that of the example for its query; `userId` tells items of one id
 * apart. All vectors stay in memory.
 *
 * @param path - The file.
 * @returns The source of vectors; its signature holds a checksum of the content.
 * @throws LonghandError `invalid-embeddings` for a line that is no such record, another length than
 *   the first, or an id that stands twice with unlike vectors; `not-found`, `not-readable`.
 */
export async function readEmbeddings(path: string): Promise<VectorSource> {
  const vectors = new Map<string, Float32Array>();
  let content = "";
  let dimensions: number | undefined;
  for await (const read of readJsonLines(path)) {
    if (read.status === "blank") continue;
    if (read.status === "bad") throw invalid(path, read.line.line, read.error.message);
    const { line } = read.line;
    const record = parse(read.value, path, line);
    const vector = Float32Array.from(record.vector);
    dimensions ??= vector.length;
    if (vector.length !== dimensions) {
      const fault = `the vector has ${vector.length} numbers, the first one ${dimensions}`;
      throw invalid(path, line, fault);
    }
    const key = keyOf(record.id, record.userId ?? ANY_USER);
    const other = vectors.get(key);
    if (other !== undefined && !other.every((number, at) => number === vector[at])) {
      throw invalid(
        path,
        line,
        `the id ${JSON.stringify(record.id)} stood before with another vector`,
      );
    }
    vectors.set(key, vector);
    content = sha256(content + key + vector.join());
  }
  return sourceOver(vectors, { path, signature: `embeddings@${content.slice(0, 12)}` });
}

function parse(value: unknown, path: string, line: number): EmbeddingLine {
  const { id, vector, userId } = (value ?? {}) as Partial<Record<keyof EmbeddingLine, unknown>>;
  if (typeof id !== "string" && typeof id !== "number") throw invalid(path, line, "id is missing");
  if (userId !== undefined && typeof userId !== "string") {
    throw invalid(path, line, "userId is not a string");
  }
  const isVector =
    Array.isArray(vector) &&
    vector.length > 0 &&
    vector.every((number) => typeof number === "number" && Number.isFinite(Math.fround(number)));
  if (!isVector) throw invalid(path, line, "vector is not a list of finite numbers");
  return { id: String(id), vector, ...(userId === undefined ? {} : { userId }) };
}

function keyOf(id: string, userId: string): string {
  return JSON.stringify([userId, id]);
}

function sourceOver(
  vectors: ReadonlyMap<string, Float32Array>,
  { path, signature }: { readonly path: string; readonly signature: string },
): VectorSource {
  const find = (id: string, { userId, exampleId }: RetrievalRequest): Float32Array => {
    const found = vectors.get(keyOf(id, userId)) ?? vectors.get(keyOf(id, ANY_USER));
    if (found !== undefined) return found;
    throw new LonghandError(`${path} has no vector for ${JSON.stringify(id)}.`, {
      code: "retrieval-failed",
      hint: "It needs one for every profile item, and one for every example's query under the example's id.",
      details: { exampleId, id },
    });
  };
  return {
    signature,
    passages: async (request) => request.candidates.map(({ id }) => find(id, request)),
    query: async (request) => find(request.exampleId, request),
    close: async () => undefined,
  };
}

function invalid(path: string, line: number, fault: string): LonghandError {
  return new LonghandError(`${path}:${line}: ${fault}.`, {
    code: "invalid-embeddings",
    hint: 'Every line is {"id": "…", "vector": [0.1, …]}.',
    details: { file: path, line },
  });
}
