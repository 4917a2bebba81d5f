import { type FileHandle, open } from "node:fs/promises";
import { LonghandError } from "../foundation/index.ts";
import type { DatasetExample } from "../records/index.ts";
import { fileError } from "../storage/index.ts";
import { type IndexEntry, repaired } from "./index-dataset.ts";
import type { BenchmarkTask } from "./task.ts";

/** Neighbouring examples are read together up to this many bytes. */
const BATCH_BYTES = 1024 * 1024;

/** Reads indexed examples in the given order, with memory for about one megabyte of them. */
export async function* readExamples(
  task: BenchmarkTask,
  entries: Iterable<IndexEntry>,
): AsyncGenerator<DatasetExample> {
  let handle: FileHandle | undefined;
  let path: string | undefined;
  try {
    for (const batch of batches(entries)) {
      const [{ file, startByte }] = batch;
      if (handle === undefined || path !== file.path) {
        await handle?.close();
        handle = await openFile(file.path);
        path = file.path;
      }
      const bytes = await readRange(handle, batch);
      for (const entry of batch) {
        yield parseEntry(
          task,
          entry,
          bytes.subarray(entry.startByte - startByte, entry.endByte - startByte),
        );
      }
    }
  } finally {
    await handle?.close();
  }
}

type Batch = [IndexEntry, ...IndexEntry[]];

/** Runs of entries that follow each other in one file. */
function* batches(entries: Iterable<IndexEntry>): Generator<Batch> {
  let batch: Batch | undefined;
  for (const entry of entries) {
    if (batch !== undefined && belongsTo(batch, entry)) {
      batch.push(entry);
      continue;
    }
    if (batch !== undefined) yield batch;
    batch = [entry];
  }
  if (batch !== undefined) yield batch;
}

function belongsTo(batch: Batch, { file, startByte, endByte }: IndexEntry): boolean {
  const [first] = batch;
  const last = batch.at(-1) as IndexEntry;
  const isNear = startByte >= last.endByte && endByte - first.startByte <= BATCH_BYTES;
  return file === first.file && isNear;
}

async function openFile(path: string): Promise<FileHandle> {
  return open(path).catch((cause: unknown) => {
    throw fileError(path, cause);
  });
}

async function readRange(handle: FileHandle, batch: Batch): Promise<Buffer> {
  const [{ startByte }] = batch;
  const bytes = Buffer.alloc((batch.at(-1) as IndexEntry).endByte - startByte);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(
      bytes,
      filled,
      bytes.length - filled,
      startByte + filled,
    );
    if (bytesRead === 0) throw changed(batch[0]);
    filled += bytesRead;
  }
  return bytes;
}

function parseEntry(task: BenchmarkTask, entry: IndexEntry, bytes: Buffer): DatasetExample {
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  let row: unknown;
  try {
    row = repaired(JSON.parse(text), text);
  } catch (cause) {
    throw changed(entry, cause);
  }
  const { example } = task.inspectRow(row, entry.id);
  if (example === undefined || example.id !== entry.id) throw changed(entry);
  return example;
}

function changed({ file, id }: IndexEntry, cause?: unknown): LonghandError {
  return new LonghandError(`${file.path} was changed while it was in use: ${id} is gone.`, {
    code: "dataset-changed",
    hint: "Open the dataset again.",
    details: { file: file.path, exampleId: id },
    cause,
  });
}
