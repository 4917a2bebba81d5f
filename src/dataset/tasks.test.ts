import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BenchmarkProfile, DatasetExample, PromptFamily } from "../records/index.ts";
import { defineTask } from "./define-task.ts";
import type { BenchmarkTask, TaskDefinition } from "./task.ts";
import { taskNamed, taskNames } from "./task-registry.ts";
import { templateFor } from "./template-for.ts";

const [email, abstract, review, topic, passage] = taskNames().map((name) => taskNamed(name)) as [
  BenchmarkTask,
  BenchmarkTask,
  BenchmarkTask,
  BenchmarkTask,
  BenchmarkTask,
];

function example(task: BenchmarkTask, input: string): DatasetExample {
  const user = task.definition.user.names[0];
  return task.readRow({ id: "e1", [user]: "u1", input, output: "the rest", profile: [] });
}

function query(
  task: BenchmarkTask,
  input: string,
  rules: [BenchmarkProfile, PromptFamily],
): string {
  const [profile, family] = rules;
  return task.query(example(task, input), { profile, family });
}

const EMAIL = "Complete the text of the following email. title: Re: boat. text: We meet at";
const ABSTRACT =
  'Generate an abstract for the title "Cold lamps" using the following items: a, b, c';
const REVIEW =
  'Generate the review text written by a reviewer who has a given an overall rating of "5.0" for a product with description "A "big" tent". The summary of the review text is "Fine. "Really".".';
const TOPIC = "Generate the content for a reddit post the boat held";

describe("queries", () => {
  it.each([
    [email, EMAIL, "longhand", "gpt", "Re: boat We meet at"],
    [email, EMAIL, "longhand", "llama", "Re: boat We meet at"],
    // After the first colon, which stands after "title".
    [email, EMAIL, "longlamp-paper", "gpt", "Re: boat. text: We meet at"],
    [email, EMAIL, "longlamp-paper", "llama", EMAIL],
    [abstract, ABSTRACT, "longhand", "gpt", "Cold lamps a, b, c"],
    [abstract, ABSTRACT, "longlamp-paper", "gpt", "a, b, c"],
    [abstract, ABSTRACT, "longlamp-paper", "llama", "a, b, c"],
    [review, REVIEW, "longhand", "gpt", '5.0 Fine. "Really". A "big" tent'],
    [review, REVIEW, "longlamp-paper", "llama", REVIEW],
    [topic, TOPIC, "longhand", "llama", "the boat held"],
    [topic, TOPIC, "longlamp-paper", "gpt", TOPIC],
  ] as const)(
    "of the task $name are built as specified",
    (...[task, input, profile, family, expected]) => {
      expect(query(task, input, [profile, family])).toBe(expected);
    },
  );

  it("take a title that holds the marker for what each profile takes it", () => {
    const title = 'A list of "items:" and what follows';
    const keywords = "lists, markers, parsing, quotes, traps";
    const input = abstract.writeInput({ title, keywords });
    expect(input).toBe(
      `Generate an abstract for the title "${title}" using the following items: ${keywords}`,
    );
    expect(query(abstract, input, ["longhand", "gpt"])).toBe(`${title} ${keywords}`);
    expect(query(abstract, input, ["longlamp-paper", "gpt"])).toBe(
      `" and what follows" using the following items: ${keywords}`,
    );
  });

  it("read reviews in both spellings of the input", () => {
    const spelt = REVIEW.replace("has a given an", "has given an");
    expect(query(review, spelt, ["longhand", "gpt"])).toBe('5.0 Fine. "Really". A "big" tent');
  });

  it.each([
    [email, "No colon here", "longlamp-paper", ":"],
    [abstract, "Generate an abstract.", "longlamp-paper", "items:"],
    [abstract, "Generate an abstract.", "longhand", "title"],
    [topic, "Something else", "longhand", "summary"],
  ] as const)(
    "fail the example when %s lacks its parts or marker",
    (...[task, input, profile, missing]) => {
      const asked = () => query(task, input, [profile, "gpt"]);
      expect(asked).toThrow(
        expect.objectContaining({
          code: "retrieval-failed",
          details: { exampleId: "e1", missing },
        }),
      );
    },
  );

  it("of a passage are like those of a mail, and the title's own column settles doubts", () => {
    const title = "A. text: B";
    const input = passage.writeInput({ title, prefix: "We meet" });
    const read = passage.readRow({
      id: "e1",
      user_id: "u1",
      title,
      input,
      output: "x",
      profile: [],
    });
    expect(read.fields).toEqual({ title, prefix: "We meet" });
    expect(passage.query(read, { profile: "longhand", family: "gpt" })).toBe("A. text: B We meet");
  });
});

