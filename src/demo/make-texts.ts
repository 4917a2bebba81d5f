import { join } from "node:path";
import { openDataset } from "../dataset/index.ts";
import { LonghandError } from "../foundation/index.ts";
import {
  datasetPath,
  defineExperiment,
  type FinishedRun,
  type RunContext,
  startRun,
  startWriting,
} from "../pipeline/index.ts";
import type { DatasetExample, GeneratedText } from "../records/index.ts";
import { readLines, writeAtomically } from "../storage/index.ts";
import { counted, unicodeWords } from "../text/index.ts";
import type { Chapter } from "./demo-books.ts";
import { throwIfStopped } from "./demo-context.ts";
import { writeSeaDataset } from "./write-sea-dataset.ts";

/** The two systems whose texts are made on the spot: the model alone, and with the author's own passages. */
export const MADE_SYSTEMS = ["none", "bm25"] as const;

/** One of the {@link MADE_SYSTEMS}. */
export type MadeSystem = (typeof MADE_SYSTEMS)[number];

/** Something to write, and what was written. */
export interface DemoItem {
  /** Its id. */
  readonly id: string;
  /** Opening that was gone on with. */
  readonly opening: string;
  /** How its author went on. */
  readonly reference: string;
  /** An earlier passage of the same author that is most like the opening. */
  readonly earlier: string;
  /** What the model wrote. */
  readonly texts: Readonly<Record<MadeSystem, string>>;
}

/** All texts of the demo. */
export interface DemoTexts {
  /** State of the Union addresses. */
  readonly annual: readonly DemoItem[];
  /** Chapters of a novel. */
  readonly sea: readonly DemoItem[];
}

/** What texts are made with. */
export interface TextChoice {
  /** Model as an experiment names it. */
  readonly model: string;
  /** Seed of everything drawn. */
  readonly seed: number;
  /** Folder for the novel's dataset and the brief. */
  readonly folder: string;
  /** The novel. */
  readonly novel: readonly Chapter[];
}

/** One item to develop with and ten of the test, half of them public: the fewest with intervals. */
const ANNUAL_EXAMPLES = 11;
/** Four of the challenge, three of the pilot study. */
const SEA_EXAMPLES = 7;
/** Longest text, in tokens: the demo has to be ready soon. */
const MAX_TOKENS = 90;

/**
 * Makes the texts by two small runs and one document, as `longhand run` and `longhand write` do.
 *
 * @param choice - Model, seed, places.
 * @param given - Time, folders, progress, the wish to stop.
 * @returns The texts of the runs.
 * @throws LonghandError `generation-failed` if some text could not be made; `interrupted`; what opening
 *   the model throws.
 */
export async function makeTexts(choice: TextChoice, given: RunContext): Promise<DemoTexts> {
  const { folder, novel } = choice;
  const tell = (text: string): void => given.onProgress({ kind: "message", text });
  const context = withoutSentences(given);
  tell(`Texts are made by ${choice.model}. Passages of State of the Union addresses:`);
  const annualPath = await datasetPath("sotu-passage", context);
  const annual = await startRun(
    experimentOf(choice, {
      name: "annual-messages",
      dataset: { path: "sotu-passage", split: "test", maxExamples: ANNUAL_EXAMPLES },
    }),
    {},
    context,
  );
  throwIfStopped(context);
  tell("Chapters of Moby-Dick:");
  const seaFolder = join(folder, "sea-chapters-user");
  const seaExamples = await writeSeaDataset(seaFolder, novel, SEA_EXAMPLES);
  const sea = await startRun(
    experimentOf(choice, {
      name: "sea-chapters",
      dataset: { path: join(seaFolder, "test.jsonl"), split: "test" },
      // All chapters are of one person.
      statistics: { clusterBy: "example" },
    }),
    {},
    context,
  );
  throwIfStopped(context);
  tell("A short story, planned and written part by part:");
  await writeManuscript(choice, context);
  const annualExamples = (await openDataset(annualPath, { split: "test" })).examples();
  return { annual: await itemsOf(annual, annualExamples), sea: await itemsOf(sea, seaExamples) };
}

