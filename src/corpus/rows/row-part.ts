import { LonghandError } from "../../foundation/index.ts";
import type { CorpusFinding } from "../../records/index.ts";
import { rejected } from "../corpus-event.ts";
import { type FindingTally, newTally, tallyFinding } from "../tables/finding-tally.ts";
import type { ImportContext } from "../tables/import-format.ts";
import type { RowBatch, RowEvent } from "./row-event.ts";
import { type LineFile, MAX_ROW_BYTES, openLineFile, rejectedLine, rowLine } from "./row-table.ts";

/** Some dozen megabytes of rows. */
export interface Part {
  readonly rows: number;
  /** Position of its first record. */
  readonly firstOrd: number;
  readonly tally: FindingTally;
  /** Position of the next record. */
  readonly nextOrd: number;
  /** Where the reader goes on. */
  readonly mark: unknown;
  /** The sources end here. */
  readonly isLast: boolean;
  /** Folders that the sources of rows are below, each from a record on; absent if they are paths. */
  readonly bases?: readonly SourceBase[];
}

/** The folder that the sources of rows from a record on are below. */
export interface SourceBase {
  readonly fromOrd: number;
  readonly folder: string;
}

/** Rows of a part, as JSON, in UTF-16 units. */
const PART_UNITS = 32 * 1024 * 1024;

/** How a part is filled. */
export interface Filling {
  readonly batches: AsyncIterator<RowBatch>;
  readonly firstOrd: number;
  readonly context: ImportContext;
  readonly partUnits: number | undefined;
}

/**
 * Writes the next rows to `PATH.jsonl` and rejected records to `PATH.rejected.jsonl`.
 *
 * @throws LonghandError `interrupted`.
 */
export async function fillPart(path: string, filling: Filling): Promise<Part> {
  const { batches, firstOrd, context, partUnits = PART_UNITS } = filling;
  const lines = openLineFile(`${path}.jsonl`);
  const refused = openLineFile(`${path}.rejected.jsonl`);
  const open: OpenPart = {
    lines,
    refused,
    tally: newTally(),
    rows: 0,
    ord: firstOrd,
    units: 0,
    bases: [],
  };
  let mark: unknown;
  let isLast = false;
  try {
    while (!isLast && open.units < partUnits) {
      if (context.stopping?.aborted === true) throw interrupted();
      const next = await batches.next();
      isLast = next.done === true;
      if (next.done === true) break;
      mark = next.value.mark;
      noteBase(next.value, open);
      for (const event of next.value.events) await take(event, open);
    }
  } finally {
    await lines.close();
    await refused.close();
  }
  const { rows, tally, ord: nextOrd, bases } = open;
  return { rows, firstOrd, tally, nextOrd, mark, isLast, ...(bases.length > 0 ? { bases } : {}) };
}

function noteBase({ base }: RowBatch, { bases, ord }: OpenPart): void {
  if (base === undefined || bases.at(-1)?.folder === base) return;
  bases.push({ fromOrd: ord, folder: base });
}

interface OpenPart {
  readonly lines: LineFile;
  readonly refused: LineFile;
  readonly tally: FindingTally;
  rows: number;
  ord: number;
  units: number;
  readonly bases: SourceBase[];
}

async function take(event: RowEvent, part: OpenPart): Promise<void> {
  if (event.kind === "finding") {
    await note(event.finding, part);
    return;
  }
  const line = rowLine(part.ord, event.row);
  // A unit has at most three bytes.
  if (line.length * 3 > MAX_ROW_BYTES && Buffer.byteLength(line) > MAX_ROW_BYTES) {
    const message = "the document is longer than 16 MiB";
    await note(
      rejected({ reason: "too-large", message, place: event.place, id: event.row.id }).finding,
      part,
    );
    return;
  }
  await part.lines.write(line);
  part.rows += 1;
  part.units += line.length;
  part.ord += 1;
}

async function note(finding: CorpusFinding, part: OpenPart): Promise<void> {
  tallyFinding(part.tally, finding);
  const { outcome } = finding;
  if (outcome === "rejected" || outcome === "dropped") part.ord += 1;
  if (outcome === "rejected") await part.refused.write(rejectedLine(finding));
}

function interrupted(): LonghandError {
  return new LonghandError("The import was stopped; what is finished is kept.", {
    code: "interrupted",
    hint: "Start the same import again to go on from there.",
  });
}
