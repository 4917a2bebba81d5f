import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import type { RunList, RunListItem, RunSummary } from "../../records/index.ts";
import { targetWordsOf } from "../../writing/index.ts";
import { sectionsOf } from "../experiment/grid.ts";
import type { RunManifest } from "../run/run-manifest.ts";
import type { RunContext } from "../run-context.ts";
import { isComparisonManifest } from "../write/compare/comparison-manifest.ts";
import type { WritingManifest } from "../write/writing-run.ts";
import { type HoldOptions, heldLook } from "./held-look.ts";
import { fileStamp } from "./line-table.ts";
import { isWritingFinished, runStateOf } from "./run-state.ts";

/** Where runs are, and the time. */
export type BrowsePlaces = Pick<RunContext, "runsFolder" | "clock">;

/** Which page of the list. */
export interface RunListOptions {
  /** Most runs, 1–100. */
  readonly limit: number;
  /** Where the page before ended; absent for the first page. */
  readonly cursor?: string;
}

/** What is known of a run without its state, which changes without a file. */
interface KnownRun {
  readonly stamp: string;
  readonly item?: Omit<RunListItem, "state">;
  readonly isDone: boolean;
  readonly fault?: string;
}

/** Lists runs, and reads only what has changed since. */
export class RunLister {
  readonly #places: BrowsePlaces;
  readonly #look: () => Promise<ReadonlyMap<string, KnownRun>>;
  #known: ReadonlyMap<string, KnownRun> = new Map();

  /**
   * @param places - Where runs are.
   * @param hold - How long a look at the folder of runs holds.
   */
  constructor(places: BrowsePlaces, hold: HoldOptions) {
    this.#places = places;
    this.#look = heldLook(() => this.#lookNow(), hold);
  }

  /**
   * One page of the list, the newest first.
   *
   * @param options - Which page.
   * @returns The page; a folder of runs that is not there is empty.
   */
  async list({ limit, cursor }: RunListOptions): Promise<RunList> {
    const known = await this.#look();
    const unreadable = [...known].flatMap(([id, { fault }]) =>
      fault === undefined ? [] : [{ id, reason: fault }],
    );
    const items = [...known.values()].flatMap(({ item, isDone }) =>
      item === undefined ? [] : [{ item, isDone }],
    );
    items.sort((one, other) => compareItems(one.item, other.item));
    const start = cursor === undefined ? 0 : items.findIndex(({ item }) => item.id === cursor) + 1;
    const page = items.slice(start, start + limit);
    const last = page.at(-1)?.item.id;
    const { runsFolder, clock } = this.#places;
    return {
      runs: await Promise.all(
        page.map(async ({ item, isDone }) => {
          const state = await runStateOf({ path: join(runsFolder, item.id), isDone, clock });
          return { ...item, state };
        }),
      ),
      total: items.length,
      unreadable,
      ...(last !== undefined && start + limit < items.length ? { nextCursor: last } : {}),
    };
  }

  async #lookNow(): Promise<ReadonlyMap<string, KnownRun>> {
    const { runsFolder } = this.#places;
    const names = await readdir(runsFolder).catch(() => [] as string[]);
    const found = new Map<string, KnownRun>();
    for (const name of names) {
      const path = join(runsFolder, name);
      const stamps = await Promise.all(DECIDING_FILES.map((file) => fileStamp(join(path, file))));
      if (stamps[0] === "") continue;
      const stamp = stamps.join("|");
      const before = this.#known.get(name);
      found.set(name, before?.stamp === stamp ? before : await readKnown(path, name, stamp));
    }
    this.#known = found;
    return found;
  }
}

/** What tells whether a run is still the one that was read; without the first there is none. */
const DECIDING_FILES = ["manifest.json", "summary.json", "journal.jsonl"] as const;

/** The newest first; runs that do not say when they began come last. */
function compareItems(one: Omit<RunListItem, "state">, other: Omit<RunListItem, "state">): number {
  const byTime = (other.startedAtMs ?? 0) - (one.startedAtMs ?? 0);
  return byTime === 0 ? one.id.localeCompare(other.id) : byTime;
}

async function readKnown(path: string, id: string, stamp: string): Promise<KnownRun> {
  try {
    const manifest: unknown = JSON.parse(await readFile(join(path, "manifest.json"), "utf8"));
    if (isComparisonManifest(manifest)) {
      const isDone = (await stat(join(path, "report")).catch(() => undefined)) !== undefined;
      const { name } = manifest.file;
      return {
        stamp,
        isDone,
        item: { id, kind: "writing-comparison", name, datasets: [], models: [] },
      };
    }
    if ((manifest as { readonly kind?: unknown }).kind === "writing") {
      const isDone = await isWritingFinished(path);
      return { stamp, isDone, item: writingItem(id, manifest as WritingManifest) };
    }
    return await readExperimentItem(path, id, { stamp, manifest: manifest as RunManifest });
  } catch (error) {
    return { stamp, isDone: false, fault: messageOf(error) };
  }
}

const LONGEST_NAME = 100;

function writingItem(
  id: string,
  { brief, models, startedAtMs }: WritingManifest,
): Omit<RunListItem, "state"> {
  const goal = brief.goal.trim().replaceAll(/\s+/g, " ");
  const short = goal.length > LONGEST_NAME ? `${goal.slice(0, LONGEST_NAME - 1)}…` : goal;
  return {
    id,
    kind: "writing",
    name: brief.title ?? short,
    startedAtMs,
    datasets: [],
    models: [...new Set([models.writer.model, models.planner.model])],
    targetWords: targetWordsOf(brief),
  };
}

async function readExperimentItem(
  path: string,
  id: string,
  { stamp, manifest }: { readonly stamp: string; readonly manifest: RunManifest },
): Promise<KnownRun> {
  const { experiment, dataset, datasets = [dataset], startedAtMs, maxExamples } = manifest;
  if (experiment?.grid === undefined) {
    throw new LonghandError("its manifest.json is not one of a run", { code: "damaged-run" });
  }
  const cells = sectionsOf(experiment).reduce((sum, section) => sum + section.cells.length, 0);
  const summary = await readFile(join(path, "summary.json"), "utf8").catch(() => undefined);
  const counts = summary === undefined ? undefined : countsOf(JSON.parse(summary) as RunSummary);
  return {
    stamp,
    isDone: counts?.pending === 0,
    item: {
      id,
      kind: "experiment",
      name: experiment.name,
      startedAtMs,
      datasets: datasets.map(({ name }) => name),
      models: experiment.grid.model,
      cells,
      ...(counts === undefined ? {} : { planned: counts.planned, failed: counts.failed }),
      ...(maxExamples === undefined ? {} : { partial: true as const }),
    },
  };
}

function countsOf({ cells }: RunSummary): {
  readonly planned: number;
  readonly failed: number;
  readonly pending: number;
} {
  const sum = (of: "planned" | "failed" | "pending"): number =>
    cells.reduce((total, cell) => total + cell[of], 0);
  return { planned: sum("planned"), failed: sum("failed"), pending: sum("pending") };
}
