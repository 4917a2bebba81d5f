import Table from "cli-table3";
import { counted } from "../../text/index.ts";
import type { ComparedSides, Comparison } from "./compare-sides.ts";

const UNSEPARATED = {
  "not-separated": "not separated",
  "n-too-small": "n too small to separate",
  "not-compared": "not compared",
} as const;

/**
 * Comparisons as a table for the terminal.
 *
 * @param compared - What sides came to.
 * @returns Lines of text.
 */
export function comparisonTable({ comparisons, statistics, users, notes }: ComparedSides): string {
  const baselines = new Set(comparisons.map(({ baseline }) => baseline));
  const sides = new Set(comparisons.map(({ side }) => side));
  const names = baselines.size > 1 || sides.size > 1;
  const table = new Table({
    head: [
      "metric",
      ...(names ? ["side", "baseline"] : []),
      "mean",
      "baseline mean",
      "pairs",
      "difference",
      "95% interval",
      "p",
      "adj. p",
      "effect",
      "verdict",
    ],
    style: { head: [], border: [] },
  });
  for (const comparison of comparisons) {
    const { side, baseline, metric, lowerIsBetter } = comparison;
    const title = lowerIsBetter === true ? `${metric} (less is better)` : metric;
    table.push([title, ...(names ? [side, baseline] : []), ...numbersOf(comparison)]);
  }
  const { resamples, permutations, correction, seed } = statistics;
  const unit =
    users === undefined
      ? "single texts"
      : `all texts of a user together, ${counted(users, "user")}`;
  const signatures = new Set(comparisons.flatMap(({ signature }) => signature ?? []));
  return [
    `Difference = side − baseline${names ? "" : `: ${[...sides].join()} − ${[...baselines].join()}`}`,
    table.toString(),
    `${resamples} resamples, ${permutations} permutations, ${correction}, resampled: ${unit}; seed ${seed}`,
    ...notes.map((note) => `Note: ${note}`),
    ...(signatures.size === 0 ? [] : ["Signatures:"]),
    ...[...signatures].map((signature) => `  ${signature}`),
  ].join("\n");
}

function numbersOf(comparison: Comparison): string[] {
  const { mean, baselineMean, pairs, difference, ciLow, ciHigh } = comparison;
  const { p, adjustedP, effect, reason } = comparison;
  const interval =
    ciLow === undefined || ciHigh === undefined ? "—" : `[${signed(ciLow)}, ${signed(ciHigh)}]`;
  const words = verdictWords(comparison);
  const isTold = reason === undefined || reason.startsWith(words);
  return [
    score(mean),
    score(baselineMean),
    String(pairs),
    difference === undefined ? "—" : signed(difference),
    interval,
    probability(p),
    probability(adjustedP),
    effect === undefined ? "—" : effect.toFixed(2),
    isTold ? (reason ?? words) : `${words}: ${reason}`,
  ];
}

/** What holds of the number, and for metrics of which less is better also what that means. */
function verdictWords({ verdict, difference = 0, lowerIsBetter }: Comparison): string {
  if (verdict !== "better" && verdict !== "worse") return UNSEPARATED[verdict];
  const direction = difference < 0 ? "lower" : "higher";
  return lowerIsBetter === true ? `${direction}, ${verdict}` : direction;
}

function score(value: number | undefined): string {
  return value === undefined ? "—" : value.toFixed(4);
}

function signed(value: number): string {
  const rounded = value.toFixed(4).replace(/^-(0\.0+)$/, "$1");
  return value > 0 && Number(rounded) !== 0 ? `+${rounded}` : rounded;
}

/** Two significant digits below 0.01. */
function probability(p: number | undefined): string {
  if (p === undefined) return "—";
  return p > 0 && p < 0.01 ? p.toPrecision(2) : p.toFixed(4);
}
