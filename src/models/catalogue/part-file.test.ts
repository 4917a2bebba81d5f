import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../tests/model-sources.ts";
import { sha256 } from "../../storage/index.ts";
import { openPartFile, writeError } from "./part-file.ts";

let path: string;
let cleanUp: () => void;
beforeEach(() => {
  const folder = temporaryFolder();
  path = join(folder.path, "some.part");
  cleanUp = folder.remove;
});
afterEach(() => cleanUp());

describe("a part file", () => {
  it("knows the checksum of what was written to it", async () => {
    const part = await openPartFile(path, { keep: false });
    await part.append(Buffer.from("long"));
    await part.append(Buffer.from("hand"));
    expect(await part.finish()).toEqual({ sizeBytes: 8, sha256: sha256("longhand") });
    expect(readFileSync(path, "utf8")).toBe("longhand");
  });

  it("goes on after what is there, or starts anew", async () => {
    const first = await openPartFile(path, { keep: false });
    await first.append(Buffer.from("long"));
    await first.close();
    const second = await openPartFile(path, { keep: true });
    expect(second.receivedBytes()).toBe(4);
    await second.append(Buffer.from("hand"));
    expect((await second.finish()).sha256).toBe(sha256("longhand"));
    const third = await openPartFile(path, { keep: false });
    await third.append(Buffer.from("x"));
    expect((await third.finish()).sha256).toBe(sha256("x"));
  });

  it("begins at the start again after a restart", async () => {
    const part = await openPartFile(path, { keep: false });
    await part.append(Buffer.from("thrown away"));
    await part.restart();
    await part.append(Buffer.from("kept"));
    expect(await part.finish()).toEqual({ sizeBytes: 4, sha256: sha256("kept") });
    expect(readFileSync(path, "utf8")).toBe("kept");
  });
});

describe("writeError", () => {
  it.each([
    ["ENOSPC", "disk-full", "the disk is full"],
    ["EDQUOT", "disk-full", "the space you may use is full"],
    ["EACCES", "not-writable", "permission denied"],
    ["EPERM", "not-writable", "not permitted"],
    ["EROFS", "not-writable", "read-only"],
    ["EIO", "file-error", "input/output"],
  ])("puts %s into words", (code, expected, words) => {
    const cause = Object.assign(new Error("input/output error"), { code });
    const error = writeError("/models/x", cause);
    expect(error.code).toBe(expected);
    expect(error.message).toContain(words);
    expect(error.cause).toBe(cause);
  });
});
