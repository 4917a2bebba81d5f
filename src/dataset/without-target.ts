import type { DatasetExample, ProfileItem } from "../records/index.ts";
import { comparableId, comparableText, pythonWords } from "../text/index.ts";
import type { BenchmarkTask } from "./task.ts";

/** Why a profile item was taken for the target. */
export type RemovalReason =
  | "same id"
  | "other id, same text"
  | "other id, same text after white space"
  | "other id, same text in another Unicode form";

/** A profile item that was taken out. */
export interface RemovedItem {
  /** Id of the item. */
  readonly id: string;
  /** Why it was taken for the target. */
  readonly why: RemovalReason;
}

/** A profile without the text that is to be written. */
export interface ProfileWithoutTarget {
  /** The items that are left, in stored order. */
  readonly profile: readonly ProfileItem[];
  /** The items that were the target. */
  readonly removed: readonly RemovedItem[];
  /** Ids of items that are left and hold the target inside a longer text. */
  readonly containing: readonly string[];
}

/**
 * Takes the target out of a profile, so that no retriever can return the answer: items with the
 * target's id (in Unicode form NFC; 7 and "7" are one id), and items with its text (in NFC, white
 * space collapsed). For a completion task the item's text is compared with the reference and with
 * the beginning and the reference together.
 *
 * @param example - An example.
 * @param task - Its task, which knows the field that a target comes from.
 * @returns What is left, what was removed and why, and what holds the target inside another text.
 */
export function withoutTarget(example: DatasetExample, task: BenchmarkTask): ProfileWithoutTarget {
  const target = targetOf(example, task);
  const profile: ProfileItem[] = [];
  const removed: RemovedItem[] = [];
  const containing: string[] = [];
  for (const item of example.profile) {
    const found = compare(item, target);
    if (found !== undefined && found !== "containing") {
      removed.push({ id: item.id, why: found });
      continue;
    }
    profile.push(item);
    if (found === "containing") containing.push(item.id);
  }
  return { profile, removed, containing };
}

interface Target {
  readonly id: string | undefined;
  readonly field: string;
  /** The reference, and for completion tasks the whole text. */
  readonly texts: readonly string[];
  readonly comparable: ReadonlySet<string>;
  readonly reference: string;
  /** Words of the reference that an item must all hold to be worth a closer look. */
  readonly probes: readonly string[];
}

function targetOf(example: DatasetExample, { definition }: BenchmarkTask): Target {
  const { field, prefix } = definition.target;
  const beginning = prefix === undefined ? undefined : example.fields?.[prefix];
  const texts = [example.output];
  if (typeof beginning === "string") texts.push(`${beginning} ${example.output}`);
  const comparable = texts.map(comparableText).filter((text) => text !== "");
  const reference = comparableText(example.output);
  return {
    id: example.targetId === undefined ? undefined : comparableId(example.targetId),
    field,
    texts,
    comparable: new Set(comparable),
    reference,
    probes: probesOf(reference),
  };
}

function compare(item: ProfileItem, target: Target): RemovalReason | "containing" | undefined {
  if (target.id !== undefined && comparableId(item.id) === target.id) return "same id";
  const value = item.fields[target.field];
  if (typeof value !== "string") return undefined;
  if (!target.probes.every((probe) => value.includes(probe))) return undefined;
  const text = comparableText(value);
  if (target.comparable.has(text)) return likeness(value, target);
  return target.reference !== "" && text.includes(target.reference) ? "containing" : undefined;
}

function likeness(value: string, { texts }: Target): RemovalReason {
  if (texts.includes(value)) return "other id, same text";
  const collapsed = pythonWords(value).join(" ");
  return texts.some((text) => pythonWords(text).join(" ") === collapsed)
    ? "other id, same text after white space"
    : "other id, same text in another Unicode form";
}

const PLAIN_WORDS = /(?<![^\s])[a-z]+(?![^\s])/g;

const MAX_PROBES = 4;

/**
 * The longest words of plain lower-case letters. No Unicode form changes them, so an item without one
 * of them cannot hold the target, and need not be normalised to find that out.
 */
function probesOf(text: string): string[] {
  const words = new Set(Array.from(text.matchAll(PLAIN_WORDS), ([word]) => word));
  return [...words].sort((left, right) => right.length - left.length).slice(0, MAX_PROBES);
}
