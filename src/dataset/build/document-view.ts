import { LonghandError } from "../../foundation/index.ts";
import type { CorpusKind } from "../../records/index.ts";
import { type SqlEngine, sqlText } from "../../storage/index.ts";
import type { BuildRules } from "./build-rules.ts";
import type { TaskRecipe } from "./task-recipe.ts";

/** A table of documents and how it is to be read. */
export interface DocumentTable {
  readonly kind: CorpusKind;
  readonly path: string;
  readonly recipe: TaskRecipe;
  readonly rules: BuildRules;
  /** Whether the words of its texts are counted: columns `text_words` and `title_words`. */
  readonly counted: boolean;
  /** Whether its texts are hashed as they are compared: column `text_digest`. */
  readonly hashed: boolean;
}

/** The form of a name in which two ways to write it are one. */
const PERSON = "nfc_normalize";

/**
 * SQL for the documents of a corpus with the same columns for every kind: `ord, id, persons (a list),
 * date, title, text, overall, product, language, keywords (a list), fields`.
 */
export function documentView(table: DocumentTable): string {
  const { kind, path, recipe } = table;
  if (kind !== recipe.kind && kind !== "documents") throw wrongKind(kind, recipe);
  const measured = { ...(table.counted ? WORD_COUNTS : {}), ...(table.hashed ? TEXT_DIGEST : {}) };
  const columns = { ...COMMON, ...KIND_COLUMNS[kind](table), ...measured };
  const list = Object.entries(columns).map(([name, sql]) => `${sql} AS ${name}`);
  return `SELECT ${list.join(", ")} FROM read_parquet(${sqlText(path)})`;
}

const COMMON = {
  ord: "ord",
  id: "id",
  persons: `[${PERSON}(author)]`,
  date: "date",
  title: "coalesce(title, '')",
  text: "text",
  overall: "NULL::DOUBLE",
  product: "NULL::VARCHAR",
  language: "NULL::VARCHAR",
  keywords: "NULL::VARCHAR[]",
  fields: "NULL::VARCHAR",
} as const;

const WORD_COUNTS = { text_words: "text_words", title_words: "title_words" } as const;

const TEXT_DIGEST = { text_digest: "text_digest" } as const;

/** Whether a table holds counts of words, and hashes of texts; those of older imports do not. */
export async function measuredColumns(
  engine: SqlEngine,
  path: string,
): Promise<Pick<DocumentTable, "counted" | "hashed">> {
  const rows = await engine.rows(`SELECT name FROM parquet_schema(${sqlText(path)})`);
  const names = new Set(rows.map(({ name }) => name));
  const has = (columns: object): boolean => Object.keys(columns).every((name) => names.has(name));
  return { counted: has(WORD_COUNTS), hashed: has(TEXT_DIGEST) };
}

const KIND_COLUMNS: Readonly<
  Record<CorpusKind, (table: DocumentTable) => Readonly<Record<string, string>>>
> = {
  reviews: () => ({ overall: "overall", product: "asin" }),
  posts: () => ({}),
  papers: ({ rules }) => ({
    persons: `list_distinct(list_filter(${paperPersons(rules)}, lambda person: person <> ''))`,
    language: "language",
    keywords: "keywords",
  }),
  documents: () => ({
    overall: `try_cast(${field("overall")} AS DOUBLE)`,
    product: "ord::VARCHAR",
    language: field("language"),
    keywords: `string_split(${field("keywords")}, ',')`,
    fields: "fields",
  }),
};

function paperPersons({ authorKey }: BuildRules): string {
  const names = `list_transform(author_names, lambda name: ${PERSON}(coalesce(name, '')))`;
  if (authorKey === "name") return names;
  const either = `coalesce(nullif(pair[2], ''), ${PERSON}(coalesce(pair[1], '')))`;
  return `list_transform(list_zip(author_names, author_ids), lambda pair: ${either})`;
}

/** SQL for a value of the JSON in `fields`. */
function field(name: string): string {
  return `json_extract_string(fields, '$."${name}"')`;
}

function wrongKind(kind: CorpusKind, { task, kind: wanted }: TaskRecipe): LonghandError {
  const whose = wanted === "documents" ? "documents" : `${wanted} or documents`;
  return new LonghandError(
    `The task ${task.name} is built from ${whose}; this corpus holds ${kind}.`,
    { code: "wrong-corpus", hint: "Import another source, or build another task." },
  );
}
