import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CliError, cli } from "../../../tests/in-process-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-targets-"));
const runs = join(folder, "runs");
const calls = join(folder, "calls.jsonl");
const brief = join(folder, "brief.yaml");
/** A path below a file: nobody can write there, whoever they are. */
const nowhere = join(folder, "brief.yaml", "out");
let run = "";

beforeAll(async () => {
  const settings = `model: fake\nmodelSettings: { callLog: ${JSON.stringify(calls)} }\n`;
  writeFileSync(brief, `goal: Tell of the harbour.\ncandidates: 1\n${settings}`);
  const { json } = await cli<{ run: string }>("write", brief, "--runs", runs);
  run = json.run;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function callCount(): number {
  return readFileSync(calls, "utf8").trim().split("\n").length;
}

describe("a path that a verb of the writer cannot write to", () => {
  it.each([
    ["write", ["write", brief, "--yes", "--out"]],
    ["write --plan", ["write", brief, "--plan", "--out"]],
    ["writing start", ["writing", "start", brief, "--out"]],
    ["writing plan of a brief", ["writing", "plan", brief, "--out"]],
    ["writing plan of a run", ["writing", "plan", "RUN", "--out"]],
    ["writing resume", ["writing", "resume", "RUN", "--out"]],
    ["writing export", ["writing", "export", "RUN", "--out"]],
    ["writing records", ["writing", "records", "RUN", "--for", "rewards", "--out"]],
    ["writing panel", ["writing", "panel", "RUN", "--embedder", "none", "--out"]],
    ["writing compare", ["writing", "compare", "--briefs", brief, "--out"]],
    ["writing voice --control", ["writing", "voice", "PROFILED", "--control", "--out"]],
  ])("is refused before any call, with exit code 2: %s", async (_, words) => {
    const profiled = join(folder, "profiled.yaml");
    const corpus = join(folder, "corpus.jsonl");
    const text = "The harbour was empty on that morning, and the boats were still under the snow.";
    writeFileSync(
      corpus,
      `${JSON.stringify({ id: "t", author: "ann", text, date: "2020-01-01" })}\n`,
    );
    writeFileSync(
      profiled,
      `${readFileSync(brief, "utf8")}profile: { corpus: ${JSON.stringify(corpus)}, author: ann }\n`,
    );
    const before = callCount();
    const runsBefore = readdirSync(runs);
    const args = words.map((word) => ({ RUN: run, PROFILED: profiled })[word] ?? word);
    const { code, json } = await cli<CliError>(...args, join(nowhere, "x.md"), "--runs", runs);
    expect([code, json.error.code]).toEqual([2, "not-writable"]);
    expect(json.error.message).toContain(nowhere);
    expect(callCount()).toBe(before);
    expect(readdirSync(runs)).toEqual(runsBefore);
  });

  it("is refused for a folder of runs, too", async () => {
    const before = callCount();
    const { code, json } = await cli<CliError>("write", brief, "--runs", nowhere);
    expect([code, json.error.code]).toEqual([2, "not-writable"]);
    expect(callCount()).toBe(before);
  });

  it("leaves nothing behind where it can be written", async () => {
    const out = join(folder, "new", "folder", "text.md");
    const { code, json } = await cli<{ exports: { md: string } }>(
      ...["writing", "resume", run, "--out", out, "--runs", runs],
    );
    expect([code, json.exports.md]).toEqual([0, out]);
    expect(readdirSync(join(folder, "new", "folder"))).toEqual(["text.md"]);
  });
});

describe("paths that a verb of the writer prints", () => {
  it("are absolute, whatever was given, and export names the run", async () => {
    const there = relative(process.cwd(), join(folder, "book"));
    const { json } = await cli<{ run: string; exports: Record<string, string> }>(
      ...["writing", "export", run, "--format", "md,html", "--out", there, "--runs", runs],
    );
    expect(json.run).toBe(run);
    expect(json.exports["md"]).toBe(join(folder, "book", "document.md"));
    const resumed = await cli<{ exports: { md: string } }>(
      ...["writing", "resume", run, "--out", relative(process.cwd(), join(folder, "t.md"))],
      ...["--runs", runs],
    );
    expect(resumed.json.exports.md).toBe(join(folder, "t.md"));
    const closed = await cli<{ exports: Record<string, string> }>(
      ...["writing", "close", run, "--runs", relative(process.cwd(), runs)],
    );
    for (const path of Object.values(closed.json.exports)) expect(isAbsolute(path)).toBe(true);
  });
});

describe("--out of a plan", () => {
  it.each([
    ["write --plan", ["write", brief, "--plan"]],
    ["writing plan", ["writing", "plan", brief]],
    ["writing plan of a run", ["writing", "plan", "RUN"]],
  ])("gets a copy that can be given back: %s", async (_, words) => {
    const out = join(folder, "plans", "plan.yaml");
    const args = words.map((word) => (word === "RUN" ? run : word));
    const { code, json } = await cli<{ plan: string; planCopy: string; run: string }>(
      ...[...args, "--out", out, "--runs", runs],
    );
    expect([code, json.planCopy]).toEqual([0, out]);
    expect(readFileSync(out, "utf8")).toBe(readFileSync(json.plan, "utf8"));
    const taken = await cli<{ run: string }>(
      "writing",
      "plan",
      json.run,
      "--from",
      out,
      "--runs",
      runs,
    );
    expect(taken.code).toBe(0);
    rmSync(out);
  });

  it("refuses options that would be ignored", async () => {
    const formats = await cli<CliError>(
      "write",
      brief,
      "--plan",
      "--format",
      "pdf",
      "--runs",
      runs,
    );
    expect([formats.code, formats.json.error.message]).toEqual([
      2,
      expect.stringContaining("--format"),
    ]);
    const model = await cli<CliError>("writing", "plan", run, "--model", "fake", "--runs", runs);
    expect([model.code, model.json.error.message]).toEqual([2, expect.stringContaining("--model")]);
  });
});

describe("exit code 2", () => {
  it.each([
    ["a font that is not there", "absent.ttf", "There is no file"],
    ["a font that is none", brief, "is no font"],
  ])("%s, before any call", async (_, font, message) => {
    const before = callCount();
    const { code, json } = await cli<CliError>(
      ...["write", brief, "--format", "pdf", "--font", font, "--runs", runs],
    );
    expect([code, json.error.code]).toEqual([2, "invalid-font"]);
    expect(json.error.message).toContain(message);
    expect(callCount()).toBe(before);
  });

  it("another comparison in the folder", async () => {
    const out = join(folder, "comparison");
    const compare = (seed: string) =>
      cli<CliError>(
        ...["writing", "compare", "--briefs", brief, "--seeds", seed, "--words", "200"],
        ...["--strategies", "chapters", "rolling", "--out", out],
      );
    expect((await compare("1")).code).toBe(0);
    const other = await compare("2");
    expect([other.code, other.json.error.code]).toEqual([2, "other-comparison"]);
  });

  it("lists the runs that a beginning could mean", async () => {
    const second = await cli<{ run: string }>("write", brief, "--plan", "--runs", runs);
    const { code, json } = await cli<CliError & { error: { details: { candidates: string[] } } }>(
      ...["writing", "status", "write-essay", "--runs", runs],
    );
    expect([code, json.error.code]).toEqual([2, "unknown-run"]);
    expect(json.error.message).toContain(`\n  ${run}`);
    expect(json.error.details.candidates).toEqual(expect.arrayContaining([run, second.json.run]));
    expect(json.error.hint).not.toContain("Did you mean");
  });
});

describe("ratings, briefs and plans that are not as they must be", () => {
  const lines = (...faults: readonly string[]): string => faults.join("\n");

  it("tells in plain words what is wrong with a rating", async () => {
    const file = join(folder, "ratings.jsonl");
    writeFileSync(file, '{"rating": "good", "parts": {"length": "1"}}\n');
    const { json } = await cli<CliError>("writing", "weights", file);
    expect(json.error.message).toBe(
      `${file}:1: rating: must be a number; parts.length: must be a number.`,
    );
    writeFileSync(file, "[1]\n");
    const list = await cli<CliError>("writing", "weights", file);
    expect(list.json.error.message).toBe(
      `${file}:1: the line: must be a mapping of keys to values.`,
    );
  });

  it.each([
    ["an open list", "goal: [a", "must end with ]"],
    ["an open quotation", 'goal: "abc', "quotation mark that opens a text here is never closed"],
    ["a colon in plain text", "goal: one: two", "put text that holds “: ” in quotation marks"],
    ["a tab", "\tgoal: x", "a tab cannot indent a line"],
    ["two documents", lines("goal: x", "---", "goal: y"), "the file must hold one"],
    ["an alias without an anchor", "goal: *x", "no anchor (&name) before it"],
    ["a list as a key", lines("goal: x", "? [a]", ": b"), "keys must be text"],
    ["a reserved sign", "goal: @x", "cannot begin with @"],
    ["an escape", 'goal: "\\q"', "begins an escape"],
    ["a line without a key", lines("goal: x", "- y"), "begin on the line of its key"],
    ["a wrong candidate count", lines("goal: x", "candidates: 99"), "candidates: must be"],
    [
      "a wrong type deep inside",
      lines("goal: x", "generation: { temperature: hot }"),
      "must be a number",
    ],
  ])("words a fault of a brief without the parser's terms: %s", async (_, text, message) => {
    const file = join(folder, "bad.yaml");
    writeFileSync(file, `${text}\n`);
    const { code, json } = await cli<CliError>("writing", "estimate", file);
    expect([code, json.error.code]).toEqual([2, "invalid-brief"]);
    expect(json.error.message).toContain(message);
    expect(json.error.message).not.toMatch(
      /implicit|flow (?:map|seq)|scalar|block-seq|compact|parseAllDocuments|Invalid input|Too (?:big|small)|expected|received/i,
    );
  });

  it("words faults of a plan file in the same way", async () => {
    const file = join(folder, "plan.yaml");
    writeFileSync(file, "v: 1\nrun: a: b\n");
    const { code, json } = await cli<CliError>(
      "writing",
      "plan",
      run,
      "--from",
      file,
      "--runs",
      runs,
    );
    expect([code, json.error.code]).toEqual([2, "invalid-plan"]);
    expect(json.error.message).not.toMatch(/implicit|compact|Invalid input/i);
    writeFileSync(file, "v: 2\nrun: x\nplan: y\nwords: 300\nsections: []\n");
    const shape = await cli<CliError>("writing", "plan", run, "--from", file, "--runs", runs);
    expect(shape.json.error.message).toContain("v: must be 1, got 2.");
  });
});
