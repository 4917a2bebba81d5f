import type { JournalLine } from "../../records/index.ts";

/** What the filters did to the drafts of a run. */
export interface RefusedDrafts {
  /** Drafts that were looked at. */
  readonly drafts: number;
  /** Drafts that had a fault as a whole, by fault; a draft may have several. */
  readonly refused: Readonly<Record<string, number>>;
  /** Sentences that were left out of drafts, by fault. */
  readonly cutSentences: Readonly<Record<string, number>>;
}

/**
 * Counts what was wrong with the drafts of a run, from its journal.
 *
 * @param lines - The lines of the journal.
 * @returns Counts by fault, the commonest first.
 */
export function refusedDrafts(lines: readonly Pick<JournalLine, "type" | "body">[]): RefusedDrafts {
  const refused = new Map<string, number>();
  const cut = new Map<string, number>();
  let drafts = 0;
  for (const { type, body } of lines) {
    if (type !== "candidate") continue;
    drafts += 1;
    for (const reason of (body["reasons"] ?? []) as readonly string[]) add(refused, reason, 1);
    const sentences = (body["cut"] ?? {}) as Readonly<Record<string, number>>;
    for (const [reason, count] of Object.entries(sentences)) add(cut, reason, count);
  }
  return { drafts, refused: commonestFirst(refused), cutSentences: commonestFirst(cut) };
}

function add(counts: Map<string, number>, reason: string, count: number): void {
  counts.set(reason, (counts.get(reason) ?? 0) + count);
}

function commonestFirst(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries(
    [...counts].sort(([one, left], [other, right]) => right - left || (one < other ? -1 : 1)),
  );
}

/**
 * Counts of faults as lines of text.
 *
 * @param counts - The counts.
 * @returns At most two lines; none where nothing was wrong.
 */
export function refusedDraftLines({ drafts, refused, cutSentences }: RefusedDrafts): string[] {
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([reason, count]) => `${reason} ${count}`)
      .join(", ");
  return [
    ...(Object.keys(refused).length === 0
      ? []
      : [`Drafts with a fault, of ${drafts}: ${list(refused)}.`]),
    ...(Object.keys(cutSentences).length === 0
      ? []
      : [`Sentences left out of drafts: ${list(cutSentences)}.`]),
  ];
}
