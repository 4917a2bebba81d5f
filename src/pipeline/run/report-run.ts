import { join } from "node:path";
import { randomStream, shuffled } from "../../foundation/index.ts";
import type {
  Cell,
  ExampleView,
  GeneratedText,
  OutputView,
  RunSummary,
} from "../../records/index.ts";
import { exportCells, renderHtmlReport } from "../../report/index.ts";
import { writeAtomically } from "../../storage/index.ts";
import { passagesOf, promptFor } from "./cell-prompt.ts";
import { type ExampleStop, walkExamples } from "./example-walk.ts";
import { type GenerationLog, openEntryReader } from "./generation-log.ts";
import type { OpenRun } from "./run-inputs.ts";
import { readOutputs } from "./score-texts.ts";
import type { SummarisedRun } from "./summarise-run.ts";

/** Examples shown in full at most. */
const SHOWN_EXAMPLES = 40;
/** Of them, those with the largest gain and loss of any cell against the baseline. */
const EXTREME_EXAMPLES = 10;

/**
 * Writes the report: one self-contained page, and the cells as CSV, Markdown and LaTeX.
 *
 * @param run - The open run: the prompts shown are rendered anew.
 * @param log - Its generation log, as read.
 * @param summarised - Summary and scores.
 * @returns Path of the page.
 */
export async function reportRun(
  run: OpenRun,
  log: GenerationLog,
  summarised: SummarisedRun,
): Promise<string> {
  const { summary } = summarised;
  const shown = examplesToShow(run, summarised);
  const examples = await viewExamples(run, { log, summarised, shown });
  const page = join(run.folder.report, "index.html");
  const html = renderHtmlReport({ summary, examples, run: { name: run.folder.name } });
  await writeAtomically(page, html);
  for (const [name, format] of [
    ["cells.csv", "csv"],
    ["cells.md", "markdown"],
    ["cells.tex", "latex"],
  ] as const) {
    await writeAtomically(join(run.folder.report, name), exportCells(summary, format));
  }
  return page;
}

/** The largest wins and losses, filled up by a seeded draw. */
function examplesToShow(run: OpenRun, { summary, scored }: SummarisedRun): Set<string> {
  const ids = scored.exampleIds;
  const shown = new Set<string>();
  const gains = largestDifferences(run, summary, scored);
  for (const { example } of [
    ...gains.slice(0, EXTREME_EXAMPLES),
    ...gains.slice(-EXTREME_EXAMPLES),
  ]) {
    shown.add(ids[example] as string);
  }
  for (const id of shuffled(ids, randomStream(run.experiment.seed, "shown-examples"))) {
    if (shown.size >= SHOWN_EXAMPLES) break;
    shown.add(id);
  }
  return shown;
}

/** Examples by their difference to the baseline in the last metric, gains first. */
function largestDifferences(
  run: OpenRun,
  summary: RunSummary,
  { table, exampleIds }: SummarisedRun["scored"],
): { readonly example: number; readonly difference: number }[] {
  const contrast = summary.contrasts.at(-1);
  const metrics = Object.keys(summary.cells[0]?.metrics ?? {});
  const metric = metrics.indexOf(contrast?.metric ?? "");
  const cell = run.cells.findIndex(({ id }) => id === contrast?.cell);
  const baseline = run.cells.findIndex(({ id }) => id === contrast?.baseline);
  if (contrast === undefined) return [];
  const found = exampleIds.flatMap((_, example) => {
    const ours = table.get({ example, cell, metric });
    const theirs = table.get({ example, cell: baseline, metric });
    return ours === undefined || theirs === undefined
      ? []
      : [{ example, difference: ours - theirs }];
  });
  return found.sort((a, b) => b.difference - a.difference);
}

interface Viewing {
  readonly log: GenerationLog;
  readonly summarised: SummarisedRun;
  readonly shown: ReadonlySet<string>;
}

async function viewExamples(run: OpenRun, viewing: Viewing): Promise<ExampleView[]> {
  const texts = await textsOf(run, viewing.shown);
  const views: ExampleView[] = [];
  let index = -1;
  for await (const stop of walkExamples(run)) {
    index += 1;
    const { example } = stop;
    if (!viewing.shown.has(example.id)) continue;
    const outputs: OutputView[] = [];
    for (const [at, cell] of run.cells.entries()) {
      const text = texts.get(`${example.id}|${cell.id}`);
      outputs.push(
        await viewOutput({ stop, cell, text, place: { example: index, cell: at } }, run, viewing),
      );
    }
    views.push({
      exampleId: example.id,
      userId: example.userId,
      input: example.input,
      reference: example.output,
      outputs,
    });
  }
  return views;
}

/** The first repeat of every shown example, by example and cell. */
async function textsOf(
  run: OpenRun,
  shown: ReadonlySet<string>,
): Promise<Map<string, GeneratedText>> {
  const texts = new Map<string, GeneratedText>();
  for await (const text of readOutputs(run.folder.outputs)) {
    if (text.repeat === 0 && shown.has(text.exampleId))
      texts.set(`${text.exampleId}|${text.cell}`, text);
  }
  return texts;
}

interface OutputToView {
  readonly stop: ExampleStop;
  readonly cell: Cell;
  readonly text: GeneratedText | undefined;
  readonly place: { readonly example: number; readonly cell: number };
}

async function viewOutput(
  { stop, cell, text, place }: OutputToView,
  run: OpenRun,
  { log, summarised }: Viewing,
): Promise<OutputView> {
  const scores = summarised.scorer.metrics.flatMap(({ id }, metric) => {
    const value = summarised.scored.table.get({ ...place, metric });
    return value === undefined ? [] : [[id, value] as const];
  });
  const failure = text === undefined ? await failureOf({ stop, cell }, run, log) : undefined;
  return {
    cell: cell.id,
    prompt: await promptText({ stop, cell }, run),
    passages: await passagesShown({ stop, cell }, run),
    ...(text === undefined ? {} : { text: text.text }),
    ...(failure === undefined ? {} : { failure }),
    flags: text?.flags ?? [],
    scores: Object.fromEntries(scores),
  };
}

async function promptText(
  { stop, cell }: Pick<OutputToView, "stop" | "cell">,
  run: OpenRun,
): Promise<string> {
  try {
    const prompt = await promptFor(
      { example: stop.example, cell, retrieval: stop.retrievalFor(cell) },
      run,
    );
    return prompt.text;
  } catch {
    // The failure itself is shown beside it; there never was a prompt.
    return "";
  }
}

async function failureOf(
  { stop, cell }: Pick<OutputToView, "stop" | "cell">,
  run: OpenRun,
  log: GenerationLog,
): Promise<string> {
  const planned = stop.planned.find((text) => text.cell === cell.id && text.repeat === 0);
  const outcome = planned && log.outcomes.get(planned.key);
  if (outcome === undefined) return "pending";
  const entries = await openEntryReader(run.folder.generation);
  try {
    const entry = await entries.read(outcome);
    return entry.status === "failed" ? `${entry.reason}: ${entry.message}` : "no text";
  } finally {
    await entries.close();
  }
}

async function passagesShown(
  { stop, cell }: Pick<OutputToView, "stop" | "cell">,
  run: OpenRun,
): Promise<OutputView["passages"]> {
  const retrieval = stop.retrievalFor(cell);
  const items = await passagesOf({ example: stop.example, cell, retrieval }, run);
  const relevances = new Map(retrieval?.passages.map(({ id, relevance }) => [id, relevance]));
  return items.map((item) => ({
    id: item.id,
    relevance: relevances.get(item.id) ?? 0,
    text: run.task.passageText(item),
  }));
}
