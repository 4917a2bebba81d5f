import { type Clock, LonghandError } from "../../foundation/index.ts";
import type { BenchmarkProfile, DatasetCard, FunnelStep, Setting } from "../../records/index.ts";
import { canonicalJson, type SqlEngine, sha256 } from "../../storage/index.ts";
import { datasetHash } from "../example-digest.ts";
import { writeHubFolder } from "../hugging-face.ts";
import { nothingLeft, refuseLeaks } from "../refuse-build.ts";
import { fillFolder, publishDataset, refuseUnlessReplaced } from "../write-dataset.ts";
import { type Assembled, type Assembly, assembleExamples } from "./assemble-examples.ts";
import { buildChoices } from "./build-choices.ts";
import type { BuildSource } from "./build-source.ts";
import { COUNTED, type Counted, countPeople } from "./count-people.ts";
import { DESCRIBED, DESCRIPTIONS, describeProducts } from "./describe-products.ts";
import { type DocumentTable, measuredColumns } from "./document-view.ts";
import { type Drawn, drawPlan } from "./draw-plan.ts";
import { type FilledRules, fillRules } from "./fill-rules.ts";
import {
  askForKeywords,
  type KeywordAsker,
  needsModel,
  openKeywords,
} from "./keywords/keyword-source.ts";
import { MEASURED, type Measured, measureDocuments } from "./measure-documents.ts";
import { optionsOfStep } from "./options-of-step.ts";
import { DOCUMENTS, readDocumentTable } from "./read-documents.ts";
import type { TaskRecipe } from "./task-recipe.ts";
import { type BuildProgress, hasDone, openWorkshop, roomOf, type Workshop } from "./workshop.ts";

/** What a benchmark dataset is made of, and where it goes. */
export interface BenchmarkRequest {
  /** How examples are made: a built-in recipe, or one of your own. */
  readonly recipe: TaskRecipe;
  /** The documents. */
  readonly source: BuildSource;
  /** New people (`user`) or people's newest texts (`temporal`). */
  readonly setting: Setting;
  /** Seed of every draw. */
  readonly seed: number;
  /** Which rules to follow. @defaultValue "longhand" */
  readonly profile?: BenchmarkProfile;
  /** Options of the task by name. @defaultValue the paper's values */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Name of the dataset. @defaultValue `<task>-<setting>` */
  readonly name?: string;
  /** Folder to write. */
  readonly out: string;
  /** `folder`: JSON Lines and a card; `hf`: Parquet in the layout of the Hugging Face hub. @defaultValue "folder" */
  readonly format?: "folder" | "hf";
  /** Whether a dataset that is there may be replaced. @defaultValue false */
  readonly replace?: boolean;
  /** The time, for the lock on the unfinished build. */
  readonly clock: Clock;
  /** Opens the engine of tables larger than memory, with its working files in a folder. */
  readonly openEngine: (temporaryFolder: string) => Promise<SqlEngine>;
  /** Asks a model for keywords; needed if the option `keywords` names one. */
  readonly askKeywords?: KeywordAsker;
  /** Stops the build; its whole steps stay for the next start. */
  readonly signal?: AbortSignal;
  /** Gets news. @defaultValue nobody */
  readonly onProgress?: (event: BuildProgress) => void;
}

/** Datasets of several settings that are made of the same documents by the same rules. */
export interface BenchmarksRequest
  extends Omit<BenchmarkRequest, "setting" | "options" | "name" | "out"> {
  /**
   * Options of the task by name; those of one setting count only there.
   * @defaultValue the paper's values
   */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The datasets, each of another setting; at least one. */
  readonly datasets: readonly {
    /** New people (`user`) or people's newest texts (`temporal`). */
    readonly setting: Setting;
    /** Name of the dataset. @defaultValue `<task>-<setting>` */
    readonly name?: string;
    /** Folder to write. */
    readonly out: string;
  }[];
}

