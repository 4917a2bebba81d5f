import { type PlannedStudy, planStudy, scanLeaks, telltaleNames } from "../../rating/index.ts";
import type { LeakFinding, RatingPlan, RatingStudy } from "../../records/index.ts";
import { canonicalJson, sha256 } from "../../storage/index.ts";
import { counted } from "../../text/index.ts";
import { readStudy } from "./read-study.ts";

/** What `longhand rating plan` tells. */
export interface PlanReport {
  /** The plan. */
  readonly plan: RatingPlan;
  /** Traces of their writers in the texts. */
  readonly leaks: readonly LeakFinding[];
  /** Whether nothing keeps the study closed but warnings and traces that have to be decided. */
  readonly ready: boolean;
}

/**
 * Plans a study from its file.
 *
 * @param path - The study file.
 * @returns Plan, traces, and the same in words.
 * @throws LonghandError `invalid-study`.
 */
export async function ratingPlanOf(
  path: string,
): Promise<{ readonly report: PlanReport; readonly text: string }> {
  const study = await readStudy(path);
  const { plan, texts } = plannedStudy(study);
  const leaks = scanLeaks({
    texts: texts.map(({ text, words }) => ({ text, words })),
    names: telltaleNames(study),
  });
  const ready = plan.findings.every(({ severity }) => severity !== "error");
  const report = { plan, leaks, ready };
  return { report, text: planText(report) };
}

/**
 * Plans a study; its hash is SHA-256 over canonical JSON.
 *
 * @param study - The study.
 * @returns Plan, design and texts.
 */
export function plannedStudy(study: RatingStudy): PlannedStudy {
  return planStudy(study, (value) => sha256(canonicalJson(value)));
}

/** Traces that are listed in words; the others are counted. */
const LISTED_LEAKS = 20;

function planText({ plan, leaks, ready }: PlanReport): string {
  const { design, work, power, agreement, findings } = plan;
  const loads =
    design.fewestTexts === design.mostTexts
      ? `${design.mostTexts}`
      : `${design.fewestTexts} or ${design.mostTexts}`;
  const lines = [
    `${plan.name}: ${counted(plan.systems, "system")}, ${counted(plan.prompts, "prompt")}, ${counted(plan.texts, "text")}, ${counted(plan.ratersPerText, "rater")} each`,
    `Dimensions: ${plan.dimensions.join(", ")}`,
    design.kind === "complete"
      ? `Design: complete; every rater of a prompt reads all its systems`
      : `Design: incomplete blocks; two systems meet ${design.fewestMeetings} to ${design.mostMeetings} times in one rater's texts for a prompt`,
    `Raters: ${design.raters}, with ${loads} texts each${plan.controlReadings > 0 ? `, and ${counted(plan.controlReadings, "control reading")} in all` : ""}`,
    `Reading: ${hours(work.hours)} in all, at most ${hours(work.mostHours)} for one person (240 words a minute)`,
    `Power: ${power.text}`,
    `Agreement: ${agreement.text}`,
    `Plan hash: ${plan.hash}`,
  ];
  for (const { severity, message } of findings) lines.push(`${severity}: ${message}`);
  if (leaks.length > 0) {
    lines.push(
      `${counted(leaks.length, "trace")} of writers in the texts, to be decided before opening:`,
    );
    for (const { text, kind, match } of leaks.slice(0, LISTED_LEAKS)) {
      lines.push(`  ${text}: ${kind}: ${JSON.stringify(match)}`);
    }
    if (leaks.length > LISTED_LEAKS)
      lines.push(`  … and ${leaks.length - LISTED_LEAKS} more (--json lists all)`);
  }
  lines.push(
    ready ? "The study can be opened." : "The study cannot be opened before its errors are mended.",
  );
  return lines.join("\n");
}

function hours(value: number): string {
  return value < 10 ? `${value.toFixed(1)} h` : `${Math.round(value)} h`;
}
