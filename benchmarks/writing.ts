// Drafting one planned tree with leaves side by side against one leaf at a time, on the local default
// model; and what a document costs beside the model.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  DEFAULT_MODEL,
  type GgufModel,
  type LanguageModel,
  locateModel,
  openGgufModel,
} from "../src/models/index.ts";
import { systemClock } from "../src/pipeline/index.ts";
import {
  manuscriptMarkdown,
  manuscriptOf,
  openMemoryRunStore,
  openWriter,
  parseBrief,
  writeDocument,
} from "../src/writing/index.ts";
import type { BenchRow, UsedResources } from "./bench-row.ts";
import { longhandHome } from "./longhand-home.ts";

const LEAVES = 8;
/** What a plan for a tiny model aims at. */
const LEAF_WORDS = 110;
const SEQUENCES = 8;
const CONTEXT_TOKENS = 2048;
/** Few rounds: a round takes minutes on a busy machine. */
const ROUNDS = 2;
const OVERHEAD_LEAVES = 67;
const OVERHEAD_MS = 20_000;

/** One tree of eight leaves, planned by its author, so that every side drafts the same. */
const BRIEF = `
goal: Tell how a small town keeps its harbour open in a hard winter. Plain, warm prose; people talk.
kind: story
length: { words: ${LEAVES * LEAF_WORDS} }
models: { size: tiny }
candidates: 1
order: bfs
repair: false
outline:
${[
  "The first ice lies in the bay.",
  "The harbour master counts the boats that are still out.",
  "Two brothers mend the icebreaker in the dark.",
  "A child hears the bell from the breakwater.",
  "The baker carries bread to the men on the ice.",
  "The engine fails, and they pull with ropes.",
  "The last boat comes in behind the lantern.",
  "In the morning the town walks down to look.",
]
  .map((line, index) => `  - { heading: "Part ${index + 1}", brief: "${line}" }`)
  .join("\n")}
`;

/**
 * Runs the benchmark: the sides in turn.
 *
 * @returns Side by side against one at a time on the same open model; against one at a time on a model
 *   that is opened for one; and the cost beside the model.
 */
export async function benchWriting(): Promise<BenchRow[]> {
  return [...(await measureLeaves(await defaultModelPath(), ROUNDS)), overhead()];
}

async function defaultModelPath(): Promise<string> {
  const name = DEFAULT_MODEL.replace(/^gguf:/, "");
  return (await locateModel(name, { home: longhandHome() })).path;
}

interface Round {
  readonly ms: number;
  readonly cpuMs: number;
  readonly tokens: number;
  readonly words: number;
  readonly text: string;
  readonly maxRssMb: number;
}

async function measureLeaves(path: string, rounds: number): Promise<BenchRow[]> {
  const many = await open(path, SEQUENCES);
  const single = await open(path, 1);
  try {
    const sides: Round[][] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      const turn = [
        () => draft(many, many),
        () => draft(many, oneAtATime(many)),
        () => draft(single, single),
      ];
      for (const [index, side] of turn.entries()) {
        const done = await side();
        sides[index]?.push(done);
        console.error(
          `  side ${index + 1}: ${Math.round(done.ms)} ms, processor ${Math.round(done.cpuMs)} ms, ${done.words} words, ${done.tokens} tokens`,
        );
      }
    }
    const [ours = [], queued = [], alone = []] = sides;
    return [
      rowOf("the same model, one leaf at a time", ours, queued),
      rowOf("a model opened for one text, one leaf at a time", ours, alone),
    ];
  } finally {
    await many.close();
    await single.close();
  }
}

function open(path: string, sequences: number): Promise<GgufModel> {
  return openGgufModel({
    path,
    name: "measured",
    revision: "measured",
    sequences,
    contextTokens: CONTEXT_TOKENS,
    gpu: false,
  });
}

