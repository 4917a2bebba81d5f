import { LonghandError } from "../../foundation/index.ts";
import type { DatasetCard, DatasetExample, ProfileItem, Split } from "../../records/index.ts";
import { type AtomicFile, openAtomicFile } from "../../storage/index.ts";
import { SPLITS } from "../dataset-files.ts";
import { exampleDigest, splitHash } from "../example-digest.ts";
import { leakChecker } from "../leak-checks.ts";
import { withoutTarget } from "../without-target.ts";
import { LINE_END, lineHead } from "../write-row.ts";
import type { DocumentTable } from "./document-view.ts";
import { type FetchedPerson, peopleWithTexts, plannedDocuments } from "./fetch-people.ts";
import type { KeywordSource } from "./keywords/keyword-source.ts";
import { type ExampleRules, makeExample, type PlannedDocument } from "./make-example.ts";
import { isNearDuplicate, type TargetRuns, targetRuns } from "./near-text.ts";
import { type PreparedItems, preparedItems } from "./prepared-items.ts";
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

/** A dataset whose examples are to be written. */
export interface Assembly {
  /** Its part of the workshop, with its plan. */
  readonly shop: Workshop;
  readonly request: AssemblyRequest;
}

const TELL_EVERY = 200;

/**
 * Fetches the texts of everybody who has a target, person by person, and writes the examples. Datasets of
 * several settings share the texts: most of them stand in each.
 */
export async function assembleExamples(
  assemblies: readonly [Assembly, ...Assembly[]],
): Promise<Assembled[]> {
  const [{ shop, request }, ...others] = assemblies;
  const { table, recipe } = request;
  const shops = [shop, ...others.map((other) => other.shop)] as const;
  const prepared = preparedItems(recipe.task.definition);
  const writings: Writing[] = [];
  let done = 0;
  try {
    for (const assembly of assemblies) writings.push(await beginWriting(assembly, prepared));
    for await (const { person, total } of peopleWithTexts({ shops, table, recipe })) {
      for (const [at, writing] of writings.entries()) await writePerson(writing, at, person);
      done += 1;
      if (done % TELL_EVERY === 0 || done === total) {
        shop.onProgress({ step: "Writing examples", done, total, unit: "people" });
      }
    }
    for (const file of filesOf(writings)) await file.commit();
  } finally {
    for (const file of filesOf(writings)) await file.abandon();
  }
  return writings.map(assembled);
}

function filesOf(writings: readonly Writing[]): AtomicFile[] {
  return writings.flatMap(({ files }) => SPLITS.map((split) => files[split]));
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
  readonly prepared: PreparedItems;
  readonly plannedUsers: Set<string>;
  planned: number;
  copiesLeftOut: number;
  nearDuplicates: number;
  withoutKeywords: number;
}

async function beginWriting(
  { shop, request }: Assembly,
  prepared: PreparedItems,
): Promise<Writing> {
  const files = await openFiles(shop);
  const empty = (): SplitContent => ({ digests: [], users: new Set() });
  return {
    request,
    files,
    checker: leakChecker(request.recipe.task, request.setting),
    content: { train: empty(), validation: empty(), test: empty() },
    prepared,
    plannedUsers: new Set(),
    planned: 0,
    copiesLeftOut: 0,
    nearDuplicates: 0,
    withoutKeywords: 0,
  };
}

async function writePerson(
  writing: Writing,
  setting: number,
  { name: person, documents: fetched }: FetchedPerson,
): Promise<void> {
  const { files, content, checker, prepared } = writing;
  const documents = plannedDocuments(fetched, setting);
  const items = documents.filter(({ inProfile }) => inProfile);
  for (const target of documents) {
    if (!isTarget(target)) continue;
    writing.planned += 1;
    writing.plannedUsers.add(person);
    const example = exampleOf(writing, { person, target, items });
    if (example === undefined) continue;
    const { split } = target;
    checker.add(example, split);
    content[split].digests.push(exampleDigest(example, true, (item) => prepared(item).content));
    content[split].users.add(example.userId);
    await writeLine(writing, files[split], example);
  }
}

async function writeLine(
  { request, prepared }: Writing,
  file: AtomicFile,
  example: DatasetExample,
): Promise<void> {
  await file.write(lineHead(request.recipe.task.definition, example));
  for (const [at, item] of example.profile.entries()) {
    const { line } = prepared(item);
    await file.write(at === 0 ? line.subarray(1) : line);
  }
  await file.write(`${LINE_END}\n`);
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
  if (hasNearDuplicate(writing, runs, example.profile)) writing.nearDuplicates += 1;
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
  { prepared }: Writing,
  runs: TargetRuns,
  profile: readonly ProfileItem[],
): boolean {
  return profile.some((item) => isNearDuplicate(runs, prepared(item).compared));
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