/**
 * Builds a dataset of one of the paper's tasks, or of a task of your own, from a corpus of any size. The
 * documents stay on disk: keys and lengths are filtered, counted and drawn, and only the texts of people
 * with a target are fetched, person by person. A build that was killed goes on from its last whole
 * step when it is started again. One seed gives the same bytes.
 *
 * @param request - Recipe, documents, setting, seed, options, and where to.
 * @returns The card of the dataset that was written.
 * @throws LonghandError `no-examples`, `leaky-dataset`, `wrong-corpus`, `invalid-option`, `folder-exists`,
 * `run-locked`, `out-of-memory`, `interrupted`.
 */
export async function buildBenchmark(request: BenchmarkRequest): Promise<DatasetCard> {
  const { setting, out, name, ...rest } = request;
  const place = { setting, out, ...(name === undefined ? {} : { name }) };
  const [card] = await buildBenchmarks({ ...rest, datasets: [place] });
  return card as DatasetCard;
}

/**
 * Builds datasets of both settings from one corpus: what does not depend on the setting (reading and
 * measuring documents, counting people, cleaning descriptions) is done once. Each dataset is byte for
 * byte what {@link buildBenchmark} makes; they appear when all are whole.
 *
 * @param request - Recipe, documents, seed, options, and for each setting where to.
 * @returns The cards, in the order of the request.
 * @throws LonghandError as {@link buildBenchmark}.
 */
export async function buildBenchmarks(request: BenchmarksRequest): Promise<DatasetCard[]> {
  const jobs = jobsOf(request);
  const [first] = jobs as [Job];
  const { out, clock, openEngine, signal, onProgress = () => undefined } = first.request;
  const place = { out, key: keyOf(jobs) };
  const isBegun = await hasDone(place, PUBLISHING);
  if (!isBegun) await refuseTaken(jobs);
  const shop = await openWorkshop({ ...place, clock, onProgress, openEngine, signal });
  try {
    const chosen = await chooseDocuments(shop, first);
    const drawn: DrawnJob[] = [];
    for (const job of jobs) {
      const room = jobs.length === 1 ? shop : await roomOf(shop, job.request.setting, SHARED_FILES);
      drawn.push(await draw(room, job, chosen));
    }
    const built = await writeExamples(shop, drawn, chosen);
    await publishAll(shop, built, isBegun);
    await shop.clear();
    return built.map(({ card }) => card);
  } catch (error) {
    // The same build would end in the same way: its steps are of no use to anybody.
    if (error instanceof LonghandError && HOPELESS.has(error.code)) await shop.discard();
    throw error;
  } finally {
    await shop.close();
  }
}

/** Tables that are the same in every setting. */
const SHARED_FILES: ReadonlySet<string> = new Set([
  DOCUMENTS,
  MEASURED,
  COUNTED,
  DESCRIPTIONS,
  DESCRIBED,
]);

/** The step after which datasets of several settings get their places. */
const PUBLISHING = "publish";

const HOPELESS: ReadonlySet<string> = new Set(["no-examples", "leaky-dataset"]);

/** One dataset of a build. */
interface Job {
  readonly request: BenchmarkRequest;
  readonly filled: FilledRules;
}

function jobsOf({ datasets, options = {}, ...rest }: BenchmarksRequest): Job[] {
  const { recipe, profile = "longhand" } = rest;
  const settings = datasets.map(({ setting }) => setting);
  return datasets.map((place) => {
    const { setting } = place;
    const others = settings.filter((other) => other !== setting);
    const own = Object.entries(options).filter(([name]) => {
      const { setting: only } = recipe.options.find((option) => option.name === name) ?? {};
      return only === undefined || !others.includes(only);
    });
    const request = { ...rest, ...place, options: Object.fromEntries(own) };
    return { request, filled: fillRules(recipe, { ...request, profile }) };
  });
}

