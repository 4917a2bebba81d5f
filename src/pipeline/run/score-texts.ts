import { join } from "node:path";
import type { DatasetEntry } from "../../dataset/index.ts";
import { LonghandError } from "../../foundation/index.ts";
import type {
  DatasetExample,
  FailedEntry,
  GeneratedEntry,
  GeneratedText,
  ScoreRecord,
} from "../../records/index.ts";
import type { Scorer } from "../../scoring/index.ts";
import { openAtomicFile, readJsonLines, sha256 } from "../../storage/index.ts";
import { type EntryReader, type GenerationLog, openEntryReader } from "./generation-log.ts";
import {
  exampleCount,
  type RunInputs,
  runEntries,
  runExamples,
  type WholeRun,
} from "./run-inputs.ts";
import { type PlannedText, readPlan } from "./run-plan.ts";
import { ScoreTable } from "./score-table.ts";
import { type CellTally, countOne, emptyTally } from "./summarise-cells.ts";

/** Everything that the summary counts, for one dataset. */
export interface ScoredRun {
  /** One tally per cell, in grid order. */
  readonly tallies: readonly CellTally[];
  /** Every score. */
  readonly table: ScoreTable;
  /** User of each example, in plan order. */
  readonly users: readonly string[];
  /** Id of each example, in plan order. */
  readonly exampleIds: readonly string[];
}

/**
 * The file that holds the scores of one metric.
 *
 * @param run - The run.
 * @param signature - Signature of the metric.
 * @returns Its path.
 */
export function runScoresFile(run: Pick<RunInputs, "folder">, signature: string): string {
  return join(run.folder.scores, `${sha256(signature).slice(0, 16)}.jsonl`);
}

/** What the scoring step reads in step with the examples. */
interface ScoringFiles {
  readonly plan: AsyncGenerator<PlannedText>;
  readonly outputs: AsyncGenerator<GeneratedText>;
  readonly entries: EntryReader | undefined;
}

/**
 * Scores every finished text, writes a file of records per signature, and counts everything.
 *
 * @param run - The run.
 * @param log - Its generation log, as read.
 * @param scorer - The metrics.
 * @returns Counts and scores, one per dataset.
 */
export async function scoreTexts(
  run: ScoredInputs,
  log: GenerationLog,
  scorer: Scorer,
): Promise<ScoredRun[]> {
  const { folder } = run;
  const passes = run.sections.map((section) => new ScoringPass(section, log, scorer));
  // All metrics are worked out together; each has its own file.
  const files = await Promise.all(
    scorer.metrics.map(({ signature }) => openAtomicFile(runScoresFile(run, signature))),
  );
  const entries = log.outcomes.size === 0 ? undefined : await openEntryReader(folder.generation);
  const read = { plan: readPlan(folder.plan), outputs: readOutputs(folder.outputs), entries };
  try {
    for (const pass of passes) {
      for await (const records of pass.records(read)) {
        for (const [at, record] of records.entries())
          await files[at]?.write(`${JSON.stringify(record)}\n`);
      }
    }
    for (const file of files) await file.commit();
  } finally {
    await entries?.close();
    for (const file of files) await file.abandon();
  }
  return passes.map((pass) => pass.result());
}

/** What scoring needs to know of a run. */
export type ScoredInputs = Pick<WholeRun, "folder"> & { readonly sections: readonly RunInputs[] };

class ScoringPass {
  readonly #run: RunInputs;
  readonly #log: GenerationLog;
  readonly #scorer: Scorer;
  readonly #tallies: CellTally[];
  readonly #table: ScoreTable;
  readonly #cellAt: ReadonlyMap<string, number>;
  readonly #entries: readonly DatasetEntry[];
  #examples = 0;

