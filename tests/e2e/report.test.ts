import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { importItems } from "../../src/report/index.ts";
import { reportTraps } from "../report-traps.ts";
import { writeTrapRun } from "../trap-run.ts";
import { longhand, longhandJson, newFolder, startLonghand } from "./longhand-process.ts";

const runs = newFolder("report");
const run = writeTrapRun(runs);
const where = ["--runs", runs];
const out = (name: string) => join(runs, "out", name);

/** Everything a terminal would obey, but for line ends and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const OBEYED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

describe("longhand report", () => {
  it("prints tables of hostile names without a character that a terminal obeys", async () => {
    const { code, stdout } = await longhand(["report", run, "--table", "fig2", ...where]);
    expect(code).toBe(0);
    expect(stdout).toContain("| passage completion | user | test |");
    expect(stdout).not.toMatch(OBEYED);
  });

  it("writes every format into a folder, and gives the same as JSON", async () => {
    const args = ["report", run, "--table", "all", "--out", out("tables"), ...where];
    const { code, json } = await longhandJson<{
      readonly files: readonly string[];
      readonly tables: readonly { readonly id: string }[];
    }>(args);
    expect(code).toBe(0);
    expect(json.tables.map(({ id }) => id)).toContain("fig2");
    for (const file of json.files) expect(readFileSync(file, "utf8").length).toBeGreaterThan(0);
  });

  it.each(["csv", "jsonl"] as const)("gives every text back from %s", async (format) => {
    const file = out(`items.${format}`);
    const args = ["--items", "--texts", "--format", format, "--out", file];
    const { code } = await longhand(["report", "export", run, ...args, ...where]);
    expect(code).toBe(0);
    expect(importItems(readFileSync(file, "utf8"), format).map(({ text }) => text)).toEqual(
      reportTraps().map(({ text }) => text),
    );
  });

  it.each(["markdown", "latex", "junit"])("exports %s that a terminal may show", async (format) => {
    const { code, stdout } = await longhand([
      "report",
      "export",
      run,
      "--format",
      format,
      ...where,
    ]);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(OBEYED);
  });

  it("tells wrong use with code 2", async () => {
    const wrong = [
      ["report", run, "--table", "6"],
      ["report", run, "--table", "1"],
      ["report", "--table", "2"],
      ["report", "export", run, "--format", "huggingface"],
      ["report", "export", run, "--items", "--format", "latex"],
    ];
    const ended = await Promise.all(wrong.map((args) => longhand([...args, ...where])));
    expect(ended.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2]);
  });

  it("ends quietly where its reader closes the pipe", async () => {
    const child = startLonghand(["report", run, "--table", "all", ...where]);
    child.stdout?.destroy();
    let stderr = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    await new Promise((resolve) => child.on("close", resolve));
    expect(stderr).not.toContain("EPIPE");
  });
});
