import type { CorpusFinding, CorpusFolderCounts, CorpusReason } from "../../records/index.ts";

/** Findings of a piece of work: all counted, the first listed. */
export interface FindingTally {
  /** Records that cannot be documents. */
  rejected: number;
  /** Records left out by a rule. */
  dropped: number;
  /** Blank lines. */
  skipped: number;
  /** Oddities of records that were kept. */
  warnings: number;
  /** All findings by reason. */
  readonly reasons: Partial<Record<CorpusReason, number>>;
  /** The first findings; skipped records are counted only. */
  readonly findings: CorpusFinding[];
}

const MAX_LISTED = 100;

const COUNTERS = {
  rejected: "rejected",
  dropped: "dropped",
  skipped: "skipped",
  warning: "warnings",
} as const;

/** A tally of nothing. */
export function newTally(): FindingTally {
  return { rejected: 0, dropped: 0, skipped: 0, warnings: 0, reasons: {}, findings: [] };
}

/** Counts a finding, and lists it if there is room. */
export function tallyFinding(tally: FindingTally, finding: CorpusFinding): void {
  tally[COUNTERS[finding.outcome]] += 1;
  tally.reasons[finding.reason] = (tally.reasons[finding.reason] ?? 0) + 1;
  if (finding.outcome !== "skipped" && tally.findings.length < MAX_LISTED) {
    tally.findings.push(finding);
  }
}

/** Adds what a part found to the whole. */
export function addTally(whole: FindingTally, part: FindingTally): void {
  for (const counter of Object.values(COUNTERS)) whole[counter] += part[counter];
  for (const [reason, count] of Object.entries(part.reasons)) {
    const name = reason as CorpusReason;
    whole.reasons[name] = (whole.reasons[name] ?? 0) + count;
  }
  whole.findings.push(...part.findings.slice(0, MAX_LISTED - whole.findings.length));
}

/** The counts of a card. */
export function countsOf(
  tally: FindingTally,
  rows: { readonly documents: number; readonly products?: number },
): CorpusFolderCounts {
  const { rejected, dropped, skipped, warnings, reasons } = tally;
  const inOrder = Object.entries(reasons).sort(([left], [right]) => (left < right ? -1 : 1));
  return {
    ...rows,
    rejected,
    dropped,
    skipped,
    warnings,
    reasons: Object.fromEntries(inOrder),
  };
}
