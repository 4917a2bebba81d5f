import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openDataset } from "../../dataset/index.ts";
import type { CorpusDocument } from "../../records/index.ts";
import type { RunContext } from "../run-context.ts";
import { type BuildDatasetOptions, buildDataset } from "./build-dataset.ts";
import { checkDatasetAt, datasetStatsOf } from "./dataset-verbs.ts";
import { exportDataset } from "./export-dataset.ts";
import { importDataset } from "./import-dataset.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-datasets-"));
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

function corpus(name: string, documents: readonly CorpusDocument[]): string {
  const path = join(folder, `${name}.jsonl`);
  writeFileSync(path, documents.map((document) => `${JSON.stringify(document)}\n`).join(""));
  return path;
}

interface BuiltJson {
  readonly dataset: string;
  readonly hash: string;
  readonly splits: { readonly train: number; readonly val: number; readonly test: number };
  readonly funnel: readonly { readonly rule: string; readonly in: number; readonly out: number }[];
  readonly checks: readonly { readonly check: string; readonly status: string }[];
}

async function build(options: Partial<BuildDatasetOptions> & { readonly task: string }) {
  const { json } = await buildDataset(
    { setting: "user", seed: 7, profile: "longhand", replace: true, options: {}, ...options },
    context,
  );
  return json as BuiltJson;
}

