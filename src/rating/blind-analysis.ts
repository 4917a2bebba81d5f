import type { RatingAnalysis, ResultSet, SystemComparison } from "../records/index.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * Letters for the systems of a study whose key is closed.
 *
 * @param systems - Ids of the systems in an order that tells nothing, drawn by the caller.
 * @returns The letter of each system: A to Z, then AA.
 */
export function systemLetters(systems: readonly string[]): ReadonlyMap<string, string> {
  return new Map(systems.map((system, at) => [system, letterOf(at)]));
}

function letterOf(place: number): string {
  const last = LETTERS.charAt(place % LETTERS.length);
  const rest = Math.floor(place / LETTERS.length);
  return rest === 0 ? last : `${letterOf(rest - 1)}${last}`;
}

/**
 * An analysis in which nothing tells who wrote what: systems have letters, stand in the order of
 * these, and neither texts by people nor automatic scores are named.
 *
 * @param analysis - The analysis.
 * @param letters - The letter of each system.
 * @returns The same numbers under letters.
 */
export function blindAnalysis(
  analysis: RatingAnalysis,
  letters: ReadonlyMap<string, string>,
): RatingAnalysis {
  const { withoutFlagged } = analysis;
  return {
    ...analysis,
    all: blindSet(analysis.all, letters),
    ...(withoutFlagged === undefined ? {} : { withoutFlagged: blindSet(withoutFlagged, letters) }),
    metrics: [],
  };
}

function blindSet(set: ResultSet, letters: ReadonlyMap<string, string>): ResultSet {
  const letter = (system: string): string => letters.get(system) ?? "?";
  const dimensions = [...new Set(set.systems.map(({ dimension }) => dimension))];
  const place = ({ dimension }: { readonly dimension: string }): number =>
    dimensions.indexOf(dimension);
  const compare = (left: string, right: string): number => (left < right ? -1 : 1);
  return {
    raters: set.raters,
    systems: set.systems
      .map((row) => ({ ...row, system: letter(row.system) }))
      .sort((left, right) => place(left) - place(right) || compare(left.system, right.system)),
    texts: set.texts.map((row) => ({ ...row, system: letter(row.system) })),
    comparisons: set.comparisons
      .map((row) => inLetterOrder(row, [letter(row.first), letter(row.second)]))
      .sort(
        (left, right) =>
          place(left) - place(right) ||
          compare(`${left.first} ${left.second}`, `${right.first} ${right.second}`),
      ),
    againstHuman: [],
  };
}

/** The comparison with the earlier letter first: the order of the plan would tell ranks. */
function inLetterOrder(
  row: SystemComparison,
  [first, second]: readonly [string, string],
): SystemComparison {
  if (first < second) return { ...row, first, second };
  const { difference, ciLow, ciHigh, wins, losses } = row;
  return {
    ...row,
    first: second,
    second: first,
    ...(difference === undefined ? {} : { difference: 0 - difference }),
    ...(ciLow === undefined || ciHigh === undefined ? {} : { ciLow: -ciHigh, ciHigh: -ciLow }),
    wins: losses,
    losses: wins,
  };
}
