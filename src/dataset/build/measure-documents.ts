import type { FunnelStep } from "../../records/index.ts";
import { sqlText } from "../../storage/index.ts";
import { type DocumentRule, documentRules } from "./document-rules.ts";
import { type DocumentTable, documentView } from "./document-view.ts";
import { textDigest } from "./sql-words.ts";
import { runLong, type Workshop } from "./workshop.ts";

/**
 * Name of the table of measured documents: `person, ord, id, date, product, passed, digest`. Where words are
 * counted, only those that pass.
 */
export const MEASURED = "measured.parquet";

/** What measuring found. */
export interface Measured {
  readonly funnel: readonly FunnelStep[];
  /** How many rules a document passes at most. */
  readonly ruleCount: number;
}

/** Reads all documents once and notes how many rules each passes: keys, no texts. */
export async function measureDocuments(shop: Workshop, table: DocumentTable): Promise<Measured> {
  const rules = documentRules(table);
  const sql = table.counted ? countedSql(table, rules) : uncountedSql(table, rules);
  const measured = sqlText(shop.path(MEASURED));
  await runLong(
    shop,
    "Measuring documents",
    `COPY (${sql}) TO ${measured} (FORMAT parquet, COMPRESSION zstd)`,
  );
  const names = rules.map(({ rule }) => rule);
  const rows = table.counted ? passedOfAll(table, rules) : `read_parquet(${measured})`;
  return { funnel: await funnelOf(shop, { table, rows, rules: names }), ruleCount: rules.length };
}

function passedSql(rules: readonly DocumentRule[]): string {
  const cases = rules.map(({ sql }, at) => `WHEN NOT coalesce(${sql}, false) THEN ${at}`);
  return `CASE ${cases.join("\n")} ELSE ${rules.length} END`;
}

function digestSql({ hashed }: DocumentTable): string {
  return hashed ? "text_digest" : textDigest("text");
}

function uncountedSql(table: DocumentTable, rules: readonly DocumentRule[]): string {
  const isLeft = `passed = ${rules.length}`;
  const ofPassed = (sql: string, name = sql): string =>
    `CASE WHEN ${isLeft} THEN ${sql} END AS ${name}`;
  return `SELECT unnest(persons) AS person, ord, passed, ${ofPassed("id")}, ${ofPassed("date")},
      ${ofPassed("product")}, ${ofPassed(digestSql(table), "digest")}
    FROM (SELECT *, ${passedSql(rules)} AS passed FROM (${documentView(table)}))`;
}

/** With counts the rules need no texts: only documents that pass are read, and kept. */
function countedSql(table: DocumentTable, rules: readonly DocumentRule[]): string {
  const all = rules.map(({ sql }) => `(${sql})`).join(" AND ");
  return `SELECT unnest(persons) AS person, ord, ${rules.length} AS passed, id, date, product,
      ${digestSql(table)} AS digest
    FROM (${documentView(table)}) WHERE ${all}`;
}

/** The same for all documents without reading a text. */
function passedOfAll(table: DocumentTable, rules: readonly DocumentRule[]): string {
  return `(SELECT unnest(persons) AS person, ord, passed FROM (
    SELECT persons, ord, ${passedSql(rules)} AS passed FROM (${documentView(table)})))`;
}

interface FunnelRequest {
  readonly table: DocumentTable;
  /** SQL for `person, ord, passed`. */
  readonly rows: string;
  readonly rules: readonly string[];
}

async function funnelOf(
  shop: Workshop,
  { table, rows, rules }: FunnelRequest,
): Promise<FunnelStep[]> {
  // A paper has a row for each of its authors.
  const once = table.kind === "papers" ? `(SELECT DISTINCT ord, passed FROM ${rows})` : rows;
  const documents = await countsByStage(
    shop,
    `SELECT passed, count(*) AS n FROM ${once} GROUP BY passed`,
  );
  const users = await countsByStage(
    shop,
    `SELECT passed, count(*) AS n FROM (SELECT max(passed) AS passed FROM ${rows} GROUP BY person) GROUP BY passed`,
  );
  return rules.map((rule, at) => ({
    rule,
    unit: "documents",
    in: from(documents, at),
    out: from(documents, at + 1),
    usersIn: from(users, at),
    usersOut: from(users, at + 1),
  }));
}

async function countsByStage({ engine }: Workshop, sql: string): Promise<Map<number, number>> {
  const rows = await engine.rows(sql);
  return new Map(rows.map(({ passed, n }) => [Number(passed), Number(n)]));
}

/** How many got to a stage or beyond it. */
function from(counts: ReadonlyMap<number, number>, stage: number): number {
  return [...counts].reduce((sum, [passed, n]) => (passed >= stage ? sum + n : sum), 0);
}
