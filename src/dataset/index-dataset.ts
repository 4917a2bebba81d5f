import { LonghandError } from "../foundation/index.ts";
import type { Setting, Split } from "../records/index.ts";
import { type JsonLine, readJsonValues } from "../storage/index.ts";
import { wellFormed } from "../text/index.ts";
import type { DataFile } from "./dataset-files.ts";
import { exampleDigest, splitHash, userHash } from "./example-digest.ts";
import type { BenchmarkTask, RowReading } from "./task.ts";
import { BUILT_IN_TASKS } from "./task-registry.ts";

/** One example and where it stands. */
export interface IndexEntry {
  readonly id: string;
  readonly userId: string;
  readonly file: DataFile;
  readonly startByte: number;
  readonly endByte: number;
}

/** What one pass over the files of a split found. */
export interface DatasetIndex {
  readonly task: BenchmarkTask;
  /** In the order of the files. */
  readonly entries: readonly IndexEntry[];
  readonly hash: string;
  /** Everything that is wrong, one message each: `file:line: what`. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

export interface IndexRequest {
  readonly files: readonly DataFile[];
  readonly split: Split;
  readonly setting: Setting;
  /** Absent: found out from the first row. */
  readonly task: BenchmarkTask | undefined;
  /** Tasks that may be found out. */
  readonly ownTasks: readonly BenchmarkTask[];
}

interface Found extends Omit<IndexEntry, "id"> {
  readonly id: string | undefined;
  readonly digest: string;
  /** File, line and element, for messages. */
  readonly place: string;
}

interface Indexing extends IndexRequest {
  task: BenchmarkTask | undefined;
  readonly found: Found[];
  /** Where each id, or the content of each row without one, was first met. */
  readonly met: Map<string, Found>;
  readonly users: Map<string, string>;
  readonly problems: string[];
  readonly counts: Map<string, number>;
}

export async function indexDataset(request: IndexRequest): Promise<DatasetIndex> {
  const indexing: Indexing = {
    ...request,
    found: [],
    met: new Map(),
    users: new Map(),
    problems: [],
    counts: new Map(),
  };
  for (const file of request.files) {
    for await (const line of readJsonValues(file.path, file.name)) addLine(indexing, file, line);
  }
  const { task, found, problems, counts } = indexing;
  if (task === undefined) throw nothingFound(request, problems);
  return {
    task,
    entries: withIds(found, task, request),
    hash: splitHash(
      task.name,
      request.split,
      found.map(({ digest }) => digest),
    ),
    problems,
    warnings: [...counts].map(([what, count]) => `${count} × ${what}`),
  };
}

function addLine(indexing: Indexing, file: DataFile, json: JsonLine): void {
  if (json.status === "blank") return;
  if (json.status === "bad") {
    indexing.problems.push(json.error.message);
    return;
  }
  const { line } = json;
  const value = repaired(json.value, line.text);
  if (value !== json.value) count(indexing, "row with half a character, read as U+FFFD");
  indexing.task ??= detectTask(value, indexing, { file, line: line.line });
  const reading = indexing.task.inspectRow(value, "?");
  for (const problem of reading.problems) {
    indexing.problems.push(`${placeOf(file, line)}: ${problem}`);
  }
  if (reading.example === undefined) return;
  noteOddities(indexing, reading);
  const { example, hasOwnId } = reading;
  const digest = exampleDigest(example, hasOwnId);
  addExample(indexing, {
    id: hasOwnId ? example.id : undefined,
    userId: shared(indexing.users, example.userId),
    digest,
    file,
    place: placeOf(file, line),
    startByte: line.startByte,
    endByte: line.endByte,
  });
}

/** The elements of a list may all stand on one line. */
function placeOf({ name }: DataFile, { line, element }: JsonLine["line"]): string {
  const place = `${name}:${line}`;
  return element === undefined ? place : `${place}, element ${element}`;
}

