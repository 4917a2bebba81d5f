import type { CorpusFinding } from "../../records/index.ts";
import type { CutOptions } from "./cut-lines.ts";
import { type Segment, segmentBuilder } from "./segment-builder.ts";
import type { SourceFile } from "./source-files.ts";

/** A record of a source that is no JSON Lines, or what is wrong in its place. */
export type SourceValue =
  | {
      /** The record. */
      readonly value: unknown;
      /** Where it begins, from 1. */
      readonly line: number;
    }
  | {
      /** Why there is none. */
      readonly fault: Pick<CorpusFinding, "outcome" | "reason" | "message">;
      /** Where, from 1. */
      readonly line: number;
      /** The place within the line, from 1; absent if the whole record is meant. */
      readonly column?: number;
    };

/**
 * Cuts records that a reader of another layout finds into segments.
 *
 * @param source - The file.
 * @param options - Where to begin, and how records are read.
 * @param values - All records from the beginning of the source.
 * @returns The segments in order.
 */
export async function* cutValues(
  source: SourceFile,
  { format, index, from, pathOf }: CutOptions,
  values: AsyncIterable<SourceValue>,
): AsyncGenerator<Segment> {
  const builder = segmentBuilder({ file: source.path, format, index, from });
  let next = index;
  let rows = 0;
  for await (const read of values) {
    rows += 1;
    // A layout that cannot be entered in the middle is read again up to there.
    if (rows <= from.rows) continue;
    const place = { file: source.path, line: read.line };
    if ("value" in read) builder.addRecord(read.value, place, { tellsLine: true });
    else {
      const { column } = read;
      builder.note({ ...read.fault, place: column === undefined ? place : { ...place, column } });
      builder.addNothing();
    }
    if (!builder.isFull(0)) continue;
    yield await builder.finish(pathOf(next), { ...from, rows, line: read.line });
    next += 1;
  }
  if (builder.rows() > 0) {
    yield await builder.finish(pathOf(next), { ...from, rows, line: 1 });
  }
}
