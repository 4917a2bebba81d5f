import type {
  ArchivedStudy,
  ResolvedChallenge,
  ResultSet,
  SystemComparison,
  SystemResult,
} from "../../records/index.ts";
import type { DocumentSection, ResultTable, SourcedTable, TablePlace } from "../../report/index.ts";
import { overallTable } from "./overall-table.ts";
import type { PlacedStudy } from "./placed-study.ts";
import { agreementPlace, countPlace, numberPlace, wordsPlace } from "./report-places.ts";

/**
 * Marks of the systems, the declared tests, and automatic measures against marks.
 *
 * @param placed - The study.
 * @param overall - The overall number that the challenge declared in advance; `undefined` for none.
 * @returns The section.
 */
export function humanSection(
  placed: PlacedStudy,
  overall: ResolvedChallenge["study"]["overall"],
): DocumentSection {
  const { study, pointer, label } = placed;
  const { all, withoutFlagged, metrics } = study.analysis;
  const sets: NamedSet[] = [
    {
      set: all,
      id: placed.suffix,
      suffix: `all raters${label}`,
      source: `${pointer}/analysis/all`,
    },
    ...(withoutFlagged === undefined
      ? []
      : [
          {
            set: withoutFlagged,
            id: `-unflagged${placed.suffix}`,
            suffix: `without flagged raters${label}`,
            source: `${pointer}/analysis/withoutFlagged`,
          },
        ]),
  ];
  return {
    id: `human${placed.suffix}`,
    title: `Human boards, tests and validity of the measures${label}`,
    paragraphs: [
      `The score of a text is the mean of its raters, that of a system the mean over prompts. ${
        overall === undefined
          ? "There is no overall number."
          : "The overall number is the one that the challenge declared in advance."
      }`,
    ],
    points: [],
    tables: [
      ...sets.map((each) => markTable(study, each)),
      ...(overall === undefined ? [] : [overallTable(placed, (id) => systemName(study, id))]),
      ...sets.flatMap((each) => testTables(study, each)),
      ...(metrics.length === 0 ? [] : [validityTable(placed)]),
    ],
  };
}

/** A set of results and how it is named. */
interface NamedSet {
  readonly set: ResultSet;
  readonly id: string;
  readonly suffix: string;
  readonly source: string;
}

function markTable(study: ArchivedStudy, { set, id, suffix, source }: NamedSet): SourcedTable {
  const low = new Set(
    study.analysis.agreement.filter(({ isLow }) => isLow).map(({ dimension }) => dimension),
  );
  return {
    source: `${source}/systems`,
    table: {
      id: `marks${id}`,
      title: `Marks of the systems, ${suffix}`,
      rowHeads: ["dimension", "system"],
      columns: [
        { title: "mean" },
        { title: "median" },
        ...[1, 2, 3, 4, 5].map((mark) => ({ group: "marks", title: String(mark) })),
        { title: "cannot judge" },
        { title: "prompts" },
      ],
      rows: set.systems.map((row) => ({
        heads: [row.dimension, systemName(study, row.system)],
        places: markPlaces(row, low.has(row.dimension)),
      })),
      notes: ["Means have 95 % intervals by resampling prompts, from five prompts on."],
    },
  };
}

function markPlaces(row: SystemResult, isLow: boolean): TablePlace[] {
  const { mean, median, counts, cannotJudge, prompts, reason, ciLow, ciHigh } = row;
  const interval = ciLow === undefined || ciHigh === undefined ? {} : { ciLow, ciHigh };
  return [
    numberPlace(mean, {
      decimals: 2,
      ...interval,
      ...(isLow ? { detail: "low agreement" } : {}),
      ...(reason === undefined ? {} : { reason }),
    }),
    numberPlace(median, { decimals: 1 }),
    ...[0, 1, 2, 3, 4].map((at) => countPlace(counts[at])),
    countPlace(cannotJudge),
    countPlace(prompts),
  ];
}

