import type { ReportableArchive } from "../../records/index.ts";
import type { ReportDocument } from "../../report/index.ts";
import { boardSection } from "./board-section.ts";
import { archiveSection, limitSection } from "./closing-sections.ts";
import { humanSection } from "./human-section.ts";
import { placedStudies } from "./placed-study.ts";
import { ratingSection } from "./rating-section.ts";
import { summarySection } from "./summary-section.ts";
import { flagSection, participantSection, taskSection } from "./task-section.ts";

/**
 * Builds the final report of a challenge from its archive alone: summary, task and schedule,
 * participants, automatic boards, the rating study, flags, limits, and what to check it by. Each table
 * names the place of the archive that it was made from.
 *
 * @param archive - The archive.
 * @returns The report as texts and tables. The same archive gives the same report.
 */
export function buildReport(archive: ReportableArchive): ReportDocument {
  const { challenge, state } = archive;
  return {
    title: challenge.title,
    overline: state === "final" ? "Challenge report" : "Preliminary challenge report",
    sections: [
      summarySection(archive),
      taskSection(archive),
      participantSection(archive),
      boardSection(archive),
      ...placedStudies(archive).flatMap((placed) => [
        ratingSection(placed),
        humanSection(placed, challenge.study.overall),
      ]),
      flagSection(archive),
      limitSection(archive),
      archiveSection(archive),
    ],
  };
}
