import { dirname, resolve } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import type { DatasetCard, DatasetExample, Setting, Split } from "../../records/index.ts";
import { makeFolder } from "../../storage/index.ts";
import { inspectContent } from "../inspect-content.ts";
import type { BenchmarkTask } from "../task.ts";
import { refuseUnlessReplaced, writeDataset } from "../write-dataset.ts";
import { type DatasetParts, withParts } from "./with-parts.ts";

/** Which released files to import, and where to. */
export interface ImportRequest {
  /** A file, or a folder of files, as they were released: Parquet, JSON or JSON Lines. */
  readonly from: string;
  /** Dataset folder to write. */
  readonly out: string;
  /** Name of the task, or the task itself. @defaultValue what the first row shows */
  readonly task?: string | BenchmarkTask;
  /** How the data was split. @defaultValue what the path says, else `user` */
  readonly setting?: Setting;
  /** Which part a single file is. @defaultValue what its name says */
  readonly split?: Split;
  /** Rows that may be unreadable and are left out. @defaultValue 0 */
  readonly allowRejected?: number;
  /** Whether a dataset that is there may be replaced. @defaultValue false */
  readonly replace?: boolean;
}

/**
 * Makes a dataset folder of released files. Rows get ids; nothing else is changed. Leaks are warnings.
 *
 * @param request - From where, where to, and what the files do not say themselves.
 * @returns The card of the dataset.
 * @throws LonghandError as `openDataset`; `missing-dependency` for Parquet without DuckDB.
 */
export async function importReleased(request: ImportRequest): Promise<DatasetCard> {
  const { from, out, replace = false, ...options } = request;
  await refuseUnlessReplaced(out, replace);
  const temporaryIn = dirname(resolve(out));
  await makeFolder(temporaryIn);
  return withParts(from, { ...options, temporaryIn }, (parts) => write(parts, request));
}

async function write(
  { parts, published }: DatasetParts,
  { from, out, replace = false }: ImportRequest,
): Promise<DatasetCard> {
  const [first] = parts;
  if (first === undefined) {
    throw new LonghandError(`${from} holds no examples.`, { code: "no-dataset" });
  }
  const { task, setting } = first;
  const examples = async function* (split: Split): AsyncGenerator<DatasetExample> {
    const part = parts.find((one) => one.split === split);
    if (part !== undefined) yield* part.examples();
  };
  const profile = published?.profile ?? "longlamp-paper";
  const { quoting, ...content } = await inspectContent({
    task,
    setting,
    // What somebody else split is not ours to refuse.
    profile: "longlamp-paper",
    examples,
  });
  const rejected = parts.reduce((sum, part) => sum + part.rejected.length, 0);
  const card: DatasetCard = {
    v: 1,
    name: published?.name ?? `${task.name}-${setting}`,
    task: task.name,
    setting,
    profile,
    seed: published?.seed ?? 0,
    source: published?.source ?? from,
    options: published?.options ?? {},
    funnel: published?.funnel ?? [],
    counts: { ...published?.counts, rejectedRows: rejected, profilesQuotingTarget: quoting },
    choices: [...(published?.choices ?? []), `Imported from released files: ${from}`],
    ...content,
  };
  await writeDataset(out, { card, task, examples }, { replace });
  return card;
}
