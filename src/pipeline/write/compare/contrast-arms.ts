import { randomStream } from "../../../foundation/index.ts";
import type {
  BudgetRegime,
  ComparedRun,
  WritingContrast,
  WritingDifference,
  WritingMeasure,
  WritingVerdict,
} from "../../../records/index.ts";
import {
  benjaminiHochberg,
  comparePairs,
  holm,
  type PairComparison,
  smallestN,
} from "../../../statistics/index.ts";
import type { RunPreference } from "./judge-runs.ts";
import { PREFERENCE } from "./measures.ts";

/** What is compared with what. */
export interface ContrastInput {
  /** The measured runs. */
  readonly runs: readonly ComparedRun[];
  /** The measures. */
  readonly measures: readonly WritingMeasure[];
  /** Names of all arms. */
  readonly arms: readonly string[];
  /** Names of those that others are compared with. */
  readonly baselines: readonly string[];
  /** The arm that claims are made about. */
  readonly lead: string;
  /** Further pairs: an arm that lacks a part, and the one that has it. @defaultValue none */
  readonly further?: readonly { readonly arm: string; readonly baseline: string }[];
  /** Budgets; each has families of its own. */
  readonly regimes: readonly BudgetRegime[];
  /** Blind verdicts on the lead arm. @defaultValue none */
  readonly preferences?: readonly RunPreference[];
  /** Seed of intervals and drawn permutations. */
  readonly seed: number;
}

const RESAMPLES = 10_000;
/** Up to so many briefs all patterns of signs are counted. */
const EXACT_BRIEFS = 20;
const DRAWN_PERMUTATIONS = 100_000;
const ALPHA = 0.05;
/** Value of a verdict that prefers neither. */
const DRAW = 0.5;

interface Wanted {
  readonly measure: WritingMeasure;
  readonly arm: string;
  readonly baseline: string;
  readonly regime: BudgetRegime;
}

/** A difference before its family is known. */
interface Tested extends Omit<WritingDifference, "verdict"> {
  readonly wanted: Wanted;
}

/**
 * Compares arms over briefs: seeds are averaged within a brief, the unit is the brief. The primary measures
 * of the lead arm form one family per budget (Holm); everything else is exploratory (Benjamini–Hochberg).
 * Where a run crashed, all is told again without its pairs, and what both do not say alike is no claim.
 *
 * @param input - Runs, measures and roles.
 * @returns The contrasts, primary ones first.
 */
export function contrastArms(input: ContrastInput): WritingContrast[] {
  return input.regimes.flatMap((regime) => {
    const wanted = wantedIn(input, regime);
    const primary = wanted.filter((each) => isPrimary(each, input));
    const exploratory = wanted.filter((each) => !isPrimary(each, input));
    return [...family(primary, "primary", input), ...family(exploratory, "exploratory", input)];
  });
}

function wantedIn(
  { arms, baselines, measures, lead, further = [] }: ContrastInput,
  regime: BudgetRegime,
): Wanted[] {
  const pairs = baselines.flatMap((baseline) =>
    arms
      .filter((arm) => arm !== baseline && !isLaterBaseline(arm, baseline, baselines))
      .map((arm) => ({ arm, baseline })),
  );
  const added = further.filter(({ baseline }) => !baselines.includes(baseline));
  return [...pairs, ...added].flatMap(({ arm, baseline }) =>
    measures
      .filter(({ id }) => id !== PREFERENCE.id || arm === lead)
      .map((measure) => ({ measure, arm, baseline, regime })),
  );
}

/** Two baselines are compared with each other once. */
function isLaterBaseline(arm: string, baseline: string, baselines: readonly string[]): boolean {
  const place = baselines.indexOf(arm);
  return place !== -1 && place < baselines.indexOf(baseline);
}

function isPrimary({ measure, arm }: Wanted, { lead }: ContrastInput): boolean {
  return measure.primary && arm === lead;
}

function family(
  wanted: readonly Wanted[],
  name: WritingContrast["family"],
  input: ContrastInput,
): WritingContrast[] {
  const adjust = name === "primary" ? holm : benjaminiHochberg;
  const all = judged(
    wanted.map((each) => tested(each, input, () => true)),
    adjust,
  );
  const crashes = input.runs.some(({ status }) => status === "crashed");
  const complete = crashes
    ? judged(
        wanted.map((each) => tested(each, input, isWhole)),
        adjust,
      )
    : undefined;
  const contrasts = all.filter(({ p }) => p !== undefined).length;
  return wanted.map((each, index) => {
    const { measure, arm, baseline, regime } = each;
    const own = all[index] as WritingDifference;
    const completePairs = complete?.[index];
    const agreed = completePairs === undefined || completePairs.verdict === own.verdict;
    const reason = reasonOf(own, { agreed, contrasts });
    return {
      measure: measure.id,
      arm,
      baseline,
      regime,
      family: name,
      ...own,
      ...(agreed ? {} : { verdict: "not separated" as const }),
      ...(completePairs === undefined ? {} : { completePairs }),
      ...(reason === undefined ? {} : { reason }),
    };
  });
}

