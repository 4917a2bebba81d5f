import type { DatasetExample } from "../../records/index.ts";
import { writeAtomically } from "../../storage/index.ts";
import { counted } from "../../text/index.ts";
import type { VerbResult } from "../datasets/dataset-verbs.ts";
import { selectExamples } from "../run/select-examples.ts";
import type { RunContext } from "../run-context.ts";
import { askRetriever, candidatesOf, type RetrievalLine } from "./ask-retriever.ts";
import { type OpenRetrieval, type RetrievalOptions, withRetrieval } from "./open-retrieval.ts";

/** What to retrieve, and where to write it. */
export interface RetrieveOptions extends RetrievalOptions {
  /** The file, JSON Lines. */
  readonly out: string;
  /** Passages. @defaultValue 4 */
  readonly k?: number;
  /** Most examples taken, drawn by seed over all users. @defaultValue all */
  readonly maxExamples?: number;
}

/** What was counted while the lines were written. */
interface Tally {
  lines: number;
  failed: number;
  noSignal: number;
  targetsRemoved: number;
  judgementsFailed: number;
}

/**
 * Writes what a retriever finds for every example of a dataset, with query and texts, as JSON Lines.
 * The file appears whole or not at all.
 *
 * @param options - Dataset, retriever, k, file.
 * @param context - Places, progress, the wish to stop.
 * @returns Counts and the retriever's signature.
 * @throws LonghandError for anything that cannot be opened or written; `interrupted`. An example whose
 *   retrieval fails has a line that says why.
 */
export function retrieveDataset(
  options: RetrieveOptions,
  context: RunContext,
): Promise<VerbResult> {
  return withRetrieval(options, context, async (retrieval) => {
    const tally: Tally = {
      lines: 0,
      failed: 0,
      noSignal: 0,
      targetsRemoved: 0,
      judgementsFailed: 0,
    };
    await writeAtomically(options.out, linesOf(retrieval, { options, context, tally }));
    const { name, signature } = retrieval.retriever;
    const json = { out: options.out, retriever: name, signature, ...tally };
    const said = [
      counted(tally.lines, "line"),
      `${tally.failed} failed`,
      `${tally.noSignal} without signal`,
      `${counted(tally.targetsRemoved, "target")} left out`,
      ...(tally.judgementsFailed === 0
        ? []
        : [
            `${counted(tally.judgementsFailed, "judgement")} failed, whose passages kept their places`,
          ]),
    ];
    return { json, text: `Written: ${options.out}\n${said.join(", ")}` };
  });
}

interface Writing {
  readonly options: RetrieveOptions;
  readonly context: RunContext;
  readonly tally: Tally;
}

async function* linesOf(
  retrieval: OpenRetrieval,
  { options, context, tally }: Writing,
): AsyncGenerator<string> {
  const { split, seed } = retrieval;
  const { maxExamples = split.count } = options;
  const total = Math.min(maxExamples, split.count);
  const places =
    total < split.count ? placesOf(retrieval, total) : split.entries.map((_, place) => place);
  for await (const example of split.readMany(places)) {
    context.stopping.throwIfAborted();
    const line = await lineFor(example, retrieval, options.k ?? 4);
    count(tally, line);
    yield `${JSON.stringify({ ...line, seed })}\n`;
    const done = tally.lines;
    context.onProgress({ kind: "step", step: "Retrieving", done, total, unit: "examples" });
  }
}

function placesOf({ split, seed }: OpenRetrieval, maxExamples: number): number[] {
  const selected = selectExamples(split.entries, { maxExamples, seed });
  return split.entries.flatMap(({ id }, place) => (selected.has(id) ? [place] : []));
}

async function lineFor(example: DatasetExample, retrieval: OpenRetrieval, k: number) {
  const { task, profile, family } = retrieval;
  const candidates = candidatesOf(example, task);
  const line = await askRetriever(example, candidates, { ...retrieval, k });
  const texts = new Map(candidates.passages.map(({ id, text }) => [id, text]));
  const query = line.failed === undefined ? task.query(example, { profile, family }) : undefined;
  const passages = line.passages.map((passage) => {
    const text = passage.userId === undefined ? texts.get(passage.id) : undefined;
    return { ...passage, ...(text === undefined ? {} : { text }) };
  });
  return { ...line, ...(query === undefined ? {} : { query }), passages };
}

function count(tally: Tally, line: RetrievalLine): void {
  tally.lines += 1;
  if (line.failed !== undefined) tally.failed += 1;
  else if (line.noSignal) tally.noSignal += 1;
  tally.targetsRemoved += line.targetsRemoved ?? 0;
  for (const warning of line.warnings ?? []) tally.judgementsFailed += warning.count;
}
