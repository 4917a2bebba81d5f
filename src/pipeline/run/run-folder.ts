import { mkdir, readdir, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { nearestWord } from "../../storage/index.ts";
import { newUlid, type RunContext } from "../run-context.ts";

/** Where everything of one run stands. */
export interface RunFolder {
  /** Name of the run: the experiment's name and a ULID. */
  readonly name: string;
  /** The folder. */
  readonly path: string;
  /** Frozen experiment, hashes, versions, environment. */
  readonly manifest: string;
  /** One line per planned example, in order. */
  readonly plan: string;
  /** What was retrieved, per example and retriever. */
  readonly retrieval: string;
  /** Append-only: every outcome of every attempt. */
  readonly generation: string;
  /** Append-only: summaries, descriptions of style and judgements of re-rankers. */
  readonly side: string;
  /** Calls that began, while a command makes them; what a kill leaves of it is settled on resuming. */
  readonly begun: string;
  /** Finished texts in plan order. */
  readonly outputs: string;
  /** Limit changes, pauses, warnings, resume marks. */
  readonly events: string;
  /** A file of scores per signature. */
  readonly scores: string;
  /** Can be rebuilt from the files above. */
  readonly summary: string;
  /** Tables, pages, exports. */
  readonly report: string;
}

/**
 * Names the parts of a run's folder.
 *
 * @param path - The folder.
 * @param name - The run's name.
 * @returns The paths; nothing is made.
 */
export function runFolderAt(path: string, name: string): RunFolder {
  return {
    name,
    path,
    manifest: join(path, "manifest.json"),
    plan: join(path, "plan.jsonl"),
    retrieval: join(path, "retrieval.jsonl"),
    generation: join(path, "generation.jsonl"),
    side: join(path, "side.jsonl"),
    begun: join(path, "begun.jsonl"),
    outputs: join(path, "outputs.jsonl"),
    events: join(path, "events.jsonl"),
    scores: join(path, "scores"),
    summary: join(path, "summary.json"),
    report: join(path, "report"),
  };
}

/**
 * Makes the folder of a new run.
 *
 * @param experimentName - First part of its name.
 * @param context - Where runs go, and the time.
 * @returns The empty folder.
 */
export async function createRunFolder(
  experimentName: string,
  context: RunContext,
): Promise<RunFolder> {
  const name = `${experimentName}-${newUlid(context)}`;
  const path = resolve(context.runsFolder, name);
  await makeFolder(path);
  return runFolderAt(path, name);
}

/** Makes a folder and those above it, one by one: Node's own way never ends on some file systems. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    const parent = dirname(path);
    if (code !== "ENOENT" || parent === path || !(await madeParent(parent))) {
      throw new LonghandError(`The folder ${path} cannot be made: ${messageOf(cause)}.`, {
        code: "not-writable",
        hint: "Choose another place with --runs.",
        details: { folder: path },
        cause,
      });
    }
    await makeFolder(path);
  }
}

/** Makes the folder above, unless it is there: then it is no place for new folders. */
async function madeParent(parent: string): Promise<boolean> {
  if ((await stat(parent).catch(() => undefined)) !== undefined) return false;
  await makeFolder(parent);
  return true;
}

/**
 * Finds a run by its name or folder; the start of a name will do if only one run begins so.
 *
 * @param run - What the user wrote.
 * @param context - Where runs are.
 * @returns Its folder.
 * @throws LonghandError `unknown-run`.
 */
export async function findRunFolder(
  run: string,
  { runsFolder }: Pick<RunContext, "runsFolder">,
): Promise<RunFolder> {
  if (run.trim() === "") {
    throw new LonghandError("The name of the run is empty.", { code: "unknown-run" });
  }
  for (const path of isAbsolute(run) ? [run] : [resolve(run), resolve(runsFolder, run)]) {
    if (await isRun(path))
      return runFolderAt(path, path.split(/[\\/]/).filter(Boolean).at(-1) ?? run);
  }
  const names = await readdir(runsFolder).catch(() => [] as string[]);
  const begun = names.filter((name) => name.startsWith(run));
  const [only] = begun;
  if (only !== undefined && begun.length === 1) return runFolderAt(resolve(runsFolder, only), only);
  if (begun.length > 1) throw severalRuns(run, begun.toSorted(), runsFolder);
  const near = nearestWord(run, names);
  throw new LonghandError(`There is no run ${run}.`, {
    code: "unknown-run",
    hint: near === undefined ? `Runs are folders in ${runsFolder}.` : `Did you mean ${near}?`,
    details: { run, runsFolder },
  });
}

/** Runs that a message lists, at most. */
const LISTED_RUNS = 10;

function severalRuns(
  run: string,
  candidates: readonly string[],
  runsFolder: string,
): LonghandError {
  const listed = candidates.slice(0, LISTED_RUNS).map((name) => `  ${name}`);
  const more = candidates.length - listed.length;
  const rest = more > 0 ? [`  and ${more} more`] : [];
  return new LonghandError(
    [`${candidates.length} runs begin with ${run}:`, ...listed, ...rest].join("\n"),
    {
      code: "unknown-run",
      hint: "Give more of the name, as far as it tells them apart.",
      details: { run, runsFolder, candidates },
    },
  );
}

async function isRun(path: string): Promise<boolean> {
  const found = await stat(join(path, "manifest.json")).catch(() => undefined);
  return found?.isFile() ?? false;
}
