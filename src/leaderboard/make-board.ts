import type {
  Board,
  BoardPart,
  BoardRow,
  ScoreDirection,
  UnrankedReason,
} from "../records/index.ts";
import {
  type BoardEntry,
  type BoardScore,
  type BoardSelection,
  chooseEntries,
  inOrder,
} from "./board-entry.ts";
import { ladderScores } from "./ladder.ts";
import { rankScore, roundedScore, UNRANKED_TEXTS } from "./rank-score.ts";
import { type Separation, separateRows } from "./separate-rows.ts";

/** What a board is made from. */
export interface BoardInput {
  /** The challenge. */
  readonly challengeId: string;
  /** The track. */
  readonly track: string;
  /** The metric that ranks. */
  readonly metric: string;
  /** Which of its scores are good. */
  readonly direction: ScoreDirection;
  /** Ids of the other metrics of the track. @defaultValue none */
  readonly otherMetrics?: readonly string[];
  /** Whose items count. */
  readonly part: BoardPart;
  /** The moment to show, in UTC milliseconds. */
  readonly asOfMs: number;
  /** Whether the board is frozen. */
  readonly frozen: boolean;
  /** Version of the references behind the scores. @defaultValue 1 */
  readonly referenceVersion?: number;
  /** Submissions of the track. */
  readonly entries: readonly BoardEntry[];
  /** Choices of the teams. @defaultValue none */
  readonly selections?: readonly BoardSelection[];
  /** Whether the best submission counts where none is selected. @defaultValue false */
  readonly bestOf?: boolean;
  /** Noise step of the ladder display, before the freeze only. @defaultValue off */
  readonly ladderStep?: number;
  /** The person behind an item. @defaultValue every item stands alone */
  readonly userOf?: (itemId: string) => string | undefined;
  /** Bootstrap resamples. @defaultValue 10,000 */
  readonly resamples?: number;
  /** Seed of every draw. @defaultValue 7 */
  readonly seed?: number;
}

/**
 * Makes the board. Pages, API, CSV and report all call this function, so that they agree.
 *
 * Scores are rounded to four decimals before they are ranked; equal ones share a rank, the earlier
 * submission first. Null, NaN, missing and failed are listed below the ranks with their reason.
 * Teams without a submission to show, and withdrawn submissions, are not shown.
 *
 * @param input - Submissions with their history, the moment, the metric.
 * @returns The board.
 *
 * @example
 * ```ts
 * import { makeBoard } from "longhand/leaderboard";
 *
 * const board = makeBoard({
 *   challengeId: "stories",
 *   track: "open",
 *   metric: "rouge-l",
 *   direction: "higher",
 *   part: "public",
 *   asOfMs: 1_700_000_000_000,
 *   frozen: false,
 *   entries: [],
 * });
 * console.log(board.lead); // none
 * ```
 */
export function makeBoard(input: BoardInput): Board {
  const isBetter = betterBy(input);
  const chosen = chooseEntries(input.entries, {
    asOfMs: input.asOfMs,
    selections: input.selections ?? [],
    ...(input.bestOf === true ? { isBetter } : {}),
  });
  const shown = input.ladderStep !== undefined && !input.frozen ? ladderScores(input) : undefined;
  const lines = chosen.map((entry) => lineOf(entry, { input, ladder: shown }));
  const ranked = rankLines(lines, input);
  const separations = separateRows(
    ranked.map(({ entry, rank }) => ({ ...itemsOf(entry, input.metric), rank })),
    separationSettings(input),
  );
  const rows = ranked.map((line, at) => rankedRow(line, separations[at]));
  const signature = ranked.map(({ entry }) => entry.scores[input.metric]?.signature).find(Boolean);
  return {
    challengeId: input.challengeId,
    track: input.track,
    metric: input.metric,
    direction: input.direction,
    ...(signature === undefined ? {} : { signature }),
    part: input.part,
    asOfMs: input.asOfMs,
    frozen: input.frozen,
    referenceVersion: input.referenceVersion ?? 1,
    ranked: rows,
    unranked: unrankedRows(lines),
    lead: leadOf(rows),
    notes: notesOf(input),
  };
}

/** A line before it has a place. */
interface Line {
  readonly entry: BoardEntry;
  readonly base: BoardRow;
  readonly score?: number;
  readonly reason?: UnrankedReason;
}

interface LineContext {
  readonly input: BoardInput;
  readonly ladder: ReadonlyMap<string, number> | undefined;
}

