import type {
  CorpusCounts,
  CorpusDocument,
  CorpusFinding,
  CorpusOutcome,
  CorpusReason,
  CorpusReport,
} from "../records/index.ts";
import type { CorpusEvent } from "./corpus-event.ts";

/** How a reading is followed. */
export interface FollowOptions {
  /** How many findings the report lists; the rest are counted. @defaultValue 100 */
  readonly maxListed?: number | undefined;
  /** Called for every finding, skipped records included, as it is met. */
  readonly onFinding?: ((finding: CorpusFinding) => void) | undefined;
}

/** A reading taken apart: its documents as a stream, everything else as a report. */
export interface FollowedReading {
  /** The accepted documents in order; can be read once. */
  readonly documents: AsyncGenerator<CorpusDocument>;
  /** What was found so far; complete once the documents have been read to their end. */
  report(): CorpusReport;
}

/**
 * Takes the documents out of a reading and counts the rest, so that they can be written as they
 * come while every finding is kept account of.
 *
 * @param events - A reading, for instance of {@link importCorpus}.
 * @param options - How many findings to list, and whom to tell.
 * @returns The documents and the report.
 *
 * @example
 * ```ts
 * import { findingLine, followReading, readCorpusJsonLines, writeCorpus } from "longhand/corpus";
 *
 * const reading = followReading(readCorpusJsonLines("letters.jsonl"));
 * await writeCorpus("clean.jsonl", reading.documents);
 * const { counts, findings } = reading.report();
 * for (const finding of findings) console.error(findingLine(finding));
 * console.error(`${counts.documents} documents, ${counts.rejected} rejected`);
 * ```
 */
export function followReading(
  events: AsyncIterable<CorpusEvent>,
  options: FollowOptions = {},
): FollowedReading {
  const tally = newTally(options);
  return {
    documents: documentsOf(events, tally),
    report: () => ({
      counts: { ...countsOf(tally), reasons: Object.fromEntries(tally.reasons) },
      findings: [...tally.findings],
      unlisted: tally.unlisted,
    }),
  };
}

/** A reading that has ended. */
export interface CollectedReading {
  /** The accepted documents in order. */
  readonly documents: readonly CorpusDocument[];
  /** What was found. */
  readonly report: CorpusReport;
}

/**
 * Reads to the end and keeps all documents: for a corpus that is known to be small.
 *
 * @param events - A reading.
 * @param options - How many findings to list, and whom to tell.
 * @returns The documents, and the report.
 */
export async function collectReading(
  events: AsyncIterable<CorpusEvent>,
  options: FollowOptions = {},
): Promise<CollectedReading> {
  const reading = followReading(events, options);
  const documents: CorpusDocument[] = [];
  for await (const document of reading.documents) documents.push(document);
  return { documents, report: reading.report() };
}

interface Tally {
  readonly outcomes: Map<CorpusOutcome | "document", number>;
  readonly reasons: Map<CorpusReason, number>;
  readonly findings: CorpusFinding[];
  readonly maxListed: number;
  readonly onFinding: ((finding: CorpusFinding) => void) | undefined;
  unlisted: number;
}

function newTally({ maxListed = 100, onFinding }: FollowOptions): Tally {
  return {
    outcomes: new Map(),
    reasons: new Map(),
    findings: [],
    maxListed,
    onFinding,
    unlisted: 0,
  };
}

async function* documentsOf(
  events: AsyncIterable<CorpusEvent>,
  tally: Tally,
): AsyncGenerator<CorpusDocument> {
  for await (const event of events) {
    if (event.kind === "finding") note(event.finding, tally);
    else {
      addOne(tally.outcomes, "document");
      yield event.document;
    }
  }
}

function note(finding: CorpusFinding, tally: Tally): void {
  addOne(tally.outcomes, finding.outcome);
  addOne(tally.reasons, finding.reason);
  tally.onFinding?.(finding);
  if (finding.outcome === "skipped") return;
  if (tally.findings.length < tally.maxListed) tally.findings.push(finding);
  else tally.unlisted += 1;
}

function addOne<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function countsOf({ outcomes }: Tally): Omit<CorpusCounts, "reasons"> {
  return {
    documents: outcomes.get("document") ?? 0,
    rejected: outcomes.get("rejected") ?? 0,
    dropped: outcomes.get("dropped") ?? 0,
    skipped: outcomes.get("skipped") ?? 0,
    warnings: outcomes.get("warning") ?? 0,
  };
}
