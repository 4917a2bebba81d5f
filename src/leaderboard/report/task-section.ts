import { CHALLENGE_DATE_NAMES, type ReportableArchive } from "../../records/index.ts";
import type { DocumentSection, SourcedTable } from "../../report/index.ts";
import { showMoment } from "../moments.ts";
import { countPlace, factTable, wordsPlace } from "./report-places.ts";

/** What the dates are called in a report. */
const DATE_WORDS: Readonly<Record<(typeof CHALLENGE_DATE_NAMES)[number], string>> = {
  announced: "announced",
  submissionsOpen: "submissions open",
  registrationCloses: "registration closes",
  submissionsClose: "submissions close",
  ratingCloses: "rating closes",
};

/**
 * The task, its schedule with all changes, and what the organisers signed.
 *
 * @param archive - The archive.
 * @returns The section.
 */
export function taskSection(archive: ReportableArchive): DocumentSection {
  const { challenge, dateChanges, deviations, frozenAtMs, publishedAtMs } = archive;
  return {
    id: "task",
    title: "Task and schedule",
    paragraphs: [
      challenge.description,
      [
        frozenAtMs === undefined
          ? "The boards are not frozen."
          : `The boards were frozen on ${utc(frozenAtMs)}.`,
        publishedAtMs === undefined
          ? "Results are not published."
          : `Results were published on ${utc(publishedAtMs)}.`,
      ].join(" "),
      dateChanges.length === 0 ? "No date was moved." : "These dates were moved:",
    ],
    points: [
      ...dateChanges.map(
        ({ name, oldMs, newMs, reason, changedAtMs }) =>
          `${DATE_WORDS[name]}: from ${utc(oldMs)} to ${utc(newMs)}, on ${utc(changedAtMs)}. Reason given: ${reason}`,
      ),
      ...deviations.map(
        ({ act, reason, signedAtMs }) =>
          `Signed departure from the plan (${act}, ${utc(signedAtMs)}): ${reason}`,
      ),
    ],
    tables: [scheduleTable(archive), trackTable(archive), quotaTable(archive), termsTable(archive)],
  };
}

function scheduleTable({ challenge, firstSchedule }: ReportableArchive): SourcedTable {
  return {
    source: "/challenge/schedule",
    table: {
      id: "schedule",
      title: "Schedule in force",
      rowHeads: ["date"],
      columns: [{ title: "UTC" }, { title: "Anywhere on Earth" }, { title: "announced first" }],
      rows: CHALLENGE_DATE_NAMES.map((name) => {
        const { utc: shown, aoe } = showMoment(challenge.schedule[name]);
        const first = firstSchedule[name];
        const before = first === challenge.schedule[name] ? "the same" : utc(first);
        return {
          heads: [DATE_WORDS[name]],
          places: [wordsPlace(shown), wordsPlace(aoe), wordsPlace(before)],
        };
      }),
      notes: ["Moments at which something closes belong to what closes."],
    },
  };
}

function trackTable({ challenge }: ReportableArchive): SourcedTable {
  const rows = challenge.tracks.flatMap(({ id, kind, minWords, maxWords, metrics }) =>
    metrics.map(({ id: metric, direction, primary }) => ({
      heads: [id, metric],
      places: [
        wordsPlace(kind),
        countPlace(minWords),
        maxWords === undefined ? wordsPlace("none") : countPlace(maxWords),
        wordsPlace(direction),
        wordsPlace(primary === true ? "yes" : "no"),
      ],
    })),
  );
  return {
    source: "/challenge/tracks",
    table: {
      id: "tracks",
      title: "Tracks and measures",
      rowHeads: ["track", "measure"],
      columns: [
        { title: "kind" },
        { title: "fewest words" },
        { title: "most words" },
        { title: "good scores are" },
        { title: "ranks the board" },
      ],
      rows,
      notes: [],
    },
  };
}

function quotaTable({ challenge: { quota } }: ReportableArchive): SourcedTable {
  return {
    source: "/challenge/quota",
    table: factTable({ id: "quota", title: "What a team may submit" }, [
      ["submissions a day (UTC)", countPlace(quota.perDay)],
      ["submissions in all", countPlace(quota.inAll)],
      ["submissions in progress at once", countPlace(quota.inProgress)],
    ]),
  };
}

function termsTable({ terms }: ReportableArchive): SourcedTable {
  return {
    source: "/terms",
    table: factTable(
      { id: "terms", title: "Versions of the terms" },
      terms.map(({ version, sinceMs }) => [
        `version ${version}`,
        wordsPlace(`in force since ${utc(sinceMs)}`),
      ]),
    ),
  };
}

/**
 * Who took part, and what was declared about models, data and code.
 *
 * @param archive - The archive.
 * @returns The section.
 */
export function participantSection(archive: ReportableArchive): DocumentSection {
  const { participants, challenge } = archive;
  const points = participants.flatMap(({ team, system, track, declaration, codeUrl }) => [
    ...challenge.resourceQuestions.map(
      ({ id, question }) =>
        `${team}, ${system} (${track}). ${question} ${declaration[id] ?? "No answer."}`,
    ),
    ...(codeUrl === undefined ? [] : [`${team}, ${system} (${track}). Code: ${codeUrl}`]),
  ]);
  return {
    id: "participants",
    title: "Participants and declared resources",
    paragraphs: participants.length === 0 ? ["No submission stands for a team."] : [],
    points,
    tables: participants.length === 0 ? [] : [participantTable(archive)],
  };
}

function participantTable({ participants }: ReportableArchive): SourcedTable {
  return {
    source: "/participants",
    table: {
      id: "participants",
      title: "Submissions that stand for their teams",
      rowHeads: ["team", "system", "track"],
      columns: [
        { title: "received" },
        { title: "submission" },
        { title: "ranked" },
        { title: "terms accepted" },
        { title: "licence of the texts" },
      ],
      rows: participants.map((one) => ({
        heads: [one.team, one.system, one.track],
        places: [
          wordsPlace(utc(one.submittedAtMs)),
          wordsPlace(one.submissionId),
          wordsPlace(one.isTest === true ? "never (test team)" : "by the rules of the board"),
          wordsPlace(one.termsVersion ?? "not known"),
          wordsPlace(one.textLicence ?? "not passed on"),
        ],
      })),
      notes: [],
    },
  };
}

/**
 * Submissions with something odd about them.
 *
 * @param archive - The archive.
 * @returns The section.
 */
export function flagSection({ flags }: Pick<ReportableArchive, "flags">): DocumentSection {
  const table: SourcedTable = {
    source: "/flags",
    table: {
      id: "flags",
      title: "Flagged submissions",
      rowHeads: ["team", "track", "submission", "flag"],
      columns: [{ title: "items" }, { title: "note" }],
      rows: flags.map(({ teamName, track, submissionId, kind, items, note }) => ({
        heads: [teamName, track, submissionId, kind],
        places: [countPlace(items), wordsPlace(note)],
      })),
      notes: ["A flag says that something was noticed. It changes no score."],
    },
  };
  return {
    id: "flags",
    title: "Flagged submissions",
    paragraphs: flags.length === 0 ? ["No submission was flagged."] : [],
    points: [],
    tables: flags.length === 0 ? [] : [table],
  };
}

/**
 * A moment in UTC.
 *
 * @param atMs - UTC milliseconds.
 * @returns For instance `2024-07-16 11:59:59 UTC`.
 */
export function utc(atMs: number): string {
  return showMoment(atMs).utc;
}
