// Corpora that tests make, in the form of an imported folder, and builds of them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CorpusDocument, CorpusKind, DatasetCard, Split } from "../../records/index.ts";
import { openSqlEngine, sqlText } from "../../storage/index.ts";
import { pythonWords } from "../../text/index.ts";
import { type BenchmarkRequest, buildBenchmark } from "./build-benchmark.ts";
import type { BuildSource } from "./build-source.ts";
import { recipeNamed } from "./recipes/recipe-registry.ts";

/** A folder for one file of tests. */
export interface TestFolder {
  readonly path: string;
  /** A name that no other test has. */
  place(): string;
  remove(): void;
}

export function testFolder(): TestFolder {
  const path = mkdtempSync(join(tmpdir(), "longhand-build-"));
  let places = 0;
  return {
    path,
    place: () => {
      places += 1;
      return join(path, `place-${places}`);
    },
    remove: () => rmSync(path, { recursive: true }),
  };
}

/** So many different words; `key` makes texts unlike each other. */
export function words(count: number, key = "w"): string {
  return Array.from({ length: count }, (_, at) => `${key}${at}`).join(" ");
}

type Row = Readonly<Record<string, unknown>>;

const COLUMNS: Readonly<Record<CorpusKind, string>> = {
  reviews: "overall: 'DOUBLE', asin: 'VARCHAR'",
  posts: "subreddit: 'VARCHAR'",
  papers:
    "author_names: 'VARCHAR[]', author_ids: 'VARCHAR[]', language: 'VARCHAR', keywords: 'VARCHAR[]'",
  documents: "fields: 'VARCHAR'",
};

const COUNTS = ", text_words: 'INTEGER', title_words: 'INTEGER'";

interface TestCorpus {
  readonly kind: CorpusKind;
  readonly rows: readonly Row[];
  readonly products?: readonly Row[];
  /** Whether the table holds counts of words, as imports of reviews write them. @defaultValue false */
  readonly counted?: boolean;
}

/** Writes rows as the tables of a corpus folder; `ord`, `line` and `source` are filled in. */
export async function corpusOf(
  folder: TestFolder,
  { kind, rows, products, counted = false }: TestCorpus,
): Promise<BuildSource> {
  const path = folder.place();
  const engine = await openSqlEngine({ memoryMb: 300, temporaryFolder: folder.path });
  const write = async (name: string, content: readonly Row[], columns: string): Promise<string> => {
    const lines = `${path}-${name}.jsonl`;
    writeFileSync(lines, content.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const parquet = `${path}-${name}.parquet`;
    await engine.run(
      `COPY (SELECT * FROM read_json(${sqlText(lines)}, format = 'newline_delimited', columns = {${columns}}))
       TO ${sqlText(parquet)} (FORMAT parquet)`,
    );
    return parquet;
  };
  const full = rows.map((row, ord) => ({
    ord,
    line: ord + 1,
    source: "test",
    id: `d${ord}`,
    ...row,
    text_words: pythonWords(String(row["text"] ?? "")).length,
    title_words: pythonWords(String(row["title"] ?? "")).length,
  }));
  const columns = `ord: 'BIGINT', id: 'VARCHAR', author: 'VARCHAR', text: 'VARCHAR', title: 'VARCHAR', date: 'VARCHAR', source: 'VARCHAR', line: 'BIGINT', ${COLUMNS[kind]}${counted ? COUNTS : ""}`;
  const documents = await write("documents", full, columns);
  const source = { kind, documents, name: "test corpus", version: path };
  const tables =
    products === undefined
      ? source
      : {
          ...source,
          products: await write("products", products, "asin: 'VARCHAR', descriptions: 'VARCHAR[]'"),
        };
  await engine.close();
  return tables;
}

/** Documents one by one, as a corpus in JSON Lines gives them. */
export async function* eachDocument(
  documents: readonly CorpusDocument[],
): AsyncGenerator<CorpusDocument> {
  yield* documents;
}

/** Builds a dataset; whatever the request leaves out is usual. */
export async function buildAt(
  folder: TestFolder,
  task: string,
  request: Partial<BenchmarkRequest> & Pick<BenchmarkRequest, "source">,
): Promise<BuiltTest> {
  const out = request.out ?? folder.place();
  const card = await buildBenchmark({
    recipe: recipeNamed(task),
    setting: "user",
    seed: 7,
    clock: { nowMs: () => 0, sleep: async () => undefined },
    openEngine: (temporaryFolder) => openSqlEngine({ memoryMb: 300, temporaryFolder }),
    ...request,
    out,
  });
  return { out, card, rows: (split) => rowsOf(join(out, `${split}.jsonl`)) };
}

/** A dataset that a test built. */
export interface BuiltTest {
  readonly out: string;
  readonly card: DatasetCard;
  /** The rows of a part as they were written. */
  rows(split: Split): TestRow[];
}

/** A row as it was written. */
export interface TestRow {
  readonly id: string;
  readonly input: string;
  readonly output: string;
  readonly target_id: string;
  readonly date?: string;
  readonly profile: readonly Row[];
  readonly [column: string]: unknown;
}

function rowsOf(path: string): TestRow[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as TestRow);
}

/** The funnel as `rule: in → out (users in → users out)`. */
export function funnelLines({ funnel }: DatasetCard): string[] {
  return funnel.map(
    ({ rule, in: before, out, usersIn, usersOut }) =>
      `${rule}: ${before} → ${out} (${usersIn} → ${usersOut})`,
  );
}
