import { join } from "node:path";
import { randomStream, shuffled } from "../../foundation/index.ts";
import type {
  Cell,
  ExampleView,
  GeneratedText,
  OutputView,
  ProfileItem,
  RunSummary,
} from "../../records/index.ts";
import { exportCells, renderHtmlReport } from "../../report/index.ts";
import { writeAtomically } from "../../storage/index.ts";
import { type PromptParts, passagesOf, promptFor } from "./cell-prompt.ts";
import { type ExampleStop, walkExamples } from "./example-walk.ts";
import { type GenerationLog, openEntryReader, readSideLog } from "./generation-log.ts";
import type { OpenRun, WholeRun } from "./run-inputs.ts";
import type { ScoreTable } from "./score-table.ts";
import { readOutputs, type ScoredRun } from "./score-texts.ts";
import { readSideTexts, type SideTexts, sideCallsFor, sideViews } from "./side-texts.ts";
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
  run: WholeRun,
  log: GenerationLog,
  summarised: SummarisedRun,
): Promise<string> {
  const { summary } = summarised;
  const sides = readSideTexts(run.folder.side, await readSideLog(run));
  let examples: readonly ExampleView[];
  try {
    const shown = examplesToShow(run, summarised);
    examples = await viewExamples(run, { log, summarised, shown, sides });
  } finally {
    await sides.close();
  }
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

/** The largest wins and losses, filled up by a seeded draw; as many of each dataset. */
function examplesToShow(run: WholeRun, { summary, scored }: SummarisedRun): Set<string> {
  const shown = new Set<string>();
  const share = 1 / run.sections.length;
  for (const [at, section] of run.sections.entries()) {
    const ofSection = scored[at] as ScoredRun;
    const most = Math.ceil(SHOWN_EXAMPLES * share);
    const extremes = Math.ceil(EXTREME_EXAMPLES * share);
    const gains = largestDifferences(section, summary, ofSection);
    const chosen = new Set(
      [...gains.slice(0, extremes), ...gains.slice(-extremes)].map(
        ({ example }) => ofSection.exampleIds[example] as string,
      ),
    );
    const drawn = shuffled(
      ofSection.exampleIds,
      randomStream(
        run.experiment.seed,
        "shown-examples",
        ...(section.name === undefined ? [] : [section.name]),
      ),
    );
    for (const id of drawn) {
      if (chosen.size >= most) break;
      chosen.add(id);
    }
    for (const id of chosen) shown.add(placeOf(section, id));
  }
  return shown;
}

/** An example in its dataset: two datasets may use one id. */
function placeOf({ name = "" }: OpenRun, exampleId: string): string {
  return `${name}|${exampleId}`;
}

/** Examples by their difference to the baseline in the last metric, gains first. */
function largestDifferences(
  run: OpenRun,
  summary: RunSummary,
  { table, exampleIds }: ScoredRun,
): { readonly example: number; readonly difference: number }[] {
  const contrast = summary.contrasts.findLast(({ cell }) =>
    run.cells.some(({ id }) => id === cell),
  );
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
  readonly sides: SideTexts;
}

async function viewExamples(run: WholeRun, viewing: Viewing): Promise<ExampleView[]> {
  const texts = await textsOf(run, viewing.shown);
  const views: ExampleView[] = [];
  const places = new Map<OpenRun, number>();
  for await (const stop of walkExamples(run)) {
    const { example, run: section } = stop;
    const index = places.get(section) ?? 0;
    places.set(section, index + 1);
    if (!viewing.shown.has(placeOf(section, example.id))) continue;
    const table = viewing.summarised.scored[run.sections.indexOf(section)]?.table as ScoreTable;
    const outputs: OutputView[] = [];
    for (const [at, cell] of section.cells.entries()) {
      const text = texts.get(`${example.id}|${cell.id}`);
      const place = { example: index, cell: at };
      outputs.push(await viewOutput({ stop, cell, text, place, table }, viewing));
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
  run: WholeRun,
  shown: ReadonlySet<string>,
): Promise<Map<string, GeneratedText>> {
  const sectionOf = new Map(
    run.sections.flatMap((section) => section.cells.map(({ id }) => [id, section] as const)),
  );
  const texts = new Map<string, GeneratedText>();
  for await (const text of readOutputs(run.folder.outputs)) {
    const section = sectionOf.get(text.cell);
    if (text.repeat > 0 || section === undefined) continue;
    if (shown.has(placeOf(section, text.exampleId)))
      texts.set(`${text.exampleId}|${text.cell}`, text);
  }
  return texts;
}

interface OutputToView {
  readonly stop: ExampleStop;
  readonly cell: Cell;
  readonly text: GeneratedText | undefined;
  readonly place: { readonly example: number; readonly cell: number };
  readonly table: ScoreTable;
}

async function viewOutput(
  { stop, cell, text, place, table }: OutputToView,
  { log, summarised, sides }: Viewing,
): Promise<OutputView> {
  const scores = summarised.scorer.metrics.flatMap(({ id }, metric) => {
    const value = table.get({ ...place, metric });
    return value === undefined ? [] : [[id, value] as const];
  });
  const failure = text === undefined ? await failureOf({ stop, cell }, log) : undefined;
  const retrieved = { example: stop.example, cell, retrieval: stop.retrievalFor(cell) };
  const items = await passagesOf(retrieved, stop.run);
  const side = await sideViews(sideCallsFor(items, cell, stop.run), sides);
  return {
    cell: cell.id,
    prompt: await promptText(retrieved, stop.run, sides),
    passages: passagesShown(items, retrieved, stop.run),
    ...(side.length === 0 ? {} : { side }),
    ...(text === undefined ? {} : { text: text.text }),
    ...(failure === undefined ? {} : { failure }),
    flags: text?.flags ?? [],
    scores: Object.fromEntries(scores),
  };
}

async function promptText(parts: PromptParts, run: OpenRun, sides: SideTexts): Promise<string> {
  try {
    return (await promptFor(parts, run, sides)).text;
  } catch {
    // The failure itself is shown beside it; there never was a prompt.
    return "";
  }
}

async function failureOf(
  { stop, cell }: Pick<OutputToView, "stop" | "cell">,
  log: GenerationLog,
): Promise<string> {
  const planned = stop.planned.find((text) => text.cell === cell.id && text.repeat === 0);
  const outcome = planned && log.outcomes.get(planned.key);
  if (outcome === undefined) return "pending";
  const entries = await openEntryReader(stop.run.folder.generation);
  try {
    const entry = await entries.read(outcome);
    return entry.status === "failed" ? `${entry.reason}: ${entry.message}` : "no text";
  } finally {
    await entries.close();
  }
}

function passagesShown(
  items: readonly ProfileItem[],
  { retrieval }: PromptParts,
  run: OpenRun,
): OutputView["passages"] {
  const relevances = new Map(retrieval?.passages.map(({ id, relevance }) => [id, relevance]));
  return items.map((item) => ({
    id: item.id,
    relevance: relevances.get(item.id) ?? 0,
    text: run.task.passageText(item),
  }));
}
