import type { EmbeddingModelDescription } from "../../models/index.ts";

/**
 * Names where vectors come from, for signatures: numbers from different models, revisions or settings
 * must not be compared.
 *
 * @param description - What the embedding model says of itself.
 * @param part - Which of its vectors: those of whole texts, or those of tokens.
 * @returns For instance `onnx/all-minilm-l6-v2@509580368a6e(normalised=true,pooling=mean,windowTokens=256):text`.
 */
export function vectorSignature(
  description: EmbeddingModelDescription,
  part: "text" | "tokens" = "text",
): string {
  const { adapter, model, revision, settings = {} } = description;
  const facts = Object.entries(settings)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  const of = revision === undefined ? "" : `@${revision.slice(0, 12)}`;
  const how = facts.length === 0 ? "" : `(${facts.join(",")})`;
  // A signature is parted by bars, and stands on one line.
  return `${adapter}/${model}${of}${how}:${part}`.replace(/[|\s]/g, "_");
}
