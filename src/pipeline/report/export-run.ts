import { join } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import {
  exportCells,
  type HubRow,
  hubCard,
  hubLine,
  itemHead,
  itemLine,
  type JunitCase,
  junitReport,
} from "../../report/index.ts";
import { writeAtomically } from "../../storage/index.ts";
import { readSummary } from "../compare/read-run-scores.ts";
import { findRunFolder, type RunFolder } from "../run/run-folder.ts";
import type { RunContext } from "../run-context.ts";
import { type RunItem, readRunItems } from "./run-items.ts";

/** Formats of the export of a run. */
export const RUN_FORMATS = ["csv", "jsonl", "markdown", "latex", "junit", "huggingface"] as const;

/** One of {@link RUN_FORMATS}. */
export type RunFormat = (typeof RUN_FORMATS)[number];

/** What to export. */
export interface ExportRunOptions {
  /** `csv` or `jsonl` of cells or texts, a table, a JUnit report, or a dataset for the hub. */
  readonly format: RunFormat;
  /** A row per text and metric instead of one per cell; `csv` and `jsonl` only. @defaultValue false */
  readonly items?: boolean;
  /** Whether the rows hold the texts. @defaultValue false */
  readonly texts?: boolean;
  /** File to write, for the hub a folder. @defaultValue none: the text is returned only */
  readonly out?: string;
}

/** An export. */
export interface ExportedRun {
  /** The text, where no file was asked for. */
  readonly text?: string;
  /** Files written. */
  readonly files: readonly string[];
}

/**
 * Exports a finished run.
 *
 * @param runName - Name or folder of the run.
 * @param options - What, and where to.
 * @param context - Where runs are.
 * @returns The text, or the files written.
 * @throws LonghandError `unknown-run`, `no-summary`, `damaged-run`; `usage` for options that do not go
 * together.
 */
export async function exportRun(
  runName: string,
  options: ExportRunOptions,
  context: RunContext,
): Promise<ExportedRun> {
  const folder = await findRunFolder(runName, context);
  const { format, out } = options;
  if (format === "huggingface") return exportToHub(folder, out);
  const pieces = await piecesOf(folder, options);
  if (out !== undefined) {
    await writeAtomically(out, pieces);
    return { files: [out] };
  }
  let text = "";
  for await (const piece of pieces) text += piece;
  return { text, files: [] };
}

async function piecesOf(
  folder: RunFolder,
  { format, items = false, texts = false }: ExportRunOptions,
): Promise<AsyncIterable<string>> {
  const summary = await readSummary(folder);
  if (format === "junit") return junitPieces(folder);
  if (!items) {
    if (texts) throw usage("--texts goes with --items.");
    return onePiece(exportCells(summary, format as Exclude<RunFormat, "junit" | "huggingface">));
  }
  if (format === "csv" || format === "jsonl") return itemPieces(folder, { format, texts });
  throw usage(`Texts are exported as csv, jsonl, junit or huggingface, got ${format}.`);
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text;
}

async function* itemPieces(
  folder: RunFolder,
  { format, texts }: { readonly format: "csv" | "jsonl"; readonly texts: boolean },
): AsyncGenerator<string> {
  yield itemHead(format);
  for await (const { scores, text } of readRunItems(folder)) {
    const own = texts && text !== undefined ? { text: text.text } : {};
    for (const score of scores) yield itemLine({ ...score, ...own }, format);
  }
}

async function* junitPieces(folder: RunFolder): AsyncGenerator<string> {
  const cases: JunitCase[] = [];
  for await (const item of readRunItems(folder)) cases.push(junitCase(item));
  yield junitReport(folder.name, cases);
}

function junitCase({ planned, status, reason, scores }: RunItem): JunitCase {
  const { cell, exampleId, repeat } = planned;
  return {
    cell,
    exampleId,
    repeat,
    status: status === "generated" ? "done" : status,
    ...(reason === undefined ? {} : { reason }),
    scores: Object.fromEntries(
      scores.flatMap(({ metric, value }) => (value === undefined ? [] : [[metric, value]])),
    ),
  };
}

async function exportToHub(folder: RunFolder, out: string | undefined): Promise<ExportedRun> {
  if (out === undefined) throw usage("A dataset for the hub is a folder: name it with --out.");
  const summary = await readSummary(folder);
  const files = [join(out, "README.md"), join(out, "data", "outputs.jsonl")] as const;
  await writeAtomically(files[0], hubCard(summary));
  await writeAtomically(files[1], hubPieces(folder));
  return { files };
}

async function* hubPieces(folder: RunFolder): AsyncGenerator<string> {
  for await (const item of readRunItems(folder)) yield hubLine(hubRow(item));
}

function hubRow({ planned, status, reason, text, scores }: RunItem): HubRow {
  return {
    example_id: planned.exampleId,
    user_id: planned.userId,
    cell: planned.cell,
    repeat: planned.repeat,
    status,
    reason: reason ?? null,
    text: text?.text ?? null,
    scores: Object.fromEntries(scores.map(({ metric, value }) => [metric, value ?? null])),
  };
}

function usage(message: string): LonghandError {
  return new LonghandError(message, { code: "usage", hint: "Add --help to see the options." });
}
