import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { DatasetExample } from "../records/index.ts";
import { checkDataset } from "./check-dataset.ts";
import { datasetStats } from "./dataset-stats.ts";
import { defineTask } from "./define-task.ts";
import { type Dataset, type OpenDatasetOptions, openDataset } from "./open-dataset.ts";
import { taskNamed } from "./task-registry.ts";

const root = mkdtempSync(join(tmpdir(), "longhand-open-dataset-"));
let folder = root;
let folders = 0;
beforeEach(() => {
  folders += 1;
  folder = join(root, `data-${folders}`);
});
afterAll(() => rmSync(root, { recursive: true }));

function put(name: string, content: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const lines = (rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("");

async function all(dataset: Dataset): Promise<DatasetExample[]> {
  const read: DatasetExample[] = [];
  for await (const example of dataset.examples()) read.push(example);
  return read;
}

async function failure(path: string, options?: OpenDatasetOptions): Promise<Error> {
  return openDataset(path, options).then(
    () => expect.unreachable("it opened"),
    (error: unknown) => error as Error,
  );
}

const abstractRow = (
  name: string,
  title: string,
  profile: readonly unknown[] = [],
): Record<string, unknown> => ({
  name,
  input: `Generate an abstract for the title "${title}" using the following items: a, b`,
  output: `About ${title}.`,
  profile,
});
const paper = { id: "p1", title: "Old", abstract: "Old work.", year: 2011 };

const RELEASED = {
  email: {
    id: "s1",
    input: "Complete the text of the following email. title: Boat. text: We meet",
    output: "at nine.",
    profile: [{ text: "It is lit.\nBye", id: "m1", date: "2003-01-07", title: "Lamp" }],
    user_id: "u1",
  },
  abstract: abstractRow("Ann", "Lamps", [paper]),
  review: {
    reviewerId: "A1",
    input:
      'Generate the review text written by a reviewer who has a given an overall rating of "5.0" for a product with description "A tent". The summary of the review text is "Fine".',
    output: "It held.",
    profile: [{ overall: 4, reviewText: "ok", summary: "s", description: "d" }],
  },
  topic: {
    author: "writer-1",
    input: "Generate the content for a reddit post the boat held",
    output: "So we went.",
    profile: [{ author: "writer-1", content: "c", id: "c1", summary: "s" }],
  },
};

describe("released files", () => {
  it.each(Object.entries(RELEASED))(
    "of the task %s are read from a list and from lines",
    async (task, row) => {
      const list = await openDataset(put("as-list_user_test.json", JSON.stringify([row], null, 2)));
      const jsonl = await openDataset(put("test.jsonl", lines([row])), { setting: "user" });
      expect(list.task.name).toBe(task);
      expect(await all(list)).toEqual(await all(jsonl));
      expect(list.hash).toBe(jsonl.hash);
      expect(list.warnings).toEqual([]);
      const [example] = await all(list);
      // Exported and read again, nothing is lost.
      const again = put("again/test.jsonl", `${list.task.writeLine(example as DatasetExample)}\n`);
      expect(await all(await openDataset(again, { setting: "user" }))).toEqual([example]);
    },
  );

  it("get ids from their content, whatever the order", async () => {
    const rows = [
      abstractRow("Ann", "One"),
      abstractRow("Ben", "Two"),
      abstractRow("Ann", "Three"),
    ];
    const there = await openDataset(put("a_temporal_val.json", JSON.stringify(rows)));
    const back = await openDataset(put("b_temporal_val.json", JSON.stringify(rows.toReversed())));
    const ids = there.entries.map(({ id }) => id);
    expect(ids[0]).toMatch(/^abstract-temporal-validation-[0-9a-f]{8}-[12]$/);
    expect(new Set(ids).size).toBe(3);
    expect(back.entries.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(back.hash).toBe(there.hash);
    expect(there.setting).toBe("temporal");
  });

  it("have one hash with and without mark, line ends and blank lines, and another for other content", async () => {
    const rows = [RELEASED.topic, { ...RELEASED.topic, author: "writer-2" }];
    const plain = await openDataset(put("plain/test.jsonl", lines(rows)));
    const odd = await openDataset(
      put("odd/test.jsonl", `\ufeff${lines(rows).replaceAll("\n", "\r\n\r\n").trimEnd()}`),
    );
    expect(await all(odd)).toEqual(await all(plain));
    expect(odd.hash).toBe(plain.hash);
    const changed = await openDataset(
      put("new/test.jsonl", lines([{ ...RELEASED.topic, output: "So we stayed." }, rows[1]])),
    );
    expect(changed.hash).not.toBe(plain.hash);
  });

  it("list every fault with file and line, not only the first", async () => {
    const path = put(
      "test.json",
      `[${JSON.stringify(abstractRow("Ann", "One"))},\n{"name": 5},\n  {oops},\n["x"]\n]`,
    );
    const error = await failure(path, { task: "abstract" });
    expect(error).toMatchObject({ code: "invalid-dataset" });
    expect(error.message.split("\n")).toEqual([
      `${path} has 5 faults:`,
      `${path}:2, element 2: input is missing`,
      `${path}:2, element 2: output is missing`,
      `${path}:2, element 2: profile is missing`,
      `${path}:3:4: not valid JSON: expected a key in double quotes, found "o".`,
      `${path}:4, element 4: the row is not an object, but a list`,
    ]);
  });

  it("list 100 faults and count the rest", async () => {
    const path = put("test.jsonl", "oops\n".repeat(130));
    const error = await failure(path, { task: "topic" });
    expect(error.message.split("\n")).toHaveLength(102);
    expect(error.message).toContain("and 30 more");
  });

  it("may leave out as many bad rows as are allowed, and list them", async () => {
    const path = put("test.jsonl", `${lines([RELEASED.topic])}{"author":1}\n`);
    expect(await failure(path, { allowRejected: 2 })).toMatchObject({ code: "invalid-dataset" });
    const dataset = await openDataset(path, { allowRejected: 3 });
    expect(dataset).toMatchObject({
      count: 1,
      rejected: [
        expect.stringContaining("test.jsonl:2: input"),
        expect.anything(),
        expect.anything(),
      ],
    });
  });

  it("read a repeated row once, and refuse one id with two contents", async () => {
    const row = { ...RELEASED.email, id: 7 };
    const path = put("test.jsonl", lines([row, { ...row, id: "7" }]));
    expect(await openDataset(path)).toMatchObject({
      count: 1,
      warnings: expect.arrayContaining(["1 × row that stands twice, read once"]),
    });
    writeFileSync(path, lines([row, row, { ...row, output: "at ten." }]));
    expect((await failure(path)).message).toContain(
      `${path}:3: the id "7" also stands in ${path}:1, with other content`,
    );
  });

  it("warn about fields left out, inputs without parts, empty outputs and half characters", async () => {
    const rows = [
      { ...RELEASED.topic, score: 5 },
      { ...RELEASED.topic, author: "b", input: "Write!", output: "" },
      { ...RELEASED.topic, author: "c", output: "half \ud83d a smile" },
    ];
    const dataset = await openDataset(put("test.jsonl", lines(rows)), { task: "topic" });
    expect(dataset.warnings).toEqual([
      "1 × field score, which is not part of the task, left out",
      "1 × input that does not read as the task's inputs do: no query can be made from its parts",
      "1 × empty output: it cannot be scored",
      "1 × row with half a character, read as U+FFFD",
      'neither card nor path says how the data was split: the setting "user" is assumed',
    ]);
    expect((await all(dataset))[2]?.output).toBe("half \ufffd a smile");
  });

  it("say that the first row shows no task", async () => {
    const path = put("test.jsonl", '{"text":"a"}\n');
    expect(await failure(path)).toMatchObject({
      code: "unknown-task",
      message: expect.stringContaining(`${path}:1:`) as string,
    });
    expect(await failure(put("empty/test.jsonl", "\n"))).toMatchObject({ code: "invalid-dataset" });
  });

  it("are recognised as a task of one's own", async () => {
    const { definition } = taskNamed("topic");
    const own = defineTask({ ...definition, name: "poem", inputs: ["Write a poem on {summary}"] });
    const row = { ...RELEASED.topic, input: "Write a poem on boats" };
    const dataset = await openDataset(put("test.jsonl", lines([row])), { ownTasks: [own] });
    expect(dataset.task.name).toBe("poem");
  });
});

describe("folders of released files", () => {
  it("hold parts by name, several files to a part, in the folder or in data/", async () => {
    put("data/train-00000-of-00002.json", JSON.stringify([abstractRow("Ann", "One")]));
    put("data/train-00001-of-00002.json", JSON.stringify([abstractRow("Ben", "Two")]));
    put("data/val.jsonl", lines([abstractRow("Cem", "Three")]));
    put("README.md", "about");
    const train = await openDataset(folder, { split: "train" });
    expect(train.entries.map(({ userId }) => userId)).toEqual(["Ann", "Ben"]);
    expect((await all(train)).map(({ output }) => output)).toEqual(["About One.", "About Two."]);
    expect(await openDataset(folder, { split: "val" })).toMatchObject({
      split: "validation",
      count: 1,
    });
    expect(await failure(folder, { split: "test" })).toMatchObject({
      code: "unknown-split",
      message: `${folder} has no part test: it has train, validation.`,
    });
    expect(await failure(folder)).toMatchObject({ code: "unknown-split" });
  });

  it("take a file whose name says nothing for the part that is asked for", async () => {
    const path = put("rows.jsonl", lines([RELEASED.topic]));
    expect(await failure(path)).toMatchObject({ code: "unknown-split" });
    expect(await openDataset(path, { split: "test" })).toMatchObject({
      split: "test",
      name: "rows",
    });
  });

  it("that hold no dataset are refused, with what they hold", async () => {
    put("one/train.jsonl", "");
    put("two/train.jsonl", "");
    expect(await failure(folder)).toMatchObject({
      code: "no-dataset",
      message: expect.stringContaining("It holds the folders one, two.") as string,
    });
    expect(await failure(join(folder, "none"))).toMatchObject({ code: "not-found" });
    put("dataset.json", "{}");
    expect(await failure(folder)).toMatchObject({ code: "invalid-dataset" });
  });
});

describe("reading examples", () => {
  const many = Array.from({ length: 3000 }, (_, index) => ({
    ...RELEASED.topic,
    id: `e${index}`,
    output: `${index} ${"é".repeat(index % 700)}`,
  }));

  it("gives all in order, some, or one, from lines and from a list", async () => {
    for (const path of [
      put("test.jsonl", lines(many)),
      put("test.json", JSON.stringify(many, null, 1)),
    ]) {
      const dataset = await openDataset(path);
      expect((await all(dataset)).map(({ output }) => output)).toEqual(
        many.map(({ output }) => output),
      );
      const some: string[] = [];
      for await (const { id } of dataset.readMany([2999, 0, 0, 1500, 1501])) some.push(id);
      expect(some).toEqual(["e2999", "e0", "e0", "e1500", "e1501"]);
      expect((await dataset.readAt(1234)).output).toBe(many[1234]?.output);
      await expect(dataset.readAt(3000)).rejects.toMatchObject({ code: "invalid-option" });
    }
  });

  it("may end early", async () => {
    const dataset = await openDataset(put("test.jsonl", lines(many)));
    for await (const example of dataset.examples()) {
      expect(example.id).toBe("e0");
      break;
    }
  });

  it("notices that the file changed", async () => {
    const path = put("test.jsonl", lines(many));
    const dataset = await openDataset(path);
    writeFileSync(path, lines(many.slice(0, 10)));
    await expect(dataset.readAt(2000)).rejects.toMatchObject({ code: "dataset-changed" });
    writeFileSync(path, lines(many.toReversed()));
    await expect(dataset.readAt(0)).rejects.toMatchObject({ code: "dataset-changed" });
  });
});

describe("datasetStats", () => {
  it("gives the numbers of Table 1", async () => {
    const rows = [
      {
        author: "a",
        input: "Generate the content for a reddit post one",
        output: "w w w w",
        profile: [{ id: "1", content: "w w w", summary: "s" }],
      },
      {
        author: "b",
        input: "Generate the content for a reddit post one two three",
        output: "w w",
        profile: [],
      },
    ];
    const dataset = await openDataset(put("test.jsonl", lines(rows)));
    // Inputs of 8 and 10 words: mean 9, sd √2. Outputs 4 and 2. Contexts 4 and 0. Items 1 and 0.
    expect(await datasetStats(dataset)).toEqual({
      count: 2,
      users: 2,
      inputWords: { mean: 9, sd: Math.SQRT2 },
      outputWords: { mean: 3, sd: Math.SQRT2 },
      contextWords: { mean: 2, sd: 2 * Math.SQRT2 },
      profileItems: { mean: 0.5, sd: Math.SQRT1_2 },
    });
  });

  it("gives no spread of one value", async () => {
    const dataset = await openDataset(put("test.jsonl", lines([RELEASED.topic])));
    expect((await datasetStats(dataset)).outputWords).toEqual({ mean: 3 });
  });
});

describe("checkDataset", () => {
  it("finds faults and leaks over all parts; of released files leaks are warnings", async () => {
    const leak = abstractRow("Ann", "Lamps", [{ ...paper, abstract: "About Lamps." }]);
    put("user/train.jsonl", lines([leak]));
    put("user/test.jsonl", `${lines([abstractRow("Ann", "Other")])}oops\n`);
    const check = await checkDataset(join(folder, "user"));
    expect(check.splits).toEqual({ train: 1, test: 1 });
    expect(check.problems).toEqual([expect.stringContaining("test.jsonl:2:1: not valid JSON")]);
    expect(check.checks.map(({ check: name, findings }) => [name, findings])).toEqual([
      ["user-in-two-splits", 1],
      ["target-in-profile", 1],
      ["empty-output", 0],
    ]);
    expect(check.warnings).toEqual([
      "user-in-two-splits: 1 (Ann)",
      expect.stringMatching(/^target-in-profile: 1 \(abstract-user-train-/),
    ]);
  });
});