describe("texts of profile items", () => {
  it.each([
    [email, { text: "body", title: "subject" }, "body"],
    [abstract, { title: "T", abstract: "A" }, "T A"],
    [review, { overall: "5.0", summary: "S", description: "D", reviewText: "R" }, "5.0 S D R"],
    [topic, { summary: "S", content: "C" }, "S C"],
    [passage, { text: "body", title: "T" }, "body"],
  ] as const)("are put together as specified", (task, fields, expected) => {
    expect(task.passageText({ id: "p", fields })).toBe(expected);
  });

  it("name the field that is missing", () => {
    expect(() => abstract.passageText({ id: "p", fields: { title: "T", abstract: null } })).toThrow(
      expect.objectContaining({
        code: "missing-field",
        message: "The profile item p has no abstract.",
      }),
    );
  });
});

describe("templates", () => {
  // Copied from the paper's appendix, trailing spaces included.
  const ppep = {
    email: '"{title}" is the title for "{text}" ',
    abstract: '"{abstract|words:750}" is the abstract for the title "{title}"',
    review:
      '"{overall}" is a rating for the product with description "{description}". "{summary}" is summary for "{reviewText}" ',
    topic: '"{summary}" is a summary for "{content}" ',
  };
  const abstractWrap =
    "{ppeps}. Use the above abstracts as context to understand the style and language of the user and, {input}";
  it.each([
    [email, "gpt", ppep.email, "{ppeps}. {input}"],
    [abstract, "gpt", ppep.abstract, abstractWrap],
    [review, "gpt", ppep.review, "{ppeps}. Following the given patterns {input}"],
    [topic, "gpt", ppep.topic, "{ppeps}. Following the given patterns, {input}"],
    [passage, "gpt", ppep.email, "{ppeps}. {input}"],
    [email, "llama", ppep.email, "{ppeps}. Following the given patterns {input}"],
    [abstract, "llama", ppep.abstract, abstractWrap],
    [topic, "llama", ppep.topic, "{ppeps}. Following the given patterns {input}"],
    [passage, "llama", ppep.email, "{ppeps}. Following the given patterns {input}"],
  ] as const)("are those of the paper", (...[task, family, passageTemplate, wrap]) => {
    expect(templateFor(task, { profile: "longlamp-paper", family })).toEqual({
      passage: passageTemplate,
      separator: ", and ",
      wrap,
    });
  });

  it("start the llama family's reviews with an item of their own", () => {
    expect(review.templates.llama).toEqual({
      passage: '"{reviewText|words:100}"',
      lead: "Below are a list of review texts by the reviewer:",
      separator: ", and ",
      wrap: "{ppeps}. Use the above list of review texts by the reviewer as context to understand the writing style and language of the reviewer and, {input}",
    });
  });

  it("cut texts under longlamp-paper only, unless a limit is given", () => {
    expect(templateFor(abstract, { profile: "longhand", family: "gpt" }).passage).toBe(
      '"{abstract}" is the abstract for the title "{title}"',
    );
    expect(
      templateFor(email, { profile: "longhand", family: "gpt", maxPassageWords: 50 }).passage,
    ).toBe('"{title}" is the title for "{text|words:50}" ');
  });

  it.each([
    ["longhand", 0],
    ["longhand", 1.5],
    ["longlamp-paper", 100],
  ] as const)("refuse under %s the limit %d", (profile, maxPassageWords) => {
    expect(() => templateFor(email, { profile, family: "gpt", maxPassageWords })).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });

  it("are the ones of the prompt cases", () => {
    const [line] = readFileSync("tests/cases/prompt/template-traps.jsonl", "utf8").split("\n");
    const { expectedGpt } = JSON.parse(line as string) as { expectedGpt: string };
    const [before, after] = topic.templates.gpt.wrap.split("{ppeps}");
    expect(before).toBe("");
    expect(expectedGpt).toContain((after as string).replace("{input}", ""));
  });
});

