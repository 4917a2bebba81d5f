import { LONGHAND_VERSION } from "../../pipeline/doors/context.ts";
import type {
  ArchivedAudit,
  ArchivedParticipant,
  ArchivedTerms,
  Board,
  BoardPart,
  ChallengeDateName,
  DateChange,
  ReportableArchive,
  SignedDeviation,
  SubmissionMeta,
} from "../../records/index.ts";
import type { BoardKeeper } from "../challenges/board-keeper.ts";
import { itemsOf, type StoredChallenge } from "../challenges/challenge-store.ts";
import { readFlags } from "../challenges/read-queue.ts";
import { scoresVersionsOf } from "../challenges/read-versions.ts";
import type { Queries } from "../database/database.ts";
import type { ServerContext } from "../http/server-context.ts";
import { studyRowsOf } from "../ratings/challenge-study.ts";
import type { StudyRow } from "../ratings/rating-tables.ts";
import { type ArchivedStudyShelf, archivedStudy } from "./archive-study.ts";

/** What archives are read with. */
export interface ArchiveTools {
  /** Makes boards. */
  readonly keeper: BoardKeeper;
  /** Studies that were archived before. */
  readonly studies: ArchivedStudyShelf;
  /** Boards that were made before, by challenge. */
  readonly boards: ArchivedBoardShelf;
}

/** Boards of challenges as they were archived last, and by what it can be told that they have changed. */
export type ArchivedBoardShelf = Map<
  string,
  { readonly version: string; readonly boards: Promise<readonly Board[]> }
>;

/** An archive but for what takes most of its bytes. */
export interface ReadArchive {
  /** What the report is made from. */
  readonly archive: ReportableArchive;
  /** Parts of the test items that may be told of. */
  readonly parts: readonly BoardPart[];
}

/**
 * What a final report of a challenge still waits for.
 *
 * @param query - The database.
 * @param challenge - The challenge.
 * @returns Sentences; none if nothing is missing.
 */
export async function missingForReport(
  query: Queries,
  challenge: StoredChallenge,
): Promise<string[]> {
  const { frozenMs, publishedMs } = challenge.row;
  const studies = await studyRowsOf(query, challenge.id);
  return [
    ...(frozenMs === null ? ["The boards are not frozen."] : []),
    ...studies.toReversed().flatMap(({ title, status }) => {
      // Whoever publishes results without a study that never opened has signed for it.
      if (status === "draft") {
        return publishedMs === null ? [`The rating study “${title}” has not been opened.`] : [];
      }
      if (status === "open") return [`The rating study “${title}” is still open.`];
      return status === "closed" ? [`The key of the rating study “${title}” is not open.`] : [];
    }),
    ...(publishedMs === null ? ["The results are not published."] : []),
  ];
}

/**
 * Reads everything that the report of a challenge is made from. Once nothing is missing, the same state
 * of the database gives the same archive.
 *
 * @param server - Database, time and address.
 * @param challenge - The challenge.
 * @param tools - Boards and studies.
 * @returns The archive.
 */
export async function readArchive(
  server: ServerContext,
  challenge: StoredChallenge,
  tools: ArchiveTools,
): Promise<ReadArchive> {
  const { query } = server.database;
  const { id, row } = challenge;
  const missing = await missingForReport(query, challenge);
  const studyRows = await studyRowsOf(query, id);
  const audit = await auditOf(query, [id, ...studyRows.map((study) => study.id)]);
  const isFinal = missing.length === 0;
  const madeAtMs = isFinal
    ? await lastChangeMs(query, challenge, audit.atMs)
    : server.clock.nowMs();
  const parts: readonly BoardPart[] = row.frozenMs === null ? ["public"] : ["public", "private"];
  const boards = await boardsOf(server, { challenge, asOfMs: madeAtMs, parts }, tools);
  const participants = await participantsOf(query, challenge, boards);
  return {
    parts,
    archive: {
      kind: "longhand-challenge-archive",
      version: 1,
      codeVersion: LONGHAND_VERSION,
      ...addressOf(server, id),
      madeAtMs,
      state: isFinal ? "final" : "preliminary",
      missing,
      ...(await courseOf(query, challenge)),
      participants,
      boards,
      flags: (await readFlags(query, id, Number.MAX_SAFE_INTEGER)).toReversed(),
      studies: await studiesOf(query, studyRows, tools.studies),
      limits: [],
      texts: await permittedTexts(query, challenge, participants),
      audit: audit.end,
    },
  };
}

