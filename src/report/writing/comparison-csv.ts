import type { WritingComparison } from "../../records/index.ts";
import { csvLine } from "../exports/csv-text.ts";

/**
 * Every score of every run, a line each; an empty value has its reason beside it.
 *
 * @param comparison - The comparison.
 * @returns CSV after RFC 4180.
 */
export function writingScoresCsv({ runs, measures }: WritingComparison): string {
  const head = csvLine([
    "run",
    "brief",
    "seed",
    "arm",
    "budget",
    "status",
    "measure",
    "value",
    "reason",
  ]);
  const lines = runs.flatMap(({ run, brief, seed, arm, regime, status, scores }) =>
    measures.map(({ id }) => {
      const score = scores[id];
      const known = score?.status === "scored";
      const reason = score?.status === "unscored" ? score.reason : undefined;
      const value = known ? score.value : undefined;
      return csvLine([run, brief, seed, arm, regime, status, id, value, reason]);
    }),
  );
  return head + lines.join("");
}

/**
 * Every contrast, a line each.
 *
 * @param comparison - The comparison.
 * @returns CSV after RFC 4180.
 */
export function writingContrastsCsv({ contrasts }: WritingComparison): string {
  const head = csvLine([
    "family",
    "budget",
    "measure",
    "arm",
    "baseline",
    "briefs",
    "pairs",
    "difference",
    "ci_low",
    "ci_high",
    "p",
    "p_adjusted",
    "verdict",
    "verdict_complete_pairs",
    "reason",
  ]);
  const lines = contrasts.map((contrast) =>
    csvLine([
      contrast.family,
      contrast.regime,
      contrast.measure,
      contrast.arm,
      contrast.baseline,
      contrast.briefs,
      contrast.pairs,
      contrast.difference,
      contrast.ciLow,
      contrast.ciHigh,
      contrast.p,
      contrast.pAdjusted,
      contrast.verdict,
      contrast.completePairs?.verdict,
      contrast.reason,
    ]),
  );
  return head + lines.join("");
}

/**
 * The curves of every run, a line for each tenth.
 *
 * @param comparison - The comparison.
 * @returns CSV after RFC 4180.
 */
export function writingCurvesCsv({ runs, curveTitles }: WritingComparison): string {
  const head = csvLine(["run", "brief", "seed", "arm", "budget", "curve", "tenth", "value"]);
  const lines = runs.flatMap(({ run, brief, seed, arm, regime, curves }) =>
    Object.keys(curveTitles).flatMap((id) =>
      (curves[id] ?? []).map((value, tenth) =>
        csvLine([run, brief, seed, arm, regime, id, tenth + 1, value ?? undefined]),
      ),
    ),
  );
  return head + lines.join("");
}
