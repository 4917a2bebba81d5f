import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { lockFolder, processStateOf } from "./folder-lock.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-lock-"));
afterAll(() => rmSync(folder, { recursive: true }));
const clock = { nowMs: () => 0, sleep: () => Promise.resolve() };

/** The system's line about a process, whose name tries to look like the fields behind it. */
function statLine(state: string, flags: number): string {
  return `42 (a) Z 1) ${state} 1 42 42 0 -1 ${flags} 0 0 0 0 0 0 0 0 20 0 1 0 98765 0 0`;
}

describe("processStateOf", () => {
  it("tells living, dying and dead processes apart", () => {
    expect(processStateOf(42, () => statLine("S", 0x400000))).toEqual({ processStart: "98765" });
    expect(processStateOf(42, () => statLine("R", 0x400004))).toEqual({
      processStart: "98765",
      end: "near",
    });
    expect(processStateOf(42, () => statLine("Z", 0x400004))).toEqual({
      processStart: "98765",
      end: "over",
    });
  });

  it("says nothing where the system says nothing", () => {
    const read = (): never => {
      throw new TypeError("no such file");
    };
    expect(processStateOf(42, read)).toEqual({});
  });
});

describe("lockFolder", () => {
  it.runIf(process.platform === "linux")(
    "takes over from a dead process that its parent has not noticed yet",
    async () => {
      // The shell starts a short child, prints its id, and becomes a program that never asks after it.
      const parent = spawn("sh", ["-c", "sleep 0.1 & echo $!; exec sleep 30"]);
      try {
        const pid = await new Promise<number>((resolve) => {
          parent.stdout.once("data", (data) => resolve(Number(String(data))));
        });
        while (processStateOf(pid).end !== "over") {
          await new Promise((resolve) => setImmediate(resolve));
        }
        const { processStart } = processStateOf(pid);
        const owner = { pid, host: hostname(), processStart, beatMs: 0 };
        writeFileSync(join(folder, "writer.lock"), JSON.stringify(owner));
        const lock = await lockFolder(folder, clock);
        expect(JSON.parse(readFileSync(join(folder, "writer.lock"), "utf8"))).toMatchObject({
          pid: process.pid,
        });
        await lock.release();
      } finally {
        parent.kill("SIGKILL");
      }
    },
  );

  it("names the folder and the process that writes there", async () => {
    const lock = await lockFolder(folder, clock);
    await expect(lockFolder(folder, clock)).rejects.toMatchObject({
      code: "run-locked",
      message: `${folder} is being written by process ${process.pid} on ${hostname()}.`,
    });
    await lock.release();
  });
});
