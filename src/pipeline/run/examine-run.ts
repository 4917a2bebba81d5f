import { readdir, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { lockFolder, parseStrictJson, readJsonLines } from "../../storage/index.ts";
import { counted } from "../counted.ts";
import type { DoctorFinding } from "../doctor-finding.ts";
import type { RunContext } from "../run-context.ts";
import { examineWritingRun } from "../write/examine-writing-run.ts";
import { openCalls } from "./begun-calls.ts";
import { type GenerationLog, readSideLog, repairGenerationLog } from "./generation-log.ts";
import { readRunLog } from "./perform-run.ts";
import { findRunFolder, type RunFolder } from "./run-folder.ts";
import { readManifest } from "./run-manifest.ts";
import { hasPlan, readPlan } from "./run-plan.ts";
import { hasUnpaid } from "./write-retrieval.ts";

/**
 * Looks at every file of a run's folder, and mends what can be mended: damaged lines and a torn end of
 * a log, and a damaged `retrieval.jsonl`, are moved aside; nothing is deleted. What is written anew
 * from these (outputs, scores, summary) is only reported.
 *
 * @param runName - Name or folder.
 * @param options - Whether to mend.
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
  if (await isWritingRun(folder)) return await examineWritingRun(folder, { repair }, context);
  const lock = await lockFolder(folder.path, context.clock);
  try {
    const manifest = await manifestFinding(folder);
    if (!(await hasPlan(folder.plan))) {
      const hint = resumeHint(folder);
      return [manifest, { check: "plan", status: "warning", found: "none yet", hint }];
    }
    const plan = await planFinding(folder);
    if (plan.status !== "ok") return [manifest, plan];
    return [
      manifest,
      plan,
      ...(await retrievalFindings(folder, repair)),
      ...(await logFindings(await sideLogOf(folder), { folder, repair })),
      ...(await logFindings(await textLogOf(folder), { folder, repair })),
      ...(await cutOffFindings(folder)),
      ...(await derivedFindings(folder)),
    ];
  } finally {
    await lock.release();
  }
}

/** A damaged manifest tells nothing; then the journal of the writer does. */
async function isWritingRun({ manifest, path }: RunFolder): Promise<boolean> {
  try {
    const text = await readFile(manifest, "utf8");
    const { kind } = parseStrictJson(text, { file: manifest, line: 1 }) as { kind?: unknown };
    return kind === "writing";
  } catch {
    return await exists(join(path, "journal.jsonl"));
  }
}

function resumeHint({ name }: RunFolder): string {
  return `longhand run --resume ${name}`;
}

async function manifestFinding(folder: RunFolder): Promise<DoctorFinding> {
  const check = "manifest";
  try {
    const { run, environment } = await readManifest(folder);
    return { check, status: "ok", found: `${run}, by Longhand ${environment.longhand}` };
  } catch (error) {
    const hint = "The run cannot go on without it. Restore the file, or start a new run.";
    return { check, status: "problem", found: messageOf(error), hint };
  }
}

async function planFinding({ plan }: RunFolder): Promise<DoctorFinding> {
  const check = "plan";
  try {
    let texts = 0;
    for await (const _ of readPlan(plan)) texts += 1;
    return { check, status: "ok", found: counted(texts, "text") };
  } catch (error) {
    if (!(error instanceof LonghandError)) throw error;
    const hint = error.hint ?? "Start a new run.";
    return { check, status: "problem", found: error.message, hint };
  }
}

/** The first damaged line of a file of JSON Lines, and how many good ones it has. */
async function linesOf(path: string): Promise<{
  readonly lines: number;
  readonly values: readonly unknown[];
  readonly fault?: string;
}> {
  let lines = 0;
  const values: unknown[] = [];
  for await (const line of readJsonLines(path)) {
    if (line.status === "blank") continue;
    const at = `line ${line.line.line}`;
    if (!line.line.complete) return { lines, values, fault: `${at} is cut off` };
    if (line.status === "bad") return { lines, values, fault: `${at}: ${line.error.message}` };
    lines += 1;
    values.push(idOf(line.value));
  }
  return { lines, values };
}

function idOf(value: unknown): unknown {
  const { dataset = "", exampleId } = (value ?? {}) as { dataset?: string; exampleId?: string };
  return `${dataset}|${String(exampleId)}`;
}

async function retrievalFindings(folder: RunFolder, repair: boolean): Promise<DoctorFinding[]> {
  const check = "retrieval";
  if (!(await exists(folder.retrieval))) {
    return [
      { check, status: "ok", found: "none: it is made when the run goes on, if it is needed" },
    ];
  }
  const { lines, values, fault } = await linesOf(folder.retrieval);
  const missing = fault ?? (await missingRetrieval(folder, new Set(values)));
  if (missing === undefined) {
    const unpaid = (await hasUnpaid(folder.retrieval)) ? UNPAID : "";
    return [{ check, status: "ok", found: `${counted(lines, "line")}${unpaid}` }];
  }
  const problem = { check, status: repair ? "warning" : "problem", found: missing } as const;
  if (!repair) return [{ ...problem, hint: `longhand doctor ${folder.name} --repair` }];
  const aside = await moveAside(folder.retrieval);
  const found = `moved to ${aside}; the same passages are retrieved again`;
  return [problem, { check: "repair", status: "ok", found, hint: resumeHint(folder) }];
}

const UNPAID =
  "; some have no passages for want of budget: raise it in the experiment file and resume with it";

/** A file whose end was lost at a line end: its last examples are missing. */
async function missingRetrieval(
  folder: RunFolder,
  found: ReadonlySet<unknown>,
): Promise<string | undefined> {
  if (found.size === 0) return "it is empty";
  // A dataset whose cells need no passages has no lines at all.
  const datasets = new Set([...found].map((id) => String(id).split("|", 1)[0] ?? ""));
  const missing = new Set<string>();
  for await (const { exampleId, cell } of readPlan(folder.plan)) {
    const name = [...datasets].find((one) => one === "" || cell.startsWith(`${one}--`));
    const id = `${name}|${exampleId}`;
    if (name !== undefined && !found.has(id)) missing.add(id);
  }
  if (missing.size === 0) return undefined;
  return `${counted(missing.size, "example")} of the plan ${missing.size === 1 ? "is" : "are"} missing`;
}

async function moveAside(path: string): Promise<string> {
  for (let number = 1; ; number++) {
    const aside = path.replace(/\.jsonl$/, `.damaged-${number}`);
    if (await exists(aside)) continue;
    await rename(path, aside);
    return aside;
  }
}

/** Calls that a kill cut off are charged by the next command, not here. */
async function cutOffFindings(folder: RunFolder): Promise<DoctorFinding[]> {
  const { length } = await openCalls(folder);
  if (length === 0) return [];
  const found = `${counted(length, "call")} cut off by a kill; charged with the most they can have cost`;
  return [{ check: "calls", status: "warning", found, hint: resumeHint(folder) }];
}

interface NamedLog {
  readonly check: string;
  readonly path: string;
  readonly log: GenerationLog;
}

async function textLogOf(folder: RunFolder): Promise<NamedLog> {
  return { check: "generation log", path: folder.generation, log: await readRunLog({ folder }) };
}

async function sideLogOf(folder: RunFolder): Promise<NamedLog | undefined> {
  if (!(await exists(folder.side))) return undefined;
  const log = await readSideLog({ folder });
  return { check: "log of side calls", path: folder.side, log };
}

interface LogExamination {
  readonly folder: RunFolder;
  readonly repair: boolean;
}

async function logFindings(
  named: NamedLog | undefined,
  { folder, repair }: LogExamination,
): Promise<DoctorFinding[]> {
  if (named === undefined) return [];
  const { check, path, log } = named;
  const mend = repair ? {} : { hint: `longhand doctor ${folder.name} --repair` };
  const findings: DoctorFinding[] = [
    {
      check,
      status: "ok",
      found: `${counted(log.outcomes.size, "outcome")}, ${counted(log.superseded, "failure")} superseded, ${counted(log.repeats, "repeat")}`,
    },
    ...log.damaged.map(
      ({ line, message }): DoctorFinding => ({
        check,
        status: repair ? "warning" : "problem",
        found: `line ${line}: ${message}`,
        ...mend,
      }),
    ),
    ...oddities(named, mend),
  ];
  if (!repair || (log.damaged.length === 0 && log.tornBytes === 0)) return findings;
  const aside = await repairGenerationLog(path, log);
  const found = `bad lines moved to ${aside ?? "nowhere"}`;
  return [...findings, { check: "repair", status: "ok", found, hint: resumeHint(folder) }];
}

function oddities({ check, log }: NamedLog, mend: Pick<DoctorFinding, "hint">): DoctorFinding[] {
  const warning = (found: string, more: Pick<DoctorFinding, "hint"> = {}): DoctorFinding => ({
    check,
    status: "warning",
    found,
    ...more,
  });
  return [
    ...(log.tornBytes === 0
      ? []
      : [warning(`the last line was cut off (${counted(log.tornBytes, "byte")})`, mend)]),
    ...(log.conflicts.length === 0
      ? []
      : [warning(`lines ${log.conflicts.join(", ")} differ from an earlier text of the same key`)]),
    ...(log.unplanned.length === 0
      ? []
      : [warning(`not in the plan: ${log.unplanned.join(", ")}`)]),
  ];
}

/** What is written anew from plan, retrieval and logs whenever the run is resumed. */
async function derivedFindings(folder: RunFolder): Promise<DoctorFinding[]> {
  const hint = resumeHint(folder);
  const anew = `${hint} writes it anew`;
  const findings: DoctorFinding[] = [];
  const scores = (await readdir(folder.scores).catch(() => [] as string[])).filter((name) =>
    name.endsWith(".jsonl"),
  );
  const files = [
    { check: "outputs", path: folder.outputs },
    { check: "events", path: folder.events },
    ...scores.map((name) => ({ check: `scores/${name}`, path: join(folder.scores, name) })),
  ];
  for (const { check, path } of files) {
    if (!(await exists(path))) continue;
    const { lines, fault } = await linesOf(path);
    findings.push(
      fault === undefined
        ? { check, status: "ok", found: counted(lines, "line") }
        : {
            check,
            status: check === "events" ? "warning" : "problem",
            found: fault,
            hint: check === "events" ? "It is for reading only; nothing depends on it." : anew,
          },
    );
  }
  const summary = await summaryFinding(folder);
  const outputs = await missingOutputs(folder, findings);
  return [...findings, ...outputs, ...summary];
}

/** Outputs that end too early, although every line of them is whole. */
async function missingOutputs(
  folder: RunFolder,
  findings: readonly DoctorFinding[],
): Promise<DoctorFinding[]> {
  const isWhole = findings.some(({ check, status }) => check === "outputs" && status === "ok");
  // Without a summary the run did not come so far: its outputs may well be of an earlier moment.
  if (!isWhole || !(await exists(folder.summary))) return [];
  const { lines } = await linesOf(folder.outputs);
  const { outcomes } = await readRunLog({ folder });
  const generated = [...outcomes.values()].filter(({ status }) => status === "generated").length;
  if (lines >= generated) return [];
  const found = `${counted(lines, "line")}, but the log holds ${counted(generated, "finished text")}`;
  return [
    { check: "outputs", status: "problem", found, hint: `${resumeHint(folder)} writes it anew` },
  ];
}

async function summaryFinding(folder: RunFolder): Promise<DoctorFinding[]> {
  const check = "summary";
  if (!(await exists(folder.summary))) return [];
  try {
    parseStrictJson(await readFile(folder.summary, "utf8"), { file: folder.summary, line: 1 });
    return [{ check, status: "ok", found: "whole" }];
  } catch (error) {
    const hint = `${resumeHint(folder)} writes it anew`;
    return [{ check, status: "problem", found: messageOf(error), hint }];
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
