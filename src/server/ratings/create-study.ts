import {
  normaliseSurface,
  type PlannedStudy,
  planStudy,
  scanLeaks,
  telltaleNames,
} from "../../rating/index.ts";
import { nameKey, type RatingStudy } from "../../records/index.ts";
import { canonicalJson, sha256 } from "../../storage/index.ts";
import type { TransactionQueries } from "../database/database.ts";
import { inTransaction } from "../database/in-transaction.ts";
import { unprocessable } from "../http/refusals.ts";
import { newId, type ServerContext } from "../http/server-context.ts";
import { appendAudit } from "../people/audit-log.ts";
import type { StoredDesign } from "./open-study.ts";

/** Rows that go into one statement: both databases bound the number of values in it. */
const ROWS_AT_ONCE = 100;

/** Who makes a study, and when. */
export interface StudyMaker {
  /** The organiser. */
  readonly accountId: string;
  /** UTC milliseconds. */
  readonly atMs: number;
}

/**
 * Makes a study as a draft: plans it, scans its texts, and stores all of it, the key apart.
 *
 * @param study - The study with its texts.
 * @param maker - Who makes it.
 * @param server - Database and chance.
 * @returns Its id.
 * @throws Refusal 422 `invalid-study` with the plan's errors; 422 `unknown-challenge`.
 */
export async function createStudy(
  study: RatingStudy,
  maker: StudyMaker,
  server: ServerContext,
): Promise<string> {
  const planned = planStudy(study, (value) => sha256(canonicalJson(value)));
  const errors = planned.plan.findings.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    throw unprocessable("invalid-study", "The study has errors that have to be mended first.", {
      details: { findings: errors },
    });
  }
  const id = newId(server);
  // The ids are drawn, so that neither they nor their order tell anything about systems.
  const ids = new Map(planned.texts.map(({ text }) => [text, newId(server)]));
  await inTransaction(server.database, async (transaction) => {
    await requireChallenge(transaction, study);
    await storeStudy(transaction, { id, study, planned, ids, maker });
    await storeTexts(transaction, { id, planned, ids });
    await storeReferences(transaction, { id, study });
    await storeLeaks(transaction, { id, study, planned, ids });
    await appendAudit(transaction, {
      atMs: maker.atMs,
      actorId: maker.accountId,
      action: "study-created",
      subjectId: id,
      details: {
        planHash: planned.plan.hash,
        ...(study.challengeId === undefined ? {} : { challengeId: study.challengeId }),
        submissionIds: study.systems.flatMap(({ submission }) => submission ?? []),
      },
    });
  });
  return id;
}

async function requireChallenge(
  transaction: TransactionQueries,
  { challengeId }: RatingStudy,
): Promise<void> {
  if (challengeId === undefined) return;
  const found = await transaction
    .selectFrom("challenges")
    .select("id")
    .where("id", "=", challengeId)
    .executeTakeFirst();
  if (found !== undefined) return;
  throw unprocessable("unknown-challenge", `There is no challenge called ${challengeId}.`);
}

interface NewStudy {
  readonly id: string;
  readonly study: RatingStudy;
  readonly planned: PlannedStudy;
  readonly ids: ReadonlyMap<string, string>;
  readonly maker: StudyMaker;
}

async function storeStudy(
  transaction: TransactionQueries,
  { id, study, planned, ids, maker }: NewStudy,
): Promise<void> {
  const { kind, rows, fewestMeetings, mostMeetings } = planned.design;
  const design: StoredDesign = {
    kind,
    fewestMeetings,
    mostMeetings,
    rows: rows.map((row) => row.map(({ text, seat }) => [ids.get(text) as string, seat] as const)),
  };
  const { reference } = study;
  const definition: RatingStudy = {
    ...study,
    texts: [],
    controls: study.controls.map((control) => ({ ...control, text: "" })),
    ...(reference === undefined ? {} : { reference: { ...reference, texts: [] } }),
  };
  await transaction
    .insertInto("studies")
    .values({
      id,
      title: study.title,
      status: "draft",
      participants: study.raters.participants ? 1 : 0,
      definition: JSON.stringify(definition),
      plan: JSON.stringify(planned.plan),
      design: JSON.stringify(design),
      createdBy: maker.accountId,
      createdMs: maker.atMs,
      openedMs: null,
      closedMs: null,
      deviation: null,
      ticketHash: null,
      ticketExpiresMs: null,
      unblindReason: null,
      unblindedMs: null,
    })
    .execute();
}

async function storeTexts(
  transaction: TransactionQueries,
  { id: studyId, planned, ids }: Pick<NewStudy, "id" | "planned" | "ids">,
): Promise<void> {
  // In the order of the drawn ids: the order of the file must not stay behind in the table.
  const texts = planned.texts
    .map((text) => ({ ...text, id: ids.get(text.text) as string }))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
  for (const some of blocksOf(texts)) {
    await transaction
      .insertInto("studyTexts")
      .values(
        some.map(({ id, prompt, kind, words, wordCount }) => ({
          id,
          studyId,
          prompt,
          kind,
          words,
          wordCount,
        })),
      )
      .execute();
    await transaction
      .insertInto("studyKeys")
      .values(
        some.map(({ id, system, teams }) => ({
          textId: id,
          studyId,
          system,
          teams: JSON.stringify(teams.map(nameKey)),
        })),
      )
      .execute();
  }
}

async function storeReferences(
  transaction: TransactionQueries,
  { id: studyId, study }: Pick<NewStudy, "id" | "study">,
): Promise<void> {
  for (const some of blocksOf(study.reference?.texts ?? [])) {
    await transaction
      .insertInto("studyReferences")
      .values(
        some.map(({ prompt, text, translatedFrom = null }) => ({
          studyId,
          prompt,
          words: normaliseSurface(text),
          translatedFrom,
        })),
      )
      .execute();
  }
}

async function storeLeaks(
  transaction: TransactionQueries,
  { id: studyId, study, planned, ids }: Omit<NewStudy, "maker">,
): Promise<void> {
  const leaks = scanLeaks({
    texts: planned.texts.map(({ text, words }) => ({ text: ids.get(text) as string, words })),
    names: telltaleNames(study),
  });
  for (const some of blocksOf(leaks)) {
    await transaction
      .insertInto("studyLeaks")
      .values(
        some.map(({ id, text, kind, start, match, excerpt }) => ({
          studyId,
          id,
          textId: text,
          kind,
          start,
          found: match,
          excerpt,
          decision: null,
          note: null,
        })),
      )
      .execute();
  }
}

function blocksOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / ROWS_AT_ONCE) }, (_, block) =>
    items.slice(block * ROWS_AT_ONCE, (block + 1) * ROWS_AT_ONCE),
  );
}
