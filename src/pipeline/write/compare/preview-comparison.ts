import { join, resolve } from "node:path";
import { priceOf } from "../../../models/index.ts";
import { estimateWriting } from "../../../writing/index.ts";
import { counted } from "../../counted.ts";
import type { RunContext } from "../../run-context.ts";
import { costUnits } from "./arm-budget.ts";
import { readArmResult } from "./arm-result.ts";
import type { ComparisonFile } from "./comparison-file.ts";
import { type PlannedRun, planComparison } from "./plan-comparison.ts";

/** What a comparison will probably take; nothing was opened or written. */
export interface ComparisonPreview {
  /** Runs in all. */
  readonly runs: number;
  /** Runs that are finished already. */
  readonly finished: number;
  /** Briefs, seeds, and names of the arms. */
  readonly briefs: readonly string[];
  /** Seeds. */
  readonly seeds: readonly number[];
  /** Names of the arms. */
  readonly arms: readonly string[];
  /** Calls that are still to be made. */
  readonly calls: number;
  /** Tokens that they read and write. */
  readonly tokens: { readonly in: number; readonly out: number };
  /** Most tokens that the budgets let all open runs write; absent if one is limited by cost. */
  readonly maxCompletionTokens?: number;
  /** Cost in units of a token read. */
  readonly costUnits: number;
  /** US dollars; absent where a price is unknown. */
  readonly costUsd?: number;
  /** The same in words. */
  readonly text: string;
}

/**
 * Tells what a comparison takes: runs, calls, tokens, cost. Briefs are read and checked; no model is opened
 * and nothing is written.
 *
 * @param file - What is compared.
 * @param out - Its folder, to see what is finished; it need not exist.
 * @param context - Gets warnings.
 * @returns The preview.
 * @throws LonghandError `invalid-brief`, `invalid-experiment`.
 */
export async function previewComparison(
  file: ComparisonFile,
  out: string,
  context: RunContext,
): Promise<ComparisonPreview> {
  const plan = await planComparison(file, context);
  const open: PlannedRun[] = [];
  for (const planned of plan.runs) {
    const result = await readArmResult(join(resolve(out), "runs", planned.run));
    if (result === undefined) open.push(planned);
  }
  const expected = open.map(({ brief }) => estimateWriting(brief).expected);
  const sum = (value: (step: (typeof expected)[number]) => number): number =>
    expected.reduce((total, step) => total + value(step), 0);
  const tokens = { in: sum((step) => step.in), out: sum((step) => step.out) };
  const isByCompletion = open.every(({ regime }) => regime === "completion");
  const costUsd = priceIn(open);
  const counts = {
    runs: plan.runs.length,
    finished: plan.runs.length - open.length,
    briefs: [...plan.briefs.keys()],
    seeds: file.grid.seed,
    arms: file.grid.writer.map(({ name }) => name),
    calls: sum((step) => step.calls),
    tokens,
    ...(isByCompletion
      ? {
          maxCompletionTokens: open.reduce(
            (total, { brief }) => total + (brief.budget?.completionTokens ?? 0),
            0,
          ),
        }
      : {}),
    costUnits: costUnits(tokens),
    ...(costUsd === undefined ? {} : { costUsd }),
  };
  return { ...counts, text: previewText(counts) };
}

/** What the open runs cost in US dollars at the prices of their models' settings. */
function priceIn(open: readonly PlannedRun[]): number | undefined {
  let total = 0;
  for (const { brief } of open) {
    const settings = brief.models.writer?.settings ?? brief.modelSettings;
    const { inputUsdPerMillionTokens, outputUsdPerMillionTokens } = priceOf(settings);
    if (inputUsdPerMillionTokens === undefined || outputUsdPerMillionTokens === undefined) {
      return undefined;
    }
    const { expected } = estimateWriting(brief);
    total +=
      (expected.in * inputUsdPerMillionTokens + expected.out * outputUsdPerMillionTokens) / 1e6;
  }
  return total;
}

function previewText(preview: Omit<ComparisonPreview, "text">): string {
  const { runs, finished, briefs, seeds, arms, calls, tokens, costUsd } = preview;
  const count = (value: number): string => value.toLocaleString("en");
  const most = preview.maxCompletionTokens;
  return [
    `${runs} runs: ${counted(briefs.length, "brief")} (${briefs.join(", ")}) × ${counted(seeds.length, "seed")} × ${arms.length} ways (${arms.join(", ")})${runs === briefs.length * seeds.length * arms.length ? "" : " × 2 budgets"}; ${finished} finished.`,
    `To do: about ${count(calls)} calls, ${count(tokens.in)} tokens read and ${count(tokens.out)} written (${count(preview.costUnits)} units of cost)${costUsd === undefined ? "" : `, about ${costUsd.toFixed(2)} US dollars`}.`,
    ...(most === undefined ? [] : [`The budgets end the runs at ${count(most)} tokens written.`]),
    "Nothing was opened or written.",
  ].join("\n");
}
