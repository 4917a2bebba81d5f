// `npm run bench -- large`: a million pairs of 150 words through `longhand score`, killed on the way
// and started again. Memory, busy cores, and whether it goes on from where it was.
import { spawn } from "node:child_process";
import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { randomStream } from "../src/foundation/index.ts";
import type { BenchRow } from "./bench-row.ts";
import { sentenceText } from "./bench-texts.ts";

const PAIRS = 1_000_000;
const WORDS = 150;
/** Share of the file that is scored before the process is killed. */
const KILLED_AT = 0.3;

/** Runs the benchmark. */
export async function benchLargeFile(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "longhand-bench-"));
  try {
    const file = join(folder, "pairs.jsonl");
    await writePairs(file);
    const killed = await scoreUntil(folder, KILLED_AT * statSync(file).size);
    const resumed = await scoreUntil(folder);
    const goneOn = /behind ([0-9,]+) texts/.exec(resumed.stderr)?.[1] ?? "no";
    const lines = countLines(join(folder, "items.jsonl"));
    const memoryMb = Math.ceil(Math.max(killed.memoryMb, resumed.memoryMb));
    return [
      {
        what: `score of a file, killed and started again: went on behind ${goneOn} texts, ${lines.toLocaleString("en")} lines written`,
        size: `${PAIRS.toLocaleString("en")} pairs of ${WORDS} words, ${memoryMb} MB resident at most`,
        oursMs: resumed.ms,
        peerMs: resumed.cpuMs,
        ratio: resumed.cpuMs / resumed.ms,
        peer: "its own processor time, user and system, of the second process",
        maxDifference: PAIRS - lines,
        bound: "under 500 MB; on two idle cores near 2×",
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writePairs(path: string): Promise<void> {
  const random = randomStream("bench-large");
  const words = sentenceText(200_000, 1).split(/\s+/);
  const file = createWriteStream(path);
  for (let id = 0; id < PAIRS; id++) {
    const from = random.nextBelow(words.length - WORDS);
    const reference = words.slice(from, from + WORDS);
    const prediction = reference.map((word) =>
      random.nextBelow(4) === 0 ? words[random.nextBelow(words.length)] : word,
    );
    const line = { id, prediction: prediction.join(" "), reference: reference.join(" ") };
    if (!file.write(`${JSON.stringify(line)}\n`)) {
      await new Promise<void>((resolve) => file.once("drain", () => resolve()));
    }
  }
  file.end();
  await finished(file);
}

interface Scoring {
  readonly ms: number;
  readonly cpuMs: number;
  readonly memoryMb: number;
  readonly stderr: string;
}

/** Scores the file, or only until the lines on disk reach as far as some of its bytes. */
async function scoreUntil(folder: string, killAtByte?: number): Promise<Scoring> {
  const items = join(folder, "items.jsonl");
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [
      "benchmarks/count-resources.mjs",
      "score",
      join(folder, "pairs.jsonl"),
      "--per-item",
      items,
      "--json",
    ],
    {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, LONGHAND_HOME: join(folder, "home") },
    },
  );
  let stderr = "";
  child.stderr.on("data", (piece: Buffer) => {
    stderr += piece.toString("utf8");
  });
  let memoryMb = 0;
  while (child.exitCode === null && child.signalCode === null) {
    await wait(50);
    memoryMb = Math.max(memoryMb, residentMb(child.pid));
    if (killAtByte !== undefined && savedByte(`${items}.partial/journal.jsonl`) >= killAtByte) {
      child.kill("SIGKILL");
    }
  }
  const ms = performance.now() - started;
  if (killAtByte !== undefined) return { ms, cpuMs: 0, memoryMb, stderr };
  if (child.exitCode !== 0) throw new Error(`longhand score failed: ${stderr}`);
  const last = stderr.trim().split("\n").at(-1) ?? "";
  const used = JSON.parse(last) as { readonly cpuMs: number; readonly maxRssMb: number };
  return { ms, cpuMs: used.cpuMs, memoryMb: Math.max(memoryMb, used.maxRssMb), stderr };
}

/** The most memory of a process so far, where Linux tells it; elsewhere 0. */
export function residentMb(pid: number | undefined): number {
  const path = `/proc/${pid}/status`;
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  return Number(/VmHWM:\s+(\d+) kB/.exec(text)?.[1] ?? 0) / 1024;
}

function savedByte(journal: string): number {
  if (!existsSync(journal)) return 0;
  const places = [...readFileSync(journal, "utf8").matchAll(/"next":\{"byte":(\d+)/g)];
  return Number(places.at(-1)?.[1] ?? 0);
}

function countLines(path: string): number {
  const bytes = readFileSync(path);
  let lines = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}
