import { z } from "zod";
import { LonghandError } from "../../foundation/index.ts";
import type { RunSummary } from "../../records/index.ts";
import { escapeMarkdown } from "./escape-markdown.ts";
import { parsedJson } from "./export-items.ts";
import { jsonLine } from "./json-line.ts";
import { markdownCells } from "./markdown-cells.ts";

/** A planned text as a flat row of a dataset for the Hugging Face hub: every row has the same columns. */
export interface HubRow {
  /** Id of the dataset example. */
  readonly example_id: string;
  /** Whose text it should have been. */
  readonly user_id: string;
  /** Cell of the grid. */
  readonly cell: string;
  /** Which repeat, from 0. */
  readonly repeat: number;
  /** `generated`, `failed` or `pending`. */
  readonly status: "generated" | "failed" | "pending";
  /** Why there is no text; `null` if there is one. */
  readonly reason: string | null;
  /** The text; `null` if there is none. */
  readonly text: string | null;
  /** Score by metric, one per metric of the run; `null` where it could not be computed. */
  readonly scores: Readonly<Record<string, number | null>>;
}

const hubRowSchema: z.ZodType<HubRow> = z.strictObject({
  example_id: z.string(),
  user_id: z.string(),
  cell: z.string(),
  repeat: z.int().nonnegative(),
  status: z.enum(["generated", "failed", "pending"]),
  reason: z.nullable(z.string()),
  text: z.nullable(z.string()),
  scores: z.record(z.string(), z.nullable(z.number())),
});

/** What the name of a column of scores begins with. */
const SCORE = "score_";

/**
 * A row as a line of `data/outputs.jsonl`: flat, each score a column of its own.
 *
 * @param row - The row.
 * @returns The line with its line break.
 */
export function hubLine({ scores, ...row }: HubRow): string {
  const columns = Object.entries(scores).map(([metric, value]) => [`${SCORE}${metric}`, value]);
  return jsonLine({ ...row, ...Object.fromEntries(columns) });
}

/**
 * Reads `data/outputs.jsonl` back.
 *
 * @param source - The whole file.
 * @returns The rows, equal to those that were exported.
 * @throws LonghandError `invalid-record` with the line.
 */
export function importHubRows(source: string): HubRow[] {
  return source.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const parsed = hubRowSchema.safeParse(nested(parsedJson(line, index + 1)));
    if (parsed.success) return [parsed.data];
    throw new LonghandError(`Line ${index + 1} is not a row: ${z.prettifyError(parsed.error)}`, {
      code: "invalid-record",
      hint: "Only files that the export wrote can be read back.",
      cause: parsed.error,
    });
  });
}

function nested(line: unknown): unknown {
  if (typeof line !== "object" || line === null) return line;
  const entries = Object.entries(line);
  const isScore = ([name]: readonly [string, unknown]): boolean => name.startsWith(SCORE);
  const scores = entries.filter(isScore).map(([name, value]) => [name.slice(SCORE.length), value]);
  return {
    ...Object.fromEntries(entries.filter((entry) => !isScore(entry))),
    scores: Object.fromEntries(scores),
  };
}

/**
 * The card of the dataset, `README.md`: its configuration, and what the run came to. The people's
 * own texts are not part of it.
 *
 * @param summary - The run.
 * @returns Markdown with a YAML head.
 */
export function hubCard(summary: RunSummary): string {
  const { dataset } = summary;
  return [
    "---",
    `pretty_name: ${JSON.stringify(`Texts of ${summary.name}`)}`,
    "tags:",
    "  - longhand",
    "  - generated-text",
    "configs:",
    "  - config_name: outputs",
    "    default: true",
    "    data_files:",
    `      - split: ${dataset.split}`,
    "        path: data/outputs.jsonl",
    "---",
    "",
    `# Texts of ${escapeMarkdown(summary.name)}`,
    "",
    `Generated texts for the ${dataset.split} split of ${escapeMarkdown(dataset.name)} (task ${escapeMarkdown(dataset.task)}, setting ${escapeMarkdown(dataset.setting)}), one row per planned text and setting. What people wrote themselves is not included: join it by \`example_id\`.`,
    "",
    markdownCells(summary),
  ].join("\n");
}
