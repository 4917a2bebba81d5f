import type {
  BenchmarkProfile,
  CorpusDocument,
  DatasetCard,
  DatasetExample,
  FunnelStep,
  Setting,
  Split,
} from "../../records/index.ts";
import { SPLITS } from "../dataset-files.ts";
import { datasetHash, exampleDigest, splitHash } from "../example-digest.ts";
import { leakChecker } from "../leak-checks.ts";
import { nothingLeft, refuseLeaks } from "../refuse-build.ts";
import type { BenchmarkTask } from "../task.ts";
import { passageTask } from "../tasks/passage.ts";
import { type Author, readDocuments } from "./author-passages.ts";
import { type DrawnTargets, drawTargets } from "./draw-targets.ts";
import { countNearDuplicates } from "./near-duplicates.ts";
import { passageExample } from "./passage-example.ts";
import {
  type FullPassageOptions,
  fillPassageOptions,
  type PassageOptions,
} from "./passage-options.ts";

/** What a dataset of passage completion is made of. */
export interface PassageDatasetRequest {
  /** The documents; who wrote each is its `author`. */
  readonly documents: AsyncIterable<CorpusDocument> | Iterable<CorpusDocument>;
  /** New people (`user`) or people's newest documents (`temporal`). */
  readonly setting: Setting;
  /** Seed of every draw. Each draw has a stream of its own by person and purpose. */
  readonly seed: number;
  /** Which rules to follow. @defaultValue "longhand" */
  readonly profile?: BenchmarkProfile;
  /** Name of the dataset. @defaultValue `passage-<setting>` */
  readonly name?: string;
  /** Where the documents come from, for the card. @defaultValue "" */
  readonly source?: string;
  /** How documents become examples. */
  readonly options?: PassageOptions;
}

/** A dataset that was built and is not written yet. */
export interface BuiltDataset {
  /** What it is, and what was left out. */
  readonly card: DatasetCard;
  /** Its task. */
  readonly task: BenchmarkTask;
  /**
   * Makes the examples of one part, one after the other.
   *
   * @param split - Which part.
   */
  examples(split: Split): Iterable<DatasetExample>;
}

/**
 * Builds a dataset of passage completion from any people's documents: each document is cut into
 * passages, some passages are drawn as targets, and the person's other passages are their profile.
 * One seed gives the same bytes, in whatever order the documents come.
 *
 * @param request - Documents, setting, seed, rules and options.
 * @returns The dataset: its card, and its examples one at a time.
 * @throws LonghandError `leaky-dataset` if a check of a `longhand` build finds anything;
 * `no-examples` if nothing is left; `duplicate-id`; `invalid-option`.
 *
 * @example
 * ```ts
 * import { buildPassageDataset, writeDataset } from "longhand/dataset";
 *
 * const built = await buildPassageDataset({
 *   documents: [
 *     { id: "1", author: "Ada", title: "Snow", text: "It snowed. ".repeat(100), date: "2001" },
 *     { id: "2", author: "Ada", title: "Rain", text: "It rained. ".repeat(100), date: "2002" },
 *   ],
 *   setting: "user",
 *   seed: 7,
 * });
 * await writeDataset("data/ada", built);
 * ```
 */
export async function buildPassageDataset(request: PassageDatasetRequest): Promise<BuiltDataset> {
  const { setting, seed, profile = "longhand" } = request;
  const options = fillPassageOptions(request.options ?? {}, setting);
  const read = await readDocuments(request.documents, {
    profile,
    passageWords: options.passageWords,
  });
  const drawn = drawTargets(read.authors, { setting, seed, profile, options });
  const funnel = [...read.funnel, ...drawSteps(read.authors, drawn, setting)];
  if (drawn.planned.length === 0) throw nothingLeft(funnel, optionsOfStep);
  function* examples(split: Split): Generator<DatasetExample> {
    for (const planned of drawn.planned) {
      if (planned.split !== split) continue;
      yield passageExample(planned, { setting, seed, prefixShare: options.prefixShare });
    }
  }
  const content = inspectContent(examples, { setting, profile });
  refuseLeaks(content.checks);
  const card: DatasetCard = {
    v: 1,
    name: request.name ?? `passage-${setting}`,
    task: passageTask.name,
    setting,
    profile,
    seed,
    source: request.source ?? "",
    options: { ...options } satisfies FullPassageOptions,
    splits: content.splits,
    users: content.users,
    funnel,
    checks: content.checks,
    counts: {
      ...read.counts,
      copiesLeftOut: drawn.copiesLeftOut,
      nearDuplicates: countNearDuplicates(drawn.planned),
      profilesQuotingTarget: content.quoting,
    },
    hashes: content.hashes,
    hash: datasetHash(content.hashes),
  };
  return { card, task: passageTask, examples };
}

interface Content extends Pick<DatasetCard, "splits" | "users" | "hashes" | "checks"> {
  readonly quoting: number;
}

/** Looks at the examples as they will be written, not at how they were made. */
function inspectContent(
  examples: (split: Split) => Iterable<DatasetExample>,
  { setting, profile }: { readonly setting: Setting; readonly profile: BenchmarkProfile },
): Content {
  const checker = leakChecker(passageTask, setting);
  const found = SPLITS.map((split) => {
    const digests: string[] = [];
    const users = new Set<string>();
    for (const example of examples(split)) {
      checker.add(example, split);
      digests.push(exampleDigest(example, true));
      users.add(example.userId);
    }
    return {
      split,
      count: digests.length,
      users: users.size,
      hash: splitHash(passageTask.name, split, digests),
    };
  });
  const bySplit = <T>(pick: (part: (typeof found)[number]) => T): Record<Split, T> =>
    Object.fromEntries(found.map((part) => [part.split, pick(part)])) as Record<Split, T>;
  return {
    splits: bySplit(({ count }) => count),
    users: bySplit(({ users }) => users),
    hashes: bySplit(({ hash }) => hash),
    checks: checker.results(profile),
    quoting: checker.quoting(),
  };
}

/** The options that loosen a step of the funnel. */
function optionsOfStep({ rule }: FunnelStep): string[] {
  if (/^document has at least \d+ words$/.test(rule)) return ["passageWords"];
  return rule === "author has a profile beside a target" ? ["sameDocument", "passageWords"] : [];
}

function drawSteps(
  authors: readonly Author[],
  drawn: DrawnTargets,
  setting: Setting,
): FunnelStep[] {
  const passagesOf = (kept: readonly Author[]): number =>
    kept
      .flatMap(({ documents }) => documents)
      .reduce((sum, { passages }) => sum + passages.length, 0);
  const kept = authors.filter(({ userId }) => drawn.users.has(userId));
  const rule =
    setting === "user"
      ? "author has a profile beside a target"
      : "author has three dated documents and older ones";
  const users = { usersIn: kept.length, usersOut: kept.length };
  return [
    {
      rule,
      unit: "passages",
      in: passagesOf(authors),
      out: passagesOf(kept),
      usersIn: authors.length,
      usersOut: kept.length,
    },
    {
      rule: "passage was drawn as a target",
      unit: "passages",
      in: passagesOf(kept),
      out: drawn.planned.length,
      ...users,
    },
  ];
}
