import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { DatasetCard, LeakCheck, Split } from "../../records/index.ts";
import { sqlText } from "../../storage/index.ts";
import { SPLITS } from "../dataset-files.ts";
import { splitHash } from "../example-digest.ts";
import { DESCRIPTIONS } from "./describe-products.ts";
import { PLAN } from "./draw-plan.ts";
import { openPartThread } from "./part-thread.ts";
import type { Workshop } from "./workshop.ts";
import {
  type AssemblyRequest,
  type ExamplePart,
  type Files,
  type PartRequest,
  type PartsRequest,
  writeParts,
} from "./write-parts.ts";

/** What was written. */
export interface Assembled extends Pick<DatasetCard, "splits" | "users" | "hashes" | "checks"> {
  /** Copies of targets left out, near-duplicates, profiles that quote a target, keywords. */
  readonly counts: Readonly<Record<string, number>>;
  /** Examples and people before and after profiles lost copies of their targets. */
  readonly planned: ExamplePart["planned"];
  /** Examples left out because nothing could be made of their keywords. */
  readonly withoutKeywords: number;
}

/** A dataset whose examples are to be written. */
export interface Assembly {
  /** Its part of the workshop, with its plan. */
  readonly shop: Workshop;
  readonly request: AssemblyRequest;
}

type Assemblies = readonly [Assembly, ...Assembly[]];

/** Fewer documents are written sooner than a thread has started. */
const LEAST_DOCUMENTS_FOR_THREADS = 5_000;

const TELL_EVERY = 200;

/**
 * Fetches the texts of everybody who has a target, person by person, and writes the examples. Datasets of
 * several settings share the texts: most of them stand in each. A second thread writes those of one half of
 * the people, unless there are few.
 */
export async function assembleExamples(assemblies: Assemblies): Promise<Assembled[]> {
  const [{ shop }] = assemblies;
  const middle = await middlePerson(assemblies);
  if (middle === undefined) {
    const parts = await writeParts(partsOf(assemblies, {}, FIRST), toolsOf(shop));
    return assemblies.map((assembly, at) => joined(assembly, parts.slice(at, at + 1)));
  }
  const [first, second] = await writeHalves(assemblies, middle);
  return assemblies.map((assembly, at) =>
    joined(assembly, [first[at] as ExamplePart, second[at] as ExamplePart]),
  );
}

/** Writes both halves; files get their names when both are in them. */
async function writeHalves(
  assemblies: Assemblies,
  middle: string,
): Promise<[ExamplePart[], ExamplePart[]]> {
  const [{ shop }] = assemblies;
  const tools = toolsOf(shop);
  const rest = partsOf(assemblies, { from: middle }, SECOND);
  const memoryMb = shop.engine.memoryMb / 2;
  const thread = openPartThread({ request: rest, memoryMb }, tools.onPerson);
  const complete = async (files: readonly Files[]): Promise<void> => {
    await thread.parts;
    for (const [at, { files: paths }] of rest.parts.entries()) {
      for (const split of SPLITS) await moveInto((files[at] as Files)[split], paths[split]);
    }
  };
  try {
    const half = partsOf(assemblies, { below: middle }, FIRST);
    const first = await writeParts(half, { ...tools, complete });
    return [first, await thread.parts];
  } finally {
    await thread.close();
  }
}

async function moveInto(file: Files[Split], path: string): Promise<void> {
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) {
    await file.write(piece as Buffer);
  }
  await rm(path);
}

const FIRST = ".jsonl";
const SECOND = ".rest.jsonl";

function partsOf(
  assemblies: Assemblies,
  people: PartsRequest["people"],
  ending: string,
): PartsRequest {
  const [{ shop: whole }] = assemblies;
  const parts = assemblies.map(({ shop, request }): PartRequest => {
    const path = (split: Split): string => shop.path(`${split}${ending}`);
    const files = { train: path("train"), validation: path("validation"), test: path("test") };
    return { request, plan: shop.path(PLAN), files };
  });
  return { parts, descriptions: whole.path(DESCRIPTIONS), people };
}

function toolsOf({ engine, onProgress }: Workshop) {
  let done = 0;
  return {
    engine,
    onPerson: (total: number): void => {
      done += 1;
      if (done % TELL_EVERY !== 0 && done !== total) return;
      onProgress({ step: "Writing examples", done, total, unit: "people" });
    },
  };
}

/** The person behind the first half of all documents; nobody if there are few, or keywords to be asked for. */
async function middlePerson(assemblies: Assemblies): Promise<string | undefined> {
  const [{ shop, request }] = assemblies;
  // Answers about keywords are counted as they are used.
  if (request.keywords !== undefined) return undefined;
  const plans = assemblies.map((assembly) => sqlText(assembly.shop.path(PLAN)));
  const rows = await shop.engine.rows(
    `SELECT person, total FROM (
       SELECT person, sum(count(*)) OVER (ORDER BY person) AS upto, sum(count(*)) OVER () AS total
       FROM read_parquet([${plans.join(", ")}]) GROUP BY person)
     WHERE 2 * upto > total AND total >= ${LEAST_DOCUMENTS_FOR_THREADS} ORDER BY person LIMIT 1`,
  );
  const person = rows[0]?.["person"];
  return typeof person === "string" ? person : undefined;
}

function joined({ request }: Assembly, parts: readonly ExamplePart[]): Assembled {
  const { name } = request.recipe.task;
  const sum = (of: (part: ExamplePart) => number): number =>
    parts.reduce((total, part) => total + of(part), 0);
  const bySplit = <T>(of: (split: Split) => T): Record<Split, T> => ({
    train: of("train"),
    validation: of("validation"),
    test: of("test"),
  });
  const digests = bySplit((split) => parts.flatMap((part) => part.digests[split]));
  return {
    splits: bySplit((split) => digests[split].length),
    users: bySplit((split) => sum(({ users }) => users[split])),
    hashes: bySplit((split) => splitHash(name, split, digests[split])),
    checks: joinedChecks(parts),
    counts: {
      copiesLeftOut: sum(({ copiesLeftOut }) => copiesLeftOut),
      nearDuplicates: sum(({ nearDuplicates }) => nearDuplicates),
      profilesQuotingTarget: sum(({ quoting }) => quoting),
      ...request.keywords?.counts(),
    },
    planned: {
      examples: sum(({ planned }) => planned.examples),
      users: sum(({ planned }) => planned.users),
    },
    withoutKeywords: sum(({ withoutKeywords }) => withoutKeywords),
  };
}

/** Ids that a check names. */
const MAX_IDS = 10;

function joinedChecks(parts: readonly ExamplePart[]): LeakCheck[] {
  const [first, ...others] = parts;
  return (first?.checks ?? []).map((check, at) => {
    const all = [check, ...others.map(({ checks }) => checks[at] as LeakCheck)];
    const bad = all.find(({ status }) => status !== "passed");
    return {
      ...check,
      status: bad?.status ?? "passed",
      findings: all.reduce((total, { findings }) => total + findings, 0),
      ids: all.flatMap(({ ids }) => ids).slice(0, MAX_IDS),
    };
  });
}
