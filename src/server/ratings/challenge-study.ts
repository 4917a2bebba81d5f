import { readFile } from "node:fs/promises";
import { makeBoard } from "../../leaderboard/index.ts";
import { type RatedSubmission, studyOfChallenge } from "../../rating/index.ts";
import type {
  ChallengeStudies,
  ChallengeStudyRequest,
  RatingStudy,
  ResolvedTrack,
  StudyFinding,
  SubmittedItem,
} from "../../records/index.ts";
import { itemsOf, type StoredChallenge, trackOf } from "../challenges/challenge-store.ts";
import { readBoardData } from "../challenges/read-board.ts";
import type { Queries } from "../database/database.ts";
import { conflict, unprocessable } from "../http/refusals.ts";
import type { ServerContext } from "../http/server-context.ts";
import { submissionFiles } from "../scoring/submission-files.ts";
import type { StudyRow } from "./rating-tables.ts";
import { studySummary } from "./study-views.ts";

/** Only the order of the board is needed here, and that needs no resamples. */
const FEWEST_RESAMPLES = 1;

/**
 * Puts together the study of the best submissions of a frozen challenge.
 *
 * @param challenge - The challenge.
 * @param request - What the organiser asks for.
 * @param server - Database, files and time.
 * @returns The study with its texts.
 * @throws Refusal 409 `not-frozen`; 422 `unknown-track`, `invalid-study` with every finding.
 */
export async function challengeStudy(
  challenge: StoredChallenge,
  request: ChallengeStudyRequest,
  server: ServerContext,
): Promise<RatingStudy> {
  if (challenge.row.frozenMs === null) {
    throw conflict("not-frozen", "Freeze the board first: until then its order may change.");
  }
  const track = trackOf(challenge, request.track);
  if (track === undefined) throw unprocessable("unknown-track", "There is no such track.");
  const items = await itemsOf(server.database.query, challenge.id, track.id);
  const top = request.top ?? challenge.definition.study.systems;
  const made = studyOfChallenge({
    challenge: challenge.definition,
    track,
    items: items.filter(({ itemSet }) => itemSet === "test"),
    submissions: await bestSubmissions(challenge, { track, top }, server),
    request,
  });
  if ("study" in made) return made.study;
  throw invalidStudy(made.findings);
}

function invalidStudy(findings: readonly StudyFinding[]): ReturnType<typeof unprocessable> {
  return unprocessable("invalid-study", findings.map(({ message }) => message).join("\n"), {
    details: { findings },
  });
}

async function bestSubmissions(
  challenge: StoredChallenge,
  { track, top }: { readonly track: ResolvedTrack; readonly top: number },
  { database, clock, folders }: ServerContext,
): Promise<RatedSubmission[]> {
  const metric = track.metrics.find(({ primary }) => primary === true) ?? track.metrics[0];
  const { users, ...data } = await readBoardData(database.query, challenge, {
    track: track.id,
    metric: metric?.id ?? "",
    part: "private",
    asOfMs: clock.nowMs(),
  });
  const { ranked } = makeBoard({
    ...data,
    userOf: (itemId) => users.get(itemId),
    resamples: FEWEST_RESAMPLES,
  });
  const best: RatedSubmission[] = [];
  for (const { submissionId, team, system } of ranked.slice(0, top)) {
    const texts = await textsOf(submissionFiles(folders.data, submissionId).texts);
    best.push({ submissionId, team, system, texts });
  }
  return best;
}

async function textsOf(path: string): Promise<ReadonlyMap<string, string>> {
  const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
  return new Map(
    lines.map((line) => {
      const { itemId, text } = JSON.parse(line) as SubmittedItem;
      return [itemId, text] as const;
    }),
  );
}

/**
 * The studies of a challenge, and what can be made.
 *
 * @param query - The database.
 * @param challenge - The challenge.
 * @returns What goes out.
 */
export async function challengeStudies(
  query: Queries,
  challenge: StoredChallenge,
): Promise<ChallengeStudies> {
  const { tracks, study } = challenge.definition;
  const offers = [];
  for (const { id, title } of tracks) {
    const items = await itemsOf(query, challenge.id, id);
    const testItems = items.filter(({ itemSet }) => itemSet === "test").length;
    offers.push({ track: id, title, testItems, top: study.systems });
  }
  const rows = await studyRowsOf(query, challenge.id);
  const studies = [];
  for (const row of rows) {
    studies.push({ track: trackOfStudy(row, challenge), study: await studySummary(query, row) });
  }
  return {
    offers,
    ratersPerText: study.ratersPerText,
    dimensions: study.dimensions,
    frozen: challenge.row.frozenMs !== null,
    studies,
  };
}

/**
 * The studies of a challenge.
 *
 * @param query - The database.
 * @param challengeId - The challenge.
 * @returns Them, the newest first.
 */
export async function studyRowsOf(query: Queries, challengeId: string): Promise<StudyRow[]> {
  const rows = await query
    .selectFrom("studies")
    .selectAll()
    .orderBy("createdMs", "desc")
    .orderBy("id")
    .execute();
  return rows.filter(({ definition }) => definitionOf(definition).challengeId === challengeId);
}

function definitionOf(definition: string): Pick<RatingStudy, "challengeId" | "track"> {
  return JSON.parse(definition) as Pick<RatingStudy, "challengeId" | "track">;
}

/**
 * The track of a challenge that a study belongs to.
 *
 * @param row - The study.
 * @param challenge - Its challenge.
 * @returns The track; the first where the study names none.
 */
export function trackOfStudy(
  { definition }: Pick<StudyRow, "definition">,
  challenge: StoredChallenge,
): string {
  return definitionOf(definition).track ?? challenge.definition.tracks[0]?.id ?? "";
}
