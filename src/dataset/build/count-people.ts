import type { FunnelStep } from "../../records/index.ts";
import { sqlText } from "../../storage/index.ts";
import { counted } from "../../text/index.ts";
import type { BuildRules } from "./build-rules.ts";
import type { DocumentTable } from "./document-view.ts";
import { MEASURED, type Measured } from "./measure-documents.ts";
import { runLong, type Workshop } from "./workshop.ts";

/** Name of the table of documents of people with enough of them. */
export const COUNTED = "counted.parquet";

/** What counting found. */
export interface Counted {
  readonly funnel: readonly FunnelStep[];
  /** Documents whose text another person wrote before. */
  readonly repeatsAcrossAuthors: number;
}

/** Drops repeats, then people with too few or too many documents. */
export async function countPeople(
  shop: Workshop,
  { recipe, rules }: DocumentTable,
  { ruleCount }: Measured,
): Promise<Counted> {
  const { engine } = shop;
  const measured = sqlText(shop.path(MEASURED));
  await engine.run(
    `CREATE OR REPLACE TEMP TABLE passed AS
     SELECT person, ord, id, date, product, digest FROM read_parquet(${measured})
     WHERE passed = ${ruleCount}`,
  );
  const funnel: FunnelStep[] = [];
  let before = await sizeOf(shop, "passed");
  if (rules.duplicates === "drop") {
    await engine.run(
      `CREATE OR REPLACE TEMP TABLE passed AS
       SELECT * FROM passed
       QUALIFY row_number() OVER (PARTITION BY person, digest ORDER BY ord) = 1`,
    );
    const after = await sizeOf(shop, "passed");
    funnel.push(stepOf(`${recipe.noun} does not repeat another of its author`, before, after));
    before = after;
  }
  const { repeats = 0 } = (
    await engine.rows(
      `SELECT count(*) - count(DISTINCT digest) AS repeats
       FROM (SELECT DISTINCT digest, ${recipe.kind === "papers" ? "ord" : "person"} FROM passed)`,
    )
  )[0] ?? { repeats: 0 };
  await runLong(
    shop,
    "Counting people",
    `COPY (
      SELECT * FROM passed WHERE person IN (
        SELECT person FROM passed GROUP BY person HAVING ${boundsOf(rules)}
      )
    ) TO ${sqlText(shop.path(COUNTED))} (FORMAT parquet, COMPRESSION zstd)`,
  );
  await engine.run("DROP TABLE passed");
  const after = await sizeOf(shop, `read_parquet(${sqlText(shop.path(COUNTED))})`);
  funnel.push(stepOf(boundsText(recipe.noun, rules), before, after));
  return { funnel, repeatsAcrossAuthors: Number(repeats) };
}

function boundsOf({ minDocuments, maxDocuments }: BuildRules): string {
  const most = maxDocuments === 0 ? "" : ` AND count(*) <= ${maxDocuments}`;
  return `count(*) >= ${minDocuments}${most}`;
}

function boundsText(noun: string, { minDocuments, maxDocuments }: BuildRules): string {
  if (maxDocuments === 0) return `author has at least ${counted(minDocuments, noun)}`;
  return `author has at least ${minDocuments} and at most ${counted(maxDocuments, noun)}`;
}

/** Rows and people of a table. */
export interface TableSize {
  readonly documents: number;
  readonly users: number;
}

/** How many documents (a paper of several authors once) and people a table holds. */
export async function sizeOf({ engine }: Workshop, table: string): Promise<TableSize> {
  const [row] = await engine.rows(
    `SELECT count(DISTINCT ord) AS documents, count(DISTINCT person) AS users FROM ${table}`,
  );
  return { documents: Number(row?.["documents"]), users: Number(row?.["users"]) };
}

/** A step of the funnel from the sizes before and after. */
export function stepOf(rule: string, before: TableSize, after: TableSize): FunnelStep {
  return {
    rule,
    unit: "documents",
    in: before.documents,
    out: after.documents,
    usersIn: before.users,
    usersOut: after.users,
  };
}
