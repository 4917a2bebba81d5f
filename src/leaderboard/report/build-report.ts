import type { ChallengeArchive } from "../../records/index.ts";
import type { ReportDocument } from "../../report/index.ts";
import { boardSection } from "./board-section.ts";
import { archiveSection, limitSection } from "./closing-sections.ts";
import { humanSection } from "./human-section.ts";
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
export function buildReport(archive: ChallengeArchive): ReportDocument {
  const { challenge, study } = archive;
  return {
    title: challenge.title,
    overline: "Challenge report",
    sections: [
      summarySection(archive),
      taskSection(archive),
      participantSection(archive),
      boardSection(archive),
      ...(study === undefined ? [] : [ratingSection(study), humanSection(study)]),
      flagSection(archive),
      limitSection(archive),
      archiveSection(archive),
    ],
  };
}
