import { type FileHandle, open, rename, truncate } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";
import { type GenerationEntry, generationEntrySchema } from "../../records/index.ts";
import {
  fileError,
  type LinePlace,
  readJsonLines,
  sha256,
  writeAtomically,
} from "../../storage/index.ts";
import type { Spending } from "./call-budget.ts";
import type { RunFolder } from "./run-folder.ts";

/** What a log says of one planned text. */
export interface LoggedOutcome {
  /** `generated` once any attempt succeeded; `failed` if the last word was a final failure. */
  readonly status: "generated" | "failed";
  /** Reason of the failure. */
  readonly reason?: string;
  /** Whether `generation retry` would ask again. */
  readonly retryable?: boolean;
  /** Where the entry stands in the log, in bytes. */
  readonly startByte: number;
  /** How long it is. */
  readonly byteLength: number;
}

/** Judgements of re-ranking models. */
export interface RerankTotals {
  /** How many there are. */
  readonly calls: number;
  /** Tokens read. */
  readonly promptTokens: number;
  /** Tokens written. */
  readonly outputTokens: number;
}

/** A log as read. */
export interface GenerationLog {
  /** Outcome per key; a key that is not here is pending. */
  readonly outcomes: ReadonlyMap<string, LoggedOutcome>;
  /** Attempts that failed and were superseded by a success. */
  readonly superseded: number;
  /** Successes that say again what an earlier one said. */
  readonly repeats: number;
  /** Lines on which a later success says something else: the first one wins. */
  readonly conflicts: readonly number[];
  /** Keys that the plan does not hold. */
  readonly unplanned: readonly string[];
  /** Lines that cannot be read, in the middle of the file. */
  readonly damaged: readonly { readonly line: number; readonly message: string }[];
  /** Bytes of a torn last line; 0 for none. */
  readonly tornBytes: number;
  /** Tokens over all successes. */
  readonly promptTokens: number;
  /** Tokens over all successes. */
  readonly outputTokens: number;
  /** Of the successes, the judgements of re-ranking models. */
  readonly reranks: RerankTotals;
  /** What all calls came to, repeats and failures included; cached replies cost nothing. */
  readonly spent: Spending;
}

/**
 * Reads a generation log without changing it.
 *
 * @param path - The file; a missing one is empty.
 * @param isPlanned - Tells whether a key is in the plan.
 * @returns What it says, and everything odd about it.
 */
export async function readGenerationLog(
  path: string,
  isPlanned: (key: string) => boolean,
): Promise<GenerationLog> {
  const reading = new LogReading(isPlanned);
  try {
    for await (const line of readJsonLines(path)) {
      const { startByte, endByte, complete } = line.line;
      // Without its line feed the last line was cut off, even if what is there happens to be JSON.
      if (!complete) reading.tornBytes = endByte - startByte;
      else if (line.status === "bad") reading.damage(line.line.line, line.error.message);
      else if (line.status === "value") reading.add(line.value, line.line);
    }
  } catch (error) {
    if (!(error instanceof LonghandError) || error.code !== "not-found") throw error;
  }
  return reading;
}

/**
 * Reads a run's log of summaries, styles and judgements of re-rankers.
 *
 * @param run - The run.
 * @returns The log; empty if nothing needs any.
 */
export function readSideLog({
  folder,
}: {
  readonly folder: Pick<RunFolder, "side">;
}): Promise<GenerationLog> {
  return readGenerationLog(folder.side, () => true);
}

class LogReading implements GenerationLog {
  readonly outcomes: Map<string, LoggedOutcome> = new Map();
  readonly conflicts: number[] = [];
  readonly unplanned: string[] = [];
  readonly damaged: { line: number; message: string }[] = [];
  superseded = 0;
  repeats = 0;
  tornBytes = 0;
  promptTokens = 0;
  outputTokens = 0;
  readonly reranks: { calls: number; promptTokens: number; outputTokens: number } = {
    calls: 0,
    promptTokens: 0,
    outputTokens: 0,
  };
  readonly spent: { calls: number; tokens: number; usd: number } = { calls: 0, tokens: 0, usd: 0 };
  readonly #texts = new Map<string, number>();
  readonly #isPlanned: (key: string) => boolean;

