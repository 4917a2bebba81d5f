import type { DesignSlot, DesignText, StudyDesign } from "../../rating/index.ts";
import type { RatingStudy } from "../../records/index.ts";
import type { Queries } from "../database/database.ts";
import type { StudyRow } from "./rating-tables.ts";

/** What of a study never changes after it was made, read. */
export interface FixedStudy {
  /** Its id. */
  readonly id: string;
  /** The study file without its texts. */
  readonly definition: RatingStudy;
  /** Who reads what, by ids of texts. */
  readonly design: StudyDesign;
}

/** Rows of a design as they are stored. */
export interface StoredDesign extends Omit<StudyDesign, "texts" | "rows"> {
  /** Text and seat of each reading. */
  readonly rows: readonly (readonly (readonly [text: string, seat: number])[])[];
}

/** Studies that were read, so that a request need not parse them again. */
export type StudyShelf = Map<string, FixedStudy>;

/**
 * Reads what of a study never changes.
 *
 * @param query - The database.
 * @param row - The study.
 * @param shelf - What was read before; gets the study.
 * @returns The study.
 */
export async function fixedStudy(
  query: Queries,
  row: Pick<StudyRow, "id" | "definition" | "design">,
  shelf: StudyShelf,
): Promise<FixedStudy> {
  const known = shelf.get(row.id);
  if (known !== undefined) return known;
  const rows = await query
    .selectFrom("studyTexts")
    .innerJoin("studyKeys", "studyKeys.textId", "studyTexts.id")
    .select(["studyTexts.id", "studyTexts.prompt", "studyTexts.kind"])
    .select(["studyKeys.system", "studyKeys.teams"])
    .where("studyTexts.studyId", "=", row.id)
    .orderBy("studyTexts.id")
    .execute();
  const texts = rows.map(
    ({ id, prompt, kind, system, teams }): DesignText => ({
      text: id,
      prompt,
      system,
      kind: kind === "control" ? "control" : "rated",
      teams: JSON.parse(teams) as string[],
    }),
  );
  const stored = JSON.parse(row.design) as StoredDesign;
  const slots = stored.rows.map((slotRow) =>
    slotRow.map(([text, seat]): DesignSlot => ({ text, seat })),
  );
  const study = {
    id: row.id,
    definition: JSON.parse(row.definition) as RatingStudy,
    design: { ...stored, texts, rows: slots },
  };
  shelf.set(row.id, study);
  return study;
}
