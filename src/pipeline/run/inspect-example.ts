import type { DatasetExample, SideView } from "../../records/index.ts";
import { terminalSafe } from "../../text/index.ts";
import type { VerbResult } from "../datasets/dataset-verbs.ts";
import { exampleOf } from "../retrieval/open-retrieval.ts";
import type { RunContext } from "../run-context.ts";
import { accessModels } from "./access-models.ts";
import { openCallBudget } from "./call-budget.ts";
import { promptFor } from "./cell-prompt.ts";
import { closeParts, joinRun, openParts } from "./open-run.ts";
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
    return await look({ run, example: await exampleOf(run.dataset, options.exampleId), sides });
  } finally {
    await closeParts(parts);
  }
}