function noteOddities(indexing: Indexing, { example, ignored, hasParts }: RowReading): void {
  for (const name of ignored)
    count(indexing, `field ${name}, which is not part of the task, left out`);
  if (!hasParts) {
    count(
      indexing,
      "input that does not read as the task's inputs do: no query can be made from its parts",
    );
  }
  if (example?.output.trim() === "") count(indexing, "empty output: it cannot be scored");
}

function addExample(indexing: Indexing, found: Found): void {
  const key = found.id === undefined ? `#${found.digest}` : `=${found.id}`;
  const first = indexing.met.get(key);
  if (first === undefined) {
    indexing.met.set(key, found);
    indexing.found.push(found);
  } else if (first.digest === found.digest) {
    count(indexing, "row that stands twice, read once");
  } else {
    indexing.problems.push(
      `${found.place}: the id ${JSON.stringify(found.id)} also stands in ${first.place}, with other content`,
    );
  }
}

function count({ counts }: Indexing, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

function shared(known: Map<string, string>, text: string): string {
  const same = known.get(text);
  if (same !== undefined) return same;
  known.set(text, text);
  return text;
}

const HALF_CHARACTER = /\\u[dD][89a-fA-F]/;

/** A value without lone surrogates, which only an escape can bring into UTF-8. */
export function repaired(value: unknown, text: string): unknown {
  if (!HALF_CHARACTER.test(text)) return value;
  let isChanged = false;
  const copy: unknown = JSON.parse(text, (_, part: unknown) => {
    if (typeof part !== "string") return part;
    const whole = wellFormed(part);
    if (whole !== part) isChanged = true;
    return whole;
  });
  return isChanged ? copy : value;
}

interface RowPlace {
  readonly file: DataFile;
  readonly line: number;
}

/** The one task whose inputs read as the first row's does, else the one whose layout it has. */
function detectTask(row: unknown, { ownTasks }: IndexRequest, place: RowPlace): BenchmarkTask {
  const read = [...ownTasks, ...BUILT_IN_TASKS].map((task) => ({
    task,
    ...task.inspectRow(row, "?"),
  }));
  const byInput = read.filter(({ hasParts }) => hasParts);
  const byLayout = read.filter(({ problems }) => problems.length === 0);
  const [only, other] = byInput.length > 0 ? byInput : byLayout;
  if (only !== undefined && other === undefined) return only.task;
  const names = byLayout.map(({ task }) => task.name).join(", ") || "no task";
  throw new LonghandError(
    `${place.file.name}:${place.line}: the first row does not say which task it belongs to; its layout fits ${names}.`,
    {
      code: "unknown-task",
      hint: "Name the task (--task abstract, for instance); then all faults of the rows are listed.",
      details: { file: place.file.path, line: place.line },
    },
  );
}

function nothingFound({ files }: IndexRequest, problems: readonly string[]): LonghandError {
  const names = files.map(({ name }) => name).join(", ");
  const said = problems.slice(0, 100).join("\n");
  return new LonghandError(`${names}: no row can be read.${said === "" ? "" : `\n${said}`}`, {
    code: "invalid-dataset",
    hint: "A dataset file is JSON Lines, or one JSON list of objects.",
    details: { problems },
  });
}

/** Gives ids to rows without; they depend on the content and not on the order in the file. */
function withIds(
  found: readonly Found[],
  task: BenchmarkTask,
  request: IndexRequest,
): IndexEntry[] {
  const byUser = new Map<string, Found[]>();
  for (const entry of found) {
    if (entry.id !== undefined) continue;
    const others = byUser.get(entry.userId);
    if (others === undefined) byUser.set(entry.userId, [entry]);
    else others.push(entry);
  }
  const ids = new Map<Found, string>();
  for (const [userId, entries] of byUser) {
    const start = `${task.name}-${request.setting}-${request.split}-${userHash(userId)}`;
    entries.sort((left, right) => (left.digest < right.digest ? -1 : 1));
    for (const [index, entry] of entries.entries()) ids.set(entry, `${start}-${index + 1}`);
  }
  return found.map((entry) => ({
    id: entry.id ?? (ids.get(entry) as string),
    userId: entry.userId,
    file: entry.file,
    startByte: entry.startByte,
    endByte: entry.endByte,
  }));
}
