import { maskLeaks } from "../../rating/index.ts";
import { type RaterLease, studyDimensions } from "../../records/index.ts";
import type { Queries } from "../database/database.ts";
import { answerView } from "./answer-lease.ts";
import type { FixedStudy } from "./open-study.ts";
import type { StudyLeaseRow } from "./rating-tables.ts";

/**
 * A reading as its rater sees it. Nothing in it depends on who wrote the text but the text: no id of
 * the text or the system, no time of submission, the same fields for all.
 *
 * @param query - The database.
 * @param study - The study.
 * @param lease - The reading.
 * @returns What goes out.
 */
export async function leaseView(
  query: Queries,
  study: FixedStudy,
  lease: StudyLeaseRow,
): Promise<RaterLease> {
  const { definition } = study;
  const text = await query
    .selectFrom("studyTexts")
    .select(["prompt", "words", "wordCount"])
    .where("id", "=", lease.textId)
    .executeTakeFirstOrThrow();
  const masks = await query
    .selectFrom("studyLeaks")
    .select(["start", "found"])
    .where("studyId", "=", study.id)
    .where("textId", "=", lease.textId)
    .where("decision", "=", "masked")
    .execute();
  const answers = await query
    .selectFrom("studyAnswers")
    .selectAll()
    .where("rater", "=", lease.rater)
    .where("textId", "=", lease.textId)
    .execute();
  const order = studyDimensions(definition).map(({ id }) => id);
  const reference =
    definition.reference?.shown === true
      ? await referenceView(query, study.id, text.prompt)
      : undefined;
  return {
    id: lease.id,
    studyId: study.id,
    status: lease.status as RaterLease["status"],
    number: lease.number,
    prompt: definition.prompts.find(({ id }) => id === text.prompt)?.text ?? "",
    text: maskLeaks(
      text.words,
      masks.map(({ start, found }) => ({ start, match: found })),
    ),
    ...(definition.reading.showLength ? { words: text.wordCount } : {}),
    ...(reference === undefined ? {} : { reference }),
    answers: answers
      .map(answerView)
      .sort((left, right) => order.indexOf(left.dimension) - order.indexOf(right.dimension)),
    position: { paragraph: lease.paragraph, share: lease.share },
    expiresAtMs: lease.expiresMs,
  };
}

async function referenceView(
  query: Queries,
  studyId: string,
  prompt: string,
): Promise<RaterLease["reference"] | undefined> {
  const row = await query
    .selectFrom("studyReferences")
    .select(["words", "translatedFrom"])
    .where("studyId", "=", studyId)
    .where("prompt", "=", prompt)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { words, translatedFrom } = row;
  return { text: words, ...(translatedFrom === null ? {} : { translatedFrom }) };
}