function lineOf(entry: BoardEntry, { input, ladder }: LineContext): Line {
  const { metric, otherMetrics = [] } = input;
  const result = rankScore(entry, metric);
  const facts = entry.scores[metric]?.facts;
  const base: BoardRow = {
    teamId: entry.teamId,
    team: entry.team,
    system: entry.system,
    submissionId: entry.submissionId,
    submittedAtMs: entry.submittedAtMs,
    others: Object.fromEntries(otherMetrics.map((id) => [id, shownScore(entry, id)])),
    ...(facts === undefined ? {} : { facts }),
    flags: entry.flags ?? [],
  };
  if ("reason" in result) {
    const { reason } = result;
    return { entry, reason, base: { ...base, reason, reasonText: UNRANKED_TEXTS[reason] } };
  }
  const { score, shown } = roundedScore(ladder?.get(entry.teamId) ?? result.score);
  return { entry, score, base: { ...base, score, shown, ...intervalOf(entry, metric) } };
}

/** The score of a metric that does not rank; empty where it would not be ranked either. */
function shownScore(entry: BoardEntry, metric: string): string {
  const result = rankScore({ ...entry, test: false }, metric);
  return "shown" in result ? result.shown : "";
}

function intervalOf(entry: BoardEntry, metric: string): Partial<BoardRow> {
  const { low, high, otherPart } = entry.scores[metric] ?? {};
  return {
    ...(low === undefined || high === undefined ? {} : { low: four(low), high: four(high) }),
    ...(otherPart === undefined ? {} : { otherPart: four(otherPart) }),
  };
}

function four(value: number): number {
  return roundedScore(value).score;
}

interface RankedLine extends Line {
  readonly score: number;
  readonly rank: number;
}

function rankLines(lines: readonly Line[], { direction }: BoardInput): RankedLine[] {
  const sign = direction === "higher" ? -1 : 1;
  const scored = lines.filter((line): line is Line & { readonly score: number } =>
    Object.hasOwn(line, "score"),
  );
  const ordered = scored.toSorted(
    (left, right) => sign * (left.score - right.score) || inOrder(left.entry, right.entry),
  );
  return ordered.map((line) => ({
    ...line,
    rank: 1 + ordered.findIndex((other) => other.score === line.score),
  }));
}

function rankedRow({ base, rank }: RankedLine, separation: Separation | undefined): BoardRow {
  const { rankLow, rankHigh, inTopGroup = true } = separation ?? {};
  return {
    ...base,
    rank,
    // An interval of ranks always holds the rank itself, which rounding may have moved.
    ...(rankLow === undefined ? {} : { rankLow: Math.min(rankLow, rank) }),
    ...(rankHigh === undefined ? {} : { rankHigh: Math.max(rankHigh, rank) }),
    inTopGroup,
  };
}

function unrankedRows(lines: readonly Line[]): BoardRow[] {
  return lines
    .filter(({ reason }) => reason !== undefined)
    .toSorted((left, right) => compareNames(left.entry, right.entry))
    .map(({ base }) => base);
}

function compareNames(left: BoardEntry, right: BoardEntry): number {
  return left.team.localeCompare(right.team, "en", { numeric: true }) || inOrder(left, right);
}

function leadOf(rows: readonly BoardRow[]): Board["lead"] {
  if (rows.length === 0) return "none";
  const top = rows.filter(({ inTopGroup }) => inTopGroup === true);
  return top.length === 1 && rows.length > 1 ? "winner" : "top-group";
}

function betterBy({
  metric,
  direction,
}: BoardInput): (left: BoardEntry, right: BoardEntry) => boolean {
  const sign = direction === "higher" ? 1 : -1;
  const signedScore = (entry: BoardEntry): number => {
    const result = rankScore({ ...entry, test: false }, metric);
    return "score" in result ? sign * result.score : Number.NEGATIVE_INFINITY;
  };
  return (left, right) => signedScore(left) > signedScore(right);
}

function itemsOf(entry: BoardEntry, metric: string): Pick<BoardScore, "items"> {
  const items = entry.scores[metric]?.items;
  return items === undefined ? {} : { items };
}

function separationSettings(input: BoardInput): Parameters<typeof separateRows>[1] {
  return {
    direction: input.direction,
    userOf: input.userOf ?? (() => undefined),
    resamples: input.resamples ?? 10_000,
    seed: input.seed ?? 7,
  };
}

function notesOf({ metric, ladderStep, frozen, part }: BoardInput): string[] {
  const notes: string[] = [];
  if (metric === "gapelmaper") {
    notes.push(
      "GAPELMAPER drifts with length and cannot see the order of chapters; at 40,000 words differences under 0.15 mean nothing. A challenge may not be decided on it alone.",
    );
  }
  if (ladderStep !== undefined && !frozen) {
    notes.push(`A shown score changes only when it improves by more than ${ladderStep}.`);
  }
  if (part === "public" && !frozen) {
    notes.push("Only the public part of the test items counts before the board is frozen.");
  }
  return notes;
}
