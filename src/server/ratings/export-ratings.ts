import { type RatingExport, writeRatings } from "../../rating/index.ts";
import {
  type AnswerLine,
  type RaterLine,
  type RatingPlan,
  type ReadingLine,
  studyDimensions,
} from "../../records/index.ts";
import type { Queries } from "../database/database.ts";
import { answerOf } from "./answer-lease.ts";
import type { FixedStudy } from "./open-study.ts";
import type { StudyAnswerHistoryRow, StudyRaterRow, StudyRow } from "./rating-tables.ts";

/**
 * All ratings of a study with their histories, by pseudonyms and blinded texts; who wrote which text
 * is not among them.
 *
 * @param query - The database.
 * @param row - The study.
 * @param study - What of it never changes.
 * @returns The export.
 */
export async function exportOf(
  query: Queries,
  row: StudyRow,
  study: FixedStudy,
): Promise<RatingExport> {
  const plan = JSON.parse(row.plan) as RatingPlan;
  const texts = await query
    .selectFrom("studyTexts")
    .select(["id", "prompt", "wordCount", "kind"])
    .where("studyId", "=", row.id)
    .orderBy("id")
    .execute();
  const raters = await query
    .selectFrom("studyRaters")
    .select(["rater", "languageLevel", "training", "survey"])
    .where("studyId", "=", row.id)
    .execute();
  const leases = await query
    .selectFrom("studyLeases")
    .select(["rater", "textId", "status", "takenMs", "endedMs", "readMs"])
    .where("studyId", "=", row.id)
    .execute();
  const history = await query
    .selectFrom("studyAnswerHistory")
    .selectAll()
    .where("studyId", "=", row.id)
    .orderBy("version")
    .execute();
  return {
    study: {
      kind: "study",
      version: 1,
      name: plan.name,
      planHash: plan.hash,
      dimensions: studyDimensions(study.definition).map(({ id }) => id),
      ratersPerText: plan.ratersPerText,
    },
    texts: texts.map(({ id, prompt, wordCount, kind }) => ({
      kind: "text",
      text: id,
      prompt,
      words: wordCount,
      ...(kind === "control" ? { isControl: true as const } : {}),
    })),
    raters: raters.map(raterLine),
    readings: leases.map(
      ({ rater, textId, status, takenMs, endedMs, readMs }): ReadingLine => ({
        kind: "reading",
        rater,
        text: textId,
        status: status as ReadingLine["status"],
        takenAtMs: takenMs,
        ...(endedMs === null ? {} : { endedAtMs: endedMs }),
        readMs,
      }),
    ),
    answers: answerLines(history),
  };
}

function raterLine({
  rater,
  languageLevel,
  training,
  survey,
}: Pick<StudyRaterRow, "rater" | "languageLevel" | "training" | "survey">): RaterLine {
  return {
    kind: "rater",
    rater,
    ...(languageLevel === null ? {} : { languageLevel }),
    ...(training === null ? {} : { training: JSON.parse(training) as Record<string, number> }),
    ...(survey === null ? {} : { survey: JSON.parse(survey) as Record<string, string | number> }),
  };
}

function answerLines(history: readonly StudyAnswerHistoryRow[]): AnswerLine[] {
  const lines = new Map<string, AnswerLine>();
  for (const row of history) {
    const { rater, textId: text, dimension, atMs } = row;
    const place = JSON.stringify([rater, text, dimension]);
    const answer = answerOf(row);
    const before = lines.get(place)?.history ?? [];
    const line = { kind: "answer" as const, rater, text, dimension, answer };
    lines.set(place, { ...line, history: [...before, { atMs, answer }] });
  }
  return [...lines.values()];
}

/**
 * The export as a file.
 *
 * @param ratings - The export.
 * @param name - Name of the study.
 * @returns JSON Lines, to be saved.
 */
export function exportResponse(ratings: RatingExport, name: string): Response {
  return new Response(writeRatings(ratings), {
    headers: {
      "content-type": "application/x-ndjson; charset=utf-8",
      "content-disposition": `attachment; filename="${name.replaceAll(/[^a-z0-9._-]/g, "-")}-ratings.jsonl"`,
      "cache-control": "no-store",
    },
  });
}
