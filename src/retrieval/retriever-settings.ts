import { z } from "zod";
import { LonghandError } from "../foundation/index.ts";
import { checkShape, parseStrictYaml } from "../storage/index.ts";
import type { RetrieverSpec } from "./retriever-spec.ts";

/** Settings of `dense` and `contriever`, as they stand under `retrievers` in an experiment. */
export interface DenseSettings {
  /** The model's file or folder, or `embeddings.jsonl`, instead of what the name says. */
  readonly path?: string;
  /** How token vectors become one. @defaultValue `"mean"` */
  readonly pooling?: "mean" | "first-token";
  /** Longest stretch that is read at once, in tokens. @defaultValue the model's own; 512 for Contriever */
  readonly windowTokens?: number;
  /** What happens to longer texts. @defaultValue `"windows"`; `"cut"` for Contriever */
  readonly longTexts?: "windows" | "cut";
  /** Whether vectors have length 1. @defaultValue `true`; `false` for Contriever */
  readonly normalised?: boolean;
  /** How vectors are compared. @defaultValue `"dot"` */
  readonly similarity?: "dot" | "cosine";
}

/** Settings of a re-ranker, as they stand under `retrievers` in an experiment. */
export interface RerankSettings {
  /** Passages of the stage before that are judged, 2 or more. @defaultValue 20 */
  readonly depth?: number;
  /** How a language model is asked. @defaultValue `"pointwise"` */
  readonly judging?: "pointwise" | "listwise";
  /** Words of a passage that a language model reads, 1 or more. @defaultValue 120 */
  readonly maxPassageWords?: number;
  /** Longest query and passage of a cross-encoder, in tokens. @defaultValue 512 */
  readonly maxTokens?: number;
}

const optional = z.exactOptional;

const denseSchema = z.strictObject({
  path: optional(z.string().min(1)),
  pooling: optional(z.enum(["mean", "first-token"])),
  windowTokens: optional(z.int().min(8)),
  longTexts: optional(z.enum(["windows", "cut"])),
  normalised: optional(z.boolean()),
  similarity: optional(z.enum(["dot", "cosine"])),
});

const rerankSchema = z.strictObject({
  depth: optional(z.int().min(2)),
  judging: optional(z.enum(["pointwise", "listwise"])),
  maxPassageWords: optional(z.int().min(1)),
  maxTokens: optional(z.int().min(8)),
});

/** Settings by the name of the retriever, as they were written. */
export type RetrieverSettings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Checks settings of retrievers against those that the names in use can have. A part of a hybrid and
 * the stage before a re-ranker have their settings under their own names.
 *
 * @param settings - As they were written.
 * @param specs - The retrievers in use.
 * @returns What is wrong, one sentence each.
 */
export function retrieverSettingsFaults(
  settings: RetrieverSettings,
  specs: readonly RetrieverSpec[],
): string[] {
  const used = new Map(specs.flatMap(withParts).map((spec) => [spec.name, spec]));
  return Object.entries(settings).flatMap(([name, written]) => {
    const spec = used.get(name);
    if (spec === undefined) {
      return [
        `retrievers.${name}: no such retriever is used; used are ${[...used.keys()].join(", ")}`,
      ];
    }
    return faultsOf(spec, written);
  });
}

/** The settings of a dense retriever, checked. */
export function denseSettings(spec: RetrieverSpec, settings: RetrieverSettings): DenseSettings {
  return checked(spec, settings, denseSchema);
}

/** The settings of a re-ranker, checked. */
export function rerankSettings(spec: RetrieverSpec, settings: RetrieverSettings): RerankSettings {
  return checked(spec, settings, rerankSchema);
}

function checked<T>(spec: RetrieverSpec, settings: RetrieverSettings, schema: z.ZodType<T>): T {
  const written = Object.hasOwn(settings, spec.name) ? (settings[spec.name] ?? {}) : {};
  const faults = faultsOf(spec, written);
  if (faults.length === 0) return schema.parse(written);
  throw new LonghandError(`${faults.join("\n")}.`, {
    code: "invalid-option",
    hint: "docs/retrieval.md lists the settings of each retriever.",
    details: { retriever: spec.name, faults },
  });
}

function faultsOf(spec: RetrieverSpec, written: Readonly<Record<string, unknown>>): string[] {
  switch (spec.kind) {
    case "dense":
    case "contriever":
      return shapeFaults(spec.name, written, denseSchema);
    case "rerank":
      return shapeFaults(spec.name, written, rerankSchema);
    case "hybrid":
      return shapeFaults(spec.name, written, z.strictObject({}));
    case "plain":
      // A retriever of the user's own checks its settings itself.
      return [];
  }
}

function shapeFaults(name: string, written: unknown, schema: z.ZodType): string[] {
  // JSON is YAML, and YAML's checker names the nearest key.
  const { problems } = checkShape(parseStrictYaml(JSON.stringify(written)), schema);
  return problems.map(({ message }) => `retrievers.${name}: ${message.replace(/\.$/, "")}`);
}

function withParts(spec: RetrieverSpec): RetrieverSpec[] {
  if (spec.kind === "hybrid") return [spec, ...spec.parts.flatMap(withParts)];
  return spec.kind === "rerank" ? [spec, ...withParts(spec.first)] : [spec];
}
