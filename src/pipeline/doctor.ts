import { access, constants, mkdir, statfs } from "node:fs/promises";
import { availableParallelism, totalmem } from "node:os";
import { resolve } from "node:path";
import { messageOf } from "../foundation/index.ts";
import { listModels } from "../models/index.ts";
import { lockFolder } from "../storage/index.ts";
import { LONGHAND_VERSION } from "./package-version.ts";
import { repairGenerationLog } from "./run/generation-log.ts";
import { readRunLog } from "./run/perform-run.ts";
import { findRunFolder } from "./run/run-folder.ts";
import { readManifest } from "./run/run-manifest.ts";
import { hasPlan } from "./run/run-plan.ts";
import type { RunContext } from "./run-context.ts";

/** One thing that was looked at. */
export interface DoctorFinding {
  /** What was looked at. */
  readonly check: string;
  /** `ok`, `warning` (it works, with limits) or `problem`. */
  readonly status: "ok" | "warning" | "problem";
  /** What was found, as a sentence. */
  readonly found: string;
  /** What to do; absent if nothing is. */
  readonly hint?: string;
}

/**
 * Looks at the machine: versions, places, space, the local engine, models.
 *
 * @param context - Places.
 * @returns What was found.
 */
export async function examineMachine(context: RunContext): Promise<DoctorFinding[]> {
  return [
    nodeVersion(),
    { check: "Longhand", status: "ok", found: `version ${LONGHAND_VERSION}` },
    {
      check: "processor and memory",
      status: "ok",
      found: `${availableParallelism()} cores, ${(totalmem() / 2 ** 30).toFixed(1)} GiB`,
    },
    await folderFinding("home (models, caches)", context.home),
    await folderFinding("runs", resolve(context.runsFolder)),
    await engineFinding(),
    ...(await modelFindings(context.home)),
  ];
}

function nodeVersion(): DoctorFinding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const enough = major > 20 || (major === 20 && minor >= 19);
  const found = `version ${process.versions.node}`;
  if (enough) return { check: "Node.js", status: "ok", found };
  return { check: "Node.js", status: "problem", found, hint: "Longhand needs 20.19 or newer." };
}

const LEAST_FREE_BYTES = 1e9;

async function folderFinding(check: string, folder: string): Promise<DoctorFinding> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const found = `${folder}, ${(free / 1e9).toFixed(1)} GB free`;
    if (free >= LEAST_FREE_BYTES) return { check, status: "ok", found };
    return { check, status: "warning", found, hint: "Models and caches need about 1 GB." };
  } catch (error) {
    return {
      check,
      status: "problem",
      found: `${folder}: ${messageOf(error)}`,
      hint: "Choose a folder that can be written.",
    };
  }
}

async function engineFinding(): Promise<DoctorFinding> {
  const check = "local engine (node-llama-cpp)";
  try {
    // Found is enough here: loading it would start its native part.
    import.meta.resolve("node-llama-cpp");
    return { check, status: "ok", found: "installed" };
  } catch {
    return {
      check,
      status: "warning",
      found: "not installed: local GGUF models cannot be used",
      hint: "npm install node-llama-cpp@3.21.1",
    };
  }
}

async function modelFindings(home: string): Promise<DoctorFinding[]> {
  try {
    const models = await listModels({ home });
    return models.map(({ entry, state, path }) => ({
      check: `model ${entry.name}`,
      status: state === "damaged" ? "problem" : "ok",
      found: state === "absent" ? "not on this machine" : `${state}, ${path}`,
      ...(state === "absent" || state === "damaged"
        ? { hint: `longhand models pull ${entry.name}` }
        : {}),
    }));
  } catch (error) {
    return [{ check: "models", status: "problem", found: messageOf(error) }];
  }
}

/**
 * Looks at a run's folder, and mends what can be mended.
 *
 * @param runName - Name or folder.
 * @param options - Whether to mend: damaged lines and a torn end of the log are moved aside, and
 *   nothing is deleted.
 * @param context - Where runs are.
 * @returns What was found.
 * @throws LonghandError `unknown-run`; `run-locked` if the run is being written.
 */
export async function examineRun(
  runName: string,
  { repair }: { readonly repair: boolean },
  context: RunContext,
): Promise<DoctorFinding[]> {
  const folder = await findRunFolder(runName, context);
  const manifest = await readManifest(folder);
  const findings: DoctorFinding[] = [
    {
      check: "manifest",
      status: "ok",
      found: `${manifest.run}, by Longhand ${manifest.environment.longhand}`,
    },
  ];
  if (!(await hasPlan(folder.plan))) {
    return [
      ...findings,
      { check: "plan", status: "warning", found: "none yet", hint: resumeHint(folder.name) },
    ];
  }
  const lock = await lockFolder(folder.path, context.clock);
  try {
    const log = await readRunLog({ folder });
    findings.push(...logFindings(log, folder.name, repair));
    if (repair && (log.damaged.length > 0 || log.tornBytes > 0)) {
      const aside = await repairGenerationLog(folder.generation, log);
      findings.push({
        check: "repair",
        status: "ok",
        found: `bad lines moved to ${aside ?? "nowhere"}`,
        hint: resumeHint(folder.name),
      });
    }
    return findings;
  } finally {
    await lock.release();
  }
}

function logFindings(
  log: Awaited<ReturnType<typeof readRunLog>>,
  run: string,
  repair: boolean,
): DoctorFinding[] {
  const check = "generation log";
  const findings: DoctorFinding[] = [
    {
      check,
      status: "ok",
      found: `${log.outcomes.size} outcomes, ${log.superseded} failures superseded, ${log.repeats} repeats`,
    },
  ];
  const mend = repair ? {} : { hint: `longhand doctor ${run} --repair` };
  for (const { line, message } of log.damaged) {
    findings.push({
      check,
      status: repair ? "warning" : "problem",
      found: `line ${line}: ${message}`,
      ...mend,
    });
  }
  if (log.tornBytes > 0) {
    findings.push({
      check,
      status: "warning",
      found: `the last line was cut off (${log.tornBytes} bytes)`,
      ...mend,
    });
  }
  if (log.conflicts.length > 0) {
    findings.push({
      check,
      status: "warning",
      found: `lines ${log.conflicts.join(", ")} differ from an earlier text of the same key`,
    });
  }
  if (log.unplanned.length > 0) {
    findings.push({
      check,
      status: "warning",
      found: `not in the plan: ${log.unplanned.join(", ")}`,
    });
  }
  return findings;
}

function resumeHint(run: string): string {
  return `longhand run --resume ${run}`;
}
