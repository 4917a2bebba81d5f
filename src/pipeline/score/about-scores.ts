import { readFile } from "node:fs/promises";
import { z } from "zod";
import { LonghandError } from "../../foundation/index.ts";
import { parseStrictJson, writeAtomically } from "../../storage/index.ts";

/** What a comparison must know of a metric. */
export interface AboutMetric {
  /** What must agree before two scores may be compared. */
  readonly signature: string;
  /** Lowest possible score. */
  readonly lowest: number;
  /** Whether more is better; absent in files of earlier versions. */
  readonly higherIsBetter?: boolean;
}

/** What a file of scores rests on: `OUT.jsonl.about.json` beside `OUT.jsonl`. */
export interface AboutScores {
  /** Format version. */
  readonly v: 1;
  /** Version of Longhand that made it. */
  readonly longhand: string;
  /** Set of rules. */
  readonly profile: string;
  /** Texts in the file. */
  readonly texts: number;
  /** Per metric what a comparison must know. */
  readonly metrics: Readonly<Record<string, AboutMetric>>;
  /** Sum of a hash of each text's id and references: equal for equal references. */
  readonly references: string;
  /** Where the references came from, if from a dataset. */
  readonly dataset?: {
    /** Content hash. */
    readonly hash: string;
    /** Which part. */
    readonly split: string;
  };
}

const aboutSchema: z.ZodType<AboutScores> = z.strictObject({
  v: z.literal(1),
  longhand: z.string(),
  profile: z.string(),
  texts: z.int().nonnegative(),
  metrics: z.record(
    z.string(),
    z.strictObject({
      signature: z.string(),
      lowest: z.number(),
      higherIsBetter: z.exactOptional(z.boolean()),
    }),
  ),
  references: z.string(),
  dataset: z.exactOptional(z.strictObject({ hash: z.string(), split: z.string() })),
});

function aboutPath(itemsFile: string): string {
  return `${itemsFile}.about.json`;
}

/**
 * Writes what a file of scores rests on.
 *
 * @param itemsFile - The file of scores.
 * @param about - What it rests on.
 */
export async function writeAbout(itemsFile: string, about: AboutScores): Promise<void> {
  await writeAtomically(aboutPath(itemsFile), `${JSON.stringify(about, null, 2)}\n`);
}

/**
 * Reads what a file of scores rests on.
 *
 * @param itemsFile - The file of scores.
 * @returns It, or `undefined` if nothing stands beside the file.
 * @throws LonghandError `invalid-scores` for a file that is something else.
 */
export async function readAbout(itemsFile: string): Promise<AboutScores | undefined> {
  const path = aboutPath(itemsFile);
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const parsed = aboutSchema.safeParse(parseStrictJson(text, { file: path, line: 1 }));
  if (parsed.success) return parsed.data;
  throw new LonghandError(`${path} does not say what scores rest on.`, {
    code: "invalid-scores",
    hint: "Score the texts again with `longhand score --per-item`.",
    details: { file: path },
  });
}
