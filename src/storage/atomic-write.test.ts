import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeAtomically } from "./atomic-write.ts";
import { requireWritableFile } from "./writable.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "longhand-atomic-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a file that is written at once", () => {
  it("is what a link leads to, and the link stays", async () => {
    mkdirSync(join(folder, "elsewhere"));
    const target = join(folder, "elsewhere", "target.md");
    writeFileSync(target, "old");
    const link = join(folder, "link.md");
    symlinkSync(join("elsewhere", "target.md"), link);
    await writeAtomically(link, "new");
    expect(readFileSync(target, "utf8")).toBe("new");
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  it("is made where a link leads to nothing yet", async () => {
    const link = join(folder, "link.md");
    symlinkSync("later.md", link);
    await writeAtomically(link, "new");
    expect(readFileSync(join(folder, "later.md"), "utf8")).toBe("new");
  });

  it.each(["/dev/null", "/dev/full"])("is refused in the place of a device: %s", async (device) => {
    const fault = { code: "not-writable", message: expect.stringContaining("a device or a pipe") };
    await expect(requireWritableFile(device)).rejects.toMatchObject(fault);
    await expect(writeAtomically(device, "new")).rejects.toMatchObject(fault);
    expect(lstatSync(device).isCharacterDevice()).toBe(true);
  });

  it("is refused in the place of a folder", async () => {
    await expect(requireWritableFile(folder)).rejects.toMatchObject({
      code: "not-writable",
      message: expect.stringContaining("is a folder"),
    });
  });
});
