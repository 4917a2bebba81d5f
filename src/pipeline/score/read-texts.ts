import { createReadStream } from "node:fs";
import { CsvError, parse } from "csv-parse";
import type { Dataset } from "../../dataset/index.ts";
import { openDataset } from "../../dataset/index.ts";
import { LonghandError } from "../../foundation/index.ts";
import type { Split } from "../../records/index.ts";
import { fileError, readJsonLines } from "../../storage/index.ts";
import { comparableId } from "../../text/index.ts";
import { type LineFault, type TextToScore, textToScore } from "./text-to-score.ts";

/** Where finished texts and their references are. */
export interface TextSource {
  /** JSON Lines, or CSV with a header row (by its ending). */
  readonly file: string;
  /** A dataset that holds the references, for lines `{exampleId, text}`; absent if the lines hold them. */
  readonly dataset?: string;
  /** Which part of the dataset. @defaultValue the only one there is */
  readonly split?: Split;
}

/** Faults that are listed in one message. */
const MAX_LISTED = 100;

/**
 * Reads finished texts one by one.
 *
 * @param source - The file, and the dataset if there is one.
 * @returns The texts; with a dataset also one, without prediction, for each example that has no line.
 * @throws LonghandError `invalid-texts` at the end, listing every bad line.
 */
export async function* readTexts(source: TextSource): AsyncGenerator<TextToScore> {
  const references = await openReferences(source);
  const faults = new FaultList();
  const seen = new Set<string>();
  for await (const record of readRecords(source.file)) {
    const text = await checkedText(record, { seen, references });
    if ("problem" in text) faults.add(`${source.file}:${record.line}: ${text.problem}`);
    else yield text;
  }
  faults.throwIfAny(source.file);
  for (const id of references?.ids() ?? []) {
    if (!seen.has(id)) yield { id, prediction: undefined, references: [], fault: "no-output" };
  }
}

interface Known {
  readonly seen: Set<string>;
  readonly references: ReferenceSource | undefined;
}

async function checkedText(
  { value, problem }: RawRecord,
  { seen, references }: Known,
): Promise<TextToScore | LineFault> {
  if (problem !== undefined) return { problem };
  const text = textToScore(value);
  if ("problem" in text) return text;
  if (seen.has(text.id)) return { problem: `the id ${text.id} stands twice` };
  seen.add(text.id);
  const whole = await withReferences(text, references);
  return whole ?? { problem: `the dataset has no example ${text.id}` };
}

class FaultList {
  readonly #listed: string[] = [];
  #count = 0;

  add(message: string): void {
    this.#count += 1;
    if (this.#listed.length < MAX_LISTED) this.#listed.push(message);
  }

  throwIfAny(file: string): void {
    if (this.#count === 0) return;
    const more = this.#count - this.#listed.length;
    const rest = more > 0 ? `\nand ${more} more` : "";
    throw new LonghandError(
      `${file} has ${this.#count} bad ${this.#count === 1 ? "line" : "lines"}; nothing was scored.\n${this.#listed.join("\n")}${rest}`,
      {
        code: "invalid-texts",
        hint: 'Each line is {"id", "prediction", "reference"}, or {"exampleId", "text"} with --dataset.',
        details: { file, problems: this.#listed, count: this.#count },
      },
    );
  }
}

interface ReferenceSource {
  find(id: string): Promise<string | undefined>;
  ids(): Iterable<string>;
}

async function openReferences({
  dataset: path,
  split,
}: TextSource): Promise<ReferenceSource | undefined> {
  if (path === undefined) return undefined;
  const dataset: Dataset = await openDataset(path, split === undefined ? {} : { split });
  const places = new Map(dataset.entries.map(({ id }, place) => [comparableId(id), place]));
  return {
    find: async (id) => {
      const place = places.get(id);
      return place === undefined ? undefined : (await dataset.readAt(place)).output;
    },
    ids: () => places.keys(),
  };
}

async function withReferences(
  text: TextToScore,
  source: ReferenceSource | undefined,
): Promise<TextToScore | undefined> {
  if (source === undefined) {
    const missing = text.fault === undefined && text.references.length === 0;
    return missing ? { ...text, fault: "no-reference" } : text;
  }
  const reference = await source.find(text.id);
  return reference === undefined ? undefined : { ...text, references: [reference] };
}

interface RawRecord {
  readonly value: unknown;
  readonly line: number;
  readonly problem?: string;
}

function readRecords(file: string): AsyncGenerator<RawRecord> {
  return /\.csv$/i.test(file) ? readCsvRecords(file) : readJsonRecords(file);
}

async function* readJsonRecords(file: string): AsyncGenerator<RawRecord> {
  for await (const line of readJsonLines(file)) {
    if (line.status === "value") yield { value: line.value, line: line.line.line };
    else if (line.status === "bad") {
      const problem = line.error.message.replace(`${file}:${line.line.line}:`, "column ");
      yield { value: undefined, line: line.line.line, problem };
    }
  }
}

async function* readCsvRecords(file: string): AsyncGenerator<RawRecord> {
  const parser = createReadStream(file)
    .on("error", (cause) => parser.destroy(fileError(file, cause)))
    .pipe(parse({ bom: true, columns: true, info: true, skip_empty_lines: true }));
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: unknown;
      info: { lines: number };
    }>) {
      yield { value: record, line: info.lines };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield { value: undefined, line: Number(error["lines"] ?? 0), problem: error.message };
  }
}
