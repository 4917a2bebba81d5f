// `npm run bench -- metrics`: every metric against its reference implementation in Python, the
// packages for JavaScript that people would take, and numpy and scipy. Same inputs, same run, one
// thread each, best of several rounds.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomStream } from "../src/foundation/index.ts";
import { openAutocorrelationThreads } from "../src/pipeline/index.ts";
import { bm25Okapi } from "../src/retrieval/index.ts";
import {
  autocorrelation,
  createBleu,
  createChrf,
  createRouge,
  openMeteor,
  type RougeType,
  rougeBootstrap,
  type UnitText,
  unitText,
} from "../src/scoring/index.ts";
import { comparePairs, summariseSample } from "../src/statistics/index.ts";
import { nltkTokenizer } from "../src/text/index.ts";
import {
  type BenchRow,
  benchRow,
  type Measured,
  measureAsync,
  measureHere,
  type Rounds,
} from "./bench-row.ts";
import { sentenceText, type TextPair, textPairs } from "./bench-texts.ts";
import { benchJsPeers } from "./js-peers.ts";
import { machineLimits } from "./machine-limits.ts";
import { openPythonPeers, type PythonPeers } from "./python-peers.ts";

const ROUNDS: Rounds = { rounds: 7, leastS: 0.4, budgetS: 3 };
const ALL_ROUGE: readonly RougeType[] = ["rouge-1", "rouge-2", "rouge-l", "rouge-lsum"];
const SIZES = [
  { words: 300, pairs: 4 },
  { words: 3_000, pairs: 1 },
];

/** Runs the benchmark. */
export async function benchMetrics(): Promise<BenchRow[]> {
  const { readGBs, gflops, gintops } = machineLimits();
  console.error(
    `One thread of plain JavaScript here: ${readGBs.toFixed(1)} GB/s read, ${gflops.toFixed(1)} Gflop/s, ${gintops.toFixed(1)} billion operations on whole numbers a second.`,
  );
  const python = openPythonPeers(ROUNDS);
  try {
    return [
      ...(await rougeRows(python)),
      subsequenceRow(),
      ...(await meteorRows(python)),
      ...(await bm25Rows(python)),
      ...(await sacrebleuRows(python)),
      ...(await statisticsRows(python)),
      ...(await autocorrelationRows(python)),
      ...(await benchJsPeers(ROUNDS)),
    ];
  } finally {
    python.close();
  }
}

async function rougeRows(python: PythonPeers): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const size of SIZES) {
    for (const type of ALL_ROUGE) {
      rows.push(await rougeRow({ what: type, types: [type], stemmer: false }, size, python));
    }
    const bound = size.words === 300 ? "≥ 20×" : "≥ 100×";
    const together = { what: "ROUGE-1, 2, L, Lsum together", types: ALL_ROUGE };
    rows.push({ ...(await rougeRow({ ...together, stemmer: false }, size, python)), bound });
    const stems = { ...together, what: `${together.what}, stems`, stemmer: true };
    rows.push(await rougeRow(stems, size, python));
  }
  return rows;
}

interface RougeCase {
  readonly what: string;
  readonly types: readonly RougeType[];
  readonly stemmer: boolean;
}

async function rougeRow(
  { what, types, stemmer }: RougeCase,
  { words, pairs: count }: (typeof SIZES)[number],
  python: PythonPeers,
): Promise<BenchRow> {
  const pairs = textPairs(count, words);
  const rouge = createRouge({ types, stemmer });
  const work = (): number[] =>
    pairs.flatMap(({ prediction, reference }) =>
      rouge.score(prediction, [reference]).map(({ fmeasure }) => fmeasure),
    );
  return benchRow(
    { what, size: `a pair of ${words} words`, peer: "rouge_score 0.1.2" },
    perPair(measureHere(work, ROUNDS), count),
    perPair(await python.measure({ job: "rouge", types, stemmer, pairs }), count),
  );
}

function perPair({ ms, values }: Measured, pairs: number): Measured {
  return { ms: ms / pairs, values };
}