/** The challenge as it was announced, and what became of its dates and terms. */
async function courseOf(
  query: Queries,
  { id, definition, schedule, row }: StoredChallenge,
): Promise<
  Pick<
    ReportableArchive,
    | "challenge"
    | "firstSchedule"
    | "dateChanges"
    | "frozenAtMs"
    | "publishedAtMs"
    | "deviations"
    | "terms"
  >
> {
  return {
    challenge: { ...definition, schedule },
    firstSchedule: definition.schedule,
    dateChanges: await dateChangesOf(query, id),
    ...(row.frozenMs === null ? {} : { frozenAtMs: row.frozenMs }),
    ...(row.publishedMs === null ? {} : { publishedAtMs: row.publishedMs }),
    deviations: await deviationsOf(query, id),
    terms: await termsOf(query, id),
  };
}

function addressOf({ config }: ServerContext, id: string): Pick<ReportableArchive, "address"> {
  const [origin = ""] = config.origins;
  return origin.startsWith("https://") ? { address: `${origin}/challenges/${id}` } : {};
}

async function auditOf(
  query: Queries,
  subjects: readonly string[],
): Promise<{ readonly atMs: number; readonly end: ArchivedAudit }> {
  const line = await query
    .selectFrom("auditLog")
    .select(["sequence", "hash", "atMs"])
    .where("subjectId", "in", subjects)
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
  return {
    atMs: line?.atMs ?? 0,
    end: { lines: line?.sequence ?? 0, head: line?.hash ?? "0".repeat(64) },
  };
}

/** When something that the report shows changed last. */
async function lastChangeMs(
  query: Queries,
  challenge: StoredChallenge,
  auditMs: number,
): Promise<number> {
  const { activatedMs } = await scoresVersionsOf(query, challenge);
  const { finalMs } = await query
    .selectFrom("submissions")
    .select(({ fn }) => fn.max("finalMs").as("finalMs"))
    .where("challengeId", "=", challenge.id)
    .executeTakeFirstOrThrow();
  return Math.max(challenge.row.publishedMs ?? 0, auditMs, activatedMs, finalMs ?? 0);
}

interface BoardQuestion {
  readonly challenge: StoredChallenge;
  readonly asOfMs: number;
  readonly parts: readonly BoardPart[];
}

/** All boards of all tracks. A frozen board is dated by its freeze, as pages date it. */
async function boardsOf(
  { database: { query } }: ServerContext,
  { challenge, asOfMs, parts }: BoardQuestion,
  { keeper, boards: shelf }: ArchiveTools,
): Promise<Board[]> {
  const { id, definition, row } = challenge;
  const { activatedMs } = await scoresVersionsOf(query, challenge);
  const version = JSON.stringify([row.boardVersion, row.activeVersion, parts]);
  const known = shelf.get(id);
  const made =
    known?.version === version
      ? known.boards
      : inTurn(
          definition.tracks.flatMap(({ id: track, metrics }) =>
            metrics.flatMap(({ id: metric }) => parts.map((part) => ({ track, metric, part }))),
          ),
          (choice) => keeper.past(challenge, { ...choice, asOfMs }),
        );
  shelf.set(id, { version, boards: made });
  made.catch(() => shelf.delete(id));
  const dateMs = row.frozenMs === null ? asOfMs : Math.max(row.frozenMs, activatedMs);
  return (await made).map((board) => ({ ...board, asOfMs: dateMs }));
}

async function inTurn<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const item of items) made.push(await make(item));
  return made;
}

