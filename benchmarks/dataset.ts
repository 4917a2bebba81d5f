// The dataset builder against the same rules in pandas: the review task, user setting, on one slice of
// a synthetic dump, from the same Parquet tables.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchRow } from "./bench-row.ts";
import { benchHome } from "./python-peers.ts";

const REVIEWS = 400_000;
const PACKAGES = ["pandas==3.1.1", "pyarrow==26.0.1", "numpy==2.4.6"];

/** Runs the benchmark. */
export async function benchDataset(): Promise<BenchRow[]> {
  const python = ensurePandas();
  const folder = mkdtempSync(join(tmpdir(), "longhand-bench-"));
  try {
    const [dump, corpus] = [join(folder, "dump"), join(folder, "corpus")];
    run("node", ["benchmarks/make-amazon-dump.mjs", "--reviews", String(REVIEWS), "--out", dump]);
    const [reviews, metadata] = [join(dump, "reviews.jsonl"), join(dump, "metadata.jsonl")];
    const imported = timed(() =>
      longhand([
        "corpus",
        "import",
        reviews,
        "--format",
        "amazon",
        "--metadata",
        metadata,
        "--out",
        corpus,
        // The dump has broken records on purpose.
        "--allow-rejected",
        String(REVIEWS),
      ]),
    );
    const built = timed(() => build(corpus, folder));
    const tables = ["documents", "products"].map((name) => join(corpus, `${name}.parquet`));
    return [
      rowOf("building reviews, from the same Parquet tables", {
        ours: built,
        peer: pandas(python, folder, ["parquet", ...tables]),
      }),
      rowOf("building reviews, import of the raw dump included", {
        ours: { ms: imported.ms + built.ms, value: built.value },
        peer: pandas(python, folder, ["json", reviews, metadata]),
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Timed<T> {
  readonly ms: number;
  readonly value: T;
}

/** Examples in train, validation and test. */
type Sizes = readonly [number, number, number];

function build(corpus: string, folder: string): Sizes {
  const out = longhand([
    ...["dataset", "build", "--task", "review", "--corpus", corpus, "--min-reviews-per-user", "20"],
    ...["--profile", "longlamp-paper", "--out", join(folder, "built")],
  ]);
  const { splits } = JSON.parse(out) as { splits: { train: number; val: number; test: number } };
  return [splits.train, splits.val, splits.test];
}

function pandas(python: string, folder: string, words: readonly string[]): Timed<Sizes> {
  const out = join(folder, "pandas");
  mkdirSync(out, { recursive: true });
  const { ms, value } = timed(() => run(python, ["benchmarks/dataset-peer.py", ...words, out]));
  const { splits } = JSON.parse(value) as { splits: Record<string, number> };
  return { ms, value: [splits["train"] ?? 0, splits["validation"] ?? 0, splits["test"] ?? 0] };
}

function rowOf(
  what: string,
  { ours, peer }: { readonly ours: Timed<Sizes>; readonly peer: Timed<Sizes> },
): BenchRow {
  const differences = ours.value.map((size, at) => Math.abs(size - (peer.value[at] ?? 0)));
  return {
    what,
    size: `${REVIEWS.toLocaleString("en")} reviews, ${ours.value.reduce((sum, size) => sum + size, 0)} examples`,
    oursMs: ours.ms,
    peerMs: peer.ms,
    ratio: peer.ms / ours.ms,
    peer: PACKAGES[0] as string,
    maxDifference: Math.max(...differences),
    bound: "≥ 5×",
  };
}

function timed<T>(work: () => T): Timed<T> {
  const started = performance.now();
  const value = work();
  return { ms: performance.now() - started, value };
}

function longhand(words: readonly string[]): string {
  return run(process.execPath, ["dist/cli/main.js", ...words, "--json", "--quiet"]);
}

function run(command: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, words, {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  if (status === 0) return stdout;
  throw new Error(`${command} ${words.join(" ")} ended with code ${status}: ${stderr}${stdout}`);
}

/** An environment of its own, since pandas is large and nothing else needs it. */
function ensurePandas(): string {
  const folder = join(benchHome(), `pandas-${PACKAGES.join("-").replaceAll(/[^\w.-]+/g, "-")}`);
  const python = join(folder, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  const mark = join(folder, "complete");
  if (existsSync(mark) && readFileSync(mark, "utf8") === "") return python;
  console.error(`Making a Python environment in ${folder}...`);
  mkdirSync(folder, { recursive: true });
  run("python3", ["-m", "venv", "--clear", folder]);
  run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...PACKAGES]);
  writeFileSync(mark, "");
  return python;
}
