import { LonghandError } from "../../foundation/index.ts";
import { SIDE_TEMPLATES } from "../../prompt/index.ts";
import type {
  Cell,
  DatasetExample,
  ExamplePassage,
  ExampleSource,
  SideView,
} from "../../records/index.ts";
import type { RetrievalLine } from "../retrieval/ask-retriever.ts";
import { passagesOf, promptFor } from "../run/cell-prompt.ts";
import { type GenerationLog, readSideLog } from "../run/generation-log.ts";
import { closeParts, joinRun, openParts, refuseChangedParts } from "../run/open-run.ts";
import type { RunFolder } from "../run/run-folder.ts";
import { type OpenRun, runEntries, type WholeRun } from "../run/run-inputs.ts";
import type { RunManifest } from "../run/run-manifest.ts";
import { readSideTexts, type SideTexts, sideCallsFor, sideViews } from "../run/side-texts.ts";
import type { RunContext } from "../run-context.ts";
import { fileStamp } from "./line-table.ts";
import type { Kept } from "./run-files.ts";

/** Which text is looked at. */
export interface SourceQuestion {
  /** Index of the dataset in the run. */
  readonly sectionAt: number;
  /** The cell. */
  readonly cell: Cell;
  /** Number of the example in the dataset, from 0. */
  readonly example: number;
  /** Id that the plan has there. */
  readonly exampleId: string;
  /** What was retrieved; `undefined` without retrieval. */
  readonly retrieval: RetrievalLine | undefined;
}

/** What the dataset says of a text. */
export interface SourceAnswer {
  /** Input, reference, prompt. */
  readonly source: ExampleSource;
  /** The passages with their texts. */
  readonly passages: readonly ExamplePassage[];
}

/** The datasets that a run was made from, open; no model and no retriever is. */
export interface RunSource {
  /** Reads what led to one text. */
  read(question: SourceQuestion): Promise<SourceAnswer>;
}

/**
 * Opens the datasets of a run, and checks that they are those that it was made from.
 *
 * @param folder - The run.
 * @param manifest - What it was frozen with.
 * @param context - Places.
 * @returns The open source.
 * @throws LonghandError if a dataset is gone or has changed.
 */
export async function openRunSource(
  folder: RunFolder,
  manifest: RunManifest,
  context: RunContext,
): Promise<RunSource> {
  const { experiment } = manifest;
  const parts = await openParts(experiment, context, {
    frozenModels: manifest.models,
    frozenRetrievers: manifest.retrievers,
    sideTemplates: { ...SIDE_TEMPLATES, ...manifest.sideTemplates },
  });
  // Frozen models hold nothing open; datasets are read by name each time.
  await closeParts(parts);
  refuseChangedParts(manifest, parts);
  const frozen = manifest.datasets ?? [manifest.dataset];
  const selected = frozen.map((dataset) =>
    dataset.selected === undefined ? undefined : new Set(dataset.selected),
  );
  const run = joinRun(parts, { experiment, folder, context, selected });
  const places = run.sections.map(placesOf);
  let side: Kept<GenerationLog> | undefined;
  const sideLogOfNow = async (): Promise<GenerationLog> => {
    const stamp = await fileStamp(folder.side);
    if (side?.stamp !== stamp) side = { stamp, value: await readSideLog(run) };
    return side.value;
  };
  return {
    read: async (question) => {
      const section = run.sections[question.sectionAt] as OpenRun;
      const place = places[question.sectionAt]?.[question.example] ?? question.example;
      const example = await section.dataset.readAt(place);
      refuseOther(example, question);
      const sideLog = await sideLogOfNow();
      return await answerOf(example, question, { run, section, sideLog });
    },
  };
}

/** Where the examples of a run stand in its dataset. */
function placesOf(section: OpenRun): readonly number[] | undefined {
  const { selected, dataset } = section;
  if (selected === undefined) return undefined;
  const taken = new Set(runEntries(section).map(({ id }) => id));
  return dataset.entries.flatMap(({ id }, place) => (taken.has(id) ? [place] : []));
}

function refuseOther({ id }: DatasetExample, { exampleId }: SourceQuestion): void {
  if (id === exampleId) return;
  throw new LonghandError(`The dataset has ${id} where the run has ${exampleId}.`, {
    code: "experiment-changed",
  });
}

interface AnswerGround {
  readonly run: WholeRun;
  readonly section: OpenRun;
  readonly sideLog: GenerationLog;
}

async function answerOf(
  example: DatasetExample,
  { cell, retrieval }: SourceQuestion,
  { run, section, sideLog }: AnswerGround,
): Promise<SourceAnswer> {
  const parts = { example, cell, retrieval };
  const items = await passagesOf(parts, section);
  const texts = new Map(items.map((item) => [item.id, section.task.passageText(item)]));
  const sides = readSideTexts(run.folder.side, sideLog);
  try {
    const side = await sideViews(sideCallsFor(items, cell, section), sides);
    return {
      source: {
        status: "available",
        input: example.input,
        reference: example.output,
        ...(await promptOf(parts, section, sides)),
        side: side.map(plainSide),
      },
      passages: passagesWith(retrieval, cell, texts),
    };
  } finally {
    await sides.close();
  }
}

/** Records of views have no readonly tricks: what goes out is what the schema names. */
function plainSide({ stage, passageIds, prompt, text }: SideView): SideView {
  return { stage, passageIds: [...passageIds], prompt, ...(text === undefined ? {} : { text }) };
}

async function promptOf(
  parts: Parameters<typeof promptFor>[0],
  section: OpenRun,
  sides: SideTexts,
): Promise<{ readonly prompt: string } | { readonly promptFault: string }> {
  try {
    return { prompt: (await promptFor(parts, section, sides)).text };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { promptFault: error.message };
  }
}

/**
 * The passages of a cell.
 *
 * @param retrieval - What was retrieved.
 * @param cell - How many the cell takes.
 * @param texts - Texts by id, as far as they are known.
 * @returns The passages, best first.
 */
export function passagesWith(
  retrieval: RetrievalLine | undefined,
  { k }: Pick<Cell, "k">,
  texts: ReadonlyMap<string, string>,
): readonly ExamplePassage[] {
  return (retrieval?.passages ?? []).slice(0, k).map(({ id, userId, relevance }) => {
    const text = texts.get(id);
    return {
      id,
      ...(userId === undefined ? {} : { userId }),
      relevance,
      ...(text === undefined ? {} : { text }),
    };
  });
}