function linesOf(path: string): Record<string, unknown>[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

interface EdgeCase {
  readonly id: string;
  readonly reviewerID: string;
  readonly overall: number;
  readonly summary: string;
  readonly reviewText: string;
  readonly description: string;
}

describe("dataset build from JSON Lines", () => {
  it("keeps what the threshold cases say, with options as words", async () => {
    const cases = linesOf("tests/cases/dataset/threshold-edges.jsonl") as unknown as EdgeCase[];
    const documents = cases.map(
      ({ id, reviewerID, overall, summary, reviewText, description }) => ({
        id,
        author: reviewerID,
        title: summary,
        text: reviewText,
        fields: { overall, description },
      }),
    );
    const out = join(folder, "edges");
    const built = await build({
      task: "review",
      corpus: corpus("edges", documents),
      out,
      options: { minReviewWords: "12", minReviewsPerUser: "4", minProfileReviews: "1" },
    });
    const [example, ...others] = ["train", "validation", "test"].flatMap((split) =>
      linesOf(join(out, `${split}.jsonl`)),
    );
    expect(others).toEqual([]);
    const profile = example?.["profile"] as { readonly id: string }[];
    expect([example?.["target_id"], ...profile.map(({ id }) => id)].sort()).toEqual([
      "e1",
      "e5",
      "e7",
    ]);
    // e8 counts for the number of reviews, then goes.
    expect(built.funnel.find(({ rule }) => rule.startsWith("author has"))?.out).toBe(4);
    expect(built.funnel.find(({ rule }) => rule.startsWith("product has"))?.out).toBe(3);
    expect(Object.keys(built)).toEqual(
      expect.arrayContaining(["dataset", "hash", "splits", "funnel", "checks"]),
    );
    expect(Object.keys(built.splits)).toEqual(["train", "val", "test"]);
  });

  it("refuses options of another task, and words that are no such value", async () => {
    const path = corpus("one", [{ id: "1", author: "a", text: "t" }]);
    const built = (options: Record<string, string>) =>
      build({ task: "topic", corpus: path, out: join(folder, "none"), options });
    await expect(built({ minReviewWords: "5" })).rejects.toMatchObject({ code: "usage" });
    await expect(built({ minContentWords: "five" })).rejects.toMatchObject({ code: "usage" });
    await expect(built({ finalShare: "0.5" })).rejects.toMatchObject({ code: "invalid-option" });
    await expect(built({ splitShares: "0.5,0.1,0.1" })).rejects.toMatchObject({
      code: "invalid-option",
    });
    await expect(built({})).rejects.toMatchObject({
      code: "no-examples",
      hint: '"post has a title" dropped most (1 → 0 documents): no option loosens it, so other documents are needed.',
    });
    expect(existsSync(join(folder, "none"))).toBe(false);
  });

  it("asks the fake model for keywords", async () => {
    const documents = Array.from({ length: 8 }, (_, at) => ({
      id: String(at),
      author: `a${at % 2}`,
      title: `Frost ${at}`,
      date: "2001",
      text: `The load of the pump ${at} and the frost are related.`,
      fields: { language: "en" },
    }));
    const out = join(folder, "fake-keywords");
    const options = { minPapersPerAuthor: "4", keywords: "fake" };
    await build({ task: "abstract", corpus: corpus("papers", documents), out, options });
    const [example] = linesOf(join(out, "test.jsonl"));
    expect(example?.["keywords"]).toEqual(expect.stringMatching(/\S/));
  });
});

const TASK = `task:
  name: recipe
  title: Recipe writing
  user: { names: [cook] }
  columns: [dish, ingredients]
  inputs: ['Write a recipe for "{dish}" with {ingredients}.']
  profile: { id: { kind: id }, dish: { kind: text }, recipe: { kind: text } }
  target: { field: recipe }
  itemText: "{dish} {recipe}"
  query:
    longhand: "{dish} {ingredients}"
    longlamp-paper: { gpt: { from: input }, llama: { from: input } }
  templates:
    gpt: &template { passage: '"{recipe}" is a recipe for "{dish}" ', separator: ", and ", wrap: "{ppeps}. {input}" }
    llama: *template
build:
  noun: recipe
  parts: { dish: title, ingredients: fields.ingredients }
  item: { dish: title, recipe: text }
  options: { minTextWords: 5, minDocuments: 3 }
`;

describe("a task from a file", () => {
  const documents = Array.from({ length: 12 }, (_, at) => ({
    id: `r${at}`,
    author: `cook ${at % 3}`,
    title: `soup ${at}`,
    text: `Boil ${at} leeks until they are soft.`,
    fields: { ingredients: `leeks and ${at} eggs` },
  }));

  it("is built, checked and opened like one that ships", async () => {
    const task = join(folder, "recipe.yaml");
    writeFileSync(task, TASK);
    const out = join(folder, "recipes");
    const built = await build({ task, corpus: corpus("recipes", documents), out });
    expect(built.splits).toEqual({ train: 2, val: 0, test: 1 });
    const dataset = await openDataset(out, { split: "test" });
    expect(dataset.task.title).toBe("Recipe writing");
    const example = await dataset.readAt(0);
    const { targetId = "" } = example;
    const at = targetId.slice(1);
    expect(example.input).toBe(`Write a recipe for "soup ${at}" with leeks and ${at} eggs.`);
    expect(dataset.task.query(example, { profile: "longhand", family: "gpt" })).toBe(
      `soup ${at} leeks and ${at} eggs`,
    );
    expect(example.profile).toHaveLength(3);
    expect((await checkDatasetAt(out, {}, context)).problems).toBe(0);
    const cut = build({
      task,
      corpus: corpus("recipes", documents),
      out,
      options: { minDocuments: "5" },
    });
    await expect(cut).rejects.toMatchObject({ code: "no-examples" });
  });

  it.each([
    ["noun: recipe", "nuon: recipe", "nuon"],
    ["ingredients: fields.ingredients", "ingredients: somewhere", "must be title, text"],
    [", ingredients: fields.ingredients", "", "build.parts lacks ingredients"],
    ["recipe: text }", "recipe: title }", "must take recipe, the target, from text"],
    ["minTextWords: 5", "minTextWrods: 5", "minTextWrods"],
    ['itemText: "{dish}', 'itemText: "{fish}', "fish"],
  ])("with %s as %s is refused with its place", async (from, to, said) => {
    const task = join(folder, "faulty.yaml");
    writeFileSync(task, TASK.replace(from, to));
    await expect(build({ task, corpus: corpus("recipes", documents) })).rejects.toMatchObject({
      code: "invalid-task",
      message: expect.stringContaining(said) as string,
    });
  });
});

const MAILS = Array.from({ length: 24 }, (_, at) => ({
  id: `m${String(at).padStart(2, "0")}`,
  author: `sender${at % 2}@example.org`,
  title: "one two three four five",
  text: `Dear all,\nthe boat "number ${at}" is back. ${"It was dry and warm on the lake today. ".repeat(8)}${at}`,
  date: `2001-01-${String(at + 1).padStart(2, "0")}`,
}));

describe("dataset check", () => {
  it("lists the faults of a file whose first row shows no task, once it is told the task", async () => {
    const path = join(folder, "val.jsonl");
    const row = { author: "a", input: "Generate the content for a reddit post x", output: "y" };
    writeFileSync(path, `{"nothing": 1}\n${JSON.stringify({ ...row, profile: [] })}\n`);
    const untold = checkDatasetAt(path, {}, context);
    await expect(untold).rejects.toMatchObject({
      code: "unknown-task",
      hint: expect.stringContaining("--task abstract") as string,
    });
    const { problems, json } = await checkDatasetAt(path, { task: "topic" }, context);
    expect(problems).toBeGreaterThan(0);
    expect(json).toMatchObject({ splits: { validation: 1 } });
  });
});

describe("dataset export and import", () => {
  it("shares a mail benchmark as sample ids, which give the same beginnings again", async () => {
    const mails = corpus("mails", MAILS);
    const out = join(folder, "mail-user");
    await build({ task: "email", corpus: mails, out });
    const samples = join(folder, "samples");
    const form = {
      retriever: "none",
      k: 0,
      family: "gpt",
      profile: "longhand",
      seed: 7,
      escapeQuotes: false,
      replace: false,
    } as const;
    await exportDataset({ path: out, form: "sample-ids", out: samples, ...form }, context);
    const shared = readFileSync(join(samples, "train.json"), "utf8");
    expect(shared).not.toContain("boat");
    expect(Object.keys((JSON.parse(shared) as object[])[0] ?? {})).toEqual([
      "id",
      "input",
      "content_length",
      "profile",
    ]);
    const again = join(folder, "mail-again");
    await importDataset({
      from: samples,
      mails,
      out: again,
      profile: "longhand",
      allowRejected: 0,
      replace: false,
    });
    const [first] = linesOf(join(out, "train.jsonl"));
    const [second] = linesOf(join(again, "train.jsonl"));
    expect(second?.["input"]).toBe(first?.["input"]);
    expect(second?.["output"]).toBe(String(first?.["output"]).split(/\s+/).join(" "));
    expect(second?.["profile"]).toEqual(first?.["profile"]);
    const fewer = corpus("fewer-mails", MAILS.slice(2));
    const lacking = importDataset({
      from: samples,
      mails: fewer,
      out: again,
      profile: "longhand",
      allowRejected: 0,
      replace: true,
    });
    await expect(lacking).rejects.toMatchObject({
      code: "rejected-samples",
      message: expect.stringMatching(/missing: m0[01].*missing: m0[01]/s) as string,
    });
  });

  it("writes pairs for fine-tuning with the bare input or with passages", async () => {
    const out = join(folder, "mail-pairs");
    await build({ task: "email", corpus: corpus("mails", MAILS), out });
    const form = { family: "gpt", profile: "longlamp-paper", seed: 7, replace: false } as const;
    const bare = join(folder, "bare");
    await exportDataset(
      {
        path: out,
        form: "fine-tuning",
        out: bare,
        retriever: "none",
        k: 0,
        escapeQuotes: true,
        ...form,
      },
      context,
    );
    const [example] = linesOf(join(out, "test.jsonl"));
    const [pair] = linesOf(join(bare, "test.jsonl"));
    expect(pair).toEqual({
      source: String(example?.["input"]).replaceAll('"', '\\"'),
      target: String(example?.["output"]).replaceAll('"', '\\"'),
    });
    const full = join(folder, "full");
    await exportDataset(
      {
        path: out,
        form: "fine-tuning",
        out: full,
        retriever: "bm25",
        k: 2,
        escapeQuotes: false,
        ...form,
      },
      context,
    );
    const [prompt] = linesOf(join(full, "test.jsonl"));
    expect(prompt?.["source"]).toMatch(
      /^"one two three four five" is the title for ".*" , and ".* \. Complete the text/s,
    );
    expect(
      Object.keys(JSON.parse(readFileSync(join(full, "recipes.json"), "utf8")) as object),
    ).toEqual(["paper", "code"]);
  });

  it("reads released Parquet and JSON into the same dataset", async () => {
    const hub = join(folder, "hub");
    const out = join(folder, "mail-hub");
    await build({ task: "email", corpus: corpus("mails", MAILS), out: hub, format: "hf" });
    await build({ task: "email", corpus: corpus("mails", MAILS), out });
    const imported = join(folder, "imported");
    const plain = { profile: "longhand", allowRejected: 0, replace: false } as const;
    await importDataset({ from: hub, out: imported, ...plain });
    for (const split of ["train", "validation", "test"]) {
      const [was, is] = [out, imported].map((place) =>
        linesOf(join(place, `${split}.jsonl`)).map(({ id, input, output, profile }) => ({
          id,
          input,
          output,
          profile,
        })),
      );
      expect(is).toEqual(was);
    }
    const released = join(folder, "released", "email_generation_user");
    mkdirSync(released, { recursive: true });
    const rows = linesOf(join(out, "test.jsonl"));
    writeFileSync(join(released, "test.json"), JSON.stringify(rows));
    const { json } = await importDataset({
      from: join(folder, "released"),
      out: join(folder, "from-json"),
      ...plain,
    });
    expect((json as BuiltJson).splits).toEqual({ train: 0, val: 0, test: rows.length });
  });

  it("reads a published dataset again although some of its parts are empty", async () => {
    const out = join(folder, "one-sender");
    const one = MAILS.filter(({ author }) => author === "sender0@example.org");
    await build({ task: "email", corpus: corpus("one-sender", one), out });
    const hub = join(folder, "one-sender-hub");
    const again = join(folder, "one-sender-again");
    await exportDataset(
      {
        path: out,
        form: "hf",
        out: hub,
        retriever: "none",
        k: 0,
        family: "gpt",
        profile: "longhand",
        seed: 7,
        escapeQuotes: false,
        replace: false,
      },
      context,
    );
    const imported = { from: hub, out: again, profile: "longhand", allowRejected: 0 } as const;
    const { json } = await importDataset({ ...imported, replace: false });
    expect(json).toMatchObject({ splits: { train: 0, val: 0, test: 6 } });
    const outputs = (path: string): unknown[] =>
      linesOf(join(path, "test.jsonl")).map(({ output, profile }) => [output, profile]);
    expect(outputs(again)).toEqual(outputs(out));
  });

  it("prints the numbers of Table 1", async () => {
    const out = join(folder, "mail-stats");
    const built = await build({ task: "email", corpus: corpus("mails", MAILS), out });
    const { json, text } = await datasetStatsOf(out, undefined, context);
    const { test } = (json as { readonly splits: Record<string, Record<string, unknown>> }).splits;
    expect(test?.["count"]).toBe(built.splits.test);
    expect(text).toContain("profile size");
  });
});
