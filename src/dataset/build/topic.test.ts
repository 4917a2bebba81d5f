import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { buildAt, corpusOf, funnelLines, testFolder, words } from "./test-corpus.ts";

const folder = testFolder();
afterAll(() => folder.remove());

function posts(author: string, count: number) {
  return Array.from({ length: count }, (_, at) => ({
    id: `${author}-${at}`,
    author,
    text: words(50, `${author}${at}x`),
    title: `on ${at}`,
  }));
}

interface Post {
  readonly id: string;
  readonly author: string;
  readonly content: string | null;
  readonly summary: string;
}

/** The posts of the case file whose content an importer lets through. */
function casePosts() {
  return readFileSync("tests/cases/corpus/tldr-17.jsonl", "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Post)
    .flatMap(({ id, author, content, summary }) =>
      content === null ? [] : [{ id, author, text: content, title: summary }],
    );
}

describe("buildBenchmark of posts", () => {
  it("applies each rule at its bound", async () => {
    const rows = [
      ...posts("anna", 16),
      ...posts("bert", 15),
      { ...posts("bert", 1)[0], id: "short", text: words(49, "s") },
      { ...posts("bert", 1)[0], id: "equal", text: words(50, "e"), title: words(50, "t") },
      { ...posts("bert", 1)[0], id: "blank", text: words(50, "b"), title: " \u0085" },
      ...posts("[deleted]", 20),
    ];
    const source = await corpusOf(folder, { kind: "posts", rows });
    const { card, rows: read } = await buildAt(folder, "topic", { source });
    expect(funnelLines(card)).toEqual([
      "post is not by [deleted]: 54 → 34 (3 → 2)",
      "post has a title: 34 → 33 (2 → 2)",
      "post has more words than its summary: 33 → 32 (2 → 2)",
      "post has at least 50 words: 32 → 31 (2 → 2)",
      "post does not repeat another of its author: 31 → 31 (2 → 2)",
      "author has at least 16 posts: 31 → 16 (2 → 1)",
      "post was drawn as a target: 16 → 1 (1 → 1)",
      "profile has at least 1 post: 1 → 1 (1 → 1)",
      "profile is large enough without copies of the target: 1 → 1 (1 → 1)",
    ]);
    // One person is held out: ⌈0.3⌉ = 1, and ⌈½⌉ = 1 is test.
    const [example] = read("test");
    expect(example?.input).toBe(
      `Generate the content for a reddit post on ${example?.target_id.split("-")[1]}`,
    );
    expect(example?.profile).toHaveLength(15);
    expect(example?.profile[0]).toMatchObject({ author: "anna" });
  });

  it("gives the published parts for 16,347 people", async () => {
    const rows = Array.from({ length: 16_347 }, (_, person) => [
      { author: `u${person}`, text: `some words of ${person}`, title: "t" },
      { author: `u${person}`, text: `other words of ${person}`, title: "t" },
    ]).flat();
    const source = await corpusOf(folder, { kind: "posts", rows });
    const options = { minContentWords: 1, minPostsPerAuthor: 1 };
    const { card } = await buildAt(folder, "topic", { source, options });
    expect(card.splits).toEqual({ train: 11_442, validation: 2452, test: 2453 });
  }, 30_000);

  it("draws three posts at random in the temporal setting and keeps a share of authors", async () => {
    const rows = Array.from({ length: 20 }, (_, at) => posts(`u${at}`, 16)).flat();
    const source = await corpusOf(folder, { kind: "posts", rows });
    const { card, rows: read } = await buildAt(folder, "topic", { source, setting: "temporal" });
    // round(0.15 · 20) = 3.
    expect(card.splits).toEqual({ train: 20, validation: 3, test: 3 });
    expect(card.choices?.join("\n")).toContain("temporal (random)");
    const [test] = read("test");
    const train = read("train").find(({ author }) => author === test?.["author"]);
    expect(train?.target_id).not.toBe(test?.target_id);
    expect(train?.profile).toEqual(test?.profile);
    expect(train?.profile).toHaveLength(13);
  });

  it.each([
    ["longhand", ["writer-1", "writer-2"], 1],
    ["longlamp-paper", ["[deleted]", "writer-1", "writer-2"], 2],
  ] as const)("reads the posts of the case file under %s", async (profile, users, repeats) => {
    const source = await corpusOf(folder, { kind: "posts", rows: casePosts() });
    const options = { minContentWords: 10, minPostsPerAuthor: 2 };
    const built = await buildAt(folder, "topic", { source, profile, options });
    const all = (["train", "validation", "test"] as const).flatMap((split) => built.rows(split));
    expect(all.map(({ author }) => author).sort()).toEqual(users);
    const documents = all.map(({ target_id, profile: items }) =>
      [target_id, ...items.map(({ id }) => String(id))].sort().join(),
    );
    const expected = { "writer-1": "c1,c6", "writer-2": "c10,c7", "[deleted]": "c2,c3" };
    expect(documents.sort()).toEqual(users.map((user) => expected[user]).sort());
    expect(built.card.counts["repeatsAcrossAuthors"]).toBe(repeats);
  });

  it("drops a person's repeats under longhand, and people that are then too few", async () => {
    const rows = [...posts("anna", 16), { ...posts("anna", 1)[0], id: "copy" }];
    const spaced = rows.map((row, at) =>
      at === 16 ? { ...row, text: `  ${row.text?.replaceAll(" ", "\u3000")}` } : row,
    );
    const fewer = await corpusOf(folder, { kind: "posts", rows: spaced.slice(1) });
    const source = await corpusOf(folder, { kind: "posts", rows: spaced });
    const built = await buildAt(folder, "topic", { source });
    expect(built.rows("test")[0]?.profile).toHaveLength(15);
    const paper = await buildAt(folder, "topic", { source, profile: "longlamp-paper" });
    expect(paper.rows("test")[0]?.profile).toHaveLength(16);
    // Without its first copy the other is the only one.
    expect((await buildAt(folder, "topic", { source: fewer })).card.splits.test).toBe(1);
  });
});
