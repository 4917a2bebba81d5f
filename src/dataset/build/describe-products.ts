import { rm } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";
import type { FunnelStep } from "../../records/index.ts";
import { type SqlRow, sqlText, writeAtomically } from "../../storage/index.ts";
import type { BuildSource } from "./build-source.ts";
import { COUNTED, sizeOf, stepOf } from "./count-people.ts";
import { descriptionText } from "./description-text.ts";
import { type DocumentTable, documentView } from "./document-view.ts";
import { jsonTable } from "./json-table.ts";
import type { Workshop } from "./workshop.ts";

/** Name of the table of descriptions: `product, description`. */
export const DESCRIPTIONS = "descriptions.parquet";
/** Name of the table of documents of people that have a description. */
export const DESCRIBED = "described.parquet";

/** Cleans the descriptions that are needed, and drops documents without one. */
export async function describeProducts(
  shop: Workshop,
  table: DocumentTable,
  source: BuildSource,
): Promise<FunnelStep> {
  const { engine } = shop;
  const lines = shop.path("descriptions.jsonl");
  const products = `(SELECT DISTINCT product FROM read_parquet(${sqlText(shop.path(COUNTED))}))`;
  const rows = engine.stream(descriptionsSql(table, source, products));
  await writeAtomically(lines, cleaned(rows, { shop, table }));
  const columns = { product: "VARCHAR", description: "VARCHAR" };
  await engine.run(
    `COPY (SELECT * FROM ${jsonTable({ path: lines, columns })})
     TO ${sqlText(shop.path(DESCRIPTIONS))} (FORMAT parquet, COMPRESSION zstd)`,
  );
  await rm(lines);
  const counted = `read_parquet(${sqlText(shop.path(COUNTED))})`;
  const described = sqlText(shop.path(DESCRIBED));
  await engine.run(
    `COPY (
      SELECT * FROM ${counted}
      WHERE product IN (SELECT product FROM read_parquet(${sqlText(shop.path(DESCRIPTIONS))}))
    ) TO ${described} (FORMAT parquet, COMPRESSION zstd)`,
  );
  return stepOf(
    "product has a description",
    await sizeOf(shop, counted),
    await sizeOf(shop, `read_parquet(${described})`),
  );
}

function descriptionsSql(table: DocumentTable, source: BuildSource, products: string): string {
  if (table.kind === "documents") {
    return `SELECT product, [json_extract_string(fields, '$."description"')] AS descriptions
      FROM (${documentView(table)}) WHERE product IN ${products}`;
  }
  if (source.products === undefined) {
    throw new LonghandError(`The corpus ${source.name} has no products, so no descriptions.`, {
      code: "wrong-corpus",
      hint: "Import the reviews together with the metadata of their products.",
    });
  }
  return `SELECT asin AS product, descriptions FROM read_parquet(${sqlText(source.products)})
    WHERE asin IN ${products}`;
}

interface Cleaning {
  readonly shop: Workshop;
  readonly table: DocumentTable;
}

const TELL_EVERY = 10_000;

async function* cleaned(
  rows: AsyncIterable<SqlRow>,
  { shop, table }: Cleaning,
): AsyncGenerator<string> {
  let done = 0;
  for await (const { product, descriptions } of rows) {
    done += 1;
    if (done % TELL_EVERY === 0) {
      shop.onProgress({ step: "Cleaning descriptions", done, unit: "products" });
    }
    const texts = Array.isArray(descriptions) ? descriptions : [];
    const description = descriptionText(
      texts.filter((text): text is string => typeof text === "string"),
      table.rules,
    );
    if (description !== "") yield `${JSON.stringify({ product, description })}\n`;
  }
}
