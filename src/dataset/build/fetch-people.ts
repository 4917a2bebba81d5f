import type { Split } from "../../records/index.ts";
import { type SqlEngine, type SqlRow, sqlText } from "../../storage/index.ts";
import { type DocumentTable, documentView } from "./document-view.ts";
import { type FetchedDocument, fetchedDocument, type PlannedDocument } from "./make-example.ts";
import type { TaskRecipe } from "./task-recipe.ts";

/** Somebody who has a target in one of the settings, with all texts that one of them needs. */
export interface FetchedPerson {
  readonly name: string;
  readonly documents: readonly FetchedDocument[];
}

/** People by their names, as texts are ordered. */
export interface PeopleRange {
  /** The first of them; absent for no bound. */
  readonly from?: string;
  /** Whoever comes behind the last; absent for no bound. */
  readonly below?: string;
}

/** Whose texts are fetched. */
export interface PeopleRequest {
  readonly engine: SqlEngine;
  /** Paths of the plans, one for each setting. */
  readonly plans: readonly string[];
  /** Path of the table of descriptions. */
  readonly descriptions: string;
  readonly people: PeopleRange;
  readonly table: DocumentTable;
  readonly recipe: TaskRecipe;
}

/**
 * Everybody who has a target in one of the plans, one after the other.
 *
 * @param request - The plans and the tables.
 * @returns Each person, and how many there are.
 */
export async function* peopleWithTexts(
  request: PeopleRequest,
): AsyncGenerator<{ readonly person: FetchedPerson; readonly total: number }> {
  const { engine, plans, recipe } = request;
  const everybody = plans.map((plan) => `SELECT person FROM ${planFile(plan)}`).join(" UNION ");
  const [counted] = await engine.rows(`SELECT count(*) AS n FROM (${everybody})`);
  const total = Number(counted?.["n"]);
  let name: string | undefined;
  let documents: FetchedDocument[] = [];
  for await (const row of engine.stream(textsSql(request))) {
    const whose = String(row["person"]);
    if (name !== undefined && whose !== name) {
      yield { person: { name, documents }, total };
      documents = [];
    }
    name = whose;
    documents.push(fetchedDocument(row, recipe));
  }
  if (name !== undefined) yield { person: { name, documents }, total };
}

function planFile(plan: string): string {
  return `read_parquet(${sqlText(plan)})`;
}

function rangeSql({ from, below }: PeopleRange): string {
  const bounds = [
    ...(from === undefined ? [] : [`person >= ${sqlText(from)}`]),
    ...(below === undefined ? [] : [`person < ${sqlText(below)}`]),
  ];
  return bounds.length === 0 ? "" : `WHERE ${bounds.join(" AND ")}`;
}

function textsSql({ plans, descriptions: path, people, table, recipe }: PeopleRequest): string {
  const hasDescription = Object.values(recipe.parts).includes("description");
  const descriptions = hasDescription
    ? `LEFT JOIN read_parquet(${sqlText(path)}) AS described
       ON described.product = plan.product`
    : "";
  return `SELECT plan.*, texts.title, texts.text, texts.overall, texts.keywords, texts.fields
      ${hasDescription ? ", described.description" : ""}
    FROM (${plansSql(plans, rangeSql(people))}) AS plan
    JOIN (${documentView(table)}) AS texts ON texts.ord = plan.ord ${descriptions}
    ORDER BY plan.person`;
}

const ROLE = ["split", "number", "in_profile", "position"] as const;

/** The plans side by side: each document once, with its role in each setting. */
function plansSql(plans: PeopleRequest["plans"], range: string): string {
  const roles = plans.flatMap((_, at) =>
    ROLE.map((name) => `max(${name}) FILTER (plan = ${at}) AS ${name}_${at}`),
  );
  const rows = plans.map((plan, at) => `SELECT *, ${at} AS plan FROM ${planFile(plan)}`);
  return `SELECT person, ord, max(id) AS id, max(date) AS date, max(product) AS product, ${roles.join(", ")}
    FROM (${rows.join(" UNION ALL ")}) ${range} GROUP BY person, ord`;
}

/**
 * The documents that the plan of a setting names, in its order.
 *
 * @param documents - All documents of a person.
 * @param setting - Number of the setting among those that share texts.
 */
export function plannedDocuments(
  documents: readonly FetchedDocument[],
  setting: number,
): PlannedDocument[] {
  const positionOf = ({ row }: FetchedDocument): number => Number(row[`position_${setting}`]);
  return documents
    .filter(({ row }) => isThere(row[`position_${setting}`]))
    .sort((left, right) => positionOf(left) - positionOf(right))
    .map((document) => {
      const { row } = document;
      const split = row[`split_${setting}`];
      return {
        ...document,
        ...(typeof split === "string" ? { split: split as Split } : {}),
        number: Number(row[`number_${setting}`] ?? 0),
        inProfile: row[`in_profile_${setting}`] === true,
      };
    });
}

function isThere(value: SqlRow[string] | undefined): boolean {
  return value !== null && value !== undefined;
}