/** The submissions that stand for their teams on the board that ranks a track. */
async function participantsOf(
  query: Queries,
  { id, definition }: StoredChallenge,
  boards: readonly Board[],
): Promise<ArchivedParticipant[]> {
  const ranking = definition.tracks.flatMap(({ id: track, metrics }) => {
    const metric = (metrics.find(({ primary }) => primary === true) ?? metrics[0])?.id;
    return boards.findLast((board) => board.track === track && board.metric === metric) ?? [];
  });
  const lines = ranking.flatMap(({ track, ranked, unranked }) =>
    [...ranked, ...unranked].map((row) => ({ track, row })),
  );
  return await inTurn(lines, async ({ track, row }) => {
    const { submissionId, team, system, submittedAtMs, reason } = row;
    return {
      team,
      system,
      track,
      submissionId,
      submittedAtMs,
      ...(reason === "test-team" ? { isTest: true } : {}),
      ...(await declarationOf(query, id, submissionId)),
    };
  });
}

/** What was declared about a submission, and which terms its sender accepted last. */
async function declarationOf(
  query: Queries,
  challengeId: string,
  submissionId: string,
): Promise<Pick<ArchivedParticipant, "declaration" | "codeUrl" | "termsVersion" | "textLicence">> {
  const { meta, termsVersion } = await query
    .selectFrom("submissions")
    .leftJoin("registrations", (join) =>
      join
        .onRef("registrations.accountId", "=", "submissions.submittedBy")
        .on("registrations.challengeId", "=", challengeId),
    )
    .select(["submissions.meta", "registrations.termsVersion"])
    .where("submissions.id", "=", submissionId)
    .executeTakeFirstOrThrow();
  const {
    declaration = {},
    codeUrl,
    textLicence,
  } = JSON.parse(meta ?? "{}") as Partial<SubmissionMeta>;
  return {
    declaration,
    ...(codeUrl === undefined ? {} : { codeUrl }),
    ...(termsVersion === null ? {} : { termsVersion }),
    ...(textLicence === undefined ? {} : { textLicence }),
  };
}

/** Which texts may be passed on, item by item. */
async function permittedTexts(
  query: Queries,
  { id }: StoredChallenge,
  participants: readonly ArchivedParticipant[],
): Promise<ReportableArchive["texts"]> {
  const texts: { submissionId: string; itemId: string; permission: string }[] = [];
  for (const { submissionId, track, textLicence } of participants) {
    if (textLicence === undefined) continue;
    const items = await itemsOf(query, id, track);
    for (const { itemId, itemSet } of items) {
      if (itemSet === "test") texts.push({ submissionId, itemId, permission: textLicence });
    }
  }
  return texts;
}

async function studiesOf(
  query: Queries,
  rows: readonly StudyRow[],
  shelf: ArchivedStudyShelf,
): Promise<ReportableArchive["studies"]> {
  const open = rows.filter(({ status }) => status === "unblinded");
  const inOrder = open.toSorted(
    (left, right) => (left.openedMs ?? 0) - (right.openedMs ?? 0) || (left.id < right.id ? -1 : 1),
  );
  return await inTurn(inOrder, (row) => archivedStudy(query, row, shelf));
}

async function termsOf(query: Queries, challengeId: string): Promise<ArchivedTerms[]> {
  const rows = await query
    .selectFrom("termsVersions")
    .select(["version", "createdMs", "text"])
    .where("challengeId", "=", challengeId)
    .orderBy("createdMs")
    .execute();
  return rows.map(({ version, createdMs, text }) => ({ version, sinceMs: createdMs, text }));
}

async function dateChangesOf(query: Queries, challengeId: string): Promise<DateChange[]> {
  const rows = await query
    .selectFrom("dateChanges")
    .selectAll()
    .where("challengeId", "=", challengeId)
    .orderBy("changedMs")
    .orderBy("name")
    .execute();
  return rows.map(({ name, oldMs, newMs, reason, changedMs }) => ({
    name: name as ChallengeDateName,
    oldMs,
    newMs,
    reason,
    changedAtMs: changedMs,
  }));
}

async function deviationsOf(query: Queries, challengeId: string): Promise<SignedDeviation[]> {
  const rows = await query
    .selectFrom("deviations")
    .selectAll()
    .where("challengeId", "=", challengeId)
    .orderBy("signedMs")
    .orderBy("id")
    .execute();
  return rows.map(({ act, reason, signedMs }) => ({
    act: act as SignedDeviation["act"],
    reason,
    signedAtMs: signedMs,
  }));
}
