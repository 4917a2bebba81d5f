import { LonghandError } from "../../foundation/index.ts";
import type { CorpusFolder } from "../folder/open-corpus-folder.ts";
import { amazonProducts } from "./amazon-products.ts";
import { amazonReviews } from "./amazon-reviews.ts";
import { cutJson, jsonBlocks } from "./cut-json.ts";
import type { ColumnTask } from "./import-columns.ts";
import { importDump } from "./import-dump.ts";
import type { FormatImport, ImportContext } from "./import-format.ts";
import type { TableTask } from "./import-table.ts";
import { sourceFiles } from "./source-files.ts";

const ENDINGS = [".json", ".jsonl", ".ndjson"];

/**
 * Imports reviews of Amazon Reviews 2018 and, with the setting `metadata`, its products.
 *
 * @param request - Files of reviews; `settings.metadata` names files of products.
 * @param context - Time and progress.
 * @returns The corpus folder.
 */
export async function importAmazon(
  request: FormatImport,
  context: ImportContext,
): Promise<CorpusFolder> {
  const { metadata = [] } = request.settings;
  const reviews = await sourceFiles(request.from, ENDINGS);
  const named = typeof metadata === "string" ? [metadata] : metadata;
  const products = named.length === 0 ? [] : await sourceFiles(named, ENDINGS);
  const both = products.find(({ path }) => reviews.some((review) => review.path === path));
  if (both !== undefined) {
    throw new LonghandError(`${both.path} is named both as reviews and as metadata.`, {
      code: "usage",
      hint: "Name the files of reviews one by one.",
    });
  }
  const tables: (TableTask | ColumnTask)[] = [
    {
      name: "documents",
      what: "reviews",
      sources: reviews,
      format: amazonReviews,
      blocks: jsonBlocks,
    },
  ];
  if (products.length > 0) {
    tables.push({
      name: "products",
      what: "products",
      sources: products,
      format: amazonProducts,
      cut: cutJson,
    });
  }
  return importDump({ format: "amazon", kind: "reviews", tables, options: {} }, request, context);
}
