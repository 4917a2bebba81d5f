import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { parseHTML } from "linkedom";
import MarkdownIt from "markdown-it";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reportTraps } from "../../../tests/report-traps.ts";
import { writeTrapRun } from "../../../tests/trap-run.ts";
import { importHubRows, importItems } from "../../report/index.ts";
import { terminalSafe } from "../../text/index.ts";
import { type RunContext, systemClock } from "../run-context.ts";
import { exportRun } from "./export-run.ts";
import { reportTables, TABLE_FORMATS } from "./report-tables.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-report-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const context: RunContext = {
  clock: systemClock,
  nameSeed: "test",
  home: folder,
  runsFolder: folder,
  credential: () => undefined,
  environment: {},
  stopping: new AbortController().signal,
  stopNow: new AbortController().signal,
  onProgress: () => undefined,
};

const traps = reportTraps();
/** Characters that would make a terminal, an editor or a reader do something. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNSAFE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
let run = "";
beforeAll(() => {
  run = writeTrapRun(folder);
});

async function exported(options: Parameters<typeof exportRun>[1]): Promise<string> {
  return (await exportRun(run, options, context)).text ?? "";
}

/** What a spreadsheet shows: a guard of one `'` is not seen. */
const seen = (text: string) => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text);

describe("a run whose names and texts are traps", () => {
  it.each(["csv", "jsonl"] as const)("gives every score and text back from %s", async (format) => {
    const items = importItems(await exported({ format, items: true, texts: true }), format);
    expect(items.map(({ text, userId }) => ({ text, userId }))).toEqual(
      traps.map(({ text, userId }) => ({ text, userId })),
    );
    expect(items.find(({ cell }) => cell.startsWith("c3:"))?.value).toBe(-0.25);
    expect(items.find(({ cell }) => cell.startsWith("c12:"))).toMatchObject({
      status: "unscored",
      reason: "no scored example",
    });
  });

  it("opens as CSV with nothing a spreadsheet runs, numbers bare, a missing one empty", async () => {
    const source = await exported({ format: "csv", items: true, texts: true });
    const rows: string[][] = parse(source, { relax_column_count: false });
    for (const field of rows.slice(1).flat()) {
      expect(Number.isFinite(Number(field)) || !/^[=+\-@\t\r]/.test(field)).toBe(true);
    }
    expect(rows.slice(1).map((row) => seen(row.at(-1) ?? ""))).toEqual(
      traps.map(({ text }) => text),
    );
    expect(source).toContain(",-0.25,");
    expect(source).toContain('"007"');
    expect(source).toContain('"unscored",,,,"no scored example"');
  });

  it("goes into XML and into the layout of the hub, and comes back", async () => {
    const xml = await exported({ format: "junit" });
    expect(xml).not.toMatch(UNSAFE);
    const { document } = parseHTML(xml);
    const names = [...document.querySelectorAll("testcase")].map((one) => one.getAttribute("name"));
    expect(names).toEqual(
      traps.map(({ cell, text }) => terminalSafe(`example of ${cell}: ${text}`)),
    );
    const out = join(folder, "hub");
    await exportRun(run, { format: "huggingface", out }, context);
    const rows = importHubRows(readFileSync(join(out, "data", "outputs.jsonl"), "utf8"));
    expect(rows.map(({ text, user_id }) => ({ text, userId: user_id }))).toEqual(
      traps.map(({ text, userId }) => ({ text, userId })),
    );
    expect(rows.at(-1)?.scores).toEqual({ "rouge-l": null });
    const card = readFileSync(join(out, "README.md"), "utf8");
    expect(card).toContain("configs:\n  - config_name: outputs");
    expect(card).not.toMatch(UNSAFE);
  });

  it("makes tables in every format that show the names and do nothing", async () => {
    const out = join(folder, "tables");
    const { files } = await reportTables({ sources: [run], table: "fig2", out }, context);
    expect(files.length).toBe(TABLE_FORMATS.length);
    for (const file of files) expect(readFileSync(file, "utf8")).not.toMatch(UNSAFE);
    const page = parseHTML(readFileSync(join(out, "tables.html"), "utf8")).document;
    expect(page.querySelectorAll("script, img").length).toBe(0);
    const markdown = new MarkdownIt({ html: true }).render(
      readFileSync(join(out, "tables.md"), "utf8"),
    );
    const { document } = parseHTML(markdown.replaceAll("<br>", "\n"));
    expect(document.querySelectorAll("script, img, a, code").length).toBe(0);
    const models = [...document.querySelectorAll("tbody tr")].map(
      (row) => row.querySelectorAll("td")[3]?.textContent,
    );
    for (const { userId } of traps.slice(1)) {
      expect(models.map((model) => model?.trim())).toContain(terminalSafe(userId).trim());
    }
  });

  it("makes LaTeX with every special character escaped and every bracket closed", async () => {
    const { text } = await reportTables(
      { sources: [run], table: "fig2", format: "latex" },
      context,
    );
    const bare = text.replace(/^%.*$/gm, "").replace(/\\[\\%&$#_{}]/g, "");
    let depth = 0;
    for (const character of bare) {
      if (character === "{") depth += 1;
      if (character === "}") depth -= 1;
      expect(depth).toBeGreaterThanOrEqual(0);
    }
    expect(depth).toBe(0);
    expect(bare).not.toMatch(/[%$#_^~]/);
    expect(bare.match(/\\begin\{/g)?.length).toBe(bare.match(/\\end\{/g)?.length);
    const rows = text.split("\n").filter((line) => line.endsWith(" \\\\"));
    const cells = rows.map((row) => row.replaceAll("\\&", "").split(" & ").length);
    expect(new Set(cells).size).toBe(1);
  });
});

describe("reportTables", () => {
  it("refuses what it cannot make", async () => {
    const refused = (options: Parameters<typeof reportTables>[0]) => reportTables(options, context);
    await expect(refused({ sources: [run], table: "5" })).rejects.toThrow(/no table 5/);
    await expect(refused({ sources: [run], table: "1" })).rejects.toThrow(/made from datasets/);
    await expect(refused({ sources: [run], format: "csv" })).rejects.toThrow(/one CSV file/);
    await expect(refused({ sources: ["nowhere"] })).rejects.toMatchObject({ code: "unknown-run" });
  });
});