  constructor(isPlanned: (key: string) => boolean) {
    this.#isPlanned = isPlanned;
  }

  damage(line: number, message: string): void {
    this.damaged.push({ line, message });
  }

  add(value: unknown, place: { line: number; startByte: number; endByte: number }): void {
    const parsed = generationEntrySchema.safeParse(value);
    if (!parsed.success) this.damage(place.line, "this is not an entry of a generation log");
    else if (!this.#isPlanned(parsed.data.key)) this.unplanned.push(parsed.data.key);
    else this.#note(parsed.data, place);
  }

  #note(entry: GenerationEntry, place: { line: number; startByte: number; endByte: number }): void {
    const { key } = entry;
    this.#count(entry);
    const before = this.outcomes.get(key);
    const where = { startByte: place.startByte, byteLength: place.endByte - place.startByte };
    if (entry.status === "failed") {
      if (before?.status === "generated" || entry.willRetry === true) return;
      const { reason, retryable } = entry;
      this.outcomes.set(key, { status: "failed", reason, retryable, ...where });
      return;
    }
    // Texts are kept as 48 bits of a hash: a log of 100,000 must not fill the memory.
    const text = Number.parseInt(sha256(entry.text).slice(0, 12), 16);
    if (before?.status === "generated") {
      if (this.#texts.get(key) === text) this.repeats += 1;
      else this.conflicts.push(place.line);
      return;
    }
    if (before?.status === "failed") this.superseded += 1;
    this.#texts.set(key, text);
    this.promptTokens += entry.promptTokens;
    this.outputTokens += entry.outputTokens;
    if (entry.stage === "rerank") {
      this.reranks.calls += 1;
      this.reranks.promptTokens += entry.promptTokens;
      this.reranks.outputTokens += entry.outputTokens;
    }
    this.outcomes.set(key, { status: "generated", ...where });
  }

  #count(entry: GenerationEntry): void {
    if (entry.status === "failed") {
      if (entry.noCall !== true) this.spent.calls += 1;
      this.spent.tokens += entry.mostTokens ?? 0;
      this.spent.usd += entry.mostUsd ?? 0;
    } else if (!entry.cached) {
      this.spent.calls += 1;
      this.spent.tokens += entry.promptTokens + entry.outputTokens;
      this.spent.usd += entry.costUsd ?? 0;
    }
  }
}

/**
 * Makes a log ready for writing: a torn last line is set aside in a file of its own.
 *
 * @param path - The log.
 * @param log - What was read of it.
 * @returns The file that holds the torn line; `undefined` if there was none.
 * @throws LonghandError `damaged-run` if a line in the middle cannot be read.
 */
export async function prepareForAppending(
  path: string,
  log: GenerationLog,
): Promise<string | undefined> {
  const [first] = log.damaged;
  if (first !== undefined) {
    throw new LonghandError(
      `${path}:${first.line}: a line in the middle of the log is damaged: ${first.message}`,
      {
        code: "damaged-run",
        hint: "`longhand doctor RUN --repair` moves damaged lines aside; their examples are then generated again.",
        details: { file: path, lines: log.damaged.map(({ line }) => line) },
      },
    );
  }
  if (log.tornBytes === 0) return undefined;
  return setAsideTail(path, log.tornBytes);
}

async function setAsideTail(path: string, tornBytes: number): Promise<string> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const torn = Buffer.alloc(tornBytes);
    await file.read(torn, 0, tornBytes, size - tornBytes);
    const aside = await unusedName(path.replace(/\.jsonl$/, ".torn-"));
    await writeAtomically(aside, torn);
    // Only now that the bytes are safe elsewhere may they go.
    await truncate(path, size - tornBytes);
    return aside;
  } finally {
    await file.close();
  }
}

async function unusedName(start: string): Promise<string> {
  for (let number = 1; ; number++) {
    const name = `${start}${number}`;
    const taken = await open(name, "r").catch(() => undefined);
    if (taken === undefined) return name;
    await taken.close();
  }
}

