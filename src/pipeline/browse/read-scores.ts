import type { ScoreRecord, TextScore } from "../../records/index.ts";
import { type LineTable, openLineReader } from "./line-table.ts";
import type { RunFiles } from "./run-files.ts";

/** A text whose scores are wanted. */
export interface ScoredPlace {
  /** Its line in the plan. */
  readonly row: number;
  /** Id of the dataset example. */
  readonly exampleId: string;
  /** Its cell. */
  readonly cell: string;
  /** Which repeat. */
  readonly repeat: number;
}

/** Reads scores of single texts. */
export interface ScoreReader {
  /**
   * What every metric says of a text.
   *
   * @param place - The text.
   * @returns In the order of the manifest; empty where there is no text or it is not scored yet.
   */
  scoresOf(place: ScoredPlace): Promise<readonly TextScore[]>;
  /** Closes the files. */
  close(): Promise<void>;
}

/**
 * Opens the scores of a run: files with a line for each written text, in plan order.
 *
 * @param files - The run.
 * @param tables - Lines of the scores of each metric.
 * @returns The reader; close it in the end.
 */
export function openScoreReader(files: RunFiles, tables: readonly LineTable[]): ScoreReader {
  const readers = tables.map(openLineReader);
  const { index } = files;
  return {
    scoresOf: async (place) => {
      if (index.statusOf(place.row) !== "generated") return [];
      const rank = index.rankOf(place.row);
      const lines = await Promise.all(readers.map((reader) => reader.read(rank)));
      const scores = lines.map((line) => scoreOf(line, place));
      // Scores of another state of the run say nothing of this one.
      return scores.every((score) => score !== undefined) ? scores : [];
    },
    close: async () => {
      await Promise.all(readers.map((reader) => reader.close()));
    },
  };
}

type RunScore = ScoreRecord & { readonly cell?: string; readonly repeat?: number };

function scoreOf(line: string | undefined, place: ScoredPlace): TextScore | undefined {
  if (line === undefined || line === "") return undefined;
  const record = JSON.parse(line) as RunScore;
  const { exampleId, cell, repeat, metric } = record;
  if (exampleId !== place.exampleId || cell !== place.cell || repeat !== place.repeat) {
    return undefined;
  }
  if (record.status === "unscored") return { metric, status: "unscored", reason: record.reason };
  const { value, precision, recall } = record;
  return {
    metric,
    status: "scored",
    value,
    ...(precision === undefined ? {} : { precision }),
    ...(recall === undefined ? {} : { recall }),
  };
}
