// Whether prompts or memory grow with the document: the fake model writes 20,000 and 200,000 words at every
// size, each in a process of its own, with the run on disk. Processor time is told by part, so that a share that
// grows with the document can be seen: `bench growth` for the bounds, `bench growth-time` for 20,000 and 60,000 words.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFakeModel, type LanguageModel } from "../src/models/index.ts";
import { systemClock } from "../src/pipeline/index.ts";
import { openFileRunStore, openWriter, parseBrief, writeDocument } from "../src/writing/index.ts";

const SIZES = ["tiny", "small", "hosted"] as const;
const SHORT_WORDS = 20_000;
const LONG_WORDS = 200_000;
/** Longest prompt of the long document against that of the short one, and the memory of the long one. */
const MOST_GROWTH = 0.01;
const MOST_MB = 500;

interface Grown {
  readonly longestPrompt: number;
  readonly longestReply: number;
  readonly calls: number;
  readonly words: number;
  readonly leaves: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly maxRssMb: number;
}

/** Words of documents whose processor time is compared, and how much more one part of the longer one may take. */
const TIME_WORDS = [20_000, 60_000] as const;
const MOST_TIME_GROWTH = 0.15;

/** Compares the processor time of a part in a document with that in one of three times its length, tiny size. */
export async function benchGrowthTime(): Promise<void> {
  const [short, long] = TIME_WORDS.map((words) => inOwnProcess("tiny", words));
  if (short === undefined || long === undefined) return;
  const perPart = (grown: Grown): number => (1000 * grown.cpuSeconds) / grown.leaves;
  const growth = perPart(long) / perPart(short) - 1;
  const isKept = growth <= MOST_TIME_GROWTH;
  if (!isKept) process.exitCode = 1;
  console.log(
    `tiny: ${perPart(short).toFixed(1)} ms of processor time a part at ${short.words.toLocaleString("en")} words and ${perPart(long).toFixed(1)} at ${long.words.toLocaleString("en")} (${(100 * growth).toFixed(0)} %, bound ${100 * MOST_TIME_GROWTH} %)${isKept ? "" : ": NOT KEPT"}`,
  );
}

/** Runs the benchmark and prints a line for each size; the exit code is 1 where a bound is broken. */
export async function benchGrowth(): Promise<void> {
  for (const size of SIZES) {
    const short = inOwnProcess(size, SHORT_WORDS);
    const long = inOwnProcess(size, LONG_WORDS);
    const growth = long.longestPrompt / short.longestPrompt - 1;
    const isKept = Math.abs(growth) <= MOST_GROWTH && long.maxRssMb < MOST_MB;
    if (!isKept) process.exitCode = 1;
    console.log(
      `${size}: longest prompt ${short.longestPrompt} words at ${short.words.toLocaleString("en")} words and ${long.longestPrompt} at ${long.words.toLocaleString("en")} (${(100 * growth).toFixed(2)} %, bound 1 %); longest reply ${short.longestReply} and ${long.longestReply} tokens; memory ${Math.round(short.maxRssMb)} and ${Math.round(long.maxRssMb)} MB (bound ${MOST_MB}); ${long.leaves} parts, ${long.calls} calls in ${Math.round(long.seconds)} s${isKept ? "" : ": NOT KEPT"}`,
    );
  }
}

function inOwnProcess(size: string, words: number): Grown {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    // The command line bounds the growth of the heap, too (cli/main.ts).
    ["--heap-growing-percent=40", "--import", "tsx", import.meta.filename, size, String(words)],
    { encoding: "utf8", maxBuffer: 1 << 24 },
  );
  if (status !== 0) throw new Error(`${size}, ${words} words: ${stderr}`);
  return JSON.parse(stdout) as Grown;
}

/** Mentions that the fake model hardly ever makes and a fact that it gets wrong: there is much to mend. */
function briefOf(size: string, words: number): string {
  return `
goal: Tell how a keeper and her daughter save a ferry in a storm, and what the harbour owes them.
kind: story
title: The lamp
model: fake
models: { size: ${size} }
length: { words: ${words} }
facts:
  - { subject: keeper, attribute: age, value: 58 }
  - { subject: the ferry, attribute: promise, value: the keeper tells her daughter who sank the ferry }
  - { subject: the lamp, attribute: secret, value: the lamp was never lit that night, from: 0.5 }
must:
  - { text: brass lamp }
  - { text: ferry, when: range }
  - { text: the drowned bell }
  - { text: a letter from Oslo, when: every, every: 7 }
  - { text: grey wool of chapter 99 }
`;
}

async function grow(size: string, words: number): Promise<Grown> {
  // Every call is synced to the disk; in memory that costs nothing.
  const place = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  const folder = mkdtempSync(join(place, "longhand-growth-"));
  try {
    const seen = { longestPrompt: 0, longestReply: 0, calls: 0 };
    const store = await openFileRunStore(folder, systemClock);
    const writerModel = watched(createFakeModel({ clock: systemClock }), seen);
    const brief = parseBrief(briefOf(size, words), "brief.yaml");
    const start = performance.now();
    const cpu = process.cpuUsage();
    const writer = await openWriter({ brief, store, clock: systemClock, writerModel });
    const outcome = await writeDocument(writer);
    const seconds = (performance.now() - start) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    await store.close();
    const maxRssMb = process.resourceUsage().maxRSS / 1024;
    return {
      ...seen,
      words: outcome.words,
      leaves: outcome.leaves,
      seconds,
      cpuSeconds: (user + system) / 1e6,
      maxRssMb,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function watched(
  model: LanguageModel,
  seen: { longestPrompt: number; longestReply: number; calls: number },
): LanguageModel {
  return {
    ...model,
    generate: (request, options) => {
      const words = request.messages.reduce(
        (sum, { content }) => sum + content.split(/\s+/).length,
        0,
      );
      seen.calls += 1;
      seen.longestPrompt = Math.max(seen.longestPrompt, words);
      seen.longestReply = Math.max(seen.longestReply, request.maxOutputTokens ?? 0);
      return model.generate(request, options);
    },
  };
}

const [size, words] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename && size !== undefined) {
  console.log(JSON.stringify(await grow(size, Number(words))));
}
