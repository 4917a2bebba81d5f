import { extname } from "node:path";

/** Formats of files that hold documents. */
export const CORPUS_FORMATS = [
  "text",
  "markdown",
  "html",
  "word",
  "pdf",
  "eml",
  "mbox",
  "csv",
  "jsonl",
] as const;

/** Name of a format of files that hold documents. */
export type CorpusFormat = (typeof CORPUS_FORMATS)[number];

const EXTENSIONS: ReadonlyMap<string, CorpusFormat> = new Map([
  [".txt", "text"],
  [".text", "text"],
  [".md", "markdown"],
  [".markdown", "markdown"],
  [".html", "html"],
  [".htm", "html"],
  [".xhtml", "html"],
  [".docx", "word"],
  [".pdf", "pdf"],
  [".eml", "eml"],
  [".mbox", "mbox"],
  [".csv", "csv"],
  [".tsv", "csv"],
  [".jsonl", "jsonl"],
  [".ndjson", "jsonl"],
]);

/**
 * The format that a file's name tells.
 *
 * @param path - The file.
 * @returns The format, or `undefined` for an extension that is none of them.
 */
export function formatOf(path: string): CorpusFormat | undefined {
  return EXTENSIONS.get(extname(path).toLowerCase());
}
