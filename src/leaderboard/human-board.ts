import { randomStream } from "../foundation/index.ts";
import {
  type HumanBoard,
  type HumanBoardColumn,
  type HumanBoardRaters,
  type HumanBoardRow,
  type HumanMark,
  OVERALL_COLUMN,
  type RatingAnalysis,
  type ResultSet,
  type SystemResult,
} from "../records/index.ts";
import { rankIntervals, summariseSample } from "../statistics/index.ts";
import { humanBoardNotes } from "./human-board-notes.ts";
import { roundedScore } from "./rank-score.ts";
import { separateRows } from "./separate-rows.ts";

/** A writer whose texts were rated, as the board names it. */
export interface HumanBoardSystem {
  /** Its id in the study. */
  readonly id: string;
  /** Name of the team, or who wrote the texts. */
  readonly team: string;
  /** Name of the system; absent where it has none beside the team's. */
  readonly system?: string;
  /** The submission; absent for texts that are no submission. */
  readonly submissionId?: string;
  /** Whether its texts were written by people: shown, and not ranked. @defaultValue false */
  readonly isHuman?: boolean;
  /** Whether it is the organisers' test team: shown, and not ranked. @defaultValue false */
  readonly isTest?: boolean;
}

/** What {@link makeHumanBoard} needs. */
export interface HumanBoardInput {
  /** The challenge. */
  readonly challengeId: string;
  /** The track. */
  readonly track: string;
  /** The rating study. */
  readonly studyId: string;
  /** What its ratings came to. */
  readonly analysis: RatingAnalysis;
  /** The writers. */
  readonly systems: readonly HumanBoardSystem[];
  /** What was judged, in order. */
  readonly dimensions: readonly {
    /** Its id. */
    readonly id: string;
    /** Its name. */
    readonly label: string;
  }[];
  /** The tests of the plan. */
  readonly tests: {
    /** Ids of the dimensions that are tested. @defaultValue all */
    readonly dimensions?: readonly string[];
    /** Level of the family. */
    readonly alpha: number;
    /** Resamples of the prompts. */
    readonly resamples: number;
  };
  /** Seed of the study. */
  readonly seed: number;
  /** Complete ratings that each text should have. */
  readonly ratersPerText: number;
  /** Whose marks count. @defaultValue "all" */
  readonly raters?: HumanBoardRaters;
  /** The overall number that the challenge declared in advance. @defaultValue none */
  readonly overall?: "mean";
  /** Column whose ranks order the lines, or `name`. @defaultValue the overall column if there is one, else `name` */
  readonly order?: string;
  /** Scores of systems by judge models. @defaultValue none */
  readonly judged?: readonly {
    /** Name of the metric. */
    readonly metric: string;
    /** Id of the system. */
    readonly system: string;
    /** The score. */
    readonly value: number;
  }[];
  /** When the results were published, in UTC milliseconds; absent before. */
  readonly publishedAtMs?: number;
}

/**
 * Makes the board of human marks. Page, API, CSV and report all call this function, so that they
 * agree.
 *
 * Each dimension has ranks of its own: means are rounded to four decimals before they are ranked, and
 * equal ones share a rank. Texts by people and test teams stand below, without ranks. There is no
 * overall number unless one was declared, and scores by judge models never rank.
 *
 * @param input - The analysis of the study, and the names behind its systems.
 * @returns The board.
 */
export function makeHumanBoard(input: HumanBoardInput): HumanBoard {
  const { analysis, raters = "all", judged = [], publishedAtMs } = input;
  const set = raters === "unflagged" ? (analysis.withoutFlagged ?? analysis.all) : analysis.all;
  const columns = columnsOf(input);
  const marks = columns.map(({ id }) =>
    id === OVERALL_COLUMN
      ? overallMarks(input, set)
      : dimensionMarks(input, { set, dimension: id }),
  );
  const rows = input.systems.map((system, at): HumanBoardRow => {
    const unranked = unrankedOf(system);
    return {
      id: system.id,
      team: system.team,
      ...(system.system === undefined ? {} : { system: system.system }),
      ...(system.submissionId === undefined ? {} : { submissionId: system.submissionId }),
      ...(unranked === undefined ? {} : { unranked }),
      marks: marks.map((column) => column[at] as HumanMark),
      judged: Object.fromEntries(
        judged
          .filter((score) => score.system === system.id && Number.isFinite(score.value))
          .map(({ metric, value }) => [metric, roundedScore(value).shown]),
      ),
    };
  });
  const order = orderOf(input, columns);
  const flagged = analysis.raters.filter(({ reasons }) => reasons.length > 0).length;
  return {
    challengeId: input.challengeId,
    track: input.track,
    studyId: input.studyId,
    planHash: analysis.planHash,
    raters,
    raterCount: set.raters,
    flaggedRaters: flagged,
    ratersPerText: input.ratersPerText,
    alpha: input.tests.alpha,
    order,
    columns,
    rows: inOrder(rows, order),
    judges: [...new Set(judged.map(({ metric }) => metric))].sort(),
    notes: humanBoardNotes(input, { columns, flagged }),
    ...(publishedAtMs === undefined ? {} : { publishedAtMs }),
  };
}

