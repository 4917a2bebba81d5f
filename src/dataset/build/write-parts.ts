import { LonghandError } from "../../foundation/index.ts";
import type { DatasetCard, DatasetExample, ProfileItem, Split } from "../../records/index.ts";
import { type AtomicFile, openAtomicFile, type SqlEngine } from "../../storage/index.ts";
import { SPLITS } from "../dataset-files.ts";
import { exampleDigest } from "../example-digest.ts";
import { leakChecker } from "../leak-checks.ts";
import { withoutTarget } from "../without-target.ts";
import { LINE_END, lineHead } from "../write-row.ts";
import type { DocumentTable } from "./document-view.ts";
import {
  type FetchedPerson,
  type PeopleRange,
  peopleWithTexts,
  plannedDocuments,
} from "./fetch-people.ts";
import type { KeywordSource } from "./keywords/keyword-source.ts";
import { type ExampleRules, makeExample, type PlannedDocument } from "./make-example.ts";
import { isNearDuplicate, type TargetRuns, targetRuns } from "./near-text.ts";
import { type PreparedItems, preparedItems } from "./prepared-items.ts";

/** What the examples of some people came to. Nobody is in two parts. */
export interface ExamplePart {
  /** By split: the hashes of the examples. */
  readonly digests: Readonly<Record<Split, readonly string[]>>;
  /** By split: people with an example. */
  readonly users: Readonly<Record<Split, number>>;
  readonly checks: DatasetCard["checks"];
  readonly copiesLeftOut: number;
  readonly nearDuplicates: number;
  readonly quoting: number;
  readonly withoutKeywords: number;
  /** Examples and people before profiles lost copies of their targets. */
  readonly planned: { readonly examples: number; readonly users: number };
}

/** What is needed to write examples. */
export interface AssemblyRequest extends ExampleRules {
  readonly table: DocumentTable;
  readonly profile: DatasetCard["profile"];
  /** Where keywords come from; absent for tasks without. */
  readonly keywords?: KeywordSource;
}

/** The examples of one dataset that are to be written. */
export interface PartRequest {
  readonly request: AssemblyRequest;
  /** Path of its plan. */
  readonly plan: string;
  /** By split: the file of its examples. */
  readonly files: Readonly<Record<Split, string>>;
}

/** Some people, and what they are written to. */
export interface PartsRequest {
  /** The datasets. They share the texts: most of them stand in each. */
  readonly parts: readonly PartRequest[];
  /** Path of the table of descriptions. */
  readonly descriptions: string;
  /** Whose examples are written. */
  readonly people: PeopleRange;
}

/** What writing may use. */
export interface PartTools {
  readonly engine: SqlEngine;
  /** Told after every person. */
  readonly onPerson: (total: number) => void;
  /** Adds to the files what others have written, before they get their names. */
  readonly complete?: (files: readonly Files[]) => Promise<void>;
}

/**
 * Fetches the texts of some people, one after the other, and writes their examples.
 *
 * @param work - The people, the datasets, and where to.
 * @param tools - The engine, and whom to tell.
 * @returns What they came to, by dataset.
 */
export async function writeParts(
  { parts, descriptions, people }: PartsRequest,
  { engine, onPerson, complete }: PartTools,
): Promise<ExamplePart[]> {
  const [{ request }] = parts as [PartRequest];
  const { table, recipe } = request;
  const prepared = preparedItems(recipe.task.definition);
  const plans = parts.map(({ plan }) => plan);
  const writings: Writing[] = [];
  try {
    for (const part of parts) writings.push(await beginWriting(part, prepared));
    const fetching = { engine, plans, descriptions, table, recipe, people };
    for await (const { person, total } of peopleWithTexts(fetching)) {
      for (const [at, writing] of writings.entries()) await writePerson(writing, at, person);
      onPerson(total);
    }
    await complete?.(writings.map(({ files }) => files));
    for (const file of filesOf(writings)) await file.commit();
  } finally {
    for (const file of filesOf(writings)) await file.abandon();
  }
  return writings.map(partOf);
}

function filesOf(writings: readonly Writing[]): AtomicFile[] {
  return writings.flatMap(({ files }) => SPLITS.map((split) => files[split]));
}

/** By split: the file of its examples. */
export type Files = Readonly<Record<Split, AtomicFile>>;

async function openFiles(files: PartRequest["files"]): Promise<Files> {
  return {
    train: await openAtomicFile(files.train),
    validation: await openAtomicFile(files.validation),
    test: await openAtomicFile(files.test),
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
  { request, files: paths }: PartRequest,
  prepared: PreparedItems,
): Promise<Writing> {
  const files = await openFiles(paths);
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

function partOf(writing: Writing): ExamplePart {
  const { content, request, checker, planned, plannedUsers } = writing;
  const { copiesLeftOut, nearDuplicates, withoutKeywords } = writing;
  const { train, validation, test } = content;
  return {
    digests: { train: train.digests, validation: validation.digests, test: test.digests },
    users: { train: train.users.size, validation: validation.users.size, test: test.users.size },
    checks: checker.results(request.profile),
    copiesLeftOut,
    nearDuplicates,
    quoting: checker.quoting(),
    withoutKeywords,
    planned: { examples: planned, users: plannedUsers.size },
  };
}
