import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { LonghandError } from "../../foundation/index.ts";
import { type NightlyBackups, openNightlyBackups } from "./nightly-backups.ts";

const HOUR_MS = 3_600_000;
const START = "2026-11-30T22:00:00Z";

let folder: string;
let backups: NightlyBackups | undefined;
let logged: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "longhand-nightly-"));
  logged = [];
});
afterEach(async () => {
  await backups?.close();
  backups = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** Backups at 03:00 of a server whose writing can be made to fail or to last. */
async function start({ keep = 2 } = {}) {
  const clock = createVirtualClock(Date.parse(START));
  const log = (fields: object, message: string): void => {
    logged.push(JSON.stringify({ ...fields, message }));
  };
  const behaviour = {
    work: async (path: string, _signal: AbortSignal): Promise<void> => writeFile(path, "whole"),
  };
  const opened = openNightlyBackups(
    {
      folder,
      keep,
      minute: 180,
      write: (_part, path, signal) => behaviour.work(path, signal),
    },
    { clock, log: { info: log, warn: log, error: log } },
  );
  backups = opened;
  await opened.start();
  return { clock, backups: opened, behaviour, status: () => opened.status() };
}

const names = (part: string): string[] => readdirSync(join(folder, part)).toSorted();
const nameAt = (part: string, time: string): string => `longhand-${part}-${time}.backup.gz`;
const until = (check: () => boolean): Promise<void> => expect.poll(check).toBe(true);
const hasRun = (times: number) => () =>
  logged.filter((line) => line.includes("backup")).length === times;

it("begins with one at once, goes on every night, and keeps the newest, both parts apart", async () => {
  const { clock, status } = await start();
  await until(hasRun(1));
  expect(status()).toMatchObject({
    nextMs: Date.parse("2026-12-01T03:00:00Z"),
    lastSuccess: { atMs: Date.parse(START), bytes: 10 },
    lastFailure: null,
  });
  for (const night of [2, 3]) {
    await clock.advance(24 * HOUR_MS);
    await until(hasRun(night));
  }
  for (const part of ["server", "references"]) {
    expect(names(part)).toEqual([
      nameAt(part, "20261201T030000Z"),
      nameAt(part, "20261202T030000Z"),
    ]);
    expect(statSync(join(folder, part)).mode & 0o777).toBe(0o700);
  }
});

it("waits for the night where the last one is young, whoever wrote it", async () => {
  for (const part of ["server", "references"]) {
    mkdirSync(join(folder, part));
    writeFileSync(join(folder, part, nameAt(part, "20261130T030001Z")), "whole");
  }
  const { status, clock } = await start();
  await clock.advance(HOUR_MS);
  expect(logged).toEqual([]);
  expect(status()).toMatchObject({
    nextMs: Date.parse("2026-12-01T03:00:00Z"),
    lastSuccess: { atMs: Date.parse("2026-11-30T03:00:01Z") },
  });
});

it("tells of a failure, keeps all there is, and tries again after an hour", async () => {
  const { clock, status, behaviour } = await start({ keep: 1 });
  await until(hasRun(1));
  const { work } = behaviour;
  behaviour.work = async (path) => {
    if (path.includes("references")) throw new LonghandError("The disk is full.", { code: "full" });
    await work(path, AbortSignal.abort());
  };
  await clock.advance(5 * HOUR_MS);
  await until(hasRun(2));
  expect(logged.at(-1)).toBe('{"code":"full","message":"backup failed"}');
  const failedMs = Date.parse("2026-12-01T03:00:00Z");
  expect(status()).toMatchObject({
    lastSuccess: { atMs: Date.parse(START) },
    lastFailure: { atMs: failedMs, code: "full", message: "The disk is full." },
    nextMs: failedMs + HOUR_MS,
  });
  expect(names("references")).toEqual([nameAt("references", "20261130T220000Z")]);
  behaviour.work = work;
  writeFileSync(join(folder, "server", `${nameAt("server", "20261201T030000Z")}.7-1.tmp`), "half");
  writeFileSync(join(folder, "server", "notes.txt"), "somebody's");
  await clock.advance(HOUR_MS);
  await until(hasRun(3));
  expect(status().lastFailure).toBeNull();
  expect(names("references")).toEqual([nameAt("references", "20261201T040000Z")]);
  expect(names("server")).toEqual([nameAt("server", "20261201T040000Z"), "notes.txt"]);
});

it("stops with the server in the middle of a backup, and calls that no failure", async () => {
  const { clock, status, behaviour, backups: opened } = await start();
  await until(hasRun(1));
  let begun = false;
  behaviour.work = (_path, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      begun = true;
    });
  await clock.advance(5 * HOUR_MS);
  await until(() => begun);
  expect(status().runningSinceMs).toBe(Date.parse("2026-12-01T03:00:00Z"));
  await opened.close();
  expect(status()).toMatchObject({ runningSinceMs: null, lastFailure: null });
  expect(logged).toHaveLength(1);
});
