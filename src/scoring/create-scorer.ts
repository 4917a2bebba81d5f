import { LonghandError } from "../foundation/index.ts";
import type { ScoreRecord } from "../records/index.ts";
import { wellFormed } from "../text/index.ts";
import { checkedNumber, checkedWord } from "./checked-option.ts";
import { checkOwnMetrics, type MetricDefinition, ownMetricGroup } from "./define-metric.ts";
import { meteorMetric } from "./meteor/meteor-metrics.ts";
import type { MetricGroup, MetricInfo, ScoredItem, Scorer } from "./metric.ts";
import { type MetricName, resolveMetricNames } from "./metric-names.ts";
import { isPanelMetric, type PanelMetricName, panelMetrics } from "./panel/panel-metrics.ts";
import type { RougeType } from "./rouge/rouge.ts";
import { rougeMetrics } from "./rouge/rouge-metrics.ts";
import { sacrebleuMetric } from "./sacrebleu/sacrebleu-metrics.ts";
import type { ScorerOptions } from "./scorer-options.ts";

/**
 * Prepares metrics for scoring texts.
 *
 * @param metricIds - Which metrics, in the order of the records; `rougeL` and `rouge-l` are one.
 * @param options - Profile and settings.
 * @param own - Metrics of your own that may be asked for. @defaultValue none
 * @returns A scorer. It does no input or output, and equal items get equal records.
 * @throws LonghandError `unknown-metric` for an id that is none; `invalid-option` for a metric named
 *   twice and for settings that do not exist or do not go together; `invalid-metric` for a metric of
 *   your own that is none or is defined twice. Scoring throws `invalid-score`, naming metric and
 *   example, if such a metric fails or gives no score.
 *
 * @example
 * ```ts
 * import { createScorer } from "longhand/scoring";
 *
 * const scorer = await createScorer(["rouge-1", "rouge-l"]);
 * const records = scorer.score({
 *   exampleId: "7",
 *   prediction: "The tent kept us dry.",
 *   references: ["The tent was dry all night."],
 * });
 * for (const record of records) {
 *   if (record.status === "scored") console.log(record.metric, record.value);
 * }
 * ```
 */
export async function createScorer(
  metricIds: readonly string[],
  options: ScorerOptions = {},
  own: readonly MetricDefinition[] = [],
): Promise<Scorer> {
  checkOwnMetrics(own);
  const ids = resolveMetricNames(
    metricIds,
    own.map(({ name }) => name),
  );
  checkOptions(options);
  const asked = own.filter(({ name }) => ids.includes(name));
  const builtIn = ids.filter((id): id is MetricName => !asked.some(({ name }) => name === id));
  const groups = [...(await openGroups(builtIn, options)), ...asked.map(ownMetricGroup)];
  const metrics = ids.map((id) => infoOf(id, groups));
  return {
    metrics,
    score(item): ScoreRecord[] {
      const clean: ScoredItem = {
        exampleId: item.exampleId,
        prediction: wellFormed(item.prediction),
        references: item.references.map(wellFormed),
      };
      const records = new Map<string, ScoreRecord>();
      for (const group of groups) {
        for (const record of group.score(clean)) records.set(record.metric, record);
      }
      return ids.map((id) => records.get(id) as ScoreRecord);
    },
  };
}

/** Metrics that share the reading of a text form a group. */
async function openGroups(
  ids: readonly MetricName[],
  options: ScorerOptions,
): Promise<MetricGroup[]> {
  const groups: MetricGroup[] = [];
  const rouge = ids.filter((id): id is RougeType => id.startsWith("rouge-"));
  if (rouge.length > 0) groups.push(await rougeMetrics(rouge, options));
  if (ids.includes("meteor")) groups.push(await meteorMetric(options));
  for (const id of ids) {
    if (id === "bleu" || id === "chrf" || id === "chrf++")
      groups.push(sacrebleuMetric(id, options));
  }
  const panel = ids.filter(isPanelMetric);
  if (panel.length > 0) groups.push(panelGroup(panel, options));
  return groups;
}

function panelGroup(ids: readonly PanelMetricName[], options: ScorerOptions): MetricGroup {
  if (options.profile === "longlamp-paper") {
    throw new LonghandError(`The profile longlamp-paper has no ${ids.join(", ")}.`, {
      code: "invalid-option",
      hint: "For the measures of the quality panel choose the profile longhand.",
    });
  }
  return panelMetrics(ids, options.panel);
}

function infoOf(id: string, groups: readonly MetricGroup[]): MetricInfo {
  return groups.flatMap((group) => group.metrics).find((metric) => metric.id === id) as MetricInfo;
}

function checkOptions(options: ScorerOptions): void {
  checkedWord("profile", options.profile, ["longhand", "longlamp-paper"]);
  checkedWord("tokens", options.tokens, ["ascii-alnum", "unicode-words"]);
  checkedWord("nltk", options.nltk, ["3.10.3", "3.9.1"]);
  checkedWord("sentences", options.sentences, ["newline", "punkt"]);
  const seed = { name: "seed", least: 0, most: 2 ** 32 - 1, whole: true };
  if (options.seed !== undefined) checkedNumber(options.seed, seed);
}
