import type { ArchivedStudy, Board, ReportableArchive } from "../../records/index.ts";
import type { DocumentSection } from "../../report/index.ts";
import { counted } from "../../text/index.ts";
import { isSeparated, systemName } from "./human-section.ts";
import { ratingCounts } from "./rating-section.ts";
import { fixed } from "./report-places.ts";

/**
 * What came out, in sentences made of the numbers: a paragraph for each board that ranks its track, and
 * one for the study. It says what is separated and what is not, and praises nobody.
 *
 * @param archive - The archive.
 * @returns The section.
 */
export function summarySection(archive: ReportableArchive): DocumentSection {
  const { challenge, participants, boards, studies } = archive;
  const teams = new Set(participants.map(({ team }) => team)).size;
  const primary = boards.filter((board) => isPrimary(archive, board));
  return {
    id: "summary",
    title: "Summary",
    paragraphs: [
      ...preliminaryNote(archive),
      `${challenge.title} had ${counted(challenge.tracks.length, "track")} and ${counted(teams, "team")} with a submission.`,
      ...primary.map(boardSentences),
      ...(studies.length === 0 ? ["There was no rating study."] : []),
      ...studies.map((study) => [studySentences(study), ...dimensionSentences(study)].join(" ")),
    ],
    points: [],
    tables: [],
  };
}

/** Whoever reads a report that may change is told so first. */
function preliminaryNote({ state, missing }: ReportableArchive): string[] {
  if (state === "final") return [];
  const waits = missing.length === 0 ? "" : ` Still to come: ${missing.join(" ")}`;
  return [`This report is preliminary: its numbers may change.${waits}`];
}

function isPrimary({ challenge }: ReportableArchive, { track, metric }: Board): boolean {
  const metrics = challenge.tracks.find(({ id }) => id === track)?.metrics ?? [];
  return metrics.some(({ id, primary }) => id === metric && primary === true);
}

function boardSentences({ track, metric, part, ranked, unranked, lead }: Board): string {
  const [first] = ranked;
  const place = `In track ${track} (${metric}, ${part} part)`;
  const without = `${counted(unranked.length, "line")} without a rank`;
  if (first === undefined)
    return `${place} no line has a rank; there ${verb(unranked.length)} ${without}.`;
  const second = ranked[1];
  const range = `${place} ${counted(ranked.length, "line")} ${ranked.length === 1 ? "has" : "have"} a rank, and there ${verb(unranked.length)} ${without}.`;
  const top = ranked.filter(({ inTopGroup }) => inTopGroup === true);
  if (lead === "winner") {
    const next = second === undefined ? "" : ` before ${second.team} with ${second.shown ?? ""}`;
    return `${range} ${first.team} has rank 1 with ${first.shown ?? ""}${next}; the tests separate it from all other lines.`;
  }
  const names = top.map(({ team, shown = "" }) => `${team} (${shown})`).join(", ");
  return top.length === 1
    ? `${range} It is that of ${names}; there is nothing to compare it with.`
    : `${range} ${counted(top.length, "line")} form the top group, which nothing separates: ${names}.`;
}

function verb(count: number): string {
  return count === 1 ? "is" : "are";
}

function studySentences(study: ArchivedStudy): string {
  const { raters, complete, planned } = ratingCounts(study);
  const { systems, prompts } = study.plan;
  return `In the rating study ${counted(raters, "rater")} gave ${complete} of ${planned} planned complete ratings to the texts of ${counted(systems, "system")} for ${counted(prompts, "prompt")}.`;
}

function dimensionSentences(study: ArchivedStudy): string[] {
  const { all, agreement } = study.analysis;
  return agreement.map(({ dimension, alpha, isLow }) => {
    const means = all.systems.flatMap(({ dimension: own, system, mean }) =>
      own === dimension && mean !== undefined ? [{ system, mean }] : [],
    );
    const ordered = means.toSorted((left, right) => right.mean - left.mean);
    const range = meanRange(study, ordered);
    const pairs = all.comparisons.filter((comparison) => comparison.dimension === dimension);
    const separated = pairs.filter((pair) => isSeparated(pair, study.tests.alpha)).length;
    const tested =
      pairs.length === 0
        ? "no pair was tested"
        : `${separated} of ${counted(pairs.length, "pair")} ${separated === 1 ? "is" : "are"} separated`;
    const agreed =
      alpha.status === "defined"
        ? `alpha is ${fixed(alpha.value, 3)}${isLow ? " (low agreement)" : ""}`
        : `alpha is undefined (${alpha.reason})`;
    return `For ${dimension}, ${range}; ${tested}; ${agreed}.`;
  });
}

function meanRange(
  study: ArchivedStudy,
  ordered: readonly { readonly system: string; readonly mean: number }[],
): string {
  const highest = ordered[0];
  const lowest = ordered.at(-1);
  if (highest === undefined || lowest === undefined) return "there are no marks";
  return `means run from ${fixed(lowest.mean, 2)} (${systemName(study, lowest.system)}) to ${fixed(highest.mean, 2)} (${systemName(study, highest.system)})`;
}
