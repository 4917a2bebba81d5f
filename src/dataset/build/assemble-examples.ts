import { LonghandError } from "../../foundation/index.ts";
import type { DatasetCard, DatasetExample, ProfileItem, Split } from "../../records/index.ts";
import { type AtomicFile, openAtomicFile, sqlText } from "../../storage/index.ts";
import { SPLITS } from "../dataset-files.ts";
import { exampleDigest, splitHash } from "../example-digest.ts";
import { leakChecker } from "../leak-checks.ts";
import { withoutTarget } from "../without-target.ts";
import { DESCRIPTIONS } from "./describe-products.ts";
import { type DocumentTable, documentView } from "./document-view.ts";
import { PLAN } from "./draw-plan.ts";
import type { KeywordSource } from "./keywords/keyword-source.ts";
import {
  type ExampleRules,
  makeExample,
  type PlannedDocument,
  plannedDocument,
} from "./make-example.ts";
import { isNearDuplicate, type TargetRuns, targetRuns } from "./near-text.ts";
import type { Workshop } from "./workshop.ts";

/** What was written. */
export interface Assembled extends Pick<DatasetCard, "splits" | "users" | "hashes" | "checks"> {
  /** Copies of targets left out, near-duplicates, profiles that quote a target, keywords. */
  readonly counts: Readonly<Record<string, number>>;
  /** Examples and people before and after profiles lost copies of their targets. */
  readonly planned: { readonly examples: number; readonly users: number };
  /** Examples left out because nothing could be made of their keywords. */
  readonly withoutKeywords: number;
}

/** What is needed to write examples. */
export interface AssemblyRequest extends ExampleRules {
  readonly table: DocumentTable;
  readonly profile: DatasetCard["profile"];
  /** Where keywords come from; absent for tasks without. */
  readonly keywords?: KeywordSource;
}

const TELL_EVERY = 200;

/** Fetches the texts of everybody who has a target, person by person, and writes the examples. */
export async function assembleExamples(
  shop: Workshop,
  request: AssemblyRequest,
): Promise<Assembled> {
  const files = await openFiles(shop);
  const writing = beginWriting(request, files);
  const total = await peopleIn(shop);
  let done = 0;
  try {
    for await (const { person, documents } of peopleOf(shop, request)) {
      await writePerson(writing, person, documents);
      done += 1;
      if (done % TELL_EVERY === 0 || done === total) {
        shop.onProgress({ step: "Writing examples", done, total, unit: "people" });
      }
    }
    for (const split of SPLITS) await files[split].commit();
  } finally {
    for (const split of SPLITS) await files[split].abandon();
  }
  return assembled(writing);
}

type Files = Readonly<Record<Split, AtomicFile>>;

async function openFiles(shop: Workshop): Promise<Files> {
  const open = async (split: Split) => openAtomicFile(shop.path(`${split}.jsonl`));
  return {
    train: await open("train"),
    validation: await open("validation"),
    test: await open("test"),
  };
}

interface SplitContent {
  readonly digests: string[];
  readonly users: Set<string>;
}

interface Writing {
  readonly request: AssemblyRequest;
  readonly files: Files;
  readonly checker: ReturnType<typeof leakChecker>;
  readonly content: Readonly<Record<Split, SplitContent>>;
  readonly plannedUsers: Set<string>;
  planned: number;
  copiesLeftOut: number;
  nearDuplicates: number;
  withoutKeywords: number;
}

function beginWriting(request: AssemblyRequest, files: Files): Writing {
  const empty = (): SplitContent => ({ digests: [], users: new Set() });
  return {
    request,
    files,
    checker: leakChecker(request.recipe.task, request.setting),
    content: { train: empty(), validation: empty(), test: empty() },
    plannedUsers: new Set(),
    planned: 0,
    copiesLeftOut: 0,
    nearDuplicates: 0,
    withoutKeywords: 0,
  };
}

async function peopleIn({ engine, path }: Workshop): Promise<number> {
  const plan = `read_parquet(${sqlText(path(PLAN))})`;
  const [row] = await engine.rows(`SELECT count(DISTINCT person) AS n FROM ${plan}`);
  return Number(row?.["n"]);
}

interface PersonDocuments {
  readonly person: string;
  readonly documents: readonly PlannedDocument[];
}

async function* peopleOf(
  shop: Workshop,
  request: AssemblyRequest,
): AsyncGenerator<PersonDocuments> {
  let person: string | undefined;
  let documents: PlannedDocument[] = [];
  for await (const row of shop.engine.stream(textsSql(shop, request))) {
    const whose = String(row["person"]);
    if (person !== undefined && whose !== person) {
      yield { person, documents };
      documents = [];
    }
    person = whose;
    documents.push(plannedDocument(row, request));
  }
  if (person !== undefined) yield { person, documents };
}

