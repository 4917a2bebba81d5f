import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeFolder } from "./make-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-make-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("makeFolder", () => {
  it("makes all that is missing, by many at once and again", async () => {
    const deep = join(folder, "a/b/c");
    await Promise.all([makeFolder(deep), makeFolder(deep), makeFolder(join(folder, "a/b/d"))]);
    await makeFolder(deep);
    expect(statSync(deep).isDirectory()).toBe(true);
    expect(statSync(join(folder, "a/b/d")).isDirectory()).toBe(true);
  });

  it("refuses a file in its place, or above it", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    await expect(makeFolder(file)).rejects.toMatchObject({ code: "EEXIST" });
    await expect(makeFolder(join(file, "below"))).rejects.toMatchObject({ code: "ENOTDIR" });
  });

  it.runIf(process.platform === "linux")("ends where nothing can be made", async () => {
    await expect(makeFolder("/proc/nothing/here")).rejects.toMatchObject({ code: "ENOENT" });
  });
});
