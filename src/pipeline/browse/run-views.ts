import type {
  CellSummary,
  FailureReason,
  RunGrid,
  RunState,
  RunView,
  RunViewDataset,
} from "../../records/index.ts";
import type { RunFiles } from "./run-files.ts";
import { rowOf, type SectionLayout } from "./run-layout.ts";
import type { TextIndex } from "./text-index.ts";

/**
 * What a run is and how far it is.
 *
 * @param files - Its files.
 * @param state - Whether it is at work.
 * @returns The view.
 */
export function runViewOf(files: RunFiles, state: RunState): RunView {
  const { manifest, folder, layout } = files;
  const { experiment, environment, maxExamples, startedAtMs } = manifest;
  const cells = countedCells(files);
  const sum = (of: "planned" | "unscored" | "failed" | "pending"): number =>
    cells.reduce((total, cell) => total + cell[of], 0);
  const failures: Record<string, number> = {};
  for (const cell of cells) {
    for (const [reason, count] of Object.entries(cell.failures)) {
      failures[reason] = (failures[reason] ?? 0) + count;
    }
  }
  return {
    id: folder.name,
    name: experiment.name,
    state,
    startedAtMs,
    profile: experiment.profile,
    partial: maxExamples !== undefined,
    datasets: (manifest.datasets ?? [manifest.dataset]).map((dataset, at): RunViewDataset => {
      const { name, task, setting, hash } = dataset;
      const named = dataset.dataset === undefined ? {} : { dataset: dataset.dataset };
      const { split = "", examples = 0 } = layout.sections[at] ?? {};
      return { name, ...named, task, setting, split, hash, examples };
    }),
    models: experiment.grid.model,
    metrics: Object.entries(manifest.metrics).map(([id, signature]) => ({ id, signature })),
    repeat: experiment.repeat,
    texts: {
      planned: sum("planned"),
      generated: sum("unscored"),
      failed: sum("failed"),
      pending: sum("pending"),
    },
    failures,
    longhand: environment.longhand,
    seed: experiment.seed,
  };
}

/**
 * The cells of a run for a heat map: as its summary has them, or only counted before it is scored and
 * while texts are made that the summary does not know.
 *
 * @param files - Its files.
 * @returns The cells.
 */
export function runGridOf(files: RunFiles): RunGrid {
  const { folder, manifest, summary } = files;
  const base = { id: folder.name, metrics: Object.keys(manifest.metrics) };
  const now = countedCells(files);
  if (summary === undefined || !isOfNow(summary.cells, now)) {
    return { ...base, scored: false, cells: now, contrasts: [], notes: [] };
  }
  const { cells, contrasts, notes, statistics } = summary;
  return { ...base, scored: true, cells, contrasts, notes, statistics };
}

function isOfNow(summarised: readonly CellSummary[], now: readonly CellSummary[]): boolean {
  return (
    summarised.length === now.length &&
    now.every(({ pending, failed }, at) => {
      const cell = summarised[at];
      return cell?.pending === pending && cell.failed === failed;
    })
  );
}

const counted = new WeakMap<
  TextIndex,
  { readonly changes: number; readonly cells: CellSummary[] }
>();

/** Cells that know nothing but counts: every text that was made is unscored. Counted once for each state. */
function countedCells(files: RunFiles): readonly CellSummary[] {
  const { index } = files;
  const before = counted.get(index);
  if (before?.changes === index.changes) return before.cells;
  const cells = countCells(files);
  counted.set(index, { changes: index.changes, cells });
  return cells;
}

function countCells(files: RunFiles): CellSummary[] {
  return files.layout.sections.flatMap((section) =>
    section.cells.map((cell, cellAt) => {
      const { planned, generated, failed, failures } = countCell(files, section, cellAt);
      return {
        ...cell,
        planned,
        scored: 0,
        unscored: generated,
        failed,
        pending: planned - generated - failed,
        failures,
        flags: {},
        noSignal: 0,
        overflowed: 0,
        promptTokens: 0,
        outputTokens: 0,
        metrics: {},
      };
    }),
  );
}

interface CellCount {
  readonly planned: number;
  readonly generated: number;
  readonly failed: number;
  readonly failures: Partial<Record<FailureReason, number>>;
}

function countCell({ layout, index }: RunFiles, section: SectionLayout, cellAt: number): CellCount {
  const failures: Partial<Record<FailureReason, number>> = {};
  let [generated, failed] = [0, 0];
  const first = rowOf(layout, { section, cellAt, example: 0, repeat: 0 });
  for (let example = 0; example < section.examples; example++) {
    for (let repeat = 0; repeat < layout.repeat; repeat++) {
      const row = first + example * section.rowsPerExample + repeat;
      const status = index.statusOf(row);
      if (status === "generated") generated += 1;
      if (status !== "failed") continue;
      failed += 1;
      const reason = index.reasonOf(row) as FailureReason;
      failures[reason] = (failures[reason] ?? 0) + 1;
    }
  }
  return { planned: section.examples * layout.repeat, generated, failed, failures };
}
