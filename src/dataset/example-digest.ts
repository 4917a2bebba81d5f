import type { DatasetExample, FieldValue, ProfileItem, Split } from "../records/index.ts";
import { sha256, sha256OfPieces } from "../storage/index.ts";
import { type TextJson, textJson, valueJson } from "./text-json.ts";

/**
 * Hash of what an example says. The order of the keys in its file does not count; the order of the
 * profile does, since retrieval by recency depends on it. A generated id is not part of the content.
 *
 * @param example - The example.
 * @param hasOwnId - Whether its id is part of it.
 * @param contentOf - What {@link itemContent} gives for an item, where it is known already.
 */
export function exampleDigest(
  example: DatasetExample,
  hasOwnId: boolean,
  contentOf: (item: ProfileItem) => string | Uint8Array = itemContent,
): string {
  return sha256OfPieces(contentJson(example, hasOwnId, contentOf));
}

/** What an item of a profile says: a comma, and JSON. */
export function itemContent({ id, date, fields }: ProfileItem, json: TextJson = textJson): string {
  return `,[${valueJson(id, json)},${valueJson(date ?? null, json)},${fieldsJson(fields, json)}]`;
}

/** The content as JSON without white space, in pieces: in one, it would be copied again and again. */
function* contentJson(
  example: DatasetExample,
  hasOwnId: boolean,
  contentOf: (item: ProfileItem) => string | Uint8Array,
): Generator<string | Uint8Array> {
  const { id, userId, input, output, targetId, date, fields, profile } = example;
  const head = [hasOwnId ? id : null, userId, input, output, targetId ?? null, date ?? null];
  yield `[${head.map((value) => valueJson(value)).join(",")},${fieldsJson(fields ?? {})},[`;
  for (const [at, item] of profile.entries()) {
    const content = contentOf(item);
    if (at > 0) yield content;
    else yield typeof content === "string" ? content.slice(1) : content.subarray(1);
  }
  yield "]]";
}

function fieldsJson(
  fields: Readonly<Record<string, FieldValue>>,
  json: TextJson = textJson,
): string {
  const names = Object.keys(fields).sort();
  const pairs = names.map((name) => `[${json(name)},${valueJson(fields[name], json)}]`);
  return `[${pairs.join(",")}]`;
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
