import { readdirSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { LonghandError } from "../../foundation/index.ts";
import { openSqlEngine, type SqlEngine } from "../../storage/index.ts";
import { buildAt, corpusOf, testFolder, words } from "./test-corpus.ts";

const folder = testFolder();
afterAll(() => folder.remove());

const rows = Array.from({ length: 40 }, (_, at) => ({
  author: `u${at % 4}`,
  text: words(10, `t${at}-`),
  title: "on",
}));
const options = { minContentWords: 5, minPostsPerAuthor: 5 };

/** An engine that notes its statements and breaks at one of them, as a kill would. */
function engineThatNotes(statements: string[], breakAt?: RegExp) {
  return async (temporaryFolder: string): Promise<SqlEngine> => {
    const engine = await openSqlEngine({ memoryMb: 300, temporaryFolder });
    return {
      ...engine,
      run: async (sql, values) => {
        statements.push(sql);
        if (breakAt?.test(sql) === true) throw new LonghandError("broken", { code: "sql-failed" });
        return engine.run(sql, values);
      },
    };
  };
}

describe("a build that ended before its end", () => {
  it("goes on from its last whole step, and ends with the same bytes", async () => {
    const source = await corpusOf(folder, { kind: "posts", rows });
    const whole = await buildAt(folder, "topic", { source, options });
    const out = folder.place();
    const broken = buildAt(folder, "topic", {
      source,
      options,
      out,
      openEngine: engineThatNotes([], /CREATE OR REPLACE TEMP TABLE roles/),
    });
    await expect(broken).rejects.toMatchObject({ code: "sql-failed" });
    const unfinished = () =>
      readdirSync(folder.path).filter((name) => name.startsWith(".building"));
    expect(unfinished()).toHaveLength(1);
    const statements: string[] = [];
    const built = await buildAt(folder, "topic", {
      source,
      options,
      out,
      openEngine: engineThatNotes(statements),
    });
    // Neither measured nor counted again.
    expect(statements.filter((sql) => /digest/.test(sql))).toEqual([]);
    expect(unfinished()).toEqual([]);
    expect(built.card).toEqual(whole.card);
    for (const split of ["train", "validation", "test"] as const) {
      expect(built.rows(split)).toEqual(whole.rows(split));
    }
  });

  it("takes nothing over from a build with other options", async () => {
    const source = await corpusOf(folder, { kind: "posts", rows });
    const out = folder.place();
    const broken = buildAt(folder, "topic", {
      source,
      options,
      out,
      openEngine: engineThatNotes([], /CREATE OR REPLACE TEMP TABLE roles/),
    });
    await expect(broken).rejects.toMatchObject({ code: "sql-failed" });
    const statements: string[] = [];
    await buildAt(folder, "topic", {
      source,
      options: { ...options, minContentWords: 6 },
      out,
      openEngine: engineThatNotes(statements),
    });
    expect(statements.some((sql) => /digest/.test(sql))).toBe(true);
    // What the broken build left for this place is gone, too.
    expect(readdirSync(folder.path).filter((name) => name.startsWith(".building"))).toEqual([]);
  });

  it("leaves a build of the same place alone that is still at work", async () => {
    const source = await corpusOf(folder, { kind: "posts", rows });
    const out = folder.place();
    let proceed: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const slow = buildAt(folder, "topic", {
      source,
      options,
      out,
      seed: 8,
      openEngine: async (temporaryFolder) => {
        await waiting;
        return openSqlEngine({ memoryMb: 300, temporaryFolder });
      },
    });
    const quick = await buildAt(folder, "topic", { source, options, out });
    proceed();
    await expect(slow).rejects.toMatchObject({ code: "folder-exists" });
    expect(quick.rows("test")).toHaveLength(quick.card.splits.test);
    await buildAt(folder, "topic", { source, options, out, replace: true });
    expect(readdirSync(folder.path).filter((name) => name.startsWith(".building"))).toEqual([]);
  });

  it("leaves nothing behind where the same build could only end in the same way", async () => {
    const source = await corpusOf(folder, { kind: "posts", rows });
    const none = buildAt(folder, "topic", { source, options: { minPostsPerAuthor: 99 } });
    await expect(none).rejects.toMatchObject({ code: "no-examples" });
    expect(readdirSync(folder.path).filter((name) => name.startsWith(".building"))).toEqual([]);
  });

  it("says that it was stopped and how it goes on", async () => {
    const source = await corpusOf(folder, { kind: "posts", rows });
    const stop = new AbortController();
    const build = buildAt(folder, "topic", {
      source,
      options,
      signal: stop.signal,
      openEngine: (temporaryFolder) => {
        stop.abort();
        return openSqlEngine({ memoryMb: 300, temporaryFolder });
      },
    });
    await expect(build).rejects.toMatchObject({ code: "interrupted" });
  });

  it("leaves a dataset that is there in place unless it may be replaced", async () => {
    const source = await corpusOf(folder, { kind: "posts", rows });
    const { out, card } = await buildAt(folder, "topic", { source, options });
    await expect(buildAt(folder, "topic", { source, options, out })).rejects.toMatchObject({
      code: "folder-exists",
    });
    const again = await buildAt(folder, "topic", { source, options, out, replace: true, seed: 9 });
    expect(again.card.hash).not.toBe(card.hash);
  });
});
