import type { DatasetCard, DatasetExample, Setting, Split } from "../records/index.ts";
import { SPLITS } from "./dataset-files.ts";
import { datasetHash, exampleDigest, splitHash } from "./example-digest.ts";
import { leakChecker } from "./leak-checks.ts";
import type { BenchmarkTask } from "./task.ts";

/** What the examples of a dataset come to. */
export interface DatasetContent
  extends Pick<DatasetCard, "splits" | "users" | "hashes" | "hash" | "checks"> {
  /** Profiles that hold a target inside a longer text. */
  readonly quoting: number;
}

/** What is looked through. */
export interface ContentRequest {
  /** What the examples belong to. */
  readonly task: BenchmarkTask;
  /** How the splits were made: decides which leak checks apply. */
  readonly setting: Setting;
  /** Rules that the dataset was built by. */
  readonly profile: DatasetCard["profile"];
  /**
   * The examples of one split.
   *
   * @param split - Which.
   * @returns The examples in stored order; empty for a split that is not there.
   */
  examples(split: Split): AsyncIterable<DatasetExample>;
}

/** Looks at the examples as they will be written, not at how they were made. */
export async function inspectContent(request: ContentRequest): Promise<DatasetContent> {
  const { task, setting, profile } = request;
  const checker = leakChecker(task, setting);
  const counts: Record<Split, { examples: number; users: number; hash: string }> = {
    train: { examples: 0, users: 0, hash: "" },
    validation: { examples: 0, users: 0, hash: "" },
    test: { examples: 0, users: 0, hash: "" },
  };
  for (const split of SPLITS) {
    const digests: string[] = [];
    const users = new Set<string>();
    for await (const example of request.examples(split)) {
      checker.add(example, split);
      digests.push(exampleDigest(example, true));
      users.add(example.userId);
    }
    const hash = splitHash(task.name, split, digests);
    counts[split] = { examples: digests.length, users: users.size, hash };
  }
  const { train, validation, test } = counts;
  const hashes = { train: train.hash, validation: validation.hash, test: test.hash };
  return {
    splits: { train: train.examples, validation: validation.examples, test: test.examples },
    users: { train: train.users, validation: validation.users, test: test.users },
    hashes,
    hash: datasetHash(hashes),
    checks: checker.results(profile),
    quoting: checker.quoting(),
  };
}