  constructor(run: RunInputs, log: GenerationLog, scorer: Scorer) {
    this.#run = run;
    this.#log = log;
    this.#scorer = scorer;
    this.#entries = runEntries(run);
    this.#tallies = run.cells.map(() => emptyTally(scorer.metrics.length));
    this.#cellAt = new Map(run.cells.map(({ id }, index) => [id, index]));
    this.#table = new ScoreTable({
      examples: exampleCount(run),
      cells: run.cells.length,
      metrics: scorer.metrics.length,
    });
  }

  result(): ScoredRun {
    return {
      tallies: this.#tallies,
      table: this.#table,
      users: this.#entries.map(({ userId }) => userId),
      exampleIds: this.#entries.map(({ id }) => id),
    };
  }

  async *records({ plan, outputs, entries }: ScoringFiles): AsyncGenerator<ScoreRecord[]> {
    const { folder, cells, experiment, context } = this.#run;
    const total = exampleCount(this.#run);
    for await (const example of runExamples(this.#run)) {
      this.#examples += 1;
      for (let left = cells.length * experiment.repeat; left > 0; left--) {
        const { value: planned } = await plan.next();
        const outcome = this.#log.outcomes.get(planned.key);
        const tally = this.#tallies[this.#cellAt.get(planned.cell) as number] as CellTally;
        tally.planned += 1;
        if (outcome === undefined) continue;
        const entry = await (entries as EntryReader).read(outcome);
        if (entry.status === "failed") countFailure(tally, entry);
        else
          yield this.#score(example, {
            entry,
            tally,
            output: await nextOutput(outputs, folder.outputs),
          });
      }
      const done = this.#examples;
      context.onProgress({ kind: "step", step: "Scoring", done, total, unit: "examples" });
    }
  }

  #score(example: DatasetExample, { entry, tally, output }: ScoredText): ScoreRecord[] {
    const at = { example: this.#examples - 1, cell: this.#cellAt.get(output.cell) as number };
    countText(tally, entry, output);
    const records = this.#scorer.score({
      exampleId: example.id,
      prediction: output.text,
      references: [example.output],
    });
    records.forEach((record, metric) => {
      const counts = tally.metrics[metric] as CellTally["metrics"][number];
      if (record.status === "unscored") countOne(counts.unscored, record.reason);
      else {
        counts.scored += 1;
        this.#table.add({ ...at, metric }, record.value);
      }
    });
    const complete = records.every(({ status }) => status === "scored");
    if (complete) tally.scored += 1;
    else tally.unscored += 1;
    // A run has several texts for one example: cell and repeat tell them apart.
    return records.map((record) => ({ ...record, cell: output.cell, repeat: output.repeat }));
  }
}

interface ScoredText {
  readonly entry: GeneratedEntry;
  readonly tally: CellTally;
  readonly output: GeneratedText;
}

function countFailure(tally: CellTally, { reason }: FailedEntry): void {
  countOne(tally.failures, reason);
}

function countText(tally: CellTally, entry: GeneratedEntry, output: GeneratedText): void {
  tally.generated += 1;
  tally.promptTokens += entry.promptTokens;
  tally.outputTokens += entry.outputTokens;
  if (entry.passagesLost !== undefined) tally.overflowed += 1;
  for (const flag of output.flags) countOne(tally.flags, flag);
}

async function nextOutput(
  outputs: AsyncGenerator<GeneratedText>,
  path: string,
): Promise<GeneratedText> {
  const next = await outputs.next();
  if (next.done !== true) return next.value;
  throw new LonghandError(`${path} ends before the log of finished texts does.`, {
    code: "damaged-run",
    hint: "Run `longhand generation resume RUN`: it writes the file again.",
  });
}

/**
 * Reads `outputs.jsonl`.
 *
 * @param path - The file.
 * @returns Its texts in plan order.
 */
export async function* readOutputs(path: string): AsyncGenerator<GeneratedText> {
  for await (const line of readJsonLines(path)) {
    if (line.status === "value") yield line.value as GeneratedText;
  }
}
