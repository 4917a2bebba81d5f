import { stat } from "node:fs/promises";
import { z } from "zod";
import { LonghandError } from "../../foundation/index.ts";
import { canonicalJson, readJsonLines, sha256 } from "../../storage/index.ts";

/** One text that a run is to make: one line of `plan.jsonl`. */
export interface PlannedText {
  /** Format version. */
  readonly v: 1;
  /** SHA-256 over everything that decides the text. */
  readonly key: string;
  /** Id of the dataset example. */
  readonly exampleId: string;
  /** Whose text it is. */
  readonly userId: string;
  /** Cell id. */
  readonly cell: string;
  /** Which repeat, from 0. */
  readonly repeat: number;
}

const plannedTextSchema: z.ZodType<PlannedText> = z.strictObject({
  v: z.literal(1),
  key: z.string(),
  exampleId: z.string(),
  userId: z.string(),
  cell: z.string(),
  repeat: z.int().min(0),
});

/** What decides a text, beside its example and repeat. */
export interface CellIdentity {
  /** Hash of the dataset. */
  readonly datasetHash: string;
  /** Signature of the retriever. */
  readonly retrieverSignature: string;
  /** Passages retrieved. */
  readonly k: number;
  /** Prompt mode. */
  readonly mode: string;
  /** Hash of the prompt template. */
  readonly templateHash: string;
  /** Description of the model. */
  readonly model: unknown;
  /** Sampling, limits, system message, budget of the prompt. */
  readonly parameters: unknown;
}

/**
 * The keys of a cell's planned texts.
 *
 * @param identity - What decides a text, beside its example and repeat.
 * @returns A function from example id and repeat to a key.
 */
export function exampleKeys(identity: CellIdentity): (exampleId: string, repeat: number) => string {
  // The cell's part is hashed once; a plan of 20,000 examples takes two hashes of short texts each.
  const cell = sha256(canonicalJson(identity));
  return (exampleId, repeat) => sha256(canonicalJson([cell, exampleId, repeat]));
}

/**
 * Reads a plan.
 *
 * @param path - The file.
 * @returns Its lines in order.
 * @throws LonghandError `damaged-run` with file and line.
 */
export async function* readPlan(path: string): AsyncGenerator<PlannedText> {
  for await (const line of readJsonLines(path)) {
    if (line.status === "blank") continue;
    const parsed = line.status === "value" ? plannedTextSchema.safeParse(line.value) : undefined;
    if (parsed?.success !== true) {
      throw new LonghandError(`${path}:${line.line.line}: this is not a line of a plan.`, {
        code: "damaged-run",
        hint: "The plan is written once, at the start. Start a new run.",
        details: { file: path, line: line.line.line },
      });
    }
    yield parsed.data;
  }
}

/**
 * Whether a run was planned: a kill before that leaves a manifest alone.
 *
 * @param path - The plan.
 * @returns `true` if the file exists. It appears only once it is whole.
 */
export async function hasPlan(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
