import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import {
  isMetaEntry,
  type LineProblem,
  openSubmissionCheck,
  type SubmissionCheck,
  type SubmissionMeta,
  type SubmissionRules,
  type SubmissionVerdict,
  type SubmittedItem,
  submissionMetaSchema,
} from "../../records/index.ts";
import { unicodeWords } from "../../text/index.ts";
import { type OpenedArchive, openArchive } from "./read-archive.ts";

/** A file to check, as it goes to the thread. */
export interface IntakeTask {
  /** The upload. */
  readonly path: string;
  /** Whether it is a ZIP archive or one JSON Lines file. */
  readonly kind: "zip" | "jsonl";
  /** What it must hold. */
  readonly rules: Omit<SubmissionRules, "countWords">;
  /** Where accepted texts are written as JSON Lines of `itemId`, `text`, `words`; absent for nowhere. */
  readonly out?: string;
}

/** What a check came to. */
export interface IntakeResult extends SubmissionVerdict {
  /** The meta file of an archive, if it has a good one. */
  readonly meta?: SubmissionMeta;
}

/** Longest line, in bytes: an item of 1 MiB whose every character is an escape, and its id. */
const MAX_LINE_BYTES = 8 * 1_048_576;

/** Largest meta file, in bytes. */
const MAX_META_BYTES = 131_072;

/**
 * Checks an upload line by line.
 *
 * @param task - The upload, the rules, and where texts go.
 * @returns Everything wrong with it, and its meta file.
 */
export async function takeIn(task: IntakeTask): Promise<IntakeResult> {
  const archive = task.kind === "zip" ? await openArchive(task.path) : undefined;
  // Of an archive that is refused nothing is read, so that nothing is said to be missing either.
  if (archive !== undefined && archive.problems.length > 0) {
    archive.close();
    return refusedUpload(archive.problems);
  }
  const check = openSubmissionCheck({
    ...task.rules,
    countWords: (written) => unicodeWords(written).length,
  });
  const sink = openSink(task.out);
  const tools = { check, sink };
  try {
    const meta = archive === undefined ? undefined : await takeArchive(archive, tools);
    if (archive === undefined) await takeStream(createReadStream(task.path), tools);
    return { ...check.finish(), ...(meta === undefined ? {} : { meta }) };
  } finally {
    archive?.close();
    await sink.close();
  }
}

/**
 * The result of an upload of which no text was read.
 *
 * @param problems - What is wrong.
 * @returns The result.
 */
export function refusedUpload(problems: readonly LineProblem[]): IntakeResult {
  return {
    accepted: false,
    problems,
    problemCount: problems.length,
    items: 0,
    emptyTexts: 0,
    shortTexts: 0,
    longTexts: 0,
  };
}

interface IntakeTools {
  readonly check: SubmissionCheck;
  readonly sink: ItemSink;
}

async function takeArchive(
  { files }: OpenedArchive,
  tools: IntakeTools,
): Promise<SubmissionMeta | undefined> {
  let meta: SubmissionMeta | undefined;
  for (const { name, open } of files) {
    try {
      if (isMetaEntry(name))
        meta = metaOf(await text(limited(await open(), MAX_META_BYTES)), tools);
      else await takeStream(await open(), tools, name);
    } catch (error) {
      const message = `${JSON.stringify(name)} cannot be unpacked: ${messageOf(error)}.`;
      tools.check.add({ file: name, code: "damaged-entry", message });
    }
  }
  return meta;
}

function metaOf(written: string, { check }: IntakeTools): SubmissionMeta | undefined {
  const problem = (message: string): void =>
    check.add({ file: "meta.json", code: "invalid-meta", message });
  try {
    const parsed = submissionMetaSchema.safeParse(JSON.parse(written));
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) problem(`${path.join(".")}: ${message}.`);
  } catch {
    problem("meta.json is not valid JSON.");
  }
  return undefined;
}

async function* limited(stream: Readable, limit: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limit) {
      throw new LonghandError(`it is larger than ${limit.toLocaleString("en-US")} bytes`, {
        code: "too-large",
      });
    }
    yield chunk;
  }
}

async function takeStream(
  stream: Readable,
  { check, sink }: IntakeTools,
  file?: string,
): Promise<void> {
  for await (const line of linesOf(stream)) {
    if (typeof line !== "string") {
      // The checker counts lines; a blank one keeps its count right.
      check.line("", file);
      check.add(lineFault(line, file));
      continue;
    }
    const item = check.line(line, file);
    if (item !== undefined) await sink.write(item);
  }
}

/** A line that cannot be read as text. */
interface UnreadableLine {
  readonly line: number;
  readonly code: "line-too-long" | "invalid-utf8";
}

function lineFault({ line, code }: UnreadableLine, file: string | undefined): LineProblem {
  const message =
    code === "line-too-long" ? "The line is longer than 8 MiB." : "The line is not valid UTF-8.";
  return { ...(file === undefined ? {} : { file }), line, code, message };
}

async function* linesOf(stream: Readable): AsyncGenerator<string | UnreadableLine> {
  const pending: Buffer[] = [];
  let pendingBytes = 0;
  let line = 0;
  const take = (last: Buffer): string | UnreadableLine => {
    line += 1;
    const bytes = pendingBytes + last.length;
    const whole = bytes > MAX_LINE_BYTES ? undefined : Buffer.concat([...pending, last]);
    pending.length = 0;
    pendingBytes = 0;
    return whole === undefined ? { line, code: "line-too-long" } : decoded(whole, line);
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      yield take(chunk.subarray(start, end));
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    pendingBytes += rest.length;
    // Of a line that is too long nothing is kept but its length.
    if (pendingBytes <= MAX_LINE_BYTES) pending.push(rest);
  }
  if (pendingBytes > 0) yield take(Buffer.alloc(0));
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decoded(bytes: Buffer, line: number): string | UnreadableLine {
  try {
    return UTF8.decode(bytes);
  } catch {
    return { line, code: "invalid-utf8" };
  }
}

interface ItemSink {
  write(item: SubmittedItem): Promise<void>;
  close(): Promise<void>;
}

function openSink(path: string | undefined): ItemSink {
  if (path === undefined) {
    return { write: () => Promise.resolve(), close: () => Promise.resolve() };
  }
  const stream = createWriteStream(path, { flags: "w", mode: 0o600 });
  return {
    write: async (item) => {
      if (!stream.write(`${JSON.stringify(item)}\n`)) await once(stream, "drain");
    },
    close: async () => {
      stream.end();
      await once(stream, "close");
    },
  };
}
