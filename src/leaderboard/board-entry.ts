import type { SubmissionState } from "../records/index.ts";

/** What a metric came to for a submission, on the part that the board shows. */
export interface BoardScore {
  /** The mean; anything but a finite number is never ranked. */
  readonly value?: unknown;
  /** Lower end of the 95 % interval. */
  readonly low?: number;
  /** Upper end. */
  readonly high?: number;
  /** The settings behind the number. */
  readonly signature?: string;
  /** Scores by item, for rank intervals and the top group; may be left out. */
  readonly items?: ReadonlyMap<string, number>;
  /** The mean on the other part. */
  readonly otherPart?: number;
  /** What the metric says beside its number. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Whether the metric itself says that the number may not be ranked. */
  readonly indicative?: boolean;
}

/** A submission with its history, as the board reads it. */
export interface BoardEntry {
  /** Opaque id of the team. */
  readonly teamId: string;
  /** Name of the team. */
  readonly team: string;
  /** Whether it is an organisers' test team. @defaultValue false */
  readonly test?: boolean;
  /** Whether the team has accepted terms. @defaultValue true */
  readonly termsAccepted?: boolean;
  /** Name of the system. */
  readonly system: string;
  /** Opaque id. */
  readonly submissionId: string;
  /** When it was received, in UTC milliseconds. */
  readonly submittedAtMs: number;
  /** Its state now. */
  readonly status: SubmissionState;
  /** When it was scored or failed, in UTC milliseconds. @defaultValue at once */
  readonly finalAtMs?: number;
  /** When it was withdrawn, in UTC milliseconds. */
  readonly withdrawnAtMs?: number;
  /** Whether items are missing. @defaultValue false */
  readonly partial?: boolean;
  /** Scores by metric id. */
  readonly scores: Readonly<Record<string, BoardScore | undefined>>;
  /** Kinds of flags. @defaultValue none */
  readonly flags?: readonly string[];
}

/** A team's choice. */
export interface BoardSelection {
  /** The team. */
  readonly teamId: string;
  /** What it chose. */
  readonly submissionId: string;
  /** When, in UTC milliseconds. */
  readonly selectedAtMs: number;
}

/** What decides which submission stands for a team. */
export interface ChoiceRules {
  /** The moment to show, in UTC milliseconds. */
  readonly asOfMs: number;
  /** Choices of all teams. */
  readonly selections: readonly BoardSelection[];
  /** Tells whether one score is better; given where the best counts instead of the latest. */
  readonly isBetter?: (left: BoardEntry, right: BoardEntry) => boolean;
}

/**
 * The submission that stands for each team: the selected one; before any selection the latest scored
 * one, or the best where the challenge says so. Only a team without either is stood for by a failed
 * one. Whatever came or changed after the moment does not count.
 *
 * @param entries - Submissions of one track.
 * @param rules - Moment, selections, best or latest.
 * @returns One entry per team that has any to show, each in its state at the moment.
 */
export function chooseEntries(
  entries: readonly BoardEntry[],
  { asOfMs, selections, isBetter }: ChoiceRules,
): BoardEntry[] {
  const known = entries
    .filter((entry) => entry.submittedAtMs <= asOfMs)
    .map((entry) => ({ ...entry, status: statusAt(entry, asOfMs) }))
    .filter((entry) => entry.status === "scored" || entry.status === "failed");
  const chosen: BoardEntry[] = [];
  for (const [teamId, own] of byTeam(known)) {
    const scored = own.filter((entry) => entry.status === "scored");
    const picked = selectionAt(selections, teamId, asOfMs);
    const selected = scored.find((entry) => entry.submissionId === picked);
    const best = isBetter === undefined ? latest(scored) : bestOf(scored, isBetter);
    const entry = selected ?? best ?? latest(own);
    if (entry !== undefined) chosen.push(entry);
  }
  return chosen;
}

/** The state that a submission had at a moment. */
function statusAt(entry: BoardEntry, asOfMs: number): SubmissionState {
  const { status, withdrawnAtMs, finalAtMs } = entry;
  if (status === "withdrawn") {
    if (withdrawnAtMs === undefined || withdrawnAtMs <= asOfMs) return "withdrawn";
    // Only a scored submission can be withdrawn.
    return finalAtMs === undefined || finalAtMs <= asOfMs ? "scored" : "queued";
  }
  return finalAtMs !== undefined && finalAtMs > asOfMs ? "queued" : status;
}

function selectionAt(
  selections: readonly BoardSelection[],
  teamId: string,
  asOfMs: number,
): string | undefined {
  const own = selections.filter(
    (selection) => selection.teamId === teamId && selection.selectedAtMs <= asOfMs,
  );
  own.sort((left, right) => left.selectedAtMs - right.selectedAtMs);
  return own.at(-1)?.submissionId;
}

function byTeam(entries: readonly BoardEntry[]): ReadonlyMap<string, BoardEntry[]> {
  const teams = new Map<string, BoardEntry[]>();
  for (const entry of entries) {
    const own = teams.get(entry.teamId);
    if (own === undefined) teams.set(entry.teamId, [entry]);
    else own.push(entry);
  }
  return teams;
}

function latest(entries: readonly BoardEntry[]): BoardEntry | undefined {
  return entries.toSorted(inOrder).at(-1);
}

function bestOf(
  entries: readonly BoardEntry[],
  isBetter: (left: BoardEntry, right: BoardEntry) => boolean,
): BoardEntry | undefined {
  let best: BoardEntry | undefined;
  for (const entry of entries.toSorted(inOrder)) {
    if (best === undefined || isBetter(entry, best)) best = entry;
  }
  return best;
}

/** Earlier submissions first; ids decide between two of one millisecond. */
export function inOrder(left: BoardEntry, right: BoardEntry): number {
  return (
    left.submittedAtMs - right.submittedAtMs || (left.submissionId < right.submissionId ? -1 : 1)
  );
}
