import { basename } from "node:path";
import { LonghandError } from "../../../foundation/index.ts";
import type { BudgetRegime } from "../../../records/index.ts";
import { canonicalJson, sha256 } from "../../../storage/index.ts";
import { type Brief, plantFacts, targetWordsOf, withAblations } from "../../../writing/index.ts";
import type { RunContext } from "../../run-context.ts";
import { readUnplantedBrief } from "../brief-file.ts";
import { withBudget } from "./arm-budget.ts";
import type { ComparisonFile } from "./comparison-file.ts";
import { isAblation, shownArm, type WriterArm } from "./writer-arms.ts";

/** One document that a comparison writes. */
export interface PlannedRun {
  /** Name of its folder. */
  readonly run: string;
  /** Id of the brief. */
  readonly briefId: string;
  /** Seed. */
  readonly seed: number;
  /** The way of writing. */
  readonly arm: WriterArm;
  /** The budget. */
  readonly regime: BudgetRegime;
  /** The brief as it is written: facts planted, budget, order and seed set. */
  readonly brief: Brief;
}

/** A comparison with everything laid down. */
export interface PlannedComparison {
  /** What was asked for. */
  readonly file: ComparisonFile;
  /** Names of the arms that others are compared with. */
  readonly baselines: readonly string[];
  /** Name of the arm that claims are made about. */
  readonly lead: string;
  /** The briefs by id, facts planted. */
  readonly briefs: ReadonlyMap<string, Brief>;
  /** The runs: brief by brief, seed by seed, so that one stopped anywhere has whole pairs. */
  readonly runs: readonly PlannedRun[];
  /** Hash of everything that decides the texts. */
  readonly hash: string;
}

/**
 * Reads the briefs of a comparison and lays every run down. Nothing is opened.
 *
 * @param file - The comparison.
 * @param context - Gets warnings.
 * @returns The plan.
 * @throws LonghandError `invalid-brief`, `invalid-experiment`.
 */
export async function planComparison(
  file: ComparisonFile,
  context: RunContext,
): Promise<PlannedComparison> {
  const briefs = new Map<string, Brief>();
  for (const path of file.briefs) {
    const id = briefId(path);
    if (briefs.has(id)) throw twice(id);
    const overrides = file.model === undefined ? {} : { model: file.model };
    briefs.set(id, adapted(await readUnplantedBrief(path, overrides, context), file));
  }
  const runs = [...briefs].flatMap(([id, brief]) =>
    file.grid.seed.flatMap((seed) =>
      file.regimes.flatMap((regime) =>
        file.grid.writer.map((arm) => plannedRun({ id, brief, seed, regime, arm })),
      ),
    ),
  );
  const hash = sha256(canonicalJson(runs.map(({ run, brief }) => ({ run, brief }))));
  return { file, ...rolesIn(file), briefs, runs, hash };
}

function briefId(path: string): string {
  const name = basename(path).replace(/\.(?:ya?ml|json)$/i, "");
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "") || "brief"
  );
}

function twice(id: string): LonghandError {
  return new LonghandError(`Two briefs are called ${id}.`, {
    code: "invalid-experiment",
    hint: "Their file names name them in the report: rename one of the files.",
    details: { brief: id },
  });
}

function adapted(brief: Brief, { words, facts, modelSettings, size }: ComparisonFile): Brief {
  const { tolerance } = brief.length;
  const sized = words === undefined ? brief : { ...brief, length: { words, tolerance } };
  return plantFacts(
    {
      ...sized,
      ...(modelSettings === undefined ? {} : { modelSettings }),
      ...(size === undefined ? {} : { models: { ...brief.models, size } }),
    },
    { facts },
  );
}

interface RunParts {
  readonly id: string;
  readonly brief: Brief;
  readonly seed: number;
  readonly regime: BudgetRegime;
  readonly arm: WriterArm;
}

function plannedRun({ id, brief, seed, regime, arm }: RunParts): PlannedRun {
  const { strategy, order = "ltr", repair = false, candidates, staged = brief.staged } = arm;
  const whole: Brief = { ...brief, seed, strategy, order, repair, staged };
  const own = withAblations(whole, arm.without ?? []);
  return {
    run: `${id}-s${seed}-${arm.name}-${regime}`,
    briefId: id,
    seed,
    arm,
    regime,
    brief: withBudget(own, regime, candidates),
  };
}

/** Who is compared with whom: the whole tree where it is there, with rolling and outline. */
function rolesIn({
  grid,
  baselines,
}: ComparisonFile): Pick<PlannedComparison, "baselines" | "lead"> {
  const names = grid.writer.map(({ name }) => name);
  const usual = ["rolling", "outline"].filter((name) => names.includes(name));
  const [first = ""] = names;
  const chosen = baselines ?? (usual.length > 0 ? usual : [first]);
  // What lacks a part on purpose speaks for no tree, as long as a whole one is there.
  const whole = grid.writer.filter(({ name }) => !isAblation(name));
  const trees = (whole.length > 0 ? whole : grid.writer)
    .filter((arm) => shownArm(arm).role === "tree" && !chosen.includes(arm.name))
    .map(({ name }) => name);
  const others = names.filter((name) => !chosen.includes(name));
  const lead = trees.includes("tree-repair") ? "tree-repair" : (trees[0] ?? others[0] ?? first);
  return { baselines: chosen, lead };
}

/**
 * Words that all runs of a plan should come to.
 *
 * @param runs - The runs.
 * @returns Words.
 */
export function plannedWords(runs: readonly PlannedRun[]): number {
  return runs.reduce((sum, { brief }) => sum + targetWordsOf(brief), 0);
}
