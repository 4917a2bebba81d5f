import { describe, expect, it } from "vitest";
import { taskNamed } from "./task-registry.ts";

const review = taskNamed("review");
const email = taskNamed("email");
const topic = taskNamed("topic");
const abstract = taskNamed("abstract");

const REVIEW_INPUT = review.writeInput({ overall: "5.0", description: "A tent", summary: "Fine" });

describe("reading a row", () => {
  it("prints ratings as Python does, which JSON forgets", () => {
    const { profile } = review.readRow(
      JSON.parse(
        `{"reviewerID":"A1","input":${JSON.stringify(REVIEW_INPUT)},"output":"It held.","profile":[
          {"overall":5.0,"reviewText":"r","summary":"s","description":"d"},
          {"overall":4.5,"reviewText":"r","summary":"s","description":"d"},
          {"overall":"3.0","reviewText":"r","summary":"s","description":"d","reviewTime":"09 4, 2015"}]}`,
      ),
      "e1",
    );
    expect(profile.map(({ fields: { overall } }) => overall)).toEqual(["5.0", "4.5", "3.0"]);
    expect(profile[2]).toMatchObject({ date: "2015-09-04", fields: { reviewTime: "09 4, 2015" } });
  });

  it("writes ratings as numbers with their .0, and nothing that was not released but ids and the parts of the input", () => {
    const row = {
      id: "e1",
      reviewerId: "A1",
      input: REVIEW_INPUT,
      output: "It held.",
      profile: [
        { overall: 5, reviewText: 'a "5"', summary: "s", description: "d", verified: true },
      ],
    };
    expect(review.writeLine(review.readRow(row))).toBe(
      `{"id":"e1","reviewerId":"A1","overall":"5.0","description":"A tent","summary":"Fine","input":${JSON.stringify(REVIEW_INPUT)},"output":"It held.",` +
        '"profile":[{"id":"item-f9857456230c","overall":5.0,"reviewText":"a \\"5\\"","summary":"s","description":"d","verified":true}]}',
    );
  });

  it("gives items without ids an id of their content, and tells equal ones apart", () => {
    const item = { overall: 5, reviewText: "r", summary: "s", description: "d" };
    const other = { ...item, summary: "t" };
    const row = {
      reviewerId: "A1",
      input: REVIEW_INPUT,
      output: "x",
      profile: [item, other, item],
    };
    const ids = review.readRow(row, "e1").profile.map(({ id }) => id);
    expect(ids[0]).toMatch(/^item-[0-9a-f]{12}$/);
    expect(ids[1]).not.toBe(ids[0]);
    expect(ids[2]).toBe(`${ids[0]} (2)`);
  });

  it("reads both spellings of a post's fields, and ids that are numbers", () => {
    const row = {
      author: "a",
      input: "Generate the content for a reddit post x",
      output: "y",
      profile: [
        { id: 7, author: "a", content: "c1", summary: "s1" },
        { id: "8", output: "c2", input: "s2" },
      ],
    };
    expect(topic.readRow(row, "e1").profile).toEqual([
      { id: "7", fields: { author: "a", content: "c1", summary: "s1" } },
      { id: "8", fields: { content: "c2", summary: "s2" } },
    ]);
  });

  it("keeps years as they are and knows the date", () => {
    const row = {
      name: "Ann",
      input: 'Generate an abstract for the title "T" using the following items: a',
      output: "y",
      profile: [
        { id: "1", title: "t", abstract: "a", year: 2011 },
        { id: "2", title: "t", abstract: "b", year: null },
      ],
    };
    expect(abstract.readRow(row, "e1").profile).toEqual([
      { id: "1", date: "2011", fields: { title: "t", abstract: "a", year: 2011 } },
      { id: "2", fields: { title: "t", abstract: "b" } },
    ]);
  });

  it("takes rows without a user for one person's if their profiles hold the same texts", () => {
    const row = (id: string, ids: readonly string[]) =>
      email.readRow({
        id,
        input: "Complete the text of the following email. title: a. text: b",
        output: "c",
        profile: ids.map((itemId) => ({ id: itemId, text: itemId, title: "t" })),
      }).userId;
    expect(row("e1", ["p1", "p2"])).toBe(row("e2", ["p2", "p1"]));
    expect(row("e1", ["p1", "p2"])).not.toBe(row("e3", ["p1"]));
  });

  it("names everything that is wrong at once", () => {
    const { problems, example } = abstract.inspectRow(
      {
        id: "e1",
        Name: "Ann",
        input: " ",
        output: null,
        profile: [{ id: "", title: 5, abstract: "a" }, "text", { id: "2", title: "t" }],
      },
      "x",
    );
    expect(example).toBeUndefined();
    expect(problems).toEqual([
      "input is empty",
      "output is not a string, but null",
      "profile[0].id is empty",
      "profile[0].title is not a string, but a number",
      "profile[1] is not an object, but a string",
      "profile[2].abstract is missing",
      'name, the user id, is missing (found "Name")',
    ]);
  });

  it("refuses two items of one id with different texts, keeps equal ones", () => {
    const base = { id: "e1", user_id: "u", input: "x", output: "y" };
    const item = { id: "p1", text: "a", title: "t" };
    expect(
      email.inspectRow({ ...base, profile: [item, { ...item, text: "b" }] }, "").problems,
    ).toEqual(['profile[1].id "p1" stands twice, with other content']);
    expect(email.readRow({ ...base, profile: [item, item] }).profile.map(({ id }) => id)).toEqual([
      "p1",
      "p1 (2)",
    ]);
  });

  it.each([null, [], 5, "text"])("refuses %j as a row", (row) => {
    expect(() => email.readRow(row, "e1")).toThrow(
      expect.objectContaining({ code: "invalid-record" }),
    );
  });

  it("refuses a row without an id unless one is given", () => {
    const row = { user_id: "u", input: "x", output: "y", profile: [] };
    expect(() => email.readRow(row)).toThrow(
      expect.objectContaining({ details: { problems: ["id is missing"] } }),
    );
    expect(email.readRow(row, "e9").id).toBe("e9");
  });

  it("reports what it leaves out", () => {
    const row = {
      id: "e1",
      user_id: "u",
      input: "x",
      output: "y",
      split: "dev",
      profile: [{ id: "p", text: "a", title: "t", tags: [] }],
    };
    expect(email.inspectRow(row, "")).toMatchObject({
      ignored: ["profile[].tags", "split"],
      hasParts: false,
    });
  });

  it("takes __proto__ for nothing but a name", () => {
    const row = JSON.parse(
      '{"id":"e1","user_id":"u","input":"x","output":"y","__proto__":{"x":1},"profile":[{"id":"p","text":"a","title":"t","__proto__":"evil"}]}',
    );
    const { profile } = email.readRow(row);
    expect(Object.keys(profile[0]?.fields ?? {})).toEqual(["text", "title"]);
    expect("x" in {}).toBe(false);
  });

  it("refuses to write an example of another task", () => {
    const read = email.readRow({ id: "e1", user_id: "u", input: "x", output: "y", profile: [] });
    expect(() => topic.writeRow(read)).toThrow(expect.objectContaining({ code: "invalid-record" }));
  });
});