function textsSql(shop: Workshop, { table, recipe }: AssemblyRequest): string {
  const plan = `read_parquet(${sqlText(shop.path(PLAN))})`;
  const hasDescription = Object.values(recipe.parts).includes("description");
  const descriptions = hasDescription
    ? `LEFT JOIN read_parquet(${sqlText(shop.path(DESCRIPTIONS))}) AS described
       ON described.product = plan.product`
    : "";
  return `SELECT plan.*, texts.title, texts.text, texts.overall, texts.keywords, texts.fields
      ${hasDescription ? ", described.description" : ""}
    FROM ${plan} AS plan
    JOIN (${documentView(table)}) AS texts ON texts.ord = plan.ord ${descriptions}
    ORDER BY plan.person, plan.position`;
}

async function writePerson(
  writing: Writing,
  person: string,
  documents: readonly PlannedDocument[],
): Promise<void> {
  const { request, files, content, checker } = writing;
  const items = documents.filter(({ inProfile }) => inProfile);
  for (const target of documents) {
    if (!isTarget(target)) continue;
    writing.planned += 1;
    writing.plannedUsers.add(person);
    const example = exampleOf(writing, { person, target, items });
    if (example === undefined) continue;
    const { split } = target;
    checker.add(example, split);
    content[split].digests.push(exampleDigest(example, true));
    content[split].users.add(example.userId);
    await files[split].write(`${request.recipe.task.writeLine(example)}\n`);
  }
}

type Target = PlannedDocument & { readonly split: Split };

function isTarget(document: PlannedDocument): document is Target {
  return document.split !== undefined;
}

interface TargetOfPerson {
  readonly person: string;
  readonly target: Target;
  readonly items: readonly PlannedDocument[];
}

function exampleOf(
  writing: Writing,
  { person, target, items }: TargetOfPerson,
): DatasetExample | undefined {
  const { request } = writing;
  const { recipe, rules, keywords: source } = request;
  const keywords = source?.of(target.row);
  if (source !== undefined && keywords === undefined) {
    writing.withoutKeywords += 1;
    return undefined;
  }
  const profile = items.filter((item) => item !== target).map(({ item }) => item);
  refuseTooLong(person, profile);
  const whole = makeExample(target, { ...request, person, keywords }, profile);
  const example = rules.targetCopies === "keep" ? whole : withoutCopies(writing, whole);
  if (example.profile.length < rules.minProfileItems) return undefined;
  const { field } = recipe.task.definition.target;
  const runs = targetRuns(String(target.item.fields[field]));
  if (hasNearDuplicate(runs, example.profile, field)) writing.nearDuplicates += 1;
  return example;
}

/** A line of a dataset has at most 64 MiB; a character may take three bytes and an escape. */
const MAX_PROFILE_CHARACTERS = 60_000_000;

function refuseTooLong(person: string, profile: readonly ProfileItem[]): void {
  let characters = 0;
  for (const { fields } of profile) {
    for (const value of Object.values(fields)) characters += String(value).length;
  }
  if (characters < MAX_PROFILE_CHARACTERS) return;
  throw new LonghandError(
    `The profile of ${JSON.stringify(person)} has ${profile.length} documents of ${characters} characters: too many for one line of a dataset.`,
    {
      code: "profile-too-large",
      hint: "An author like this is usually a stand-in for many people, such as [deleted]: drop it.",
      details: { person, documents: profile.length },
    },
  );
}

function withoutCopies(writing: Writing, example: DatasetExample): DatasetExample {
  const { profile, removed } = withoutTarget(example, writing.request.recipe.task);
  writing.copiesLeftOut += removed.length;
  return removed.length === 0 ? example : { ...example, profile };
}

function hasNearDuplicate(
  runs: TargetRuns,
  profile: readonly ProfileItem[],
  field: string,
): boolean {
  return profile.some(({ fields }) => isNearDuplicate(runs, String(fields[field])));
}

function assembled(writing: Writing): Assembled {
  const { content, request, checker, planned, plannedUsers } = writing;
  const bySplit = <T>(pick: (part: SplitContent, split: Split) => T): Record<Split, T> => ({
    train: pick(content.train, "train"),
    validation: pick(content.validation, "validation"),
    test: pick(content.test, "test"),
  });
  const { name } = request.recipe.task;
  return {
    splits: bySplit(({ digests }) => digests.length),
    users: bySplit(({ users }) => users.size),
    hashes: bySplit(({ digests }, split) => splitHash(name, split, digests)),
    checks: checker.results(request.profile),
    counts: {
      copiesLeftOut: writing.copiesLeftOut,
      nearDuplicates: writing.nearDuplicates,
      profilesQuotingTarget: checker.quoting(),
      ...request.keywords?.counts(),
    },
    planned: { examples: planned, users: plannedUsers.size },
    withoutKeywords: writing.withoutKeywords,
  };
}
