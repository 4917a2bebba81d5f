// What each technique of the long writer changes, on a small model: short documents with a technique and
// without it, the same plan and the same seeds, compared part by part. Resumable: what stands in the folder is
// not written again. `npm run bench -- techniques`; settings are environment variables:
// TECHNIQUES_MODEL, TECHNIQUES_SEEDS (1,2), TECHNIQUES_WORDS (300), TECHNIQUES_OUT, TECHNIQUES_ARMS.
import { readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { randomStream } from "../src/foundation/index.ts";
import { type RunContext, systemClock } from "../src/pipeline/run-context.ts";
import { openVoiceGround } from "../src/pipeline/write/voice-ground.ts";
import { distancesOf } from "../src/pipeline/write/voice-report.ts";
import { writeInto } from "../src/pipeline/write/write-into.ts";
import { openWritingModels } from "../src/pipeline/write/writing-models.ts";
import { findWritingRun, readWritingRun } from "../src/pipeline/write/writing-run.ts";
import { comparePairs } from "../src/statistics/index.ts";
import { unicodeWords } from "../src/text/index.ts";
import {
  type Brief,
  openReadOnlyRunStore,
  parseBrief,
  type ReadRun,
  readCandidates,
  type Techniques,
} from "../src/writing/index.ts";
import { longhandHome } from "./longhand-home.ts";

const OFF: Techniques = {
  voice: false,
  styleCard: false,
  exemplars: false,
  styleScore: false,
  keywords: false,
  prefix: false,
  drift: false,
  driftVectors: "words",
  logProbabilities: false,
  bible: true,
  nextBrief: true,
  alreadySaid: true,
};

/** Each technique alone, against nothing at all; `drift` needs a profile, and stands against `voice`. */
const ARMS: Readonly<Record<string, { readonly against: string; readonly brief: Partial<Brief> }>> =
  {
    off: { against: "", brief: { techniques: OFF } },
    voice: {
      against: "off",
      brief: {
        techniques: { ...OFF, voice: true, styleCard: true, exemplars: true, styleScore: true },
      },
    },
    card: { against: "off", brief: { techniques: { ...OFF, voice: true, styleCard: true } } },
    exemplars: { against: "off", brief: { techniques: { ...OFF, voice: true, exemplars: true } } },
    keywords: { against: "off", brief: { techniques: { ...OFF, keywords: true } } },
    prefix: { against: "off", brief: { techniques: { ...OFF, prefix: true } } },
    drift: {
      against: "voice",
      brief: {
        techniques: {
          ...OFF,
          voice: true,
          styleCard: true,
          exemplars: true,
          styleScore: true,
          drift: true,
        },
      },
    },
    likelihood: { against: "off", brief: { techniques: { ...OFF, logProbabilities: true } } },
    staged: { against: "off", brief: { techniques: OFF, staged: true } },
  };

const KEYWORDS = ["harvest", "lantern", "bridge", "neighbor", "promise", "winter"];

function briefs(model: string, words: number): Readonly<Record<string, Brief>> {
  const text = (goal: string, kind: string): string =>
    `goal: ${goal}\nkind: ${kind}\nlength: { words: ${words} }\nkeywords: [${KEYWORDS.join(", ")}]\nprofile: { corpus: sotu, author: Franklin D Roosevelt }\nmodel: ${JSON.stringify(model)}\n`;
  return {
    speech: parseBrief(
      text("An address to a town that rebuilds its bridge after a flood.", "speech"),
      "speech",
    ),
    essay: parseBrief(
      text("Why neighbours who lend each other tools are better off.", "essay"),
      "essay",
    ),
  };
}

interface Part {
  readonly delta?: number | undefined;
  readonly words: number;
  readonly targetWords: number;
  readonly keywords: number;
}

/** Writes what is missing and compares. */
export async function benchTechniques(): Promise<void> {
  const setting = (name: string, usual: string): string =>
    process.env[`TECHNIQUES_${name}`] ?? usual;
  const out = resolve(setting("OUT", join("benchmarks", "runs", "techniques")));
  const seeds = setting("SEEDS", "1,2").split(",").map(Number);
  const wanted = setting("ARMS", Object.keys(ARMS).join(",")).split(",");
  const context = contextFor(out);
  const chosen = briefs(
    setting("MODEL", "gguf:smollm2-135m-instruct"),
    Number(setting("WORDS", "300")),
  );
  const [any] = Object.values(chosen);
  const models = await openWritingModels(any as Brief, context);
  try {
    for (const seed of seeds) {
      for (const [id, brief] of Object.entries(chosen)) {
        for (const arm of wanted) {
          const startedMs = performance.now();
          const folder = join(out, `${arm}-${id}-${seed}`);
          await writeInto({ ...brief, ...ARMS[arm]?.brief, seed }, folder, { models, context });
          const seconds = Math.round((performance.now() - startedMs) / 1000);
          console.error(`${arm} ${id} ${seed}: ${seconds} s`);
        }
      }
    }
  } finally {
    await models.close();
  }
  await report(out, context);
}

function contextFor(out: string): RunContext {
  const never = new AbortController().signal;
  return {
    clock: systemClock,
    nameSeed: "techniques",
    home: longhandHome(),
    runsFolder: out,
    credential: () => undefined,
    environment: {},
    stopping: never,
    stopNow: never,
    onProgress: () => undefined,
  };
}

type Runs = ReadonlyMap<string, ReadonlyMap<string, Part>>;

/** Everything in the folder, also of arms that were written another time. */
async function report(out: string, context: RunContext): Promise<void> {
  const runs = new Map<string, Map<string, Part>>();
  const rewards: number[] = [];
  for (const name of (await readdir(out)).sort()) {
    const [arm, id, seed] = name.split("-");
    if (arm === undefined || !(arm in ARMS)) continue;
    const run = await findWritingRun(join(out, name), context);
    const read = await readWritingRun(run, context);
    const parts = runs.get(arm) ?? new Map<string, Part>();
    runs.set(arm, parts);
    for (const [place, part] of (await partsOf(read, context)).entries()) {
      parts.set(`${id}|${seed}|${place}`, part);
    }
    if (arm === "off") rewards.push(...(await gainsOf(run.folder.path)));
  }
  const lines = [
    "| technique | against | measure | parts | with | without | difference | 95 % interval | |",
    "| --- | --- | --- | ---: | ---: | ---: | ---: | --- | --- |",
    ...[...runs.keys()].flatMap((arm) => armLines(arm, runs)),
    ...differenceLine(
      ["best-of-n", "first draft", "score of the draft"],
      rewards.map((gain) => [gain, 0]),
    ),
  ];
  console.log(lines.join("\n"));
  await writeFile(join(out, "techniques.md"), `${lines.join("\n")}\n`);
}

/** How much the best draft's score is above the first's, part by part. */
async function gainsOf(folder: string): Promise<number[]> {
  const { candidates } = await readCandidates(await openReadOnlyRunStore(folder));
  const groups = new Map<string, number[]>();
  for (const { node, variant, score, reasons } of candidates) {
    if (!variant.startsWith("0.")) continue;
    // A draft that may not be taken is worth nothing.
    groups.set(node, [...(groups.get(node) ?? []), reasons.length === 0 ? score : 0]);
  }
  return [...groups.values()].map((scores) => Math.max(...scores) - (scores[0] ?? 0));
}

async function partsOf(read: ReadRun, context: RunContext): Promise<Part[]> {
  const ground = await openVoiceGround({ ...read.brief, techniques: {} }, context);
  return read.journal.state.tree.leaves().map(({ id }) => {
    const text = read.texts.get(id) ?? "";
    const words = new Set(unicodeWords(text));
    const delta = ground === undefined ? undefined : distancesOf(text, ground).delta;
    const leaf = read.journal.state.accepted.get(id);
    return {
      delta: delta?.status === "scored" ? delta.value : undefined,
      words: leaf?.words ?? 0,
      targetWords: leaf?.targetWords ?? 1,
      keywords: KEYWORDS.filter((keyword) => words.has(keyword)).length,
    };
  });
}

const MEASURES: Readonly<Record<string, (part: Part) => number | undefined>> = {
  "Burrows' Delta": ({ delta }) => delta,
  "keywords a part": ({ keywords }) => keywords,
  "length error": ({ words, targetWords }) => Math.abs(words / targetWords - 1),
};

function armLines(arm: string, runs: Runs): string[] {
  const against = ARMS[arm]?.against ?? "";
  const [own, other] = [runs.get(arm), runs.get(against)];
  if (own === undefined || other === undefined) return [];
  return Object.entries(MEASURES).flatMap(([measure, value]) => {
    const pairs = [...own].flatMap(([place, part]) => {
      const counterpart = other.get(place);
      const [left, right] = [value(part), counterpart && value(counterpart)];
      return left === undefined || right === undefined ? [] : [[left, right] as const];
    });
    return differenceLine([arm, against, measure], pairs);
  });
}

function differenceLine(
  names: readonly [string, string, string],
  pairs: readonly (readonly [number, number])[],
): string[] {
  if (pairs.length === 0) return [];
  const mean = (at: 0 | 1): string =>
    (pairs.reduce((sum, pair) => sum + pair[at], 0) / pairs.length).toFixed(3);
  const {
    difference = 0,
    ciLow,
    ciHigh,
  } = comparePairs({
    differences: pairs.map(([left, right]) => left - right),
    resamples: 10_000,
    permutations: 10_000,
    random: randomStream(1, ...names),
  });
  const known = ciLow !== undefined && ciHigh !== undefined;
  const interval = known ? `${ciLow.toFixed(3)} to ${ciHigh.toFixed(3)}` : "none";
  const verdict = known && (ciLow > 0 || ciHigh < 0) ? "separated" : "not separated";
  return [
    `| ${names.join(" | ")} | ${pairs.length} | ${mean(0)} | ${mean(1)} | ${difference.toFixed(3)} | ${interval} | ${verdict} |`,
  ];
}