function isWhole({ status }: ComparedRun): boolean {
  return status !== "crashed";
}

function tested(
  wanted: Wanted,
  { runs, seed, preferences = [] }: ContrastInput,
  counts: (run: ComparedRun) => boolean,
): Tested {
  const { measure, arm, baseline, regime } = wanted;
  const byBrief =
    measure.id === PREFERENCE.id
      ? preferencesByBrief(wanted, preferences)
      : differencesByBrief(wanted, runs.filter(counts));
  const pairs = byBrief.reduce((sum, values) => sum + values.length, 0);
  const briefs = byBrief.length;
  if (briefs === 0) return { wanted, briefs, pairs };
  const compared = comparePairs({
    differences: byBrief.map(
      (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
    ),
    resamples: RESAMPLES,
    permutations: briefs <= EXACT_BRIEFS ? 2 ** briefs : DRAWN_PERMUTATIONS,
    random: randomStream(seed, "writing-contrast", measure.id, arm, baseline, regime),
  });
  return { wanted, briefs, pairs, ...knownOf(compared) };
}

/** Differences of one brief after the other, a number for each seed with a value on both sides. */
function differencesByBrief(
  { measure, arm, baseline, regime }: Wanted,
  runs: readonly ComparedRun[],
): number[][] {
  const byBrief = new Map<string, number[]>();
  const own = runs.filter((run) => run.regime === regime);
  const others = new Map(
    own.filter((run) => run.arm === baseline).map((run) => [`${run.seed} ${run.brief}`, run]),
  );
  for (const run of own) {
    if (run.arm !== arm) continue;
    const left = run.scores[measure.id];
    const right = others.get(`${run.seed} ${run.brief}`)?.scores[measure.id];
    if (left?.status !== "scored" || right?.status !== "scored") continue;
    byBrief.set(run.brief, [...(byBrief.get(run.brief) ?? []), left.value - right.value]);
  }
  return [...byBrief.values()];
}

/** How far each verdict is from a draw; what crashed has no text and no verdict. */
function preferencesByBrief(
  { arm, baseline, regime }: Wanted,
  preferences: readonly RunPreference[],
): number[][] {
  const byBrief = new Map<string, number[]>();
  for (const { score, brief, ...pair } of preferences) {
    if (pair.arm !== arm || pair.baseline !== baseline || pair.regime !== regime) continue;
    if (score.status !== "scored") continue;
    byBrief.set(brief, [...(byBrief.get(brief) ?? []), score.value - DRAW]);
  }
  return [...byBrief.values()];
}

function knownOf({
  difference,
  ciLow,
  ciHigh,
  p,
  exact,
}: PairComparison): Pick<Tested, "difference" | "ciLow" | "ciHigh" | "p" | "exact"> {
  return {
    ...(difference === undefined ? {} : { difference }),
    ...(ciLow === undefined ? {} : { ciLow }),
    ...(ciHigh === undefined ? {} : { ciHigh }),
    ...(p === undefined ? {} : { p }),
    ...(exact === undefined ? {} : { exact }),
  };
}

/** Adjusts over the contrasts that could be tested; the others count for nothing. */
function judged(
  tests: readonly Tested[],
  adjust: (ps: readonly number[]) => number[],
): WritingDifference[] {
  const known = tests.filter(({ p }) => p !== undefined);
  const adjusted = adjust(known.map(({ p }) => p as number));
  return tests.map((test) => {
    const { wanted, ...difference } = test;
    const pAdjusted = adjusted[known.indexOf(test)];
    return {
      ...difference,
      ...(pAdjusted === undefined ? {} : { pAdjusted }),
      verdict: verdictOf(test.difference, pAdjusted, wanted.measure),
    };
  });
}

function verdictOf(
  difference: number | undefined,
  pAdjusted: number | undefined,
  { better }: WritingMeasure,
): WritingVerdict {
  if (difference === undefined || pAdjusted === undefined || pAdjusted >= ALPHA) {
    return "not separated";
  }
  if (difference === 0 || better === "none") return "not separated";
  return difference > 0 === (better === "higher") ? "better" : "worse";
}

function reasonOf(
  { briefs, verdict }: WritingDifference,
  { agreed, contrasts }: { readonly agreed: boolean; readonly contrasts: number },
): string | undefined {
  if (!agreed) {
    return "with failed runs counted as 0 it reads otherwise than on complete pairs: no claim";
  }
  if (briefs === 0) return "no pair has a value on both sides";
  if (verdict !== "not separated") return undefined;
  const needed = smallestN(Math.max(1, contrasts));
  if (briefs >= needed) return undefined;
  return `${briefs} ${briefs === 1 ? "brief" : "briefs"} cannot separate ${contrasts} contrasts; ${needed} can`;
}
