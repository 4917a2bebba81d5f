import { withoutTarget } from "../../dataset/index.ts";
import { LonghandError } from "../../foundation/index.ts";
import type { DatasetExample, SideView } from "../../records/index.ts";
import { nearestWord } from "../../storage/index.ts";
import { firstWords, terminalSafe } from "../../text/index.ts";
import type { VerbResult } from "../datasets/dataset-verbs.ts";
import type { RunContext } from "../run-context.ts";
import { openCallBudget } from "./call-budget.ts";
import { promptFor } from "./cell-prompt.ts";
import { accessModels, closeModels, joinRun, openParts } from "./open-run.ts";
import { defineExperiment } from "./run-experiment.ts";
import { runFolderAt } from "./run-folder.ts";
import type { OpenRun } from "./run-inputs.ts";
import { askSideTexts, type SideTexts } from "./side-texts.ts";
import { isOfCell, retrievalLinesFor } from "./write-retrieval.ts";

/** Which example to look at, and under which setting. */
export interface InspectOptions {
  /** Dataset folder, released file, or `sotu-passage`. */
  readonly dataset: string;
  /** Part of the dataset. @defaultValue "test" */
  readonly split?: string;
  /** Id of the example; absent for the first one. */
  readonly exampleId?: string;
  /** Retriever. @defaultValue "bm25" */
  readonly retriever?: string;
  /** Passages. @defaultValue 4 */
  readonly k?: number;
  /** Rules. @defaultValue "longhand" */
  readonly profile?: string;
  /** Template family. @defaultValue "gpt" */
  readonly family?: string;
  /** Prompt mode. @defaultValue "plain" */
  readonly mode?: string;
  /** Model that writes summaries and styles, in the modes that have them. @defaultValue "fake" */
  readonly model?: string;
  /** Files of side templates. @defaultValue those that ship */
  readonly templates?: { readonly summary?: string; readonly style?: string };
  /** `false` leaves the passages out in the modes `style` and `both`. @defaultValue absent */
  readonly stylePassages?: false;
}

/**
 * Shows what a retriever finds for one example, with relevances and what was left out.
 *
 * @param options - Which example and retriever.
 * @param context - Places.
 * @returns The passages, best first.
 */
export async function inspectRetrieval(
  options: InspectOptions,
  context: RunContext,
): Promise<VerbResult> {
  return withExample(options, context, async ({ run, example }) => {
    const [line] = await retrievalLinesFor(example, run);
    const { removed, containing } = withoutTarget(example, run.task);
    const items = new Map(example.profile.map((item) => [item.id, run.task.passageText(item)]));
    const passages = (line?.passages ?? []).map(({ id, relevance }) => ({
      id,
      relevance,
      text: items.get(id) ?? "",
    }));
    const json = {
      exampleId: example.id,
      userId: example.userId,
      query: queryOf(run, example),
      retriever: run.cells[0]?.retriever,
      noSignal: line?.noSignal ?? true,
      failed: line?.failed,
      passages,
      removed,
      containing,
      profileItems: example.profile.length,
    };
    const lines = [
      `${example.id} by ${example.userId}, ${example.profile.length} profile items`,
      `query: ${firstWords(json.query, 40)}`,
      ...passages.map(
        ({ id, relevance, text }, at) =>
          `${at + 1}. ${relevance.toFixed(4)}  ${id}  ${firstWords(text, 20)} …`,
      ),
      ...(json.noSignal ? ["nothing had anything to do with the query"] : []),
      ...removed.map(({ id, why }) => `left out: ${id} (${why})`),
    ];
    return { json, text: terminalSafe(lines.join("\n")) };
  });
}

function queryOf(run: OpenRun, example: DatasetExample): string {
  const { profile, prompt } = run.experiment;
  const family = prompt.family === "llama" ? "llama" : "gpt";
  return run.task.query(example, { profile, family });
}

/**
 * Shows the exact prompt of one example; no model is needed.
 *
 * @param options - Which example, retriever and family.
 * @param context - Places.
 * @returns The prompt.
 */
export async function renderExamplePrompt(
  options: InspectOptions,
  context: RunContext,
): Promise<VerbResult> {
  return withExample(options, context, async ({ run, example, sides }) => {
    const lines = await retrievalLinesFor(example, run);
    const cell = run.cells[0] as OpenRun["cells"][number];
    const retrieval = lines.find((line) => isOfCell(line, cell, run.experiment));
    const prompt = await promptFor({ example, cell, retrieval }, run, sides);
    const { side, ...rendered } = prompt;
    const json = {
      exampleId: example.id,
      cell: cell.id,
      ...rendered,
      ...(side.length === 0 ? {} : { side, sideModel: cell.model }),
    };
    return { json, text: terminalSafe([...side.map(sideText), prompt.text].join("\n\n")) };
  });
}

function sideText({ stage, passageIds, prompt, text = "" }: SideView): string {
  const what = stage === "summary" ? `Summary of ${passageIds.join(", ")}` : "Style";
  return `--- ${what}: asked ---\n${prompt}\n--- ${what}: answered ---\n${text}\n---`;
}

interface Inspected {
  readonly run: OpenRun;
  readonly example: DatasetExample;
  readonly sides: SideTexts;
}

async function withExample(
  options: InspectOptions,
  context: RunContext,
  look: (inspected: Inspected) => Promise<VerbResult>,
): Promise<VerbResult> {
  const {
    dataset,
    split = "test",
    retriever = "bm25",
    k = 4,
    profile = "longhand",
    family = "gpt",
    mode = "plain",
    model = "fake",
    templates,
    stylePassages,
  } = options;
  const experiment = defineExperiment({
    version: 1,
    name: "inspect",
    profile,
    dataset: { path: dataset, split },
    grid: { retriever: [retriever], k: [k], mode: [mode], model: [model] },
    prompt: {
      family,
      ...(templates === undefined ? {} : { templates }),
      ...(stylePassages === undefined ? {} : { stylePassages }),
    },
  });
  const parts = await openParts(experiment, context);
  try {
    const folder = runFolderAt("", "");
    const whole = joinRun(parts, { experiment, folder, context, selected: [] });
    const [run] = whole.sections as readonly [OpenRun];
    const before = { calls: 0, tokens: 0, usd: 0 };
    const sides = askSideTexts(whole, {
      ...accessModels(whole, { cacheMode: "readwrite", onEvent: () => undefined }),
      spending: openCallBudget({ before }),
      retryFailed: true,
    });
    return await look({ run, example: await exampleNamed(run, options.exampleId), sides });
  } finally {
    await closeModels(parts.models);
  }
}

async function exampleNamed({ dataset }: OpenRun, id: string | undefined): Promise<DatasetExample> {
  const place = id === undefined ? 0 : dataset.entries.findIndex((entry) => entry.id === id);
  if (place >= 0) return dataset.readAt(place);
  const near = nearestWord(
    id ?? "",
    dataset.entries.slice(0, 5000).map((entry) => entry.id),
  );
  throw new LonghandError(`${dataset.name} has no example ${String(id)}.`, {
    code: "unknown-example",
    hint:
      near === undefined ? `The first one is ${dataset.entries[0]?.id}.` : `Did you mean ${near}?`,
  });
}
