// The packages for JavaScript that people would take today, on the golden values: how fast, and how
// often not what the reference implementation computes. They are installed on demand, outside ours.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bm25Okapi } from "../src/retrieval/index.ts";
import { createBleu, createRouge, type RougeType } from "../src/scoring/index.ts";
import { krippendorffAlpha } from "../src/statistics/index.ts";
import { porterStem } from "../src/text/index.ts";
import { readGolden } from "../tests/golden/read-golden.ts";
import { type BenchRow, measureHere, type Rounds } from "./bench-row.ts";
import { benchHome } from "./python-peers.ts";

const PACKAGES = [
  "bleu-score@1.0.4",
  "js-rouge@3.2.3",
  "krippendorff@0.1.0",
  "okapibm25@1.4.1",
  "rouge@1.0.3",
  "stemmer@2.0.1",
  "wink-bm25-text-search@3.1.2",
];
const TOLERANCE = 1e-9;

/** A package against the reference's values for one thing. */
interface Contest {
  readonly what: string;
  readonly size: string;
  readonly peer: string;
  /** One task each. */
  readonly ours: readonly (() => Answer)[];
  readonly theirs: readonly (() => Answer)[];
  /** What the reference computes. */
  readonly expected: readonly Answer[];
}
/** Opens an installed package. */
type Load = (name: string) => unknown;
type Answer = number | string | readonly number[];

/**
 * Measures the packages.
 *
 * @param rounds - How often and how long.
 * @returns One row per package and thing.
 */
export async function benchJsPeers(rounds: Rounds): Promise<BenchRow[]> {
  const installed = createRequire(join(ensurePackages(), "package.json"));
  const load: Load = (name) => installed(name) as unknown;
  const stems = (await import(pathToFileURL(installed.resolve("stemmer")).href)) as StemmerModule;
  const contests = [
    ...rougeContests(load),
    bleuContest(load),
    stemContest(stems),
    ...bm25Contests(load),
    alphaContest(load),
  ];
  return contests.map((contest) => contestRow(contest, rounds));
}