function unrankedOf({ isHuman, isTest }: HumanBoardSystem): HumanBoardRow["unranked"] {
  if (isHuman === true) return "written-by-people";
  return isTest === true ? "test-team" : undefined;
}

function columnsOf({ analysis, dimensions, tests, overall }: HumanBoardInput): HumanBoardColumn[] {
  const columns = dimensions.map(({ id, label }): HumanBoardColumn => {
    const agreement = analysis.agreement.find(({ dimension }) => dimension === id);
    return {
      id,
      label,
      ...(agreement === undefined ? {} : { alpha: agreement.alpha }),
      isLow: agreement?.isLow ?? true,
      isTested: tests.dimensions?.includes(id) ?? true,
    };
  });
  if (overall === undefined) return columns;
  const isLow = columns.some((column) => column.isLow);
  return [...columns, { id: OVERALL_COLUMN, label: "Overall", isLow, isTested: true }];
}

/** Marks of all systems in one dimension, in the order of the systems. */
function dimensionMarks(
  input: HumanBoardInput,
  { set, dimension }: { readonly set: ResultSet; readonly dimension: string },
): HumanMark[] {
  const results = input.systems.map(({ id }) =>
    set.systems.find((one) => one.system === id && one.dimension === dimension),
  );
  const means = input.systems.map((system, at) =>
    unrankedOf(system) === undefined ? results[at]?.mean : undefined,
  );
  const places = placesOf(means);
  const firsts = input.systems.flatMap(({ id }, at) => (places[at] === 1 ? [id] : []));
  const intervals = intervalsOf(input, {
    ranked: input.systems.map(({ id }, at) => (places[at] === undefined ? undefined : id)),
    valuesOf: (id) => promptMeans(set, id, dimension),
    column: dimension,
  });
  return results.map((result, at): HumanMark => {
    const rank = places[at];
    const id = input.systems[at]?.id ?? "";
    return {
      column: dimension,
      ...(rank === undefined
        ? {}
        : {
            rank,
            ...intervals[at],
            inTopGroup:
              rank === 1 ||
              firsts.some((first) => !isSeparated(set, { dimension, pair: [first, id] }, input)),
          }),
      ...numbersOf(result),
    };
  });
}

function numbersOf(
  result: SystemResult | undefined,
): Omit<HumanMark, "column" | "rank" | "rankLow" | "rankHigh" | "inTopGroup"> {
  if (result === undefined) return { counts: [], cannotJudge: 0, prompts: 0, reason: "no-ratings" };
  const { median, counts, cannotJudge, prompts } = result;
  return {
    ...meanOf(result),
    ...(median === undefined ? {} : { median }),
    counts,
    cannotJudge,
    prompts,
  };
}

/** A mean with its interval, as the board shows them, or why there is none. */
function meanOf({
  mean,
  ciLow,
  ciHigh,
  reason,
}: Pick<SystemResult, "mean" | "ciLow" | "ciHigh" | "reason">): Pick<
  HumanMark,
  "mean" | "shown" | "low" | "high" | "reason"
