import { type MetricName, metricNames } from "./metric-names.ts";
import { isPanelMetric, panelMeasure } from "./panel/panel-metrics.ts";
import { fillPanelOptions } from "./panel/panel-options.ts";

/**
 * Whether more of a metric is better, without opening the metric.
 *
 * @param id - Id of a metric.
 * @returns `false` for the metrics of which less is better, such as `rep-4` and `compression`;
 *   `undefined` for an id that is none.
 */
export function isHigherBetter(id: string): boolean | undefined {
  if (isPanelMetric(id)) return panelMeasure(id, fillPanelOptions({})).higherIsBetter;
  return metricNames().includes(id as MetricName) ? true : undefined;
}
