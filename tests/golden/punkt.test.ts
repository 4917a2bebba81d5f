import { expect, it } from "vitest";

import { type NltkOptions, type PunktTables, punktSpans } from "../../src/text/index.ts";
import { readGolden } from "./read-golden.ts";

type Spans = [number, number][];
interface TextRow {
  id: string;
  text: string;
  expected: { spans: Spans };
  variants?: Record<string, { spans?: Spans }>;
}
interface TablesRow {
  kind: "tables";
  abbrev_types: string[];
  collocations: [string, string][];
  sent_starters: string[];
  ortho_context: Record<string, number>;
}
interface TaughtRow {
  kind?: undefined;
  id: string;
  text: string;
  spans: Spans;
  "spans_3.9.1"?: Spans;
}

/** Golden spans count code points. */
function spansOf(text: string, options: NltkOptions): Spans {
  const codePoints = (units: number): number => [...text.slice(0, units)].length;
  return punktSpans(text, options).map(({ start, end }) => [codePoints(start), codePoints(end)]);
}

it.each(["3.10.3", "3.9.1"] as const)("finds the sentences of NLTK %s without tables", (nltk) => {
  const rows = readGolden<TextRow>("tokenize.jsonl");
  const wrong = rows
    .map((row) => ({
      text: row.text,
      wanted: row.variants?.[`${nltk}/none`]?.spans ?? row.expected.spans,
      got: spansOf(row.text, { nltk }),
    }))
    .filter(({ wanted, got }) => JSON.stringify(wanted) !== JSON.stringify(got));

  expect(rows).toHaveLength(1725);
  expect(wrong).toEqual([]);
});

it.each(["3.10.3", "3.9.1"] as const)("finds the sentences of NLTK %s with tables", (nltk) => {
  const [tables, ...rows] = readGolden<TablesRow | TaughtRow>("punkt_tables.jsonl") as [
    TablesRow,
    ...TaughtRow[],
  ];
  const punkt: PunktTables = {
    name: "own-1",
    abbreviations: new Set(tables.abbrev_types),
    collocations: new Set(tables.collocations.map((pair) => pair.join("\t"))),
    starters: new Set(tables.sent_starters),
    orthography: new Map(Object.entries(tables.ortho_context)),
  };
  const wrong = rows
    .map((row) => ({
      text: row.text,
      wanted: (nltk === "3.9.1" ? row["spans_3.9.1"] : undefined) ?? row.spans,
      got: spansOf(row.text, { nltk, punkt }),
    }))
    .filter(({ wanted, got }) => JSON.stringify(wanted) !== JSON.stringify(got));

  expect(rows).toHaveLength(335);
  expect(wrong).toEqual([]);
});