> {
  const rounded = mean === undefined ? undefined : roundedScore(mean);
  return {
    ...(rounded === undefined ? {} : { mean: rounded.score, shown: rounded.shown }),
    ...(ciLow === undefined || ciHigh === undefined ? {} : { low: ciLow, high: ciHigh }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** The declared mean over all dimensions, prompt by prompt. */
function overallMarks(input: HumanBoardInput, set: ResultSet): HumanMark[] {
  const { systems, dimensions, tests, seed } = input;
  const values = systems.map(({ id }) => overallMeans(set, id, dimensions.length));
  const summaries = values.map((own, at) =>
    summariseSample({
      values: [...own.values()],
      resamples: tests.resamples,
      random: randomStream(seed, "human-board-overall", systems[at]?.id ?? ""),
    }),
  );
  const places = placesOf(
    systems.map((system, at) =>
      unrankedOf(system) === undefined ? summaries[at]?.mean : undefined,
    ),
  );
  const ranked = systems
    .map((_, at) => ({ at, rank: places[at] }))
    .filter((one): one is { at: number; rank: number } => one.rank !== undefined)
    .sort((left, right) => left.rank - right.rank);
  const separations = separateRows(
    ranked.map(({ at, rank }) => ({ rank, items: values[at] ?? new Map() })),
    { direction: "higher", userOf: () => undefined, resamples: tests.resamples, seed },
  );
  const byPlace = new Map(ranked.map(({ at }, place) => [at, separations[place]]));
  return systems.map((_, at): HumanMark => {
    const rank = places[at];
    return {
      column: OVERALL_COLUMN,
      ...(rank === undefined ? {} : { rank, ...byPlace.get(at) }),
      ...meanOf(summaries[at] ?? {}),
      counts: [],
      cannotJudge: 0,
      prompts: values[at]?.size ?? 0,
    };
  });
}

/** By prompt with a mark in every dimension: the mean over dimensions. */
function overallMeans(set: ResultSet, system: string, dimensions: number): Map<string, number> {
  const byPrompt = new Map<string, number[]>();
  for (const { system: own, prompt, mean } of set.texts) {
    if (own !== system || mean === undefined) continue;
    byPrompt.set(prompt, [...(byPrompt.get(prompt) ?? []), mean]);
  }
  const whole = [...byPrompt].filter(([, means]) => means.length === dimensions);
  return new Map(
    whole.map(([prompt, means]) => [
      prompt,
      means.reduce((sum, mean) => sum + mean, 0) / dimensions,
    ]),
  );
}

function promptMeans(set: ResultSet, system: string, dimension: string): Map<string, number> {
  return new Map(
    set.texts.flatMap((text) =>
      text.system === system && text.dimension === dimension && text.mean !== undefined
        ? [[text.prompt, text.mean] as const]
        : [],
    ),
  );
}

/** Competition ranks (1, 1, 3) of the means as they are shown; `undefined` without a mean. */
function placesOf(means: readonly (number | undefined)[]): (number | undefined)[] {
  const scores = means.map((mean) => (mean === undefined ? undefined : roundedScore(mean).score));
  return scores.map((own) =>
    own === undefined
      ? undefined
      : 1 + scores.filter((score) => score !== undefined && score > own).length,
  );
}

interface IntervalQuestion {
  /** Ids of the systems, `undefined` for those without a rank. */
  readonly ranked: readonly (string | undefined)[];
  readonly valuesOf: (system: string) => ReadonlyMap<string, number>;
  readonly column: string;
}

type RankEnds = Pick<HumanMark, "rankLow" | "rankHigh">;

/** Rank intervals by resampling the prompts that every ranked system has. */
function intervalsOf(
  { tests, seed }: HumanBoardInput,
  { ranked, valuesOf, column }: IntervalQuestion,
): RankEnds[] {
  const values = ranked.map((id) => (id === undefined ? undefined : valuesOf(id)));
  const own = values.filter((one) => one !== undefined);
  const [first] = own;
  const prompts = [...(first?.keys() ?? [])]
    .filter((prompt) => own.every((one) => one.has(prompt)))
    .sort();
  if (own.length < 2 || prompts.length === 0) return ranked.map(() => ({}));
  const intervals = rankIntervals({
    scores: own.map((one) => prompts.map((prompt) => one.get(prompt) as number)),
    best: "highest",
    resamples: tests.resamples,
    random: randomStream(seed, "human-board-ranks", column),
  });
  let next = 0;
  return values.map((one): RankEnds => {
    if (one === undefined) return {};
    const { rankLow, rankHigh } = intervals[next++] ?? {};
    return rankLow === undefined || rankHigh === undefined ? {} : { rankLow, rankHigh };
  });
}

/** Whether the declared test separates two systems in a dimension. */
function isSeparated(
  { comparisons }: ResultSet,
  { dimension, pair }: { readonly dimension: string; readonly pair: readonly [string, string] },
  { tests }: HumanBoardInput,
): boolean {
  return comparisons.some(
    (one) =>
      one.dimension === dimension &&
      pair.includes(one.first) &&
      pair.includes(one.second) &&
      one.adjustedP !== undefined &&
      one.adjustedP < tests.alpha,
  );
}

function orderOf(
  { order, overall }: HumanBoardInput,
  columns: readonly HumanBoardColumn[],
): string {
  if (order !== undefined && columns.some(({ id }) => id === order)) return order;
  return order === undefined && overall !== undefined ? OVERALL_COLUMN : "name";
}

function inOrder(rows: readonly HumanBoardRow[], order: string): HumanBoardRow[] {
  const rankOf = ({ marks }: HumanBoardRow): number =>
    marks.find(({ column }) => column === order)?.rank ?? Number.POSITIVE_INFINITY;
  const nameOf = ({ team, system, id }: HumanBoardRow): string =>
    [team, system ?? "", id].join(" ").toLowerCase();
  const compare = (left: number | string, right: number | string): number => {
    if (left === right) return 0;
    return left < right ? -1 : 1;
  };
  return rows.toSorted(
    (left, right) =>
      compare(left.unranked === undefined ? 0 : 1, right.unranked === undefined ? 0 : 1) ||
      compare(rankOf(left), rankOf(right)) ||
      compare(nameOf(left), nameOf(right)),
  );
}
