import { mkdir, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { systemFault } from "./system-error.ts";

async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("systemFault", () => {
  it("names the path and the system's reason", async () => {
    const error = await thrownBy(mkdir("package.json/below", { recursive: true }));
    expect(systemFault(error)).toMatchObject({
      code: "system-error",
      message: expect.stringMatching(/below: .*not a directory \(ENOTDIR\)\.$/) as string,
      details: { errno: "ENOTDIR" },
    });
    expect(systemFault(await thrownBy(readFile("nowhere/at-all")))).toMatchObject({
      message: "nowhere/at-all: no such file or directory (ENOENT).",
    });
  });

  it("leaves other errors to others", () => {
    expect(systemFault(new RangeError("no"))).toBeUndefined();
    expect(systemFault("a text")).toBeUndefined();
    expect(systemFault(Object.assign(new Error("x"), { code: "ERR_SOMETHING" }))).toBeUndefined();
  });
});
