import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BenchmarkProfile } from "../../records/index.ts";
import { importDumpTo } from "../corpora/dump-verbs.ts";
import type { RunContext } from "../run-context.ts";
import { buildDataset } from "./build-dataset.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-raw-"));
afterAll(() => rmSync(folder, { recursive: true }));

const idle = new AbortController().signal;
const context: RunContext = {
  clock: { nowMs: () => 0, sleep: async () => undefined },
  nameSeed: "test",
  home: join(folder, "home"),
  runsFolder: join(folder, "runs"),
  credential: () => undefined,
  environment: {},
  stopping: idle,
  stopNow: idle,
  onProgress: () => undefined,
};

const AMAZON = join(folder, "amazon");
const POSTS = join(folder, "posts");

beforeAll(async () => {
  const common = { memoryMb: 300, threads: 1 };
  await importDumpTo(
    {
      ...common,
      format: "amazon",
      from: ["tests/cases/corpus/amazon-reviews.jsonl"],
      settings: { metadata: ["tests/cases/corpus/amazon-metadata.jsonl"] },
      out: AMAZON,
    },
    context,
  );
  await importDumpTo(
    {
      ...common,
      format: "tldr",
      from: ["tests/cases/corpus/tldr-17.jsonl"],
      settings: {},
      out: POSTS,
    },
    context,
  );
}, 60_000);

interface Row {
  readonly input: string;
  readonly output: string;
  readonly reviewerId?: string;
  readonly author?: string;
  readonly description?: string;
  readonly target_id: string;
  readonly profile: readonly Readonly<Record<string, unknown>>[];
}

interface CaseBuild {
  readonly task: string;
  readonly corpus: string;
  readonly profile: BenchmarkProfile;
  readonly options: Readonly<Record<string, string>>;
}

async function build(request: CaseBuild): Promise<Row[]> {
  const out = join(folder, `${request.task}-${request.profile}`);
  await buildDataset({ ...request, setting: "user", seed: 7, out, replace: true }, context);
  return ["train", "validation", "test"].flatMap((split) =>
    readFileSync(join(out, `${split}.jsonl`), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Row),
  );
}

const REVIEW_OPTIONS = {
  minReviewWords: "8",
  minSummaryWords: "4",
  minReviewsPerUser: "2",
  minProfileReviews: "1",
};

/** Descriptions of all reviews of a user, target and profile. */
function descriptionsOf(rows: readonly Row[], user: string): string[] {
  const row = rows.find(({ reviewerId }) => reviewerId === user);
  const items = row?.profile.map(({ description }) => String(description)) ?? [];
  return [String(row?.description), ...items].sort();
}

describe("the reviews of the case files, imported and built", () => {
  it("are cleaned, and lose their repeats and what has no product, under longhand", async () => {
    const rows = await build({
      task: "review",
      corpus: AMAZON,
      profile: "longhand",
      options: REVIEW_OPTIONS,
    });
    // Line 7 repeats line 1; line 6 has the longer summary.
    expect(descriptionsOf(rows, "U1")).toEqual([
      "A light tent for two. Packs into a small bag.",
      "Bright & light. Three modes Rain proof Runs 40 hours",
    ]);
    // Line 11 has no product.
    expect(descriptionsOf(rows, "U2")).toEqual([
      "A light tent for two. Packs into a small bag.",
      "Bright & light. Three modes Rain proof Runs 40 hours",
      "Keeps tea hot when 3 < 4 and 5 > 2. More",
      "One string, as in older releases.",
    ]);
    const all = JSON.stringify(rows);
    expect(all).toContain("Great value &amp; quick delivery,<br />though the lid");
    expect(all).toContain("2016-01-01");
    expect(all).toContain("2016-02-29");
  });

  it("keep repeats and entities, and lose what looks like a tag, under longlamp-paper", async () => {
    const rows = await build({
      task: "review",
      corpus: AMAZON,
      profile: "longlamp-paper",
      options: REVIEW_OPTIONS,
    });
    expect(descriptionsOf(rows, "U1")).toHaveLength(3);
    const all = descriptionsOf(rows, "U2").join("\n");
    expect(all).toContain("Keeps tea hot when 3  2. More");
    expect(all).toContain("Bright &amp; light.");
  });
});

describe("the posts of the case file, imported and built", () => {
  it.each([
    ["longhand", ["writer-1: c1,c6", "writer-2: c10,c7"]],
    ["longlamp-paper", ["[deleted]: c2,c3", "writer-1: c1,c6", "writer-2: c10,c7"]],
  ] as const)("belong to whom they should under %s", async (profile, expected) => {
    const options = { minContentWords: "10", minPostsPerAuthor: "2" };
    const rows = await build({ task: "topic", corpus: POSTS, profile, options });
    const told = rows.map(
      ({ author, target_id: target, profile: items }) =>
        `${author}: ${[target, ...items.map(({ id }) => String(id))].sort().join()}`,
    );
    expect(told.sort()).toEqual(expected);
  });
});