/** The same model for a writer that makes one call after the other. */
function oneAtATime(model: LanguageModel): LanguageModel {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...model,
    description: model.description,
    generate: (request, options) => {
      const next = last.then(() => model.generate(request, options));
      last = next.catch(() => undefined);
      return next;
    },
    countTokens: (messages) => model.countTokens(messages),
  };
}

async function draft(engine: GgufModel, writerModel: LanguageModel): Promise<Round> {
  const brief = parseBrief(`${BRIEF}model: gguf:measured\n`, "brief.yaml");
  const store = openMemoryRunStore();
  const writer = await openWriter({ brief, store, clock: systemClock, writerModel });
  const cpuBefore = processorMs(engine.pid);
  const start = performance.now();
  const { words, tokens } = await writeDocument(writer);
  return {
    ms: performance.now() - start,
    cpuMs: processorMs(engine.pid) - cpuBefore,
    tokens: tokens.out,
    words,
    text: manuscriptMarkdown(manuscriptOf(writer)),
    maxRssMb: largestMb(engine.pid),
  };
}

/** Processor time of a process so far; Linux counts it in hundredths of a second. */
function processorMs(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Largest resident memory of a process so far, in MB. */
function largestMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

function rowOf(peer: string, ours: readonly Round[], theirs: readonly Round[]): BenchRow {
  const speed = ({ tokens, ms }: Round): number => tokens / ms;
  const ratios = ours.map((round, index) => speed(round) / speed(theirs[index] as Round));
  return {
    what: "leaves of one tree drafted side by side",
    size: `${LEAVES} leaves of ${LEAF_WORDS} words, one draft of each, ${SEQUENCES} sequences`,
    oursMs: median(ours.map(({ ms }) => ms)),
    peerMs: median(theirs.map(({ ms }) => ms)),
    ratio: median(ratios),
    peer,
    maxDifference: ours.filter(({ text }, index) => text !== theirs[index]?.text).length,
    bound: "≥ 1.5×",
    used: { ours: usedBy(ours), peer: usedBy(theirs) },
  };
}

function usedBy(rounds: readonly Round[]): UsedResources {
  return {
    cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)),
    maxRssMb: median(rounds.map(({ maxRssMb }) => maxRssMb)),
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** A document of 67 leaves by the fake model, in a process of its own. */
function overhead(): BenchRow {
  const folder = mkdtempSync(join(tmpdir(), "longhand-bench-"));
  try {
    writeFileSync(
      join(folder, "brief.yaml"),
      `goal: Tell how a keeper and her daughter save a ferry in a storm.\nkind: story\nmust: [{ text: ferry, when: range }]\nmodels: { size: small }\nlength: { words: ${OVERHEAD_LEAVES * 450} }\nmodel: fake\n`,
    );
    const started = performance.now();
    const { stdout, status, stderr } = spawnSync(
      process.execPath,
      [
        "benchmarks/count-resources.mjs",
        "write",
        join(folder, "brief.yaml"),
        "--yes",
        "--json",
        "--quiet",
        "--runs",
        join(folder, "runs"),
      ],
      { encoding: "utf8", maxBuffer: 1 << 26 },
    );
    if (status !== 0) throw new Error(`The writer ended with code ${status}: ${stderr}${stdout}`);
    const wallMs = performance.now() - started;
    const { leaves, words } = JSON.parse(stdout) as { leaves: number; words: number };
    const usage = JSON.parse(stderr.trim().split("\n").at(-1) as string) as UsedResources;
    return {
      what: "processor time of a document by the fake model: plan, draft, check, mend, export",
      size: `${leaves} leaves, ${words.toLocaleString("en")} words in ${(wallMs / 1000).toFixed(1)} s, ${Math.round(usage.maxRssMb)} MB resident at most`,
      oursMs: usage.cpuMs,
      peerMs: OVERHEAD_MS,
      ratio: OVERHEAD_MS / usage.cpuMs,
      peer: "the bound of 20 s",
      maxDifference: 0,
      bound: "≥ 1×, under 400 MB resident",
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
