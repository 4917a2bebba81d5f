import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CorpusDocument, CorpusFinding } from "../records/index.ts";
import { findingLine } from "./corpus-event.ts";
import { collectReading } from "./follow-reading.ts";
import { readCorpusCsv } from "./read-csv.ts";
import { readCorpusJsonLines } from "./read-json-lines.ts";

const CASES = "tests/cases/corpus";

/** Outcome and line of a finding, with the folder taken off. */
function said(finding: CorpusFinding): string {
  return `${finding.outcome} ${findingLine(finding).slice(CASES.length + 1)}`;
}

function ids(documents: readonly CorpusDocument[]): string[] {
  return documents.map(({ id }) => id);
}

describe("readCorpusCsv on the cases", () => {
  it("reads the good rows of ragged.csv and places every fault", async () => {
    const { documents, report } = await collectReading(readCorpusCsv(`${CASES}/ragged.csv`));
    expect(documents).toEqual([
      { id: "d1", author: "writer-1", title: "Tea", text: "A cup, still warm" },
      { id: "d4", author: "writer-2", title: 'A "quoted" title', text: "first line\nsecond line" },
      { id: "d5", author: "writer-3", title: "Blank above", text: "fine" },
    ]);
    expect(report.findings.map(said)).toEqual([
      "rejected ragged.csv:3: 3 of 4 fields",
      "rejected ragged.csv:4: 5 of 4 fields",
      "rejected ragged.csv:9:22: the quote opened here never closes; lines 9 to 10 were not read",
    ]);
    expect(report.counts).toEqual({
      documents: 3,
      rejected: 3,
      dropped: 0,
      skipped: 1,
      warnings: 0,
      reasons: { "column-count": 2, "blank-line": 1, "unclosed-quote": 1 },
    });
  });

  it("reads bom-crlf.csv as the same file without a mark and with line feeds", async () => {
    const path = `${CASES}/bom-crlf.csv`;
    const plain = join(await mkdtemp(join(tmpdir(), "longhand-csv-")), "plain.csv");
    const bytes = await readFile(path, "utf8");
    await writeFile(plain, bytes.replace("\ufeff", "").replaceAll("\r\n", "\n"));
    const { documents, report } = await collectReading(readCorpusCsv(path));
    expect(documents).toEqual([
      { id: "d1", author: "writer-1", text: "Grün ist der Garten, grün" },
      { id: "d2", author: "writer-2", text: "zwei\nZeilen" },
      { id: "d3", author: "writer-2", text: "no newline at the end" },
    ]);
    expect(report.findings).toEqual([]);
    expect((await collectReading(readCorpusCsv(plain))).documents).toEqual(documents);
  });
});

describe("readCorpusJsonLines on the cases", () => {
  it("reads lines 1, 8 and 11 of broken-lines.jsonl and lists all the others", async () => {
    const events = readCorpusJsonLines(`${CASES}/broken-lines.jsonl`);
    const { documents, report } = await collectReading(events);
    expect(ids(documents)).toEqual(["a1", "a7", "a11"]);
    const lines = report.findings.map(({ outcome, place }) => `${outcome} ${place.line}`);
    expect(lines).toEqual([3, 4, 5, 6, 7, 9, 10, 12].map((line) => `rejected ${line}`));
    expect(report.counts.reasons).toEqual({
      "blank-line": 1,
      "invalid-json": 7,
      "not-an-object": 1,
    });
  });

  it("keeps __proto__ as a plain key and pollutes nothing", async () => {
    const events = readCorpusJsonLines(`${CASES}/broken-lines.jsonl`);
    const { documents } = await collectReading(events);
    const fields = documents[1]?.fields ?? {};
    expect(Object.entries(fields)).toEqual([["__proto__", '{"polluted":true}']]);
    expect("polluted" in {}).toBe(false);
  });

  it("tells null, missing, empty, blank and the words of null-nan-missing.jsonl apart", async () => {
    const events = readCorpusJsonLines(`${CASES}/null-nan-missing.jsonl`);
    const { documents, report } = await collectReading(events);
    expect(documents.map(({ id, author, text }) => [id, author, text])).toEqual([
      ["n5", "writer-1", "nan"],
      ["n6", "writer-1", "null"],
      ["n7", "writer-1", "None"],
      ["n9", "null", "the author is called null"],
    ]);
    expect(report.findings.map(({ id, message }) => [id, message])).toEqual([
      ["n1", "text is missing"],
      ["n2", "text is missing"],
      ["n3", "text is empty"],
      ["n4", "text is empty"],
      ["n8", "author is missing"],
      ["n10", "text is not a string"],
      ["n11", "text is not a string"],
    ]);
  });

  it.each([
    ["longhand", ["p1", "p2", "7", "café", "P1"], "dropped"],
    ["longlamp-paper", ["p1", "p2", "7", "café", "P1", "p9"], "warning"],
  ] as const)("finds the repeated ids and texts of duplicate-ids.jsonl in %s", async (...given) => {
    const [profile, expectedIds, tenth] = given;
    const events = readCorpusJsonLines(`${CASES}/duplicate-ids.jsonl`, { profile });
    const { documents, report } = await collectReading(events);
    expect(ids(documents)).toEqual(expectedIds);
    const found = report.findings.map(({ outcome, place, reason }) => [
      place.line,
      outcome,
      reason,
    ]);
    expect(found).toEqual([
      [2, "dropped", "duplicate"],
      [4, "rejected", "duplicate-id"],
      [6, "rejected", "duplicate-id"],
      [8, "rejected", "duplicate-id"],
      [10, tenth, "duplicate-text"],
    ]);
  });
});
