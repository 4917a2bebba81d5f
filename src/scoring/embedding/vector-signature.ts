import type { EmbeddingModelDescription } from "../../models/index.ts";
import { modelSignature } from "../model-signature.ts";

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
  return `${modelSignature(description)}:${part}`;
}
