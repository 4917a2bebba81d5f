import type {
  BudgetRegime,
  ComparedRun,
  WritingContrast,
  WritingStopRule,
} from "../../../records/index.ts";

/** What the rule looks at. */
export interface StopRuleInput {
  /** All contrasts. */
  readonly contrasts: readonly WritingContrast[];
  /** The runs, to find the best baseline. */
  readonly runs: readonly ComparedRun[];
  /** The arm that claims are made about. */
  readonly lead: string;
  /** Names of the baselines. */
  readonly baselines: readonly string[];
  /** Budgets that were run. */
  readonly regimes: readonly BudgetRegime[];
}

const BOTH: readonly BudgetRegime[] = ["completion", "cost"];

/**
 * The rule that was laid down beforehand: if under both budgets the tree is better than the best baseline
 * neither in recall nor in violation rate, and its preference interval includes 50 %, the best baseline
 * becomes the default. Blind preference needs people or a judge, so that without it a tree that is not
 * better leaves the rule undecided, and the report says so.
 *
 * @param input - Contrasts and roles.
 * @returns What the rule comes to.
 */
export function stopRule(input: StopRuleInput): WritingStopRule {
  const { lead, regimes } = input;
  const best = bestBaseline(input);
  if (best === undefined) {
    return { outcome: "undecided", text: "Stop rule: undecided, since no baseline was measured." };
  }
  const wins = regimes.flatMap((regime) =>
    input.contrasts.filter(
      (contrast) =>
        contrast.regime === regime &&
        contrast.arm === lead &&
        contrast.baseline === best &&
        (contrast.measure === "recall" || contrast.measure === "violation-rate") &&
        contrast.verdict === "better",
    ),
  );
  const [win] = wins;
  if (win !== undefined) {
    return {
      outcome: "go",
      text: `Stop rule: not met. ${lead} is better than ${best}, the best baseline, in ${win.measure} under the ${win.regime} budget, so that the tree stays the default.`,
    };
  }
  const preferred = input.contrasts.filter(
    ({ measure, arm, baseline, briefs }) =>
      measure === "preference" && arm === lead && baseline === best && briefs > 0,
  );
  const liked = preferred.find(({ ciLow }) => ciLow !== undefined && ciLow > 0);
  const said = `Stop rule: ${lead} is better than ${best}, the best baseline, neither in recall nor in violation rate`;
  if (liked !== undefined) {
    return { outcome: "go", text: `${said}, but it is preferred blind; the rule is not met.` };
  }
  const open = [
    ...BOTH.filter((regime) => !regimes.includes(regime)).map(
      (regime) => `the ${regime} budget was not run`,
    ),
    ...(preferred.length < regimes.length ? ["blind preference was not measured"] : []),
  ];
  if (open.length === 0) {
    return {
      outcome: "stop",
      text: `${said}, under either budget, and its preference interval is not above 50 %. The rule is met: ${best} becomes the default.`,
    };
  }
  return {
    outcome: "undecided",
    text: `${said}. Whether ${best} has to become the default is undecided: ${open.join(", and ")}. Until then nothing here speaks for the tree.`,
  };
}

/** The baseline with the highest mean recall; among equal ones the first. */
function bestBaseline({ runs, baselines }: StopRuleInput): string | undefined {
  const means = baselines.flatMap((name) => {
    const values = runs.flatMap(({ arm, scores }) => {
      const { recall } = scores;
      return arm === name && recall?.status === "scored" ? [recall.value] : [];
    });
    if (values.length === 0) return [];
    return [{ name, mean: values.reduce((sum, value) => sum + value, 0) / values.length }];
  });
  return means.toSorted((left, right) => right.mean - left.mean)[0]?.name;
}
