import type {
  ArchivedBoardInput,
  ArchivedMetricScore,
  Board,
  BoardPart,
  ChallengeArchive,
} from "../../records/index.ts";
import type { BoardEntry, BoardScore } from "../board-entry.ts";
import { makeBoard } from "../make-board.ts";

/**
 * Makes a board of an archive again from the scores in the archive, by the function that made it.
 *
 * @param archive - The challenge and what its boards were made from.
 * @param board - The board as the archive has it: which one is meant.
 * @returns The board; `undefined` if the archive does not hold what it was made from.
 */
export function remakeBoard(
  { challenge, boardInputs }: Pick<ChallengeArchive, "challenge" | "boardInputs">,
  board: Board,
): Board | undefined {
  const { track, metric, part } = board;
  const input = boardInputs.find((one) => one.track === track);
  const metrics = challenge.tracks.find(({ id }) => id === track)?.metrics ?? [];
  const ranking = metrics.find(({ id }) => id === metric);
  if (input === undefined || ranking === undefined) return undefined;
  const { bestOf, ladderStep } = challenge.display;
  const persons = new Map(input.items.map(({ itemId, person }) => [itemId, person]));
  const made = makeBoard({
    challengeId: challenge.id,
    track,
    metric,
    direction: ranking.direction,
    otherMetrics: metrics.map(({ id }) => id).filter((id) => id !== metric),
    part,
    asOfMs: input.asOfMs,
    frozen: input.frozen,
    referenceVersion: input.referenceVersion,
    entries: entriesOf(input, { metric, part }),
    selections: input.selections,
    bestOf,
    ...(ladderStep === undefined ? {} : { ladderStep }),
    userOf: (itemId) => persons.get(itemId),
  });
  // A frozen board is dated by its freeze; nothing that it shows has changed since.
  return { ...made, asOfMs: board.asOfMs };
}

interface WantedBoard {
  readonly metric: string;
  readonly part: BoardPart;
}

function entriesOf(input: ArchivedBoardInput, wanted: WantedBoard): BoardEntry[] {
  const parts = new Map(input.items.map(({ itemId, part }) => [itemId, part]));
  return input.submissions.map((one) => ({
    teamId: one.teamId,
    team: one.team,
    test: one.isTest === true,
    system: one.system,
    submissionId: one.submissionId,
    submittedAtMs: one.submittedAtMs,
    status: one.status,
    ...(one.finalAtMs === undefined ? {} : { finalAtMs: one.finalAtMs }),
    ...(one.withdrawnAtMs === undefined ? {} : { withdrawnAtMs: one.withdrawnAtMs }),
    scores: Object.fromEntries(
      Object.entries(one.scores).map(([id, score]) => [
        id,
        scoreOf(score, { part: wanted.part, parts, withItems: id === wanted.metric }),
      ]),
    ),
    flags: one.flags,
  }));
}

interface ScorePlace {
  readonly part: BoardPart;
  readonly parts: ReadonlyMap<string, BoardPart>;
  readonly withItems: boolean;
}

function scoreOf(score: ArchivedMetricScore, { part, parts, withItems }: ScorePlace): BoardScore {
  const own = score[part];
  const other = part === "private" ? score.public : undefined;
  const items = withItems ? (score.items ?? []) : [];
  return {
    signature: score.signature,
    value: own?.value ?? null,
    ...(own?.low === undefined ? {} : { low: own.low }),
    ...(own?.high === undefined ? {} : { high: own.high }),
    ...(other?.value === undefined ? {} : { otherPart: other.value }),
    items: new Map(
      items.flatMap(([itemId, value]) =>
        value !== null && parts.get(itemId) === part ? [[itemId, value] as const] : [],
      ),
    ),
    ...(score.facts === undefined ? {} : { facts: score.facts }),
  };
}
