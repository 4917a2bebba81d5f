import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Clock, LonghandError } from "../foundation/index.ts";
import { openAppendLog } from "./append-log.ts";
import { removeUnfinished, writeAtomically } from "./atomic-write.ts";
import { lockFolder } from "./folder-lock.ts";
import { canonicalJson } from "./hash.ts";
import { nearestWord } from "./nearest-word.ts";

const folder = (): Promise<string> => mkdtemp(join(tmpdir(), "longhand-storage-"));
const clock: Clock = { nowMs: () => 1_000_000, sleep: () => Promise.resolve() };

describe("openAppendLog", () => {
  it("says where each line stands, in bytes", async () => {
    const path = join(await folder(), "log.jsonl");
    await writeFile(path, '{"n":1}\n');
    const log = await openAppendLog(path);
    const places = await Promise.all([log.append({ n: "é" }), log.append({ n: 3 })]);
    await log.close();
    // {"n":"é"} and its line feed are 9 characters and 1, one of them of two bytes.
    expect(places).toEqual([
      { startByte: 8, byteLength: 11 },
      { startByte: 19, byteLength: 8 },
    ]);
  });

  it("keeps the order in which records were handed in", async () => {
    const path = join(await folder(), "deep", "log.jsonl");
    const log = await openAppendLog(path);
    await Promise.all([1, 2, 3].map((n) => log.append({ n })));
    await log.append({ n: 4 });
    await log.close();
    expect(await readFile(path, "utf8")).toBe('{"n":1}\n{"n":2}\n{"n":3}\n{"n":4}\n');
  });

  it("goes on after what is there", async () => {
    const path = join(await folder(), "log.jsonl");
    await writeFile(path, '{"n":1}\n');
    const log = await openAppendLog(path);
    await log.append({ n: 2 });
    await log.close();
    expect(await readFile(path, "utf8")).toBe('{"n":1}\n{"n":2}\n');
  });
});

describe("writeAtomically", () => {
  it("leaves the old file and no temporary one when the content fails half-way", async () => {
    const at = await folder();
    const path = join(at, "file.txt");
    await writeAtomically(path, "old");
    async function* broken(): AsyncGenerator<string> {
      yield "new";
      throw new RangeError("source broke");
    }
    await expect(writeAtomically(path, broken())).rejects.toThrow("source broke");
    expect(await readFile(path, "utf8")).toBe("old");
    expect(await readdir(at)).toEqual(["file.txt"]);
  });
});

describe("removeUnfinished", () => {
  it("removes what a killed writer left, at any depth, and nothing else", async () => {
    const at = await folder();
    await writeAtomically(join(at, "scores", "a.jsonl"), "whole");
    await writeFile(join(at, "scores", "b.jsonl.4711-3.tmp"), "half");
    await writeFile(join(at, "notes.tmp"), "somebody's own");
    await removeUnfinished(at);
    expect((await readdir(at, { recursive: true })).sort()).toEqual([
      "notes.tmp",
      "scores",
      join("scores", "a.jsonl"),
    ]);
  });
});

describe("lockFolder", () => {
  it("refuses a second writer and names the first", async () => {
    const at = await folder();
    const lock = await lockFolder(at, clock);
    await expect(lockFolder(at, clock)).rejects.toMatchObject({
      code: "run-locked",
      details: { pid: process.pid, host: hostname() },
    });
    await lock.release();
    await (await lockFolder(at, clock)).release();
    expect(await readdir(at)).toEqual([]);
  });

  it("takes over at once from a process that is gone", async () => {
    const at = await folder();
    await writeFile(
      join(at, "writer.lock"),
      JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), beatMs: clock.nowMs() }),
    );
    const lock = await lockFolder(at, clock);
    expect(JSON.parse(await readFile(join(at, "writer.lock"), "utf8")).pid).toBe(process.pid);
    await lock.release();
  });

  it("takes over from a process id that now belongs to another process", async () => {
    const at = await folder();
    const reused = { pid: process.pid, host: hostname(), processStart: "1", beatMs: clock.nowMs() };
    await writeFile(join(at, "writer.lock"), JSON.stringify(reused));
    await (await lockFolder(at, clock)).release();
    expect(await readdir(at)).toEqual([]);
  });

  it("tells once when the folder is gone, and does not make it again", async () => {
    const at = await folder();
    let told = 0;
    const fault = await new Promise<LonghandError>((resolve) => {
      const onLost = (error: LonghandError): void => {
        told += 1;
        resolve(error);
      };
      void lockFolder(at, clock, { onLost, heartbeatMs: 40 }).then(() =>
        rm(at, { recursive: true }),
      );
    });
    expect(fault).toMatchObject({ code: "run-deleted", details: { folder: at } });
    await expect(readdir(at)).rejects.toMatchObject({ code: "ENOENT" });
    expect(told).toBe(1);
  });

  it("tells when another process has taken the folder, and leaves its lock alone", async () => {
    const at = await folder();
    const other = JSON.stringify({ pid: 1, host: "elsewhere", beatMs: clock.nowMs() });
    let lock: Awaited<ReturnType<typeof lockFolder>> | undefined;
    const fault = await new Promise<LonghandError>((onLost) => {
      void lockFolder(at, clock, { onLost, heartbeatMs: 40 }).then((held) => {
        lock = held;
        return writeFile(join(at, "writer.lock"), other);
      });
    });
    expect(fault).toMatchObject({ code: "run-locked", details: { host: "elsewhere" } });
    await lock?.release();
    expect(await readFile(join(at, "writer.lock"), "utf8")).toBe(other);
  });

  it("waits for another machine's heartbeat to be silent for a minute", async () => {
    const at = await folder();
    const remote = (beatMs: number): string =>
      JSON.stringify({ pid: 1, host: "elsewhere", beatMs });
    await writeFile(join(at, "writer.lock"), remote(clock.nowMs() - 59_000));
    await expect(lockFolder(at, clock)).rejects.toMatchObject({ code: "run-locked" });
    await writeFile(join(at, "writer.lock"), remote(clock.nowMs() - 61_000));
    await (await lockFolder(at, clock)).release();
  });
});

describe("canonicalJson", () => {
  it("gives equal bytes for equal values, whatever the order of keys", () => {
    expect(canonicalJson({ b: [1, { d: null, c: "x" }], a: undefined })).toBe(
      '{"b":[1,{"c":"x","d":null}]}',
    );
  });
});

describe("nearestWord", () => {
  it.each([
    ["bm-25", ["none", "bm25", "recency"], "bm25"],
    ["longlamp", ["longhand", "longlamp-paper"], "longlamp-paper"],
    ["excludes", ["retriever", "k", "exclude"], "exclude"],
    ["validaton", ["train", "validation", "test"], "validation"],
    ["hook", ["version", "name", "profile"], undefined],
  ])("takes %s among %j for %s", (word, known, expected) => {
    expect(nearestWord(word, known)).toBe(expected);
  });
});
