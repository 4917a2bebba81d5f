// The dataset builder against the same pipeline in pandas: the review task from a synthetic dump, from
// the raw files to both settings and from an import's tables to one. Both sides must write the same bytes.
//
//   npm run bench -- dataset [--reviews=200000]
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchRow, UsedResources } from "./bench-row.ts";
import { ensureEnvironment } from "./python-peers.ts";

const REVIEWS = 2_000_000;
const SPLITS = ["train", "validation", "test"];

/** Runs the benchmark. */
export async function benchDataset(): Promise<BenchRow[]> {
  const python = ensureEnvironment();
  const folder = mkdtempSync(join(tmpdir(), "longhand-bench-"));
  try {
    const reviewCount = askedReviews();
    const dump = join(folder, "dump");
    run("node", [
      "benchmarks/make-amazon-dump.mjs",
      "--reviews",
      String(reviewCount),
      "--out",
      dump,
    ]);
    return compare({ folder, python, reviewCount });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function askedReviews(): number {
  const asked = process.argv.find((word) => word.startsWith("--reviews="));
  return asked === undefined ? REVIEWS : Number(asked.slice("--reviews=".length));
}

interface Place {
  readonly folder: string;
  readonly python: string;
  readonly reviewCount: number;
}

type Setting = "user" | "temporal";

function compare({ folder, python, reviewCount }: Place): BenchRow[] {
  const [reviews, products] = ["reviews", "metadata"].map((name) =>
    join(folder, "dump", `${name}.jsonl`),
  ) as [string, string];
  const corpus = join(folder, "corpus");
  const imported = importDump({ reviews, products, corpus, reviewCount });
  const settings = ["user", "temporal"] as const;
  const both = buildBoth(folder, settings);
  const user = build(folder, "user");
  const whole = pandas(python, { reviews, products, out: join(folder, "raw"), settings });
  const fromTables = pandas(python, { corpus, out: join(folder, "tables"), settings: ["user"] });
  return [
    rowOf("reviews: raw dump to both settings", {
      reviewCount,
      ours: [imported, both],
      peer: whole,
      differences: [
        ...importDifferences(imported.result, whole.result.imported),
        ...settings.flatMap((setting, at) =>
          buildDifferences(both.result.datasets[at] as Built, {
            card: whole.result.cards[setting] as PeerCard,
            ours: join(folder, `both-${setting}`),
            peer: join(folder, "raw", setting),
          }),
        ),
      ],
    }),
    rowOf("reviews: an import's tables to the user setting", {
      reviewCount,
      ours: [user],
      peer: fromTables,
      differences: buildDifferences(user.result, {
        card: fromTables.result.cards.user as PeerCard,
        ours: join(folder, "user"),
        peer: join(folder, "tables", "user"),
      }),
    }),
  ];
}

/** A command, measured. */
interface Part<T> {
  readonly ms: number;
  readonly used: UsedResources;
  readonly result: T;
}

interface Imported {
  readonly counts: Readonly<Record<string, unknown>>;
}

interface Built {
  readonly hash: string;
  readonly splits: Readonly<Record<string, number>>;
  readonly funnel: readonly unknown[];
  readonly checks: readonly { readonly check: string; readonly findings: number }[];
  readonly counts: Readonly<Record<string, number>>;
}

interface PeerCard extends Pick<Built, "hash" | "splits" | "funnel" | "counts"> {
  readonly checks: Readonly<Record<string, number>>;
}

interface PeerResult {
  readonly imported: Readonly<Record<string, unknown>> | null;
  readonly cards: Readonly<Partial<Record<Setting, PeerCard>>>;
  readonly used: UsedResources;
}

function importDump(dump: {
  readonly reviews: string;
  readonly products: string;
  readonly corpus: string;
  readonly reviewCount: number;
}): Part<Imported> {
  return longhand<Imported>([
    ...["corpus", "import", dump.reviews, "--format", "amazon", "--metadata", dump.products],
    // The dump has broken records on purpose.
    ...["--out", dump.corpus, "--allow-rejected", String(dump.reviewCount)],
  ]);
}

function build(folder: string, setting: Setting): Part<Built> {
  return longhand<Built>([
    ...["dataset", "build", "--task", "review", "--setting", setting],
    ...["--corpus", join(folder, "corpus"), "--out", join(folder, setting)],
  ]);
}

function buildBoth(
  folder: string,
  settings: readonly Setting[],
): Part<{ readonly datasets: readonly Built[] }> {
  return longhand([
    ...["dataset", "build", "--task", "review", "--setting", settings.join()],
    ...["--corpus", join(folder, "corpus"), "--out", join(folder, "both")],
  ]);
}

function longhand<T>(words: readonly string[]): Part<T> {
  const { ms, stdout, stderr } = run(process.execPath, [
    ...["benchmarks/count-resources.mjs", ...words, "--json", "--quiet"],
  ]);
  const used = JSON.parse(stderr.trim().split("\n").at(-1) as string) as UsedResources;
  return { ms, used, result: JSON.parse(stdout) as T };
}

function pandas(python: string, job: Readonly<Record<string, unknown>>): Part<PeerResult> {
  const { ms, stdout } = run(python, ["benchmarks/dataset-peer.py", JSON.stringify(job)]);
  const result = JSON.parse(stdout) as PeerResult;
  return { ms, used: result.used, result };
}

/** What one side counted as the other did not. */
function importDifferences({ counts }: Imported, peer: PeerResult["imported"]): number[] {
  return ["documents", "products", "rejected", "reasons"].map((name) =>
    differs(counts[name], peer?.[name]),
  );
}

interface BothSides {
  readonly card: PeerCard;
  readonly ours: string;
  readonly peer: string;
}

function buildDifferences(result: Built, { card, ours, peer }: BothSides): number[] {
  const checks = Object.fromEntries(result.checks.map(({ check, findings }) => [check, findings]));
  const { train, validation, test } = card.splits;
  const content = (folder: string, split: string): Buffer =>
    readFileSync(join(folder, `${split}.jsonl`));
  return [
    differs(result.hash, card.hash),
    differs(result.splits, { train, val: validation, test }),
    differs(result.funnel, card.funnel),
    differs(checks, card.checks),
    differs(result.counts, card.counts),
    ...SPLITS.map((split) => (content(ours, split).equals(content(peer, split)) ? 0 : 1)),
  ];
}

function differs(left: unknown, right: unknown): number {
  return sorted(left) === sorted(right) ? 0 : 1;
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}

function rowOf(
  what: string,
  sides: {
    readonly reviewCount: number;
    readonly ours: readonly Part<unknown>[];
    readonly peer: Part<PeerResult>;
    readonly differences: readonly number[];
  },
): BenchRow {
  const { reviewCount, ours, peer, differences } = sides;
  const sum = (of: (part: Part<unknown>) => number): number =>
    ours.reduce((all, part) => all + of(part), 0);
  const oursMs = sum(({ ms }) => ms);
  const used = {
    cpuMs: sum((part) => part.used.cpuMs),
    maxRssMb: Math.max(...ours.map((part) => part.used.maxRssMb)),
  };
  return {
    what,
    size: `${reviewCount.toLocaleString("en")} reviews`,
    oursMs,
    peerMs: peer.ms,
    ratio: peer.ms / oursMs,
    peer: "pandas 3.1.1",
    maxDifference: Math.max(...differences),
    bound: "≥ 5×",
    used: { ours: used, peer: peer.used },
  };
}

interface Ended {
  readonly ms: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(command: string, words: readonly string[]): Ended {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(command, words, {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  if (status === 0) return { ms: performance.now() - started, stdout, stderr };
  throw new Error(`${command} ${words.join(" ")} ended with code ${status}: ${stderr}${stdout}`);
}
