import type { RatingLine, RatingProblem, ReadingLine, TextLine } from "../records/index.ts";
import type { RatingExport } from "./rating-lines.ts";

/** The study that ratings are to be brought into, as it is now. */
export interface ImportTarget {
  /** Hash of its plan. */
  readonly planHash: string;
  /** Ids of its dimensions, in order. */
  readonly dimensions: readonly string[];
  /** Its texts. */
  readonly texts: readonly TextLine[];
  /** Pseudonyms that it has. */
  readonly raters: ReadonlySet<string>;
  /** By text: seats that are free. */
  readonly freeSeats: ReadonlyMap<string, number>;
}

/**
 * What keeps ratings from being brought into a study: another plan, texts that it has not or that are
 * others, raters that are there already, readings that have not ended, are handed in without all
 * answers, or are more than there are seats, and histories that go back in time.
 *
 * @param ratings - The ratings, well formed.
 * @param target - The study.
 * @param lineOf - Where each line stood.
 * @returns Every fault; none if they may come in.
 */
export function importFaults(
  ratings: RatingExport,
  target: ImportTarget,
  lineOf: ReadonlyMap<RatingLine, number>,
): RatingProblem[] {
  const at: At = (line, problem) => {
    const place = lineOf.get(line);
    return { ...(place === undefined ? {} : { line: place }), problem };
  };
  const { study, raters } = ratings;
  return [
    ...(study.planHash === target.planHash
      ? []
      : [at(study, "the plan is another one: these are ratings of another study.")]),
    ...(study.dimensions.join(" ") === target.dimensions.join(" ")
      ? []
      : [at(study, `the dimensions must be ${target.dimensions.join(", ")}.`)]),
    ...textFaults(ratings, target, at),
    ...raters
      .filter(({ rater }) => target.raters.has(rater))
      .map((line) => at(line, `rater ${line.rater} is in this study already.`)),
    ...readingFaults(ratings, target, at),
    ...historyFaults(ratings, at),
  ];
}

type At = (line: RatingLine, problem: string) => RatingProblem;

function textFaults({ texts }: RatingExport, target: ImportTarget, at: At): RatingProblem[] {
  const known = new Map(target.texts.map((text) => [text.text, text]));
  return texts.flatMap((line) => {
    const own = known.get(line.text);
    if (own === undefined) return [at(line, `text ${line.text} is not in this study.`)];
    const isSame =
      own.prompt === line.prompt && own.words === line.words && own.isControl === line.isControl;
    return isSame ? [] : [at(line, `text ${line.text} is another one in this study.`)];
  });
}

function readingFaults(ratings: RatingExport, target: ImportTarget, at: At): RatingProblem[] {
  const raters = new Set(ratings.raters.map(({ rater }) => rater));
  const answered = new Map<string, number>();
  for (const { rater, text } of ratings.answers) {
    const key = JSON.stringify([rater, text]);
    answered.set(key, (answered.get(key) ?? 0) + 1);
  }
  const taken = new Map<string, number>();
  return ratings.readings.flatMap((line) => {
    const { rater, text, status } = line;
    const problems = timeProblems(line);
    if (!raters.has(rater)) problems.push(`rater ${rater} has no line.`);
    if (status === "complete") {
      const given = answered.get(JSON.stringify([rater, text])) ?? 0;
      const number = (taken.get(text) ?? 0) + 1;
      taken.set(text, number);
      problems.push(...completeProblems(text, { given, number }, target));
    }
    return problems.map((problem) => at(line, problem));
  });
}

function timeProblems({ text, status, takenAtMs, endedAtMs }: ReadingLine): string[] {
  if (status === "active" || endedAtMs === undefined) {
    return [`the reading of text ${text} has not ended.`];
  }
  return endedAtMs < takenAtMs ? ["the reading ends before it begins."] : [];
}

function completeProblems(
  text: string,
  { given, number }: { readonly given: number; readonly number: number },
  { dimensions, freeSeats }: ImportTarget,
): string[] {
  const planned = dimensions.length;
  return [
    ...(given < planned ? [`text ${text} was handed in with ${given} of ${planned} answers.`] : []),
    ...(number > (freeSeats.get(text) ?? 0)
      ? [`text ${text} has more ratings than the plan gives it.`]
      : []),
  ];
}

function historyFaults({ answers }: RatingExport, at: At): RatingProblem[] {
  return answers.flatMap((line) => {
    const goesBack = line.history.some(
      ({ atMs }, place) => atMs < (line.history[place - 1]?.atMs ?? Number.NEGATIVE_INFINITY),
    );
    return goesBack ? [at(line, "the history goes back in time.")] : [];
  });
}
