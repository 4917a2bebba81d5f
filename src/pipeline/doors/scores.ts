export { listMetrics } from "../score/list-metrics.ts";
export { metricTable } from "../score/metric-table.ts";
export { readPunkt } from "../score/read-punkt.ts";
export type { ScoreFileOptions } from "../score/score-file.ts";
export { scoreFile } from "../score/score-file.ts";
