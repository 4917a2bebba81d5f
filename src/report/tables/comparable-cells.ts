import { LonghandError } from "../../foundation/index.ts";
import type { TableCell } from "./table-cell.ts";

/** Cells whose numbers may stand in one table: one profile, and one signature for each metric. */
export interface ComparableCells {
  /** Profile of all of them. */
  readonly profile: string;
  /** Signature by metric id. */
  readonly signatures: ReadonlyMap<string, string>;
  /** The cells, each setting once. */
  readonly cells: readonly TableCell[];
  /** What was left out, as sentences. */
  readonly notes: readonly string[];
}

interface Group {
  readonly profile: string;
  readonly signatures: Map<string, string>;
  readonly cells: Map<string, TableCell>;
  readonly notes: Set<string>;
}

/**
 * Sorts cells into groups that may share a table. Profiles never meet, nor do two signatures of one
 * metric: such cells come to different groups, and so to different tables.
 *
 * @param cells - Cells of any number of runs.
 * @returns The groups, in the order in which their first cells came.
 * @throws LonghandError `unlike-scores` if one name stands for two contents of a dataset.
 */
export function comparableCells(cells: readonly TableCell[]): readonly ComparableCells[] {
  refuseTwoContents(cells);
  const groups: Group[] = [];
  for (const cell of cells) {
    const group = groups.find((known) => fits(cell, known)) ?? newGroup(cell, groups);
    for (const { metric, signature } of Object.values(cell.metrics)) {
      group.signatures.set(metric, signature);
    }
    addCell(cell, group);
  }
  return groups.map((group) => ({
    profile: group.profile,
    signatures: group.signatures,
    cells: [...group.cells.values()],
    notes: [...group.notes],
  }));
}

function newGroup({ profile }: TableCell, groups: Group[]): Group {
  const group = { profile, signatures: new Map(), cells: new Map(), notes: new Set<string>() };
  groups.push(group);
  return group;
}

function fits(cell: TableCell, group: Group): boolean {
  return (
    cell.profile === group.profile &&
    Object.values(cell.metrics).every(
      ({ metric, signature }) => (group.signatures.get(metric) ?? signature) === signature,
    )
  );
}

/** A setting that two runs hold is printed once: as the run has it that was named first. */
function addCell(cell: TableCell, { cells, notes }: Group): void {
  const { task, dataset, setting, split, retriever, k, mode, model } = cell;
  const place = JSON.stringify([task, dataset, setting, split, retriever, k, mode, model]);
  const first = cells.get(place);
  if (first === undefined) cells.set(place, cell);
  else if (first.run !== cell.run) {
    notes.add(
      `Settings that both ${first.run} and ${cell.run} hold are printed from ${first.run}.`,
    );
  }
}

function refuseTwoContents(cells: readonly TableCell[]): void {
  const hashes = new Map<string, TableCell>();
  for (const cell of cells) {
    const { task, dataset, setting, split } = cell;
    const place = JSON.stringify([task, dataset, setting, split]);
    const known = hashes.get(place);
    if (known === undefined) hashes.set(place, cell);
    else if (known.datasetHash !== cell.datasetHash) {
      throw new LonghandError(
        `${known.run} and ${cell.run} used two contents of ${dataset} (${split}): ${known.datasetHash.slice(0, 12)} and ${cell.datasetHash.slice(0, 12)}.`,
        {
          code: "unlike-scores",
          hint: "Report them one by one: their numbers may not share a table.",
        },
      );
    }
  }
}
