import { join } from "node:path";
import { type Dataset, openDataset, templateFor, withoutTarget } from "../../dataset/index.ts";
import { LonghandError } from "../../foundation/index.ts";
import { renderPrompt } from "../../prompt/index.ts";
import type {
  BenchmarkProfile,
  DatasetExample,
  ProfileItem,
  PromptFamily,
  Split,
} from "../../records/index.ts";
import type { Retriever } from "../../retrieval/index.ts";
import { makeFolder, writeAtomically } from "../../storage/index.ts";
import { askRetriever, candidatesOf } from "../retrieval/ask-retriever.ts";
import { openNamedRetriever } from "../retrieval/named-retriever.ts";
import { openUserProfiles } from "../run/user-profiles.ts";
import type { RunContext } from "../run-context.ts";

/** Pairs for fine-tuning, and how their prompts are made. */
export interface FineTuningExport {
  /** Dataset folder. */
  readonly dataset: string;
  /** Folder to write. */
  readonly out: string;
  /** What is retrieved for each prompt; `none` for the bare input. */
  readonly retriever: string;
  /** Passages in each prompt. */
  readonly k: number;
  /** Template family. */
  readonly family: PromptFamily;
  /** Rules of queries and templates. */
  readonly profile: BenchmarkProfile;
  /** Seed of random retrievers. */
  readonly seed: number;
  /** Writes every `"` as `\"`, as the published code does. */
  readonly escapeQuotes: boolean;
}

const PARTS: readonly Split[] = ["train", "validation", "test"];

/** How the paper and its code train; what neither says is left out. */
const RECIPES = {
  paper: {
    model: "google/flan-t5-base",
    optimizer: "AdamW",
    learningRate: 5e-5,
    batchSize: 1,
    gradientAccumulation: 4,
    epochs: 20,
    maxOutputTokens: 1024,
    beams: 4,
  },
  code: {
    model: "google/flan-t5-base",
    optimizer: "AdamW",
    learningRate: 5e-5,
    batchSize: 16,
    gradientAccumulation: 1,
    epochs: 30,
    weightDecay: 1e-4,
    schedule: "linear",
    warmupRatio: 0.05,
    evaluation: "each epoch, best checkpoint by ROUGE-1",
    maxInputTokens: 256,
    maxOutputTokens: 128,
    escapesQuotes: true,
  },
} as const;

/**
 * Writes `{source, target}` pairs for training outside Longhand, and both published recipes.
 *
 * @param request - Dataset, retrieval, where to.
 * @param context - Places, for retrievers.
 * @returns The files that were written.
 * @throws LonghandError `retrieval-failed` for an example that no query can be made for.
 */
export async function exportForFineTuning(
  request: FineTuningExport,
  context: RunContext,
): Promise<string[]> {
  await makeFolder(request.out);
  const files: string[] = [];
  for (const split of PARTS) {
    const dataset = await openDataset(request.dataset, { split });
    const path = join(request.out, `${split}.jsonl`);
    await writeAtomically(path, pairs(dataset, request, context));
    files.push(path);
  }
  const recipes = join(request.out, "recipes.json");
  await writeAtomically(recipes, `${JSON.stringify(RECIPES, undefined, 2)}\n`);
  return [...files, recipes];
}

async function* pairs(
  dataset: Dataset,
  request: FineTuningExport,
  context: RunContext,
): AsyncGenerator<string> {
  const { retriever: name, profile, seed, escapeQuotes } = request;
  const profiles = openUserProfiles(dataset);
  const retriever = await openNamedRetriever({ name, profile, seed, dataset, profiles }, context);
  const written = (text: string): string => (escapeQuotes ? text.replaceAll('"', '\\"') : text);
  try {
    for await (const example of dataset.examples()) {
      const source = await promptOf(example, { dataset, request, retriever });
      yield `${JSON.stringify({ source: written(source), target: written(example.output) })}\n`;
    }
  } finally {
    await retriever.close?.();
  }
}

interface PromptRequest {
  readonly dataset: Dataset;
  readonly request: FineTuningExport;
  readonly retriever: Retriever;
}

async function promptOf(
  example: DatasetExample,
  { dataset: { task }, request, retriever }: PromptRequest,
): Promise<string> {
  const { profile, family, k } = request;
  const passages: ProfileItem[] = [];
  if (k > 0 && request.retriever !== "none") {
    const question = { retriever, k, task, profile, family };
    const found = await askRetriever(example, candidatesOf(example, task), question);
    if (found.failed !== undefined) {
      throw new LonghandError(found.failed, { code: "retrieval-failed" });
    }
    const own = new Map(withoutTarget(example, task).profile.map((item) => [item.id, item]));
    for (const { id, userId } of found.passages) {
      const item = userId === undefined ? own.get(id) : undefined;
      if (item === undefined) throw ofOthers(request.retriever);
      passages.push(item);
    }
  }
  const template = templateFor(task, { profile, family });
  return (await renderPrompt({ template, input: example.input, passages })).text;
}

function ofOthers(retriever: string): LonghandError {
  return new LonghandError(`${retriever} takes texts of other people; pairs hold a person's own.`, {
    code: "invalid-option",
    hint: "Take none, bm25, recency, random-own or an encoder.",
  });
}
