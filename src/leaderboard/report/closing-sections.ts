import type { ArchivedStudy, ReportableArchive } from "../../records/index.ts";
import type { DocumentSection } from "../../report/index.ts";
import { placedStudies } from "./placed-study.ts";
import { countPlace, factTable, wordsPlace } from "./report-places.ts";
import { utc } from "./task-section.ts";

/**
 * What the numbers cannot show: what follows from them, then what the organisers name.
 *
 * @param archive - The archive.
 * @returns The section.
 */
export function limitSection({
  boards,
  studies,
  limits,
  deviations,
}: ReportableArchive): DocumentSection {
  const ofBoards = [...new Set(boards.flatMap(({ notes }) => notes))];
  const points = [
    ...ofBoards,
    ...(boards.some(({ frozen }) => !frozen) ? ["A board of this report was not frozen."] : []),
    ...(deviations.length === 0
      ? []
      : ["The organisers departed from the plan; what they signed stands under the schedule."]),
    ...(studies.length === 0
      ? ["No person rated the texts."]
      : [...new Set(studies.flatMap(studyLimits))]),
    ...limits,
  ];
  return { id: "limits", title: "Limits", paragraphs: [], points, tables: [] };
}

function studyLimits({ plan, analysis, tests }: ArchivedStudy): string[] {
  const low = analysis.agreement.filter(({ isLow }) => isLow).map(({ dimension }) => dimension);
  const exploratory = [
    ...new Set(analysis.metrics.filter((row) => row.isExploratory).map(({ metric }) => metric)),
  ];
  const untested = plan.dimensions.filter(
    (dimension) => tests.dimensions !== undefined && !tests.dimensions.includes(dimension),
  );
  return [
    ...(plan.power.possible
      ? []
      : ["The study has too few prompts for any claim about its family of comparisons."]),
    ...(plan.hash === analysis.planHash
      ? []
      : [
          "The ratings name another plan than this one, so that all results of the study are exploratory.",
        ]),
    ...(low.length === 0 ? [] : [`Raters agree little about: ${low.join(", ")}.`]),
    ...(untested.length === 0 ? [] : [`No test was declared for: ${untested.join(", ")}.`]),
    ...(exploratory.length === 0
      ? []
      : [`Not declared in the plan, and exploratory: ${exploratory.join(", ")}.`]),
    "Marks are not adjusted for severe or lenient raters.",
  ];
}

/**
 * How to check the report: versions, hashes, and what else the archive holds.
 *
 * @param archive - The archive.
 * @returns The section.
 */
export function archiveSection(archive: ReportableArchive): DocumentSection {
  const { codeVersion, madeAtMs, audit, texts } = archive;
  return {
    id: "archive",
    title: "Archive",
    paragraphs: [
      "Every number of this report is made from the archive. Below each table stands the place, as a JSON pointer.",
    ],
    points: [],
    tables: [
      {
        source: "",
        table: factTable({ id: "archive-facts", title: "What to check it by" }, [
          ["version of Longhand", wordsPlace(codeVersion)],
          ["moment that the archive shows", wordsPlace(utc(madeAtMs))],
          ...placedStudies(archive).flatMap(({ study, label }) => [
            [`hash of the rating plan${label}`, wordsPlace(study.plan.hash)] as const,
            [
              `hash of the plan that the ratings name${label}`,
              wordsPlace(study.analysis.planHash),
            ] as const,
          ]),
          ["head of the audit chain", wordsPlace(audit.head)],
          ["lines of the audit log", countPlace(audit.lines)],
          ["texts passed on with permission", countPlace(texts.length)],
        ]),
      },
    ],
  };
}
