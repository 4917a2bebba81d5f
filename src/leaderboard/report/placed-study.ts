import type { ArchivedStudy, ReportableArchive } from "../../records/index.ts";

/** A study of an archive, and what tells it from the others there. */
export interface PlacedStudy {
  /** The study. */
  readonly study: ArchivedStudy;
  /** Where it stands in the archive, as a JSON pointer. */
  readonly pointer: string;
  /** What follows names of its sections and tables; empty for the first study. */
  readonly suffix: string;
  /** What follows its titles; empty where it is the only one. */
  readonly label: string;
}

/**
 * The studies of an archive with their places.
 *
 * @param archive - The archive.
 * @returns One entry for each, in the order of the archive.
 */
export function placedStudies({ studies }: Pick<ReportableArchive, "studies">): PlacedStudy[] {
  return studies.map((study, at) => ({
    study,
    pointer: `/studies/${at}`,
    suffix: at === 0 ? "" : `-${at + 1}`,
    label: studies.length === 1 ? "" : `: ${study.plan.name}`,
  }));
}