/** A long pair, against the table that one would write first; rouge_score would take minutes. */
function subsequenceRow(): BenchRow {
  const words = 30_000;
  const [pair] = textPairs(1, words);
  const { prediction, reference } = pair as TextPair;
  const { stdout } = spawnSync(
    process.execPath,
    ["--import", "tsx", "benchmarks/long-pair.ts", String(words)],
    { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
  );
  const ours = JSON.parse(stdout) as Measured & { readonly moreMb: number };
  const cut = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const started = performance.now();
  const [left, right] = [cut(prediction), cut(reference)];
  const shared = tableLength(left, right);
  const [precision, recall] = [shared / left.length, shared / right.length];
  const peer = {
    ms: performance.now() - started,
    values: [(2 * precision * recall) / (precision + recall)],
  };
  return benchRow(
    {
      what: "rouge-l of a long pair",
      size: `a pair of ${words} words, ${Math.ceil(ours.moreMb)} MB`,
      peer: "table of two rows",
      bound: "under 1 s and 200 MB",
    },
    ours,
    peer,
  );
}

/** Length of the longest common subsequence by the textbook's table, two rows of it. */
function tableLength(left: readonly string[], right: readonly string[]): number {
  const numbers = new Map<string, number>();
  const numbered = (list: readonly string[]): Int32Array =>
    Int32Array.from(list, (word) => {
      if (!numbers.has(word)) numbers.set(word, numbers.size);
      return numbers.get(word) as number;
    });
  const columns = numbered(right);
  let above = new Int32Array(columns.length + 1);
  let row = new Int32Array(columns.length + 1);
  for (const word of numbered(left)) {
    for (let at = 0; at < columns.length; at++) {
      row[at + 1] =
        columns[at] === word
          ? (above[at] as number) + 1
          : Math.max(row[at] as number, above[at + 1] as number);
    }
    [above, row] = [row, above];
  }
  return above[columns.length] as number;
}

async function meteorRows(python: PythonPeers): Promise<BenchRow[]> {
  const meteor = await openMeteor();
  const tokenizer = nltkTokenizer();
  const rows: BenchRow[] = [];
  for (const { words, pairs: count } of SIZES) {
    const pairs = textPairs(count, words);
    const tokens = pairs.map(({ prediction, reference }) => [
      tokenizer.words(prediction),
      tokenizer.words(reference),
    ]);
    const sides = {
      "METEOR with tokenising": () =>
        pairs.map(({ prediction, reference }) => meteor.score(prediction, [reference]) ?? 0),
      "METEOR of tokens": () =>
        tokens.map(
          ([prediction = [], reference = []]) => meteor.compare(prediction, reference).score,
        ),
    };
    for (const [what, work] of Object.entries(sides)) {
      const tokenising = what.endsWith("tokenising");
      rows.push(
        benchRow(
          {
            what,
            size: `a pair of ${words} words`,
            peer: "NLTK 3.10.3, WordNet loaded",
            ...(tokenising ? { bound: words === 300 ? "≥ 20×" : "≥ 10×" } : {}),
          },
          perPair(measureHere(work, ROUNDS), count),
          perPair(await python.measure({ job: "meteor", tokenising, pairs }), count),
        ),
      );
    }
  }
  return rows;
}

async function bm25Rows(python: PythonPeers): Promise<BenchRow[]> {
  const texts = Array.from({ length: 150 }, (_, number) => sentenceText(300, 1_000 + number));
  const queries = { 10: [sentenceText(10, 7)], 300: [sentenceText(300, 7)] };
  const rows: BenchRow[] = [];
  for (const [terms, asked] of Object.entries(queries)) {
    const split = asked.map((query) => query.split(/\s+/));
    const scoresOf = (index: ReturnType<typeof bm25Okapi>): number[] =>
      split.flatMap((query) => [...(index?.scores(query) ?? [])]);
    const ready = bm25Okapi(texts);
    const parts = { index: () => scoresOf(bm25Okapi(texts)), query: () => scoresOf(ready) };
    for (const [part, work] of Object.entries(parts)) {
      const isWhole = part === "index";
      rows.push(
        benchRow(
          {
            what: isWhole
              ? `BM25 index and a query of ${terms} terms`
              : `BM25 query of ${terms} terms`,
            size: "a profile of 150 documents of 300 words",
            peer: "rank_bm25 0.2.2",
            ...(isWhole ? { bound: "≥ 15×" } : {}),
          },
          measureHere(work, ROUNDS),
          await python.measure({ job: "bm25", part, texts, queries: asked }),
        ),
      );
    }
  }
  return rows;
}

async function sacrebleuRows(python: PythonPeers): Promise<BenchRow[]> {
  const bleu = createBleu();
  const metrics = {
    bleu: ({ prediction, reference }: TextPair) =>
      bleu.score(bleu.count(prediction, [reference]), true),
    chrf: chrfOf(0),
    "chrf++": chrfOf(2),
  };
  const pairs = textPairs(4, 300);
  const rows: BenchRow[] = [];
  for (const [metric, score] of Object.entries(metrics)) {
    rows.push(
      benchRow(
        { what: metric, size: "a pair of 300 words", peer: "sacreBLEU 2.6.0" },
        perPair(
          measureHere(() => pairs.map(score), ROUNDS),
          4,
        ),
        perPair(await python.measure({ job: "sacrebleu", metric, pairs }), 4),
      ),
    );
  }
  return rows;
}

function chrfOf(wordOrder: number): (pair: TextPair) => number {
  const chrf = createChrf({ wordOrder });
  return ({ prediction, reference }) => chrf.score(chrf.count(prediction, [reference]));
}

async function statisticsRows(python: PythonPeers): Promise<BenchRow[]> {
  const random = randomStream("bench-statistics");
  const scores = Array.from({ length: 500 }, () => [random.next(), random.next(), random.next()]);
  const values = scores.map(([, , fmeasure]) => fmeasure as number);
  const differences = values.slice(0, 13).map((value) => value - 0.4);
  const settings = { resamples: 10_000, permutations: 10_000 };
  return [
    benchRow(
      {
        what: "bootstrap of ROUGE scores",
        size: "500 texts, 1,000 samples",
        peer: "rouge_score 0.1.2",
      },
      measureHere(() => {
        const rows = scores.map(([precision = 0, recall = 0, fmeasure = 0]) => ({
          precision,
          recall,
          fmeasure,
        }));
        const [interval] = rougeBootstrap([rows], { seed: 42 });
        return [interval?.low, interval?.mid, interval?.high].map((end) => end?.fmeasure ?? 0);
      }, ROUNDS),
      await python.measure({ job: "rouge_bootstrap", seed: 42, scores }),
    ),
    benchRow(
      {
        what: "bootstrap interval of a mean (other draws)",
        size: "500 values, 10,000 samples",
        peer: "scipy 1.17.1",
      },
      measureHere(() => {
        const summary = summariseSample({ values, resamples: 10_000, random: randomStream(1) });
        return [summary.ciLow ?? 0, summary.ciHigh ?? 0];
      }, ROUNDS),
      await python.measure({ job: "bootstrap_interval", values, resamples: 10_000 }),
    ),
    benchRow(
      {
        what: "sign-flip test, exact",
        size: "13 differences, 8,192 patterns",
        peer: "scipy 1.17.1",
      },
      measureHere(
        () => [
          comparePairs({ differences, ...settings, resamples: 1, random: randomStream(1) }).p ?? 0,
        ],
        ROUNDS,
      ),
      await python.measure({ job: "sign_flip", values: differences, permutations: 10_000 }),
    ),
  ];
}

async function autocorrelationRows(python: PythonPeers): Promise<BenchRow[]> {
  const [words, rows, dimensions, maxLag] = [100_000, 5_000, 100, 10_000];
  const random = randomStream("bench-autocorrelation");
  const sequence = Int32Array.from({ length: words }, () => random.nextBelow(rows));
  const vectors = Float32Array.from({ length: rows * dimensions }, () => random.next() - 0.4);
  const folder = mkdtempSync(join(tmpdir(), "longhand-bench-"));
  try {
    const files = { sequence: join(folder, "sequence"), vectors: join(folder, "vectors") };
    writeFileSync(files.sequence, sequence);
    writeFileSync(files.vectors, vectors);
    const names = {
      what: "autocorrelation at all lags",
      size: "100,000 words, 100 dimensions, lags to 10,000",
      peer: "numpy 2.4.6, real FFT in double precision, one thread",
    };
    const rounds = { rounds: 4, leastS: 0, budgetS: 3 };
    const curveOf = (curve: Float64Array): number[] =>
      Array.from(curve).filter((_, lag) => lag % 10 === 0);
    const textOf = (): UnitText => unitText({ sequence, vectors, dimensions }, true) as UnitText;
    const alone = measureHere(() => curveOf(autocorrelation(textOf(), maxLag)), rounds);
    const threads = openAutocorrelationThreads(2);
    const shared = await measureAsync(
      async () => curveOf(await threads.autocorrelation(textOf(), maxLag)),
      rounds,
    );
    await threads.close();
    const numpy = await python.measure({ job: "autocorrelation", ...files, dimensions, maxLag });
    return [
      benchRow({ ...names, bound: "≥ 0.5×" }, alone, numpy),
      benchRow({ ...names, what: `${names.what}, two threads`, bound: "≥ 1×" }, shared, numpy),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
