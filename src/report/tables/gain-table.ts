import { metricName } from "../display-names.ts";
import { ABSENT, formatDifference, formatInterval } from "../format-number.ts";
import type { CellGain, CellPair } from "./compared-cells.ts";
import { NOT_RUN, type TableColumn, type TablePlace, type TableRow } from "./result-table.ts";
import type { BareTable } from "./score-tables.ts";
import {
  findNone,
  type ModelSlot,
  modelsOf,
  settingsOf,
  type TableLayout,
  type TableTask,
  taskTitle,
} from "./table-layout.ts";
import { tunedTest } from "./tuned-cell.ts";

/** A table of gains. */
export interface GainTable {
  /** Number of the table. */
  readonly id: "16" | "17" | "18";
  /** What it shows. */
  readonly title: string;
  /** The settings; absent for all. */
  readonly settings?: readonly string[];
  /** The models' places. */
  readonly slots: readonly ModelSlot[];
}

/**
 * Tables 16 to 18: gain in percent of the tuned system over none, test split, per model and over all.
 *
 * @param layout - The cells.
 * @param table - Which one.
 * @returns The table.
 */
export function gainTable(layout: TableLayout, table: GainTable): BareTable {
  const settings = table.settings ?? settingsOf(layout);
  const models = modelsOf(layout, table.slots);
  const overall = models.length > 1 ? [{ title: "overall" }] : [];
  const columns = settings.flatMap((setting) =>
    [...models, ...overall].map(
      ({ title }): TableColumn => ({
        ...(settings.length > 1 ? { group: setting } : {}),
        title,
      }),
    ),
  );
  const tasks = models.length === 0 ? [] : layout.tasks;
  const rows = tasks.flatMap((task) =>
    layout.metrics.map(
      (metric): TableRow => ({
        heads: [taskTitle(task, settings), metricName(metric)],
        places: settings.flatMap((setting) => {
          const found = models.map(({ model = "" }) => pairOf(layout, { ...task, setting, model }));
          const places = found.map((pair) => gainPlace(layout, metric, [pair]));
          return models.length > 1 ? [...places, gainPlace(layout, metric, found)] : places;
        }),
      }),
    ),
  );
  return {
    id: table.id,
    title: table.title,
    rowHeads: ["task", "metric"],
    columns,
    rows,
    notes: [GAIN_NOTE],
  };
}

const GAIN_NOTE =
  "Gain: 100 (p - n) / n over the examples that both have a score for, with its 95 % interval (paired bootstrap) and, behind it, the absolute difference; no gain is tested on its own. Overall: the mean of the models' gains, not of their scores.";

interface FoundPair {
  readonly pair?: CellPair;
  readonly words?: string;
  readonly reason?: string;
}

type PairQuery = TableTask & { readonly setting: string; readonly model: string };

function pairOf(layout: TableLayout, query: PairQuery): FoundPair {
  const baseline = findNone(layout, { ...query, split: "test" });
  const { cell, words, reason } = tunedTest(layout, query);
  if (cell === undefined) return { reason: reason ?? "not run" };
  if (baseline === undefined) return { reason: "none was not run on test" };
  const open = [cell, baseline].some(({ pending }) => pending > 0);
  if (open) return { reason: "texts are pending" };
  return { pair: { cell, baseline }, ...(words === undefined ? {} : { words }) };
}

function gainPlace(layout: TableLayout, metric: string, found: readonly FoundPair[]): TablePlace {
  const missing = found.find(({ pair }) => pair === undefined);
  if (missing !== undefined) {
    return { ...NOT_RUN, ...(missing.reason === undefined ? {} : { reason: missing.reason }) };
  }
  const pairs = found.flatMap(({ pair }) => pair ?? []);
  if (pairs.some(({ cell, baseline }) => !cell.metrics[metric] || !baseline.metrics[metric])) {
    return { ...NOT_RUN, reason: `${metricName(metric)} was not run` };
  }
  const gain = layout.comparer.gain(metric, pairs);
  const words = found.length === 1 ? found[0]?.words : undefined;
  return gainShown(gain, { pairs, ...(words === undefined ? {} : { words }) });
}

interface GainFacts {
  readonly pairs: readonly CellPair[];
  readonly words?: string;
}

function gainShown(gain: CellGain, { pairs, words }: GainFacts): TablePlace {
  const failed = Math.max(...pairs.flatMap(({ cell, baseline }) => [cell.failed, baseline.failed]));
  const counts = { scored: gain.pairs, failed };
  const reason = gain.reason === undefined ? {} : { reason: gain.reason };
  if (gain.gain === undefined) return { state: "absent", text: ABSENT, ...counts, ...reason };
  const ends = formatInterval(gain, formatPercent);
  return {
    state: "value",
    text: `${formatPercent(gain.gain)} %`,
    value: gain.gain,
    ...(gain.ciLow === undefined ? {} : { ciLow: gain.ciLow }),
    ...(gain.ciHigh === undefined ? {} : { ciHigh: gain.ciHigh }),
    ...(ends === undefined ? {} : { ends }),
    ...counts,
    ...reason,
    detail: [differenceOf(gain), words].filter((part) => part !== undefined).join("; "),
  };
}

function differenceOf({ difference, differenceLow, differenceHigh }: CellGain): string | undefined {
  if (difference === undefined) return undefined;
  const ends =
    differenceLow === undefined || differenceHigh === undefined
      ? undefined
      : formatInterval({ ciLow: differenceLow, ciHigh: differenceHigh }, formatDifference);
  return [formatDifference(difference), ends].filter((part) => part !== undefined).join(" ");
}

/** A percentage with its sign, two decimals. */
function formatPercent(percent: number): string {
  const rounded = percent.toFixed(2).replace(/^-(0\.0+)$/, "$1");
  return percent > 0 && Number(rounded) !== 0 ? `+${rounded}` : rounded;
}
