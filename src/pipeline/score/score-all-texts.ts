import { LonghandError } from "../../foundation/index.ts";
import type { ScoreRecord } from "../../records/index.ts";
import { counted } from "../../text/index.ts";
import type { RunContext } from "../run-context.ts";
import { FaultList } from "./fault-list.ts";
import { FileTally, faultsOf } from "./file-tally.ts";
import { itemLine } from "./item-line.ts";
import type { PartialScores } from "./partial-scores.ts";
import { FILE_START, type ReadPosition, readBatches } from "./read-batches.ts";
import { type BatchScores, idHash } from "./score-batch.ts";
import { joinBatches } from "./score-stretch.ts";
import type { ScoringThreads } from "./scoring-threads.ts";
import type { DatasetReferences } from "./text-references.ts";

/** What {@link scoreAllTexts} works on. */
export interface AllTexts {
  /** The file of texts. */
  readonly file: string;
  /** Its size. */
  readonly fileBytes: number;
  /** Where the references are; absent if the lines hold them. */
  readonly references?: DatasetReferences;
  /** Whether lines for a file of scores are wanted. */
  readonly wantsItems: boolean;
  /** Who scores. */
  readonly threads: ScoringThreads;
  /** Where finished work is kept; absent for a small file. */
  readonly partial: PartialScores | undefined;
  /** Time, progress, the wish to stop. */
  readonly context: RunContext;
}

/** Work is saved when this much of the file was scored... */
const STRETCH_BYTES = 16 * 1024 * 1024;
/** ...or this much time went by. */
const STRETCH_MS = 2_000;

/**
 * Scores a file from where an earlier process stopped to its end.
 *
 * @param input - File, threads and where work is kept.
 * @returns What was counted, of the whole file.
 * @throws LonghandError `invalid-texts` at the end, listing bad lines; `no-texts` for a file
 * without any; `interrupted`.
 */
export async function scoreAllTexts(input: AllTexts): Promise<FileTally> {
  const pass = new ScoringPass(input);
  const from = pass.restore();
  await pass.read(from);
  pass.faults.throwIfAny();
  pass.refuseNothing();
  await pass.addMissing();
  return pass.tally;
}

function userIn(references: DatasetReferences, id: string): { readonly user?: string } {
  const user = references.userOf(id);
  return user === undefined ? {} : { user };
}

interface Scored {
  readonly scores: BatchScores;
  readonly next: ReadPosition;
}

class ScoringPass {
  readonly tally: FileTally;
  readonly faults: FaultList;
  readonly #input: AllTexts;
  /** Scored since work was saved last. */
  #unsaved: Scored[] = [];
  #savedByte = 0;
  #savedMs: number;
  #doneBefore = 0;

  constructor(input: AllTexts) {
    this.#input = input;
    this.tally = new FileTally(input.threads.metrics.length);
    this.faults = new FaultList(input.file);
    this.#savedMs = input.context.clock.nowMs();
  }

  restore(): ReadPosition {
    const saved = this.#input.partial?.saved ?? [];
    for (const { counts } of saved) {
      this.tally.noteIds(counts.idHashes);
      this.tally.add(counts);
    }
    const next = saved.at(-1)?.next ?? FILE_START;
    this.#savedByte = next.byte;
    this.#doneBefore = next.byte;
    if (next.byte > 0) {
      const text = `Going on behind ${counted(this.tally.texts, "text that was", "texts that were")} scored before.`;
      this.#input.context.onProgress({ kind: "message", text });
    }
    return next;
  }

  async read(from: ReadPosition): Promise<void> {
    const { threads, context } = this.#input;
    const waiting: { readonly next: ReadPosition; readonly scores: Promise<BatchScores> }[] = [];
    const takeFirst = async (): Promise<void> => {
      const first = waiting.shift();
      if (first !== undefined) await this.#take({ scores: await first.scores, next: first.next });
    };
    for await (const { batch, next } of readBatches(this.#input, from)) {
      if (context.stopping.aborted) break;
      const scores = threads.score({ batch, checkOnly: this.faults.count > 0 });
      // Whoever waits for it hears of a failure; until then it is no unhandled one.
      scores.catch(() => undefined);
      waiting.push({ next, scores });
      if (waiting.length >= threads.depth) await takeFirst();
    }
    while (waiting.length > 0) await takeFirst();
    if (context.stopping.aborted) throw await this.#interrupted();
  }

  async #take({ scores, next }: Scored): Promise<void> {
    const { context } = this.#input;
    this.faults.add(faultsOf(scores, this.tally));
    if (this.faults.count === 0) this.tally.add(scores);
    this.#progress(next.byte);
    if (this.faults.count > 0) return;
    this.#unsaved.push({ scores, next });
    const nowMs = context.clock.nowMs();
    const isLong = next.byte - this.#savedByte >= STRETCH_BYTES;
    const isLate = nowMs - this.#savedMs >= STRETCH_MS;
    if (isLong || isLate) await this.#save();
  }

  async #save(): Promise<void> {
    const { partial, context } = this.#input;
    const last = this.#unsaved.at(-1);
    if (last !== undefined && partial !== undefined) {
      const batches = this.#unsaved.map(({ scores }) => scores);
      await partial.save(
        { counts: joinBatches(batches), next: last.next },
        batches.map(({ items }) => items),
      );
      this.#savedByte = last.next.byte;
    }
    this.#savedMs = context.clock.nowMs();
    this.#unsaved = [];
  }

  refuseNothing(): void {
    if (this.tally.texts > 0) return;
    const { file } = this.#input;
    throw new LonghandError(`${file} holds no texts.`, {
      code: "no-texts",
      hint: "Each line is one text; in a CSV file the first line names the columns.",
      details: { file },
    });
  }

  /** Examples of the dataset without a line: no text. */
  async addMissing(): Promise<void> {
    const { references, partial, threads, wantsItems } = this.#input;
    await this.#save();
    if (references === undefined) return;
    const lines: string[] = [];
    const reason = "no-output";
    for (const id of references.ids()) {
      if (this.tally.seen.has(idHash(id))) continue;
      this.tally.texts += 1;
      this.tally.failed.set(reason, (this.tally.failed.get(reason) ?? 0) + 1);
      for (const counts of this.tally.unscored) counts.set(reason, (counts.get(reason) ?? 0) + 1);
      const records = threads.metrics.map(
        (metric): ScoreRecord => ({
          status: "unscored",
          metric: metric.id,
          exampleId: id,
          reason,
        }),
      );
      if (wantsItems) lines.push(itemLine({ id, ...userIn(references, id) }, records));
    }
    await partial?.saveItems(new TextEncoder().encode(lines.join("")));
  }

  #progress(byte: number): void {
    const { context, fileBytes } = this.#input;
    context.onProgress({
      kind: "step",
      step: "Scoring",
      done: byte,
      total: fileBytes,
      unit: "bytes",
      doneBefore: this.#doneBefore,
      note: counted(this.tally.texts, "text"),
    });
  }

  async #interrupted(): Promise<LonghandError> {
    const { partial } = this.#input;
    await this.#save();
    const isKept = partial !== undefined && this.faults.count === 0;
    return new LonghandError(
      isKept
        ? `Stopped while scoring, behind ${counted(this.tally.texts, "text")}.`
        : "Stopped while scoring; nothing was written.",
      {
        code: "interrupted",
        hint: isKept ? "The same command goes on from there." : "Start the command again.",
      },
    );
  }
}
