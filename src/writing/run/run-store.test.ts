import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { openFileRunStore } from "./file-run-store.ts";
import { openJournal } from "./journal.ts";
import { emptyMemoryRun, openMemoryRunStore } from "./memory-run-store.ts";
import { describeRunStore } from "./run-store.contract.ts";

const clock = createVirtualClock(1);
const folders: string[] = [];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "longhand-run-store-"));
  folders.push(folder);
  return folder;
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

describeRunStore("memory", async () => {
  const run = emptyMemoryRun();
  return { store: openMemoryRunStore(run), reopen: async () => openMemoryRunStore(run) };
});

describeRunStore("a folder", async () => {
  const folder = await newFolder();
  const open = () => openFileRunStore(folder, clock);
  return { store: await open(), reopen: open };
});

/** A journal of three lines. */
async function written(): Promise<{ readonly folder: string; readonly path: string }> {
  const folder = await newFolder();
  const store = await openFileRunStore(folder, clock);
  const journal = openJournal(store, clock);
  for (const reason of ["one", "two", "three"]) {
    await journal.record([{ type: "fail", body: { node: reason, reason } }]);
  }
  await store.close();
  return { folder, path: join(folder, "journal.jsonl") };
}

describe("openFileRunStore", () => {
  it("cuts off a torn last line and goes on after the whole ones", async () => {
    const { folder, path } = await written();
    await appendFile(path, '{"seq":4,"at":1,"ty');
    const store = await openFileRunStore(folder, clock);
    expect(store.lines).toHaveLength(3);
    await openJournal(store, clock).record([{ type: "planned", body: {} }]);
    await store.close();
    const again = await openFileRunStore(folder, clock);
    expect(again.lines.map(({ type }) => type)).toEqual(["fail", "fail", "fail", "planned"]);
    await again.close();
  });

  it("refuses a changed line with the number of the first that no longer fits", async () => {
    const { folder, path } = await written();
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace('"reason":"two"', '"reason":"2"'));
    await expect(openFileRunStore(folder, clock)).rejects.toMatchObject({
      code: "damaged-run",
      details: { line: 3 },
    });
    // The lock is free again.
    await writeFile(path, text);
    await (await openFileRunStore(folder, clock)).close();
  });

  it("refuses a second writer", async () => {
    const folder = await newFolder();
    const store = await openFileRunStore(folder, clock);
    await expect(openFileRunStore(folder, clock)).rejects.toMatchObject({ code: "run-locked" });
    await store.close();
  });

  it("takes a damaged call for one that was never finished", async () => {
    const folder = await newFolder();
    const store = await openFileRunStore(folder, clock);
    await writeFile(join(folder, "calls/k1.json"), '{"v":1,"key":"k1"');
    expect(await store.findCall("k1")).toBeUndefined();
    await store.close();
  });
});
