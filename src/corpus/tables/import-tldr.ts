import type { CorpusFolder } from "../folder/open-corpus-folder.ts";
import { cutJson } from "./cut-json.ts";
import { importDump } from "./import-dump.ts";
import type { FormatImport, ImportContext } from "./import-format.ts";
import type { TableTask } from "./import-table.ts";
import { sourceFiles } from "./source-files.ts";
import { tldrPosts } from "./tldr-posts.ts";

/**
 * Imports posts of Webis TL;DR-17.
 *
 * @param request - The files.
 * @param context - Time and progress.
 * @returns The corpus folder.
 */
export async function importTldr(
  request: FormatImport,
  context: ImportContext,
): Promise<CorpusFolder> {
  const sources = await sourceFiles(request.from, [".json", ".jsonl", ".ndjson"]);
  const table: TableTask = {
    name: "documents",
    what: "posts",
    sources,
    format: tldrPosts,
    cut: cutJson,
  };
  const task = { format: "tldr", kind: "posts", tables: [table], options: {} } as const;
  return importDump(task, request, context);
}
