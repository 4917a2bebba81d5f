import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeFolder } from "../storage/index.ts";
import { clearDemo, openDemoHome, readDemoNote, writeDemoNote } from "./demo-home.ts";

const root = mkdtempSync(join(tmpdir(), "longhand-demo-home-"));
afterAll(() => rmSync(root, { recursive: true }));

const NOTE = { v: 1, state: "seeding", model: "fake", seed: 7, passwords: { Ada: "x" } } as const;

describe("the folder of a demo", () => {
  it("is a new one for this time only unless one is named", async () => {
    const { folder, isThrowAway } = await openDemoHome(undefined);
    rmSync(folder, { recursive: true });
    expect(isThrowAway).toBe(true);
    const named = await openDemoHome(join(root, "kept", "here"));
    expect(named).toEqual({ folder: join(root, "kept", "here"), isThrowAway: false });
  });

  it("says what its demo is, and only its owner can read that", async () => {
    const { folder } = await openDemoHome(join(root, "noted"));
    expect(await readDemoNote(folder)).toBeUndefined();
    await writeDemoNote(folder, NOTE);
    expect(await readDemoNote(folder)).toEqual(NOTE);
    expect(statSync(join(folder, "demo.json")).mode & 0o077).toBe(0);
  });

  it("counts as empty with nothing but a lock in it, and is refused with anything else", async () => {
    const { folder } = await openDemoHome(join(root, "other"));
    writeFileSync(join(folder, "writer.lock"), "{}");
    expect(await readDemoNote(folder)).toBeUndefined();
    writeFileSync(join(folder, "thesis.txt"), "years of work");
    await expect(readDemoNote(folder)).rejects.toMatchObject({ code: "usage" });
  });

  it("is refused with a note of something else", async () => {
    const { folder } = await openDemoHome(join(root, "damaged"));
    writeFileSync(join(folder, "demo.json"), '{"v": 2}');
    await expect(readDemoNote(folder)).rejects.toMatchObject({ code: "usage" });
  });

  it("keeps what seeding did not make when it is cleared", async () => {
    const { folder } = await openDemoHome(join(root, "cut-off"));
    await writeDemoNote(folder, NOTE);
    for (const name of ["server", "runs", "texts", "mine"]) await makeFolder(join(folder, name));
    await clearDemo(folder);
    expect(readdirSync(folder).sort()).toEqual(["demo.json", "mine"]);
  });
});
