import type { DatasetExample, FieldValue, ProfileItem, Split } from "../records/index.ts";
import { sha256 } from "../storage/index.ts";

/**
 * Hash of what an example says. The order of the keys in its file does not count; the order of the
 * profile does, since retrieval by recency depends on it. A generated id is not part of the content.
 */
export function exampleDigest(example: DatasetExample, hasOwnId: boolean): string {
  const { id, userId, input, output, targetId, date, fields, profile } = example;
  return sha256(
    JSON.stringify([
      hasOwnId ? id : null,
      userId,
      input,
      output,
      targetId ?? null,
      date ?? null,
      sortedFields(fields ?? {}),
      profile.map(itemContent),
    ]),
  );
}

function itemContent({ id, date, fields }: ProfileItem): unknown[] {
  return [id, date ?? null, sortedFields(fields)];
}

function sortedFields(fields: Readonly<Record<string, FieldValue>>): unknown[] {
  const names = Object.keys(fields).sort();
  return names.map((name) => [name, fields[name]]);
}

/** Hash of one part of a dataset from its examples' hashes, in whatever order they came. */
export function splitHash(task: string, split: Split, digests: readonly string[]): string {
  return sha256(`longhand-dataset:1\n${task}\n${split}\n${[...digests].sort().join("\n")}`);
}

/** Hash of a whole dataset from the hashes of its parts. */
export function datasetHash(hashes: Readonly<Record<Split, string>>): string {
  return sha256(`${hashes.train}\n${hashes.validation}\n${hashes.test}`);
}

/** Short stand-in for a user's name in ids. */
export function userHash(userId: string): string {
  return sha256(userId).slice(0, 8);
}
