import { copyFile, open, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../foundation/index.ts";
import { lockFolder, sha256, writeAtomically } from "../../storage/index.ts";
import {
  type AcceptedLeaf,
  applyLine,
  type ExaminedJournal,
  emptyState,
  examineJournal,
  openFileRunStore,
  openJournal,
  type WritingState,
} from "../../writing/index.ts";
import { counted } from "../counted.ts";
import type { DoctorFinding } from "../doctor-finding.ts";
import type { RunFolder } from "../run/run-folder.ts";
import type { RunContext } from "../run-context.ts";
import { findWritingRun } from "./writing-run.ts";

/**
 * Looks at every file of a run of the writer, and mends what can be mended: the sound part of a damaged
 * journal is copied to a new one and the damaged one kept beside it; parts whose texts are lost are to be
 * written anew. Nothing is deleted.
 *
 * @param folder - The run's folder.
 * @param options - Whether to mend.
 * @param context - The time.
 * @returns What was found.
 * @throws LonghandError `run-locked` if the run is being written.
 */
export async function examineWritingRun(
  folder: RunFolder,
  { repair }: { readonly repair: boolean },
  context: RunContext,
): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = [await manifestFinding(folder, context)];
  const lock = await lockFolder(folder.path, context.clock);
  let state: WritingState;
  try {
    const journal = await examineJournal(folder.path);
    findings.push(...journalFindings(journal, folder, repair));
    if (repair && journal.fault !== undefined) findings.push(await mendJournal(journal, folder));
    state = replayed(journal);
    findings.push(await callsFinding(folder));
  } finally {
    await lock.release();
  }
  return [...findings, ...(await textFindings(state, { folder, repair, context }))];
}

async function manifestFinding(folder: RunFolder, context: RunContext): Promise<DoctorFinding> {
  const check = "manifest";
  try {
    const { manifest } = await findWritingRun(folder.path, context);
    const found = `${manifest.run}, by Longhand ${manifest.environment.longhand}`;
    return { check, status: "ok", found };
  } catch (error) {
    const hint = "The run cannot go on without it. Restore the file, or start a new run.";
    return { check, status: "problem", found: messageOf(error), hint };
  }
}

function journalFindings(
  { lines, fault, lostLines, lostEdits }: ExaminedJournal,
  folder: RunFolder,
  repair: boolean,
): DoctorFinding[] {
  const check = "journal";
  if (fault === undefined) return [{ check, status: "ok", found: counted(lines.length, "line") }];
  const edits = lostEdits === 0 ? "" : `, among them ${counted(lostEdits, "edit")} of the author's`;
  const after = fault.torn
    ? ""
    : `; ${counted(lostLines, "line")} from there on cannot be used${edits}`;
  const found = `journal.jsonl:${fault.line}: ${fault.message}${after}`;
  if (fault.torn)
    return [{ check, status: "warning", found, hint: "It is cut off when the run goes on." }];
  const hint = `longhand doctor ${folder.name} --repair`;
  return [repair ? { check, status: "warning", found } : { check, status: "problem", found, hint }];
}

/** The damaged journal is kept as it is; its sound part becomes the journal. */
async function mendJournal(journal: ExaminedJournal, folder: RunFolder): Promise<DoctorFinding> {
  const aside = await freeName(folder.path);
  await copyFile(journal.path, aside);
  const bytes = (await readFile(journal.path)).subarray(0, journal.soundBytes);
  await writeAtomically(journal.path, bytes.toString("utf8"));
  const entry = await open(folder.path, "r");
  await entry.sync().finally(() => entry.close());
  const found = `the sound part has ${counted(journal.lines.length, "line")}; the damaged journal is kept as ${aside}`;
  return { check: "repair", status: "ok", found, hint: resumeHint(folder) };
}

async function freeName(folder: string): Promise<string> {
  for (let number = 1; ; number++) {
    const path = join(folder, `journal.damaged-${number}.jsonl`);
    if ((await stat(path).catch(() => undefined)) === undefined) return path;
  }
}

function resumeHint({ name }: RunFolder): string {
  return `longhand writing resume ${name}`;
}

function replayed({ lines }: ExaminedJournal): WritingState {
  const state = emptyState();
  for (const line of lines) applyLine(state, line);
  return state;
}

/** A damaged reply is no loss: its call is made again. */
async function callsFinding({ path }: RunFolder): Promise<DoctorFinding> {
  const folder = join(path, "calls");
  const names = (await readdir(folder).catch(() => [] as string[])).filter((name) =>
    name.endsWith(".json"),
  );
  let damaged = 0;
  for (const name of names) {
    const text = await readFile(join(folder, name), "utf8").catch(() => "");
    if (!isJson(text)) damaged += 1;
  }
  const check = "replies";
  if (damaged === 0) return { check, status: "ok", found: counted(names.length, "call") };
  const found = `${counted(damaged, "reply", "replies")} of ${names.length} damaged`;
  return {
    check,
    status: "warning",
    found,
    hint: "Their calls are made again if they are needed.",
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface Examination {
  readonly folder: RunFolder;
  readonly repair: boolean;
  readonly context: RunContext;
}

async function textFindings(
  state: WritingState,
  { folder, repair, context }: Examination,
): Promise<DoctorFinding[]> {
  const check = "texts";
  const lost: AcceptedLeaf[] = [];
  for (const leaf of state.accepted.values()) {
    const text = await readFile(join(folder.path, "blobs", leaf.textHash), "utf8").catch(() => "");
    if (sha256(text) !== leaf.textHash) lost.push(leaf);
  }
  if (lost.length === 0)
    return [{ check, status: "ok", found: counted(state.accepted.size, "text") }];
  const findings = lost.map(({ node, textHash }): DoctorFinding => {
    const isLocked = state.tree.get(node)?.lock !== undefined;
    const whose = isLocked ? "the author's text of" : "the text of";
    return {
      check,
      status: repair ? "warning" : "problem",
      found: `blobs/${textHash}: ${whose} part ${node} is missing or damaged`,
      hint: isLocked
        ? `Restore the file; or repair, and give the part its text again: longhand writing edit ${folder.name} --node ${node} --text-file FILE`
        : `Restore the file, or: longhand doctor ${folder.name} --repair`,
    };
  });
  if (!repair) return findings;
  await forget(lost, folder, context);
  const found = `${counted(lost.length, "part")} to be written anew`;
  return [...findings, { check: "repair", status: "ok", found, hint: resumeHint(folder) }];
}

async function forget(
  lost: readonly AcceptedLeaf[],
  folder: RunFolder,
  context: RunContext,
): Promise<void> {
  const store = await openFileRunStore(folder.path, context.clock);
  try {
    const body = { lost: lost.map(({ node }) => node) };
    await openJournal(store, context.clock).record([{ type: "dirty", body }]);
  } finally {
    await store.close();
  }
}