describe("the registry", () => {
  it("knows five tasks, by released names too", () => {
    expect(taskNames()).toEqual(["email", "abstract", "review", "topic", "passage"]);
    expect(taskNamed("product_review").name).toBe("review");
    expect(taskNamed("LongLaMP-4").name).toBe("topic");
  });

  it("suggests the nearest name", () => {
    expect(() => taskNamed("pasage")).toThrow(
      expect.objectContaining({
        code: "unknown-task",
        hint: "Did you mean passage? Tasks: email, abstract, review, topic, passage.",
      }),
    );
  });

  it("finds a task of one's own first", () => {
    const own = defineTask({ ...email.definition, title: "Mine" });
    expect(taskNamed("email", [own]).title).toBe("Mine");
  });
});

describe("defineTask", () => {
  const definition = passage.definition;
  it.each<[string, Partial<TaskDefinition>]>([
    ["its name must be", { name: "My Task" }],
    ["target.field body", { target: { field: "body" } }],
    ["target.prefix start", { target: { field: "text", prefix: "start" } }],
    [
      "query.longhand has the slot {subject}",
      { query: { ...definition.query, longhand: "{subject}" } },
    ],
    ["itemText has the slot {content}", { itemText: "{content}" }],
    [
      "templates.gpt.passage has the slot {body}",
      {
        templates: {
          ...definition.templates,
          gpt: { passage: "{body}", separator: "", wrap: "{ppeps}{input}" },
        },
      },
    ],
    [
      "query.longlamp-paper.llama needs a marker",
      {
        query: {
          ...definition.query,
          "longlamp-paper": { gpt: { from: "input" }, llama: { from: "after" } },
        },
      },
    ],
    [
      "templates.gpt.wrap needs the slots",
      {
        templates: {
          ...definition.templates,
          gpt: { passage: "{text}", separator: "", wrap: "{ppeps}" },
        },
      },
    ],
  ])("refuses a definition: %s", (message, change) => {
    expect(() => defineTask({ ...definition, ...change })).toThrow(
      expect.objectContaining({
        code: "invalid-task",
        message: expect.stringContaining(message) as string,
      }),
    );
  });

  it("cannot write an input without its parts", () => {
    expect(() => abstract.writeInput({ title: "T" })).toThrow(
      expect.objectContaining({
        code: "missing-field",
        message: "An input cannot be written without its keywords.",
      }),
    );
  });
});

describe("rows", () => {
  const text = fc
    .string({ unit: "grapheme", maxLength: 20 })
    .filter((value) => value.trim() !== "");
  const rating = fc.constantFrom("1.0", "4.5", "5.0", "five");

  it("of reviews are read back as they were written", () => {
    const item = fc.record({ overall: rating, reviewText: text, summary: text, description: text });
    fc.assert(
      fc.property(
        text,
        fc.uniqueArray(item, { maxLength: 4, selector: (value) => JSON.stringify(value) }),
        (words, items) => {
          const parts = { overall: "5.0", description: "d", summary: words };
          const row = {
            id: "e1",
            reviewerId: "u1",
            input: review.writeInput(parts),
            output: words,
            profile: items,
          };
          const read = review.readRow(row);
          expect(review.readRow(JSON.parse(review.writeLine(read)))).toEqual(read);
          expect(read.fields).toEqual(parts);
        },
      ),
    );
  });

  it("of passages are read back as they were written", () => {
    const item = fc.record({
      text,
      title: text,
      date: fc.constantFrom("2001", "2001-02-03", "May"),
    });
    fc.assert(
      fc.property(text, text, fc.array(item, { maxLength: 4 }), (title, prefix, items) => {
        const profile = items.map((fields, index) => ({ id: `p${index}`, ...fields }));
        const row = {
          id: 7,
          user_id: 9,
          title,
          input: passage.writeInput({ title, prefix }),
          output: "x",
          target_id: "d#1",
          date: "2001",
          profile,
        };
        const read = passage.readRow(row);
        expect(passage.readRow(JSON.parse(passage.writeLine(read)))).toEqual(read);
        expect(read).toMatchObject({
          id: "7",
          userId: "9",
          targetId: "d#1",
          fields: { title, prefix },
        });
      }),
    );
  });
});