function ensurePackages(): string {
  const folder = join(benchHome(), `js-${PACKAGES.join("-").replace(/[^a-z0-9.]+/g, "-")}`);
  if (existsSync(join(folder, "complete"))) return folder;
  console.error(`Installing packages to compare with in ${folder}...`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private": true}\n');
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  const { status } = spawnSync("npm", ["install", ...flags, "-E", ...PACKAGES], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm could not install ${PACKAGES.join(", ")}.`);
  writeFileSync(join(folder, "complete"), "");
  return folder;
}

function contestRow({ what, size, peer, ...sides }: Contest, rounds: Rounds): BenchRow {
  const answers = sides.theirs.map(attempt);
  const thrown = answers.filter((answer) => answer === undefined).length;
  const apart = answers.map((answer, at) => distance(answer, sides.expected[at] ?? 0));
  const wrong = apart.filter((off) => off > TOLERANCE).length;
  const timed = (tasks: readonly (() => Answer)[]): number =>
    measureHere(() => {
      for (const task of tasks) attempt(task);
      return [];
    }, rounds).ms;
  const [oursMs, peerMs] = [timed(sides.ours), timed(sides.theirs)];
  const ourWrong = sides.ours.filter(
    (task, at) => distance(attempt(task), sides.expected[at] ?? 0) > TOLERANCE,
  ).length;
  const throws = thrown === 0 ? "" : `, ${thrown} of them thrown`;
  return {
    what: `${what}: theirs wrong on ${wrong} of ${answers.length}${throws}; ours on ${ourWrong}`,
    size,
    oursMs,
    peerMs,
    ratio: peerMs / oursMs,
    peer,
    maxDifference: Math.max(...apart.filter(Number.isFinite)),
  };
}

function attempt(task: () => Answer): Answer | undefined {
  try {
    return task();
  } catch {
    return undefined;
  }
}

function distance(answer: Answer | undefined, expected: Answer): number {
  if (answer === undefined) return Number.POSITIVE_INFINITY;
  if (typeof answer === "string" || typeof expected === "string") {
    return answer === expected ? 0 : Number.POSITIVE_INFINITY;
  }
  const [left, right] = [[answer].flat(), [expected].flat()];
  const off = right.map((value, at) => Math.abs(value - (left[at] ?? Number.NaN)));
  return off.some(Number.isNaN) ? Number.POSITIVE_INFINITY : Math.max(0, ...off);
}

interface GoldenPair {
  readonly hyp: string;
  readonly refs: readonly [string, ...string[]];
}

interface RougePair extends GoldenPair {
  readonly rouge: {
    readonly nostem: readonly Readonly<Record<string, readonly [number, number, number]>>[];
  };
}

function rougeContests(load: Load): Contest[] {
  const pairs = readGolden<RougePair>("rouge.jsonl").filter(({ refs }) => refs.length === 1);
  const js = load("js-rouge") as {
    n(candidate: string, reference: string, options: { n: number }): number;
    l(candidate: string, reference: string): number;
  };
  const old = load("rouge") as { n(candidate: string, reference: string, n: number): number };
  type Scored = (hyp: string, reference: string) => number;
  const contest = (peer: string, type: RougeType, score: Scored): Contest => {
    const rouge = createRouge({ types: [type] });
    const key = type.replace("-", "").replace("rougel", "rougeL");
    return {
      what: type,
      size: `${pairs.length} golden pairs`,
      peer,
      ours: pairs.map(
        ({ hyp, refs }) =>
          () =>
            rouge.score(hyp, refs)[0]?.fmeasure ?? 0,
      ),
      theirs: pairs.map(
        ({ hyp, refs: [reference] }) =>
          () =>
            score(hyp, reference),
      ),
      expected: pairs.map(({ rouge: { nostem } }) => nostem[0]?.[key]?.[2] ?? 0),
    };
  };
  return [
    contest("js-rouge 3.2.3", "rouge-1", (hyp, reference) => js.n(hyp, reference, { n: 1 })),
    contest("js-rouge 3.2.3", "rouge-2", (hyp, reference) => js.n(hyp, reference, { n: 2 })),
    contest("js-rouge 3.2.3", "rouge-l", (hyp, reference) => js.l(hyp, reference)),
    contest("js-rouge 3.2.3", "rouge-lsum", (hyp, reference) => js.l(hyp, reference)),
    // Its `l` does not return for equal texts.
    contest("rouge 1.0.3", "rouge-1", (hyp, reference) => old.n(hyp, reference, 1)),
  ];
}

function bleuContest(load: Load): Contest {
  interface BleuPair extends GoldenPair {
    readonly scores?: { readonly bleu_smoothnone: number };
  }
  const pairs = readGolden<BleuPair>("sacrebleu.jsonl").filter(
    ({ refs, scores }) => refs?.length === 1 && scores !== undefined,
  );
  const { bleu: theirs } = load("bleu-score") as {
    bleu(reference: string, candidate: string, maxN: number): number;
  };
  // It knows no smoothing.
  const bleu = createBleu({ smoothing: "none" });
  return {
    what: "bleu without smoothing",
    size: `${pairs.length} golden pairs`,
    peer: "bleu-score 1.0.4",
    ours: pairs.map(
      ({ hyp, refs }) =>
        () =>
          bleu.score(bleu.count(hyp, refs), true),
    ),
    theirs: pairs.map(
      ({ hyp, refs: [reference] }) =>
        () =>
          100 * theirs(reference, hyp, 4),
    ),
    expected: pairs.map(({ scores }) => scores?.bleu_smoothnone ?? 0),
  };
}

interface StemmerModule {
  stemmer(word: string): string;
}

function stemContest({ stemmer }: StemmerModule): Contest {
  const words = readGolden<{ readonly w: string; readonly s: string }>("porter.jsonl").filter(
    ({ w }) => /^[a-z]+$/.test(w),
  );
  return {
    what: "Porter stems of NLTK",
    size: `${words.length} words`,
    peer: "stemmer 2.0.1",
    ours: words.map(
      ({ w }) =>
        () =>
          porterStem(w),
    ),
    theirs: words.map(
      ({ w }) =>
        () =>
          stemmer(w),
    ),
    expected: words.map(({ s }) => s),
  };
}

interface GoldenCorpus {
  readonly corpus?: readonly (readonly string[])[];
  readonly okapi: {
    readonly queries: readonly {
      readonly query: readonly string[];
      readonly scores: readonly number[];
    }[];
  };
}

interface WinkEngine {
  defineConfig(config: unknown): void;
  definePrepTasks(tasks: readonly ((text: string) => string[])[]): void;
  addDoc(document: { readonly text: string }, id: number): void;
  consolidate(): void;
  search(query: string, limit: number): readonly (readonly [string, number])[];
}

function bm25Contests(load: Load): Contest[] {
  const asked = readGolden<GoldenCorpus>("bm25.jsonl").flatMap(({ corpus, okapi }) =>
    corpus === undefined ? [] : okapi.queries.map((query) => ({ corpus, ...query })),
  );
  const okapi = (
    load("okapibm25") as {
      default(documents: readonly string[], query: readonly string[], options: unknown): number[];
    }
  ).default;
  const wink = load("wink-bm25-text-search") as () => WinkEngine;
  const texts = (corpus: readonly (readonly string[])[]): string[] =>
    corpus.map((words) => words.join(" "));
  const contest = (
    peer: string,
    score: (documents: readonly string[], query: readonly string[]) => readonly number[],
  ): Contest => ({
    what: "BM25 scores of all documents",
    size: `${asked.length} golden queries, indexed anew`,
    peer,
    ours: asked.map(({ corpus, query }) => () => [...(bm25Okapi(corpus)?.scores(query) ?? [])]),
    theirs: asked.map(
      ({ corpus, query }) =>
        () =>
          score(texts(corpus), query),
    ),
    expected: asked.map(({ scores }) => scores),
  });
  return [
    contest("okapibm25 1.4.1", (documents, query) => okapi(documents, query, { k1: 1.5, b: 0.75 })),
    contest("wink-bm25-text-search 3.1.2", (documents, query) => {
      const engine = wink();
      engine.defineConfig({ fldWeights: { text: 1 }, bm25Params: { k1: 1.5, b: 0.75, k: 1 } });
      engine.definePrepTasks([(text) => text.split(" ").filter(Boolean)]);
      for (const [id, text] of documents.entries()) engine.addDoc({ text }, id);
      engine.consolidate();
      const scores = documents.map(() => 0);
      for (const [id, score] of engine.search(query.join(" "), documents.length)) {
        scores[Number(id)] = score;
      }
      return scores;
    }),
  ];
}

function alphaContest(load: Load): Contest {
  interface GoldenTable {
    readonly data: readonly (readonly (number | null)[])[];
    readonly alpha: Readonly<Record<string, number | object>>;
  }
  const tables = readGolden<GoldenTable>("krippendorff.jsonl").filter(
    ({ alpha }) => typeof alpha["nominal"] === "number",
  );
  const { alpha } = load("krippendorff") as {
    alpha(ratings: readonly (readonly (number | undefined)[])[]): number;
  };
  return {
    what: "Krippendorff's alpha, nominal",
    size: `${tables.length} golden tables`,
    peer: "krippendorff 0.1.0",
    ours: tables.map(({ data }) => () => {
      const found = krippendorffAlpha({ ratings: data, measurement: "nominal" });
      return found.status === "defined" ? found.value : Number.NaN;
    }),
    theirs: tables.map(
      ({ data }) =>
        () =>
          alpha(data.map((row) => row.map((value) => value ?? undefined))),
    ),
    expected: tables.map(({ alpha: values }) => values["nominal"] as number),
  };
}
