import { expect, it } from "vitest";
import { z } from "zod";
import { onEachDatabase } from "../../../tests/on-each-database.ts";
import { openTestServer } from "../../../tests/server-fixture.ts";
import { openDatabase } from "../database/open-database.ts";
import { encodeCursor } from "./paging.ts";
import { readPart } from "./read-part.ts";

const NUL = "\u0000";

it("a part is read, or its problems told in plain words", () => {
  const schema = z.object({
    name: z.string().min(2),
    kind: z.enum(["one", "two"]),
    either: z.union([z.number(), z.boolean()]),
  });
  expect(readPart(schema, { name: "Ada", kind: "one", either: 1 })).toMatchObject({
    isRight: true,
  });
  expect(readPart(schema, { name: "A", kind: "three", either: "x" })).toEqual({
    isRight: false,
    problems: [
      { path: "name", message: "must have at least 2 characters" },
      { path: "kind", message: "unknown value: known are one, two" },
      { path: "either", message: "must be a number, or must be true or false" },
    ],
  });
});

it("NUL and half a character are found wherever they stand", () => {
  const places = [
    `a${NUL}`,
    { list: ["fine", { deep: `a${NUL}` }] },
    { name: "\ud800" },
    { inner: { [`a${NUL}`]: 1 } },
    { face: "😀", length: 3, nothing: null },
  ].map((value) => {
    const read = readPart(z.unknown(), value);
    return read.isRight ? undefined : read.problems[0]?.path;
  });
  expect(places).toEqual(["", "list.1.deep", "name", "inner", undefined]);
});

onEachDatabase("a text that cannot be kept", ({ open }) => {
  it("is refused in paths, queries, cursors and bodies, and nothing fails", async () => {
    const test = await openTestServer(await open(), { openRegistration: true });
    const admin = await test.signIn(["admin", "organiser"]);
    const password = "a long password";
    const replies = [
      await admin.send("DELETE", "/accounts/a%00b"),
      await admin.get("/studies/a%00b"),
      await admin.get("/accounts?cursor=a%00b"),
      await admin.get(`/accounts?cursor=${encodeCursor([1, `a${NUL}`])}`),
      await admin.get(`/accounts?cursor=${encodeCursor([1.5, "a"])}`),
      await admin.post("/tokens", { name: `a${NUL}b`, scopes: ["read"] }),
      await test.visitor.post("/auth/register", { name: `Ada${NUL}`, password }),
      await test.visitor.post("/auth/register", { name: "Ada\ud800", password }),
      await test.visitor.post("/auth/login", { name: `Ada${NUL}`, password }),
    ];
    expect(replies.map(({ status, body }) => [status, body.error.code])).toEqual([
      [404, "not-found"],
      [404, "not-found"],
      [422, "invalid-request"],
      [422, "invalid-cursor"],
      [422, "invalid-cursor"],
      [422, "invalid-request"],
      [422, "invalid-request"],
      [422, "invalid-request"],
      [422, "invalid-request"],
    ]);
    expect(replies[5]?.body.error.details.problems).toMatchObject([{ part: "body", path: "name" }]);
  });
});

it("a key that is longer than the document says is refused", async () => {
  const database = await openDatabase({ path: ":memory:" });
  const { signIn } = await openTestServer(database);
  const person = await signIn(["participant"]);
  const make = (length: number) =>
    person.send("POST", "/tokens", {
      body: { name: "mine", scopes: ["read"] },
      headers: { "idempotency-key": "k".repeat(length) },
    });
  const replies = [await make(200), await make(201)];
  await database.close();
  expect(replies.map(({ status }) => status)).toEqual([201, 422]);
  expect(replies[1]?.body.error.details.problems).toEqual([
    { part: "header", path: "idempotency-key", message: "must have at most 200 characters" },
  ]);
});