async function refuseTaken(jobs: readonly Job[]): Promise<void> {
  for (const { request } of jobs) await refuseUnlessReplaced(request.out, request.replace ?? false);
}

/** A dataset whose targets are drawn. */
interface DrawnJob {
  readonly job: Job;
  /** Its part of the workshop. */
  readonly room: Workshop;
  readonly drawn: Drawn;
}

/** A dataset whose examples are written. */
interface Built extends Pick<DrawnJob, "job" | "room"> {
  readonly card: DatasetCard;
}

/** Gives all datasets their places; what a kill amid that has left there is this build's own. */
async function publishAll(
  shop: Workshop,
  built: readonly Built[],
  isBegun: boolean,
): Promise<void> {
  if (built.length > 1) await shop.step(PUBLISHING, async () => true);
  for (const { job, room, card } of built) {
    const { request } = job;
    await publish(room, isBegun ? { ...request, replace: true } : request, card);
  }
}

async function publish(
  { folder, engine }: Workshop,
  { out, replace = false, format = "folder", recipe }: BenchmarkRequest,
  card: DatasetCard,
): Promise<void> {
  const { task } = recipe;
  if (format === "folder") {
    await publishDataset(out, { folder, card, task, replace });
    return;
  }
  await fillFolder(out, replace, (unfinished) =>
    writeHubFolder({ examples: folder, card, task, folder: unfinished, engine }),
  );
}

/** Format of what the steps leave; builds of another format begin anew. */
const STEPS_VERSION = 4;

function keyOf(jobs: readonly Job[]): string {
  const [{ request }] = jobs as [Job];
  const { recipe, source, seed, profile = "longhand" } = request;
  const { task, ...rest } = recipe;
  const chosen = jobs.map(({ request: { setting }, filled: { options } }) => ({
    setting,
    options,
  }));
  return sha256(
    canonicalJson({
      steps: STEPS_VERSION,
      source: source.version,
      task: task.definition,
      recipe: rest,
      ...(chosen.length === 1 ? chosen[0] : { datasets: chosen }),
      seed,
      profile,
    }),
  );
}

/** What the steps before the draws found: it is the same in every setting. */
interface ChosenDocuments {
  readonly table: DocumentTable;
  readonly measured: Measured;
  readonly counted: Counted;
  readonly described: readonly FunnelStep[];
}

async function chooseDocuments(shop: Workshop, { request, filled }: Job): Promise<ChosenDocuments> {
  const { recipe, source } = request;
  const table = await documentTable(shop, request, filled);
  const measured = await shop.step("measure", () => measureDocuments(shop, table));
  const counted = await shop.step("count", () => countPeople(shop, table, measured));
  const described = Object.values(recipe.parts).includes("description")
    ? [await shop.step("describe", () => describeProducts(shop, table, source))]
    : [];
  return { table, measured, counted, described };
}

/** Draws the targets of a dataset, and asks for their keywords. */
async function draw(room: Workshop, job: Job, chosen: ChosenDocuments): Promise<DrawnJob> {
  const { recipe, setting, seed, askKeywords } = job.request;
  const { rules } = job.filled;
  const { measured, counted, described } = chosen;
  const documents = room.path(described.length > 0 ? DESCRIBED : COUNTED);
  const drawn = await room.step("draw", () =>
    drawPlan(room, { recipe, rules, setting, seed, documents }),
  );
  if (drawn.funnel.at(-1)?.out === 0) {
    const funnel = [...measured.funnel, ...counted.funnel, ...described, ...drawn.funnel];
    throw nothingLeft(funnel, (step) => optionsOfStep(step, recipe));
  }
  if (hasKeywords(recipe) && needsModel(rules)) {
    const table = { ...chosen.table, rules };
    await room.step("keywords", () => askForKeywords(room, table, askKeywords));
  }
  return { job, room, drawn };
}

