import { LonghandError } from "../../../foundation/index.ts";
import { openWordVectors } from "../../../models/index.ts";
import type { WritingScore } from "../../../records/index.ts";
import { unicodeWords } from "../../../text/index.ts";
import { openAutocorrelationThreads } from "../../gapelmaper/autocorrelation-threads.ts";
import { measureTexts } from "../../gapelmaper/measure-texts.ts";
import type { RunContext } from "../../run-context.ts";
import { unscored } from "./text-scores.ts";

/** Fewest words with a vector that the measure is defined for. */
const LEAST_WORDS = 20_001;
const THREADS = 2;

/** A text, and where it stands. */
export interface TextFile {
  /** Its file. */
  readonly file: string;
  /** The same text. */
  readonly text: string;
}

/**
 * GAPELMAPER of texts that are compared directly, all cut to the shortest of those that are long enough.
 * Texts below the least length are unscored, and no vectors are opened for them.
 *
 * @param texts - The texts of all arms of one brief and seed.
 * @param context - Home of the vectors, progress.
 * @param openVectors - Opens the word vectors. @defaultValue those of the home, or of an installed package
 * @returns One score per text.
 * @throws LonghandError `interrupted`.
 */
export async function measureAutocorrelation(
  texts: readonly TextFile[],
  context: RunContext,
  openVectors: typeof openWordVectors = openWordVectors,
): Promise<WritingScore[]> {
  const isLong = texts.map(({ text }) => unicodeWords(text).length >= LEAST_WORDS);
  const files = texts.filter((_, index) => isLong[index]).map(({ file }) => file);
  const long =
    files.length < 2
      ? new Map<string, WritingScore>()
      : await measured(files, context, openVectors);
  return texts.map(({ file }, index) => {
    if (isLong[index] !== true) return unscored("too-short");
    return long.get(file) ?? unscored("nothing-to-compare-with");
  });
}

async function measured(
  files: readonly string[],
  context: RunContext,
  openVectors: typeof openWordVectors,
): Promise<Map<string, WritingScore>> {
  try {
    const vectors = await openVectors({ home: context.home, onProgress: () => undefined });
    const threads = openAutocorrelationThreads(THREADS);
    try {
      const found = await measureTexts(
        { files, variants: ["longhand"], sameLength: true },
        { vectors, threads, context },
      );
      return new Map(
        found.map(({ file, record }) => [
          file,
          record.value === undefined
            ? unscored(record.reason ?? "undefined")
            : { status: "scored", value: record.value },
        ]),
      );
    } finally {
      await threads.close();
      vectors.close();
    }
  } catch (error) {
    if (!(error instanceof LonghandError) || error.code !== "vectors-missing") throw error;
    return new Map(files.map((file) => [file, unscored("no-vectors")]));
  }
}