function testTables(study: ArchivedStudy, { set, id, suffix, source }: NamedSet): SourcedTable[] {
  const pairs = comparisonTable(study, set.comparisons);
  const people = comparisonTable(study, set.againstHuman);
  return [
    ...(set.comparisons.length === 0
      ? []
      : [
          {
            source: `${source}/comparisons`,
            table: { ...pairs, id: `tests${id}`, title: `Pairs of systems, ${suffix}` },
          },
        ]),
    ...(set.againstHuman.length === 0
      ? []
      : [
          {
            source: `${source}/againstHuman`,
            table: {
              ...people,
              id: `against-human${id}`,
              title: `Distance to the texts by people, ${suffix}`,
            },
          },
        ]),
  ];
}

function comparisonTable(
  study: ArchivedStudy,
  comparisons: readonly SystemComparison[],
): Omit<ResultTable, "id" | "title"> {
  const { alpha } = study.tests;
  return {
    rowHeads: ["dimension", "first", "second"],
    columns: [
      { title: "first minus second" },
      { title: "p" },
      { title: "adjusted p" },
      { title: "verdict" },
      { group: "prompts", title: "first ahead" },
      { group: "prompts", title: "equal" },
      { group: "prompts", title: "second ahead" },
    ],
    rows: comparisons.map((row) => ({
      heads: [row.dimension, systemName(study, row.first), systemName(study, row.second)],
      places: comparisonPlaces(row, alpha),
    })),
    notes: [
      `Labels of systems are permuted within a prompt for all its raters together; two-sided; Holm's correction over all pairs and dimensions; level ${alpha}.`,
    ],
  };
}

function comparisonPlaces(row: SystemComparison, alpha: number): TablePlace[] {
  const { difference, ciLow, ciHigh, p, adjustedP, wins, ties, losses } = row;
  const interval = ciLow === undefined || ciHigh === undefined ? {} : { ciLow, ciHigh };
  return [
    numberPlace(difference, { decimals: 2, ...interval, reason: "no common prompt" }),
    probabilityPlace(p),
    probabilityPlace(adjustedP),
    wordsPlace(isSeparated(row, alpha) ? "separated" : "not separated"),
    countPlace(wins),
    countPlace(ties),
    countPlace(losses),
  ];
}

/** A p is never printed as 0: no test gives one. */
function probabilityPlace(p: number | undefined): TablePlace {
  const place = numberPlace(p, { decimals: 4 });
  return p === undefined || p >= 0.0001 ? place : { ...place, text: p.toExponential(1) };
}

/**
 * Whether a test separates two systems.
 *
 * @param comparison - The comparison.
 * @param alpha - Level of the family.
 * @returns Whether its adjusted p exists and is below the level.
 */
export function isSeparated({ adjustedP }: SystemComparison, alpha: number): boolean {
  return adjustedP !== undefined && adjustedP < alpha;
}

function validityTable({ study, pointer, suffix, label }: PlacedStudy): SourcedTable {
  const { analysis } = study;
  return {
    source: `${pointer}/analysis/metrics`,
    table: {
      id: `validity${suffix}`,
      title: `Automatic measures against marks (Spearman)${label}`,
      rowHeads: ["measure", "dimension"],
      columns: [
        { title: "over texts" },
        { title: "texts" },
        { title: "over systems" },
        { title: "systems" },
        { title: "declared in the plan" },
      ],
      rows: analysis.metrics.map((row) => ({
        heads: [row.metric, row.dimension],
        places: [
          agreementPlace(row.overTexts),
          countPlace(row.texts),
          agreementPlace(row.overSystems),
          countPlace(row.systems),
          wordsPlace(row.isExploratory ? "no (exploratory)" : "yes"),
        ],
      })),
      notes: [
        "The sign of a correlation follows the raw score; where low scores are good, a negative one means that measure and raters agree.",
      ],
    },
  };
}

/**
 * A system as the report names it.
 *
 * @param study - The study.
 * @param id - Id of the system.
 * @returns Its name, or the id; texts by people are marked.
 */
export function systemName({ systems }: ArchivedStudy, id: string): string {
  const system = systems.find((each) => each.id === id);
  const name = system?.name ?? id;
  return system?.isHuman === true ? `${name} (written by people)` : name;
}