/** Names of runs and estimates say nothing to somebody who only wants the demo. */
function withoutSentences(context: RunContext): RunContext {
  return {
    ...context,
    onProgress: (event) => {
      if (event.kind !== "message") context.onProgress(event);
    },
  };
}

function experimentOf(
  { model, seed }: TextChoice,
  own: Readonly<Record<string, unknown>>,
): ReturnType<typeof defineExperiment> {
  return defineExperiment({
    version: 1,
    seed,
    grid: { retriever: MADE_SYSTEMS, k: [1], model: [model] },
    // A model this small goes round in circles at temperature 0 without a penalty on what it has said.
    generation: { temperature: 0, repeatPenalty: 1.1, maxOutputTokens: MAX_TOKENS },
    metrics: ["rouge-1", "rouge-l"],
    ...own,
  });
}

/** The document of "Your runs": a plan, a few parts, facts, checks. */
async function writeManuscript(
  { model, seed, folder }: TextChoice,
  context: RunContext,
): Promise<void> {
  const brief = join(folder, "keeper-brief.yaml");
  const content = {
    goal: "Tell how the keeper of a lighthouse spends the last evening before the lamp is taken down: what she does, what she remembers, who comes by.",
    kind: "story",
    title: "The last evening of the lamp",
    audience: "adult readers of short stories",
    length: { words: 300 },
    candidates: 2,
    must: [{ text: "the brass lamp", accept: ["brass lamp", "lamp"] }],
    facts: [
      { subject: "Marit", attribute: "trade", value: "keeper of the lighthouse" },
      { subject: "the lamp", attribute: "age", value: "one hundred and four years" },
    ],
    model,
    seed,
  };
  await writeAtomically(brief, `${JSON.stringify(content, undefined, 2)}\n`);
  await startWriting(brief, {}, context);
}

async function itemsOf(
  { folder, summary }: FinishedRun,
  examples: AsyncIterable<DatasetExample> | Iterable<DatasetExample>,
): Promise<readonly DemoItem[]> {
  refuseGaps(summary.cells.reduce((sum, { failed, pending }) => sum + failed + pending, 0));
  const systems = new Map(summary.cells.map(({ id, retriever }) => [id, retriever]));
  const texts = new Map<string, Partial<Record<string, string>>>();
  for await (const { text: line } of readLines(folder.outputs)) {
    if (line === "") continue;
    const { exampleId, cell, text } = JSON.parse(line) as GeneratedText;
    const of = texts.get(exampleId) ?? {};
    texts.set(exampleId, { ...of, [systems.get(cell) ?? cell]: text });
  }
  const items: DemoItem[] = [];
  for await (const example of examples) {
    const { none, bm25 } = texts.get(example.id) ?? {};
    if (none !== undefined && bm25 !== undefined) items.push(itemOf(example, { none, bm25 }));
  }
  return items;
}

function refuseGaps(missing: number): void {
  if (missing === 0) return;
  throw new LonghandError(`${counted(missing, "text")} of the demo could not be made.`, {
    code: "generation-failed",
    hint: "Start the demo again; what was made is in the reply cache. `longhand doctor` looks at this machine.",
  });
}

function itemOf(
  { id, input, output, fields, profile }: DatasetExample,
  texts: DemoItem["texts"],
): DemoItem {
  const opening = String(fields?.["prefix"] ?? input);
  const passages = profile.map((item) => String(item.fields["text"] ?? ""));
  return { id, opening, reference: output, earlier: mostLike(opening, passages), texts };
}

/**
 * The passage that shares most words with an opening.
 *
 * @param opening - The opening.
 * @param passages - Where to look.
 * @returns The first of the best; an empty text where there are none.
 */
export function mostLike(opening: string, passages: readonly string[]): string {
  const wanted = new Set(unicodeWords(opening.toLowerCase()));
  let best = "";
  let bestShare = -1;
  for (const passage of passages) {
    const words = new Set(unicodeWords(passage.toLowerCase()));
    const shared = [...words].filter((word) => wanted.has(word)).length;
    const share = shared / Math.max(1, words.size);
    if (share <= bestShare) continue;
    best = passage;
    bestShare = share;
  }
  return best;
}
