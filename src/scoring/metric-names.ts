import { closest } from "fastest-levenshtein";

import { LonghandError } from "../foundation/index.ts";
import { isPanelMetric, PANEL_METRIC_NAMES, type PanelMetricName } from "./panel/panel-metrics.ts";
import type { ScoringProfile } from "./scorer-options.ts";

const COMPARING = [
  "rouge-1",
  "rouge-2",
  "rouge-3",
  "rouge-4",
  "rouge-5",
  "rouge-6",
  "rouge-7",
  "rouge-8",
  "rouge-9",
  "rouge-l",
  "rouge-lsum",
  "meteor",
  "bleu",
  "chrf",
  "chrf++",
] as const;

/** Id of a metric. */
export type MetricName = (typeof COMPARING)[number] | PanelMetricName;

const NAMES: readonly MetricName[] = [...COMPARING, ...PANEL_METRIC_NAMES];

/** The ROUGE metrics for which the original benchmark draws its bootstrap. */
const PAPER_ROUGE: readonly string[] = ["rouge-1", "rouge-2", "rouge-l", "rouge-lsum"];

/**
 * The ids of the metrics.
 *
 * @param profile - Whose metrics; `longlamp-paper` lacks ROUGE-3 to ROUGE-9 and the quality panel.
 * @returns Them, each metric once, in the order of the documentation.
 */
export function metricNames(profile: ScoringProfile = "longhand"): readonly MetricName[] {
  if (profile === "longhand") return NAMES;
  return NAMES.filter((name) =>
    name.startsWith("rouge-") ? PAPER_ROUGE.includes(name) : !isPanelMetric(name),
  );
}

/**
 * The metrics that a list of names asks for. Case, hyphens, underscores and spaces do not matter:
 * `rougeL`, `ROUGE_L` and `rouge-l` are one metric.
 *
 * @param names - Names as a person wrote them.
 * @param own - Names of metrics of one's own. @defaultValue none
 * @returns The ids, in the same order.
 * @throws LonghandError `unknown-metric` for a name that is none, with the nearest id;
 *   `invalid-option` if one metric is named twice or none is named.
 */
export function resolveMetricNames(
  names: readonly string[],
  own: readonly string[] = [],
): string[] {
  if (names.length === 0) {
    throw new LonghandError("No metric was named.", {
      code: "invalid-option",
      hint: `Name at least one of: ${NAMES.join(", ")}.`,
    });
  }
  const seen = new Map<string, string>();
  for (const name of names) {
    const id = resolve(name, own);
    const before = seen.get(id);
    if (before !== undefined) {
      throw new LonghandError(`"${before}" and "${name}" are the same metric, ${id}.`, {
        code: "invalid-option",
        hint: `Name ${id} once.`,
        details: { metric: id },
      });
    }
    seen.set(id, name);
  }
  return [...seen.keys()];
}

function resolve(name: string, own: readonly string[]): string {
  const wanted = plain(name);
  const known = [...NAMES, ...own];
  const id = known.find((candidate) => plain(candidate) === wanted);
  if (id !== undefined) return id;
  const nearest = closest(name.toLowerCase(), known);
  throw new LonghandError(`There is no metric "${name}".`, {
    code: "unknown-metric",
    hint: `The nearest is ${nearest}. Metrics: ${known.join(", ")}.`,
    details: { name, nearest },
  });
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, "");
}