/**
 * Moves damaged lines out of a log, keeping every other byte.
 *
 * @param path - The log.
 * @param log - What was read of it.
 * @returns The file that holds the damaged lines; `undefined` if there were none.
 */
export async function repairGenerationLog(
  path: string,
  log: GenerationLog,
): Promise<string | undefined> {
  const torn = log.tornBytes > 0 ? await setAsideTail(path, log.tornBytes) : undefined;
  if (log.damaged.length === 0) return torn;
  const bad = new Set(log.damaged.map(({ line }) => line));
  const aside = await unusedName(path.replace(/\.jsonl$/, ".damaged-"));
  await writeAtomically(
    aside,
    linesOf(path, (line) => bad.has(line)),
  );
  const mended = `${path}.mended`;
  await writeAtomically(
    mended,
    linesOf(path, (line) => !bad.has(line)),
  );
  await rename(mended, path);
  return aside;
}

async function* linesOf(path: string, wanted: (line: number) => boolean): AsyncGenerator<string> {
  for await (const { line } of readJsonLines(path)) {
    if (wanted(line.line)) yield `${line.text}\n`;
  }
}

/** Reads entries of a log by their place. */
export interface EntryReader {
  /**
   * Reads one entry. Several may be read side by side.
   *
   * @param place - Where it stands.
   * @returns The entry.
   */
  read(place: LinePlace): Promise<GenerationEntry>;
  /**
   * Reads several entries; those that stand near each other are read together, a megabyte at a time.
   *
   * @param places - Where they stand, in any order.
   * @returns The entries, in the order of their places.
   */
  readMany(places: readonly LinePlace[]): Promise<readonly GenerationEntry[]>;
  /** Closes the file. */
  close(): Promise<void>;
}

/**
 * Opens a log for reading single entries.
 *
 * @param path - The log.
 * @returns A reader with memory for one entry.
 */
export async function openEntryReader(path: string): Promise<EntryReader> {
  const file: FileHandle = await open(path, "r").catch((cause: unknown) => {
    throw fileError(path, cause);
  });
  const read = async (place: LinePlace): Promise<Buffer> => {
    const { startByte, byteLength } = place;
    const buffer = Buffer.allocUnsafe(byteLength);
    const { bytesRead } = await file.read(buffer, 0, byteLength, startByte);
    return buffer.subarray(0, bytesRead);
  };
  return {
    read: async (place) => entryIn(await read(place)),
    readMany: async (places) => {
      const entries: GenerationEntry[] = [];
      for (const stretch of stretchesOf(places)) {
        const bytes = await read(stretch);
        for (const { at, startByte, byteLength } of stretch.members) {
          const from = startByte - stretch.startByte;
          entries[at] = entryIn(bytes.subarray(from, from + byteLength));
        }
      }
      return entries;
    },
    close: () => file.close(),
  };
}

function entryIn(bytes: Buffer): GenerationEntry {
  return JSON.parse(bytes.toString("utf8")) as GenerationEntry;
}

/** Entries that are read together. */
interface Stretch extends LinePlace {
  readonly members: readonly (LinePlace & { readonly at: number })[];
}

/** Bytes of a stretch, unless one entry alone is longer. */
const STRETCH_BYTES = 1 << 20;
/** Bytes between two entries that are read along rather than left out. */
const GAP_BYTES = 1 << 16;

function stretchesOf(places: readonly LinePlace[]): readonly Stretch[] {
  const ordered = places
    .map((place, at) => ({ ...place, at }))
    .sort((one, other) => one.startByte - other.startByte);
  const stretches: { startByte: number; byteLength: number; members: typeof ordered }[] = [];
  for (const member of ordered) {
    const last = stretches.at(-1);
    const end = member.startByte + member.byteLength;
    const isNear =
      last !== undefined &&
      member.startByte - (last.startByte + last.byteLength) <= GAP_BYTES &&
      end - last.startByte <= STRETCH_BYTES;
    if (isNear) {
      last.members.push(member);
      last.byteLength = Math.max(last.byteLength, end - last.startByte);
    } else {
      const { startByte, byteLength } = member;
      stretches.push({ startByte, byteLength, members: [member] });
    }
  }
  return stretches;
}