function hasKeywords({ parts }: TaskRecipe): boolean {
  return Object.values(parts).includes("keywords");
}

/** Writes the examples of all datasets in one step: they share the texts. */
async function writeExamples(
  shop: Workshop,
  jobs: readonly DrawnJob[],
  chosen: ChosenDocuments,
): Promise<Built[]> {
  const all = await shop.step("write", async () => {
    const assemblies: Assembly[] = [];
    for (const job of jobs) assemblies.push(await assemblyOf(job, chosen));
    return assembleExamples(assemblies as [Assembly, ...Assembly[]]);
  });
  return jobs.map(({ job, room, drawn }, at) => {
    const written = all[at] as Assembled;
    refuseLeaks(written.checks);
    return { job, room, card: cardOf(job, { ...chosen, drawn, written }) };
  });
}

async function assemblyOf({ job, room }: DrawnJob, { table }: ChosenDocuments): Promise<Assembly> {
  const { recipe, setting, seed, profile = "longhand" } = job.request;
  const { rules } = job.filled;
  const keywords = hasKeywords(recipe) ? { keywords: await openKeywords(room, rules) } : {};
  return {
    shop: room,
    request: { recipe, rules, setting, seed, table: { ...table, rules }, profile, ...keywords },
  };
}

const UNMEASURED = { counted: false, hashed: false } as const;

async function documentTable(
  shop: Workshop,
  { recipe, source }: BenchmarkRequest,
  { rules }: FilledRules,
): Promise<DocumentTable> {
  const { documents, kind } = source;
  if (typeof documents === "string") {
    const columns = await measuredColumns(shop.engine, documents);
    return { kind, path: documents, recipe, rules, ...columns };
  }
  await shop.step("read", () => readDocumentTable(shop, documents));
  return { kind: "documents", path: shop.path(DOCUMENTS), recipe, rules, ...UNMEASURED };
}

interface StepResults {
  readonly measured: Measured;
  readonly counted: Counted;
  readonly described: readonly FunnelStep[];
  readonly drawn: Drawn;
  readonly written: Assembled;
}

function cardOf(
  { request, filled: { options, rules } }: Job,
  { measured, counted, described, drawn, written }: StepResults,
): DatasetCard {
  const { recipe, setting, seed, source, profile = "longhand", name } = request;
  const { splits, users, checks, hashes } = written;
  return {
    v: 1,
    name: name ?? `${recipe.task.name}-${setting}`,
    task: recipe.task.name,
    setting,
    profile,
    seed,
    source: source.name,
    options,
    splits,
    users,
    funnel: [
      ...measured.funnel,
      ...counted.funnel,
      ...described,
      ...drawn.funnel,
      ...writtenSteps(written),
    ],
    checks,
    counts: {
      dateTies: drawn.dateTies,
      undatedDocuments: drawn.undated,
      repeatsAcrossAuthors: counted.repeatsAcrossAuthors,
      ...written.counts,
    },
    choices: buildChoices({ recipe, rules, setting, profile }),
    hashes,
    hash: datasetHash(hashes),
  };
}

/** Examples that lost their keywords, and those whose profile became too small without copies. */
function writtenSteps({ splits, users, planned, withoutKeywords }: Assembled): FunnelStep[] {
  const sum = (parts: Assembled["splits"]): number => parts.train + parts.validation + parts.test;
  const before = { unit: "examples", in: planned.examples, usersIn: planned.users } as const;
  const usersOut = Math.min(planned.users, sum(users));
  const left = planned.examples - withoutKeywords;
  const rule = "profile is large enough without copies of the target";
  if (withoutKeywords === 0) return [{ rule, ...before, out: sum(splits), usersOut }];
  const atMost = Math.min(planned.users, left);
  return [
    { rule: "keywords could be made", ...before, out: left, usersOut: atMost },
    { rule, unit: "examples", in: left, usersIn: atMost, out: sum(splits), usersOut },
  ];
}
