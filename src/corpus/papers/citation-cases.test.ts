import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import type { CorpusFinding } from "../../records/index.ts";
import { openSqlEngine, type SqlRow, sqlText } from "../../storage/index.ts";
import { importCitation } from "./import-papers.ts";

const CASES = "tests/cases/corpus";
const folder = mkdtempSync(join(tmpdir(), "longhand-citation-"));
afterAll(() => rmSync(folder, { recursive: true }));

let imports = 0;

async function imported(name: string) {
  imports += 1;
  const findings: CorpusFinding[] = [];
  const corpus = await importCitation(
    { from: [`${CASES}/${name}`], out: join(folder, String(imports)), settings: {} },
    {
      clock: createVirtualClock(),
      onProgress: () => undefined,
      onFinding: (finding) => findings.push(finding),
    },
  );
  const engine = await openSqlEngine({ memoryMb: 200, threads: 1, temporaryFolder: folder });
  const rows = await engine.rows(`select * from read_parquet(${sqlText(corpus.documents)})`);
  await engine.close();
  const said = findings.map(
    ({ outcome, place, message }) => `${outcome} ${place.line}: ${message}`,
  );
  return { card: corpus.card, rows, said };
}

function ids(rows: readonly SqlRow[]): unknown[] {
  return rows.map((row) => row["id"]);
}

describe("importCitation on the cases", () => {
  it("reads the shell values of citation-mongo-shell.json, and leaves texts alone", async () => {
    const { rows, said, card } = await imported("citation-mongo-shell.json");
    expect(ids(rows)).toEqual([1, 3, 4, 5].map((last) => `5f000000000000000000000${last}`));
    // The third is not in English, the fourth has no abstract: that is for the builder to say.
    expect(rows.map((row) => [row["ord"], row["date"], row["language"], row["line"]])).toEqual([
      [0, "2011", "en", 2],
      [2, "2013", "de", 21],
      [3, null, null, 29],
      [4, "2015", "en", 38],
    ]);
    expect(rows[0]).toMatchObject({
      title: 'Calling NumberInt(5) by its name: a study of "shell" text',
      text: 'We keep the words NumberInt(7) and ISODate("2011-01-01") exactly as they stand in this abstract, because they are text.',
      author: null,
      author_names: ["Author One", "Author Two"],
      author_ids: ["a1", "a2"],
      source: `${CASES}/citation-mongo-shell.json`,
    });
    expect(said).toEqual([
      "dropped 14: the record names no author",
      "warning 29: 2 authors have no name and were left out",
      "warning 29: abstract is empty",
    ]);
    expect(card).toMatchObject({
      kind: "papers",
      format: "citation",
      options: { missingLanguage: "detect" },
      counts: { documents: 4, rejected: 0, dropped: 1, skipped: 0, warnings: 2 },
    });
  });

  it("has by name one Author One, by id two", async () => {
    const { rows } = await imported("citation-mongo-shell.json");
    const english = rows.filter((row) => row["language"] === "en");
    const pairs = english.flatMap((row) =>
      (row["author_names"] as string[]).map((name, at) => [
        name,
        (row["author_ids"] as string[])[at],
      ]),
    );
    const ones = pairs.filter(([name]) => name === "Author One");
    expect(ones).toEqual([
      ["Author One", "a1"],
      ["Author One", "a9"],
    ]);
  });

  it("reads the abstract behind leading commas, and keeps records without one for the builder", async () => {
    const { rows, said } = await imported("citation-leading-commas.json");
    expect(rows.map((row) => [row["id"], row["text"], row["language"]])).toEqual([
      ["1001", "One record a line.", "en"],
      ["1002", "", null],
      ["1003", "", null],
    ]);
    expect(said).toEqual(["warning 3: abstract is missing", "warning 4: abstract is missing"]);
  });

  it("rebuilds abstracts from their index, and rejects damaged ones", async () => {
    const { rows, said } = await imported("citation-indexed-abstract.jsonl");
    const whole = "The index keeps the order of the words and the words keep the sense";
    expect(rows.map((row) => [row["id"], row["text"]])).toEqual([
      ["2001", whole],
      ["2002", whole],
      ["2003", whole.replace(" order", "")],
      ["2004", whole],
      ["2007", "The plain abstract wins over the index."],
    ]);
    expect(rows[0]).toMatchObject({ author_names: ["Author One"], author_ids: ["11"] });
    expect(said).toEqual([
      "warning 3: 1 of 14 positions empty",
      "warning 4: IndexLength is 99, but the positions need 14",
      'rejected 5: "the" and "extra" both stand at 3',
      "rejected 6: indexed_abstract holds no inverted index",
      "rejected 8: position 4000000000 is too far for an abstract of 2 words",
    ]);
  });
});
