import { LonghandError } from "../../foundation/index.ts";
import type { CorpusDocument, CorpusKind, FieldValue } from "../../records/index.ts";
import { openSqlEngine, type SqlEngineOptions, type SqlRow, sqlText } from "../../storage/index.ts";
import { pythonStrip } from "../../text/index.ts";
import { openCorpusFolder } from "./open-corpus-folder.ts";

/** Columns that become fields of a document, by kind. */
const FIELD_COLUMNS: Readonly<Record<CorpusKind, readonly string[]>> = {
  reviews: ["overall", "asin"],
  posts: ["subreddit"],
  papers: ["language", "keywords"],
  documents: [],
};

/**
 * The documents of a corpus folder, in the order of the source, with memory for some thousand.
 * A paper is one document for each of its authors, with the number of the author behind its id; one
 * without an abstract is none, because it holds nothing that anybody wrote.
 *
 * @param path - The folder.
 * @param options - What the engine may use.
 * @returns The documents.
 * @throws LonghandError `invalid-corpus`, `missing-dependency`, `sql-failed`.
 */
export async function* readCorpusFolder(
  path: string,
  options: SqlEngineOptions = {},
): AsyncGenerator<CorpusDocument> {
  const { card, documents } = await openCorpusFolder(path);
  const { kind } = card;
  const engine = await openSqlEngine({ ...options, threads: options.threads ?? 1 });
  try {
    // Hashes are no texts, numbers or flags, and of no use to readers.
    const sql = `select columns(lambda name: name <> 'text_digest') from read_parquet(${sqlText(documents)})`;
    for await (const row of engine.stream(sql)) yield* documentsOf(row, kind);
  } finally {
    await engine.close();
  }
}

function* documentsOf(row: SqlRow, kind: CorpusKind): Generator<CorpusDocument> {
  if (kind !== "papers") {
    yield documentOf(row, { id: textOf(row, "id"), author: textOf(row, "author") }, kind);
    return;
  }
  if (pythonStrip(textOf(row, "text")) === "") return;
  for (const [at, name] of listOf(row, "author_names").entries()) {
    const id = `${textOf(row, "id")}#${at + 1}`;
    if (typeof name === "string" && name !== "") yield documentOf(row, { id, author: name }, kind);
  }
}

interface Named {
  readonly id: string;
  readonly author: string;
}

function documentOf(row: SqlRow, { id, author }: Named, kind: CorpusKind): CorpusDocument {
  const fields = fieldsOf(row, kind);
  return {
    id,
    author,
    text: textOf(row, "text"),
    ...optional("title", row),
    ...optional("date", row),
    ...optional("source", row),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  };
}

function fieldsOf(row: SqlRow, kind: CorpusKind): Record<string, FieldValue> {
  const { fields } = row;
  if (kind === "documents") return typeof fields === "string" ? JSON.parse(fields) : {};
  const given = FIELD_COLUMNS[kind].map((name): [string, FieldValue | readonly FieldValue[]] => [
    name,
    row[name] ?? null,
  ]);
  return Object.fromEntries(
    given
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [
        name,
        Array.isArray(value) ? JSON.stringify(value) : (value as FieldValue),
      ]),
  );
}

function optional(name: "title" | "date" | "source", row: SqlRow): Record<string, string> {
  const value = row[name];
  return typeof value === "string" ? { [name]: value } : {};
}

function listOf(row: SqlRow, name: string): readonly unknown[] {
  const value = row[name];
  return Array.isArray(value) ? value : [];
}

function textOf(row: SqlRow, name: string): string {
  const { [name]: value, ord } = row;
  if (typeof value === "string") return value;
  throw new LonghandError(`The corpus has a document without ${name} (row ${String(ord)}).`, {
    code: "invalid-corpus",
    hint: "Import the corpus again.",
    details: { column: name, ord },
  });
}
