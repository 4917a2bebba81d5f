import { rm } from "node:fs/promises";
import type { CorpusDocument } from "../../records/index.ts";
import { sqlText, writeAtomically } from "../../storage/index.ts";
import { jsonTable } from "./json-table.ts";
import { runLong, type Workshop } from "./workshop.ts";

/** Name of the table of documents that came one by one. */
export const DOCUMENTS = "documents.parquet";

const COLUMNS = {
  ord: "BIGINT",
  id: "VARCHAR",
  author: "VARCHAR",
  text: "VARCHAR",
  title: "VARCHAR",
  date: "VARCHAR",
  fields: "VARCHAR",
} as const;

const TELL_EVERY = 10_000;

/** Makes a table of documents that come one by one. */
export async function readDocumentTable(
  shop: Workshop,
  documents: AsyncIterable<CorpusDocument>,
): Promise<{ readonly documents: number }> {
  const lines = shop.path("documents.jsonl");
  let [read, longestBytes] = [0, 0];
  async function* asLines(): AsyncGenerator<string> {
    for await (const { id, author, text, title, date, fields } of documents) {
      const row = {
        ord: read,
        id,
        author,
        text,
        title,
        date,
        fields: JSON.stringify(fields ?? {}),
      };
      const line = JSON.stringify(row);
      longestBytes = Math.max(longestBytes, 3 * line.length);
      read += 1;
      if (read % TELL_EVERY === 0) {
        shop.onProgress({ step: "Reading documents", done: read, unit: "documents" });
      }
      yield `${line}\n`;
    }
  }
  await writeAtomically(lines, asLines());
  await runLong(
    shop,
    "Reading documents",
    `COPY (SELECT * FROM ${jsonTable({ path: lines, columns: COLUMNS, longestBytes })} ORDER BY ord)
     TO ${sqlText(shop.path(DOCUMENTS))} (FORMAT parquet, COMPRESSION zstd)`,
  );
  await rm(lines);
  return { documents: read };
}
