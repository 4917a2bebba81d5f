import { availableParallelism } from "node:os";
import type { CorpusKind, CorpusStats, Spread } from "../../records/index.ts";
import {
  openSqlEngine,
  type SqlEngine,
  type SqlEngineOptions,
  type SqlRow,
  sqlText,
} from "../../storage/index.ts";
import { openCorpusFolder } from "./open-corpus-folder.ts";

/** A character that is no white space to Python's `str.split()`, for the engine's patterns. */
const WORD_PATTERN =
  "[^\\t-\\r\\x1c-\\x20\\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}]+";

/**
 * Counts a corpus folder of any size with bounded memory, as `corpusStats` counts a stream. The
 * papers of several authors count for each of them in what concerns authors, and once elsewhere.
 *
 * @param path - The folder.
 * @param options - How many of the authors with most documents to name; memory and threads.
 * @returns The numbers.
 * @throws LonghandError `invalid-corpus`, `missing-dependency`, `sql-failed`.
 */
export async function corpusFolderStats(
  path: string,
  options: SqlEngineOptions & { readonly maxAuthors?: number } = {},
): Promise<CorpusStats> {
  const { card, documents } = await openCorpusFolder(path);
  const engine = await openSqlEngine({
    memoryMb: 1500,
    threads: availableParallelism(),
    ...options,
  });
  try {
    await countDocuments(engine, documents, card.kind);
    return await statsOf(engine, options.maxAuthors ?? 10);
  } finally {
    await engine.close();
  }
}

/** Makes a table of short rows: `documents`, and of their authors `shares`. */
async function countDocuments(engine: SqlEngine, file: string, kind: CorpusKind): Promise<void> {
  const words = `regexp_extract_all(text, ${sqlText(WORD_PATTERN)})`;
  const authors = kind === "papers" ? "author_names" : "[author]";
  await engine.run(`create table documents as
    select ord, authors, len(words) as words, date, coalesce(title, '') <> '' as titled,
      case when len(words) > 0 then md5_number(array_to_string(words, ' ')) end as content
    from (select ord, ${authors} as authors, ${words} as words, date, title
      from (select * replace (nfc_normalize(text) as text) from read_parquet(${sqlText(file)})))`);
  await engine.run(`create table shares as
    select ord, unnest(list_distinct(authors)) as author, words, content from documents`);
}

async function statsOf(engine: SqlEngine, maxAuthors: number): Promise<CorpusStats> {
  const row = async (sql: string): Promise<SqlRow> => (await engine.rows(sql))[0] ?? {};
  const whole = await row(`select count(*) documents, coalesce(sum(words), 0)::BIGINT words,
    count(*) filter (titled) titled, count(date) dated, min(date) "first", max(date) "last"
    from documents`);
  const people = await row("select count(distinct author) authors from shares");
  // Papers without an abstract are no copies of each other.
  const copies = await row(
    "select count(*) - count(distinct (author, content)) own from shares where content is not null",
  );
  const others = await row(`select coalesce(sum(n - 1), 0)::BIGINT other
    from (select count(distinct author) n from shares where content is not null group by content)`);
  const top = await engine.rows(
    `select author, count(*) documents, sum(words)::BIGINT words from shares
     group by author order by documents desc, author limit ${maxAuthors}`,
  );
  const documents = Number(whole["documents"]);
  const dated = Number(whole["dated"]);
  return {
    documents,
    authors: Number(people["authors"]),
    words: Number(whole["words"]),
    wordsPerDocument: await spreadOf(engine, "select words as n from documents"),
    documentsPerAuthor: await spreadOf(engine, "select count(*) as n from shares group by author"),
    titled: Number(whole["titled"]),
    dated,
    ...(documents === 0 ? {} : { datedShare: dated / documents }),
    ...(dated === 0 ? {} : { firstDate: String(whole["first"]), lastDate: String(whole["last"]) }),
    topAuthors: top.map((own) => ({
      author: String(own["author"]),
      documents: Number(own["documents"]),
      words: Number(own["words"]),
    })),
    duplicates: Number(copies["own"]),
    duplicatesOfOthers: Number(others["other"]),
  };
}

async function spreadOf(engine: SqlEngine, values: string): Promise<Spread> {
  const [found = {}] = await engine.rows(`select count(n) count, avg(n) mean, stddev_samp(n) sd,
    min(n)::DOUBLE least, quantile_cont(n::DOUBLE, [0.25, 0.5, 0.75]) as cuts, max(n)::DOUBLE most
    from (${values})`);
  const n = Number(found["count"]);
  if (n === 0) return { n };
  const [quarter, median, threeQuarters] = (found["cuts"] as readonly number[]).map(Number);
  return {
    n,
    mean: Number(found["mean"]),
    ...(n < 2 ? {} : { sd: Number(found["sd"]) }),
    min: Number(found["least"]),
    quarter: Number(quarter),
    median: Number(median),
    threeQuarters: Number(threeQuarters),
    max: Number(found["most"]),
  };
}
