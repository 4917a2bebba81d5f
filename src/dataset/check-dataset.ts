import { stat } from "node:fs/promises";
import type { DatasetCard, LeakCheck, Split } from "../records/index.ts";
import { counted } from "../text/index.ts";
import { HUB_CARD_FILE, SPLITS } from "./dataset-files.ts";
import { type LeakChecker, leakChecker } from "./leak-checks.ts";
import { changedSince, type Dataset, type OpenDatasetOptions } from "./open-dataset.ts";
import { type DatasetParts, withParts } from "./released/with-parts.ts";

/** Everything that was found in a dataset. */
export interface DatasetCheck {
  /** Faults, one message each; none for a sound dataset. */
  readonly problems: readonly string[];
  /** Things to know that are no faults. */
  readonly warnings: readonly string[];
  /** Readable examples in each part that is there. */
  readonly splits: Partial<Readonly<Record<Split, number>>>;
  /** Content hash of each part that is there. */
  readonly hashes: Partial<Readonly<Record<Split, string>>>;
  /** The checks for leaks over all parts. */
  readonly checks: readonly LeakCheck[];
}

/**
 * Looks through all parts of a dataset and lists every fault: unreadable rows, ids that stand for two
 * texts, content that is not what the card says, parts of a folder of the hub's layout that its card
 * counts and that are not there or have other counts, and leaks (for a dataset of the profile
 * `longlamp-paper`, and for released files, leaks are warnings).
 *
 * @param path - A dataset folder, a released file, or a folder of such files, Parquet too.
 * @param options - What the files do not say themselves; `split` and `allowRejected` play no part
 * where the files name their parts.
 * @returns What was found.
 * @throws LonghandError `not-found`, `no-dataset`, `unknown-task`, or `invalid-dataset` for a card
 * that cannot be read or a part without any row.
 */
export async function checkDataset(
  path: string,
  options: OpenDatasetOptions = {},
): Promise<DatasetCheck> {
  const { split, allowRejected: _, ...known } = options;
  const isFile = (await stat(path).catch(() => undefined))?.isFile() === true;
  const part = split === "val" ? "validation" : split;
  const asked = isFile && part !== undefined ? { split: part } : {};
  return withParts(
    path,
    { ...known, ...asked, allowRejected: Number.POSITIVE_INFINITY },
    async ({ parts, published }) => {
      const check = await checkParts(parts);
      if (published === undefined) return check;
      const missing = isFile ? [] : unlikePublished(check, published);
      return { ...check, problems: [...missing, ...check.problems] };
    },
  );
}

/** Parts of a folder of the hub's layout that are not there, or not whole. */
function unlikePublished(
  { splits }: DatasetCheck,
  { splits: published }: DatasetCard,
): readonly string[] {
  return SPLITS.flatMap((split) => {
    const said = `${HUB_CARD_FILE} says ${published[split]}`;
    const count = splits[split];
    if (count === published[split]) return [];
    if (count !== undefined) return [`${split} has ${counted(count, "example")}, and ${said}`];
    return published[split] === 0 ? [] : [`${split} is not there, and ${said}`];
  });
}

async function checkParts(parts: DatasetParts["parts"]): Promise<DatasetCheck> {
  const found: Found = { problems: [], warnings: [], splits: {}, hashes: {} };
  let checker: LeakChecker | undefined;
  for (const dataset of parts) {
    checker ??= leakChecker(dataset.task, dataset.setting);
    for await (const example of dataset.examples()) checker.add(example, dataset.split);
    noteDataset(dataset, found);
  }
  const checks = checker?.results(parts[0]?.card?.profile ?? "longlamp-paper") ?? [];
  for (const leak of checks) noteLeak(leak, found);
  return { ...found, checks };
}

interface Found {
  readonly problems: string[];
  readonly warnings: string[];
  readonly splits: Partial<Record<Split, number>>;
  readonly hashes: Partial<Record<Split, string>>;
}

function noteDataset(dataset: Dataset, { problems, warnings, splits, hashes }: Found): void {
  const { split, card, count, hash } = dataset;
  splits[split] = count;
  hashes[split] = hash;
  problems.push(...dataset.rejected);
  if (card !== undefined && card.splits[split] !== count) {
    problems.push(
      `${split} has ${counted(count, "example")}, and dataset.json says ${card.splits[split]}`,
    );
  }
  const changed = changedSince(split);
  if (card !== undefined && card.hashes[split] !== hash) problems.push(changed);
  const others = dataset.warnings.filter((warning) => warning !== changed);
  warnings.push(...others.map((warning) => `${split}: ${warning}`));
}

function noteLeak(
  { check, status, findings, ids }: LeakCheck,
  { problems, warnings }: Found,
): void {
  if (status === "passed") return;
  const more = findings > ids.length ? ", …" : "";
  const list = status === "failed" ? problems : warnings;
  list.push(`${check}: ${findings} (${ids.join(", ")}${more})`);
}
