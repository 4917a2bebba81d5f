import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { LonghandError, messageOf } from "../foundation/index.ts";
import { admit } from "./admission.ts";
import {
  type Candidate,
  type CorpusEvent,
  type ReaderEvent,
  rejected,
  skipped,
  warning,
} from "./corpus-event.ts";
import { type CorpusFormat, formatOf } from "./corpus-format.ts";
import type { FileContent, FileFault, FileReader } from "./files/file-content.ts";
import { type FoundFile, walkFolder } from "./files/walk-folder.ts";
import type { MboxDialect } from "./mail/mbox-messages.ts";
import { emlEvents, mboxEvents } from "./mail/read-mailbox.ts";
import { metadataDate } from "./metadata-date.ts";
import { type CsvColumns, csvEvents } from "./read-csv.ts";
import { jsonLinesEvents } from "./read-json-lines.ts";
import type { ReadOptions } from "./read-options.ts";

/** What is imported, and how. */
export interface ImportOptions extends ReadOptions {
  /** A folder, read with all folders below it, or a single file. */
  readonly path: string;
  /**
   * Who wrote the documents. Texts, pages, Word files, PDFs and mails get this author whatever they
   * say themselves; rows of a table and lines of JSON only if they name none. Without it the
   * author comes from the file (front matter, properties, sender).
   */
  readonly author?: string | undefined;
  /** Addresses of the author: mails from other senders are dropped. */
  readonly addresses?: readonly string[] | undefined;
  /**
   * `metadata` takes dates from front matter, properties and headers only; `file` falls back on the
   * day a file was last changed, which copying a folder often changes. @defaultValue "metadata"
   */
  readonly dates?: "metadata" | "file" | undefined;
  /** How mailboxes write lines that begin with "From ". @defaultValue "rd" */
  readonly dialect?: MboxDialect | undefined;
  /** Names of columns of tables, where they differ. */
  readonly columns?: CsvColumns | undefined;
  /** Reads every file in this format, whatever its name. */
  readonly format?: CorpusFormat | undefined;
  /** Largest text, page, Word file or PDF that is read, in bytes. @defaultValue 67_108_864 */
  readonly maxFileBytes?: number | undefined;
}

const DEFAULT_MAX_FILE_BYTES = 64 * 1024 * 1024;

/**
 * Reads a person's own documents from a folder: .txt, .md, .html, .docx, .pdf, .eml, .mbox, .csv and
 * .jsonl. Documents come in the order of the files' names; memory is bounded by the largest file
 * that cannot be read in pieces. Nothing is left out in silence: what is no document is a finding.
 *
 * @param options - Where the documents are, whose they are, and how they are read.
 * @returns Documents and findings as they are met; see {@link followReading}.
 * @throws LonghandError `not-found`, `not-readable` if there is no such folder or file.
 *
 * @example
 * ```ts
 * import { followReading, importCorpus, writeCorpus } from "longhand/corpus";
 *
 * const reading = followReading(importCorpus({ path: "letters", author: "Ann Lee" }));
 * await writeCorpus("ann.jsonl", reading.documents);
 * console.log(reading.report().counts);
 * ```
 */
export function importCorpus(options: ImportOptions): AsyncGenerator<CorpusEvent> {
  return admit(folderEvents(options), { profile: options.profile ?? "longhand" });
}

async function* folderEvents(options: ImportOptions): AsyncGenerator<ReaderEvent> {
  const senders = new Set<string>();
  const import_: Import = { options, onSender: (sender) => senders.add(sender) };
  for await (const found of walkFolder(options.path)) {
    if (found.kind === "finding") yield found;
    else yield* fileEvents(found, import_);
  }
  const { author, addresses } = options;
  if (senders.size > 1 && author !== undefined && addresses === undefined) {
    const message = `mails from ${senders.size} senders became documents by ${author}; name the author's addresses to leave the others out`;
    yield warning({ reason: "several-senders", message, place: { file: options.path } });
  }
}

interface Import {
  readonly options: ImportOptions;
  readonly onSender: (sender: string) => void;
}

async function* fileEvents(
  file: FoundFile,
  { options, onSender }: Import,
): AsyncGenerator<ReaderEvent> {
  const place = { file: file.path };
  const format = options.format ?? formatOf(file.path);
  if (format === undefined) {
    const message = `files of the kind ${JSON.stringify(extname(file.path))} are not read`;
    yield skipped({ reason: "unknown-extension", message, place });
    return;
  }
  if (file.bytes === 0) {
    yield rejected({ reason: "empty-file", message: "the file is empty", place });
    return;
  }
  const context = { path: file.path, name: file.path, source: file.source };
  try {
    if (format === "mbox") yield* mboxEvents(context, { ...options, onSender });
    else if (format === "eml") yield* emlEvents(context, { ...options, onSender });
    else if (format === "csv") yield* csvEvents(context, options);
    else if (format === "jsonl") yield* jsonLinesEvents(context, options);
    else yield* singleDocument(file, READERS[format], options);
  } catch (error) {
    // One file that cannot be opened does not end the import of a folder.
    if (!(error instanceof LonghandError)) throw error;
    yield rejected({ reason: "unreadable", message: error.message, place });
  }
}

type SingleFormat = Exclude<CorpusFormat, "mbox" | "eml" | "csv" | "jsonl">;

// Each is loaded when the first file of its kind is met.
const READERS: Readonly<Record<SingleFormat, () => Promise<FileReader>>> = {
  text: async () => (await import("./files/text-file.ts")).readTextFile,
  markdown: async () => (await import("./files/markdown-file.ts")).readMarkdownFile,
  html: async () => (await import("./files/html-file.ts")).readHtmlFile,
  word: async () => (await import("./files/word-file.ts")).readWordFile,
  pdf: async () => (await import("./files/pdf-file.ts")).readPdfFile,
};

async function* singleDocument(
  file: FoundFile,
  loadReader: () => Promise<FileReader>,
  options: ImportOptions,
): AsyncGenerator<ReaderEvent> {
  const place = { file: file.path };
  const maxBytes = options.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES;
  if (file.bytes > maxBytes) {
    const message = `${file.bytes} bytes are more than the ${maxBytes} that are read`;
    yield rejected({ reason: "too-large", message, place });
    return;
  }
  const content = await contentOf(file.path, loadReader);
  if ("fault" in content) {
    yield rejected({ ...content.fault, place });
    return;
  }
  const author = options.author ?? content.statedAuthor ?? content.softwareAuthor;
  if (author === undefined) {
    const message = "author is missing: the file names none, and none was given";
    yield rejected({ reason: "author-missing", message, place });
    return;
  }
  const date = content.date === undefined ? undefined : metadataDate(content.date);
  yield* oddities(content, { date, author, place });
  yield candidateOf(file, content, { author, date: date ?? fileDate(file, options) });
}

async function contentOf(
  path: string,
  loadReader: () => Promise<FileReader>,
): Promise<FileContent | FileFault> {
  const bytes = await readFile(path).catch((cause: unknown) => messageOf(cause));
  if (typeof bytes === "string") return { fault: { reason: "unreadable", message: bytes } };
  const read = await loadReader();
  // What a library makes of a damaged file cannot be foreseen, and must not end the import.
  return read(bytes).catch((cause: unknown) => ({
    fault: { reason: "damaged", message: `cannot be read: ${messageOf(cause)}` },
  }));
}

interface Judged {
  readonly date: string | undefined;
  readonly author: string;
  readonly place: { readonly file: string };
}

function* oddities(content: FileContent, { date, author, place }: Judged): Generator<ReaderEvent> {
  for (const oddity of content.oddities ?? []) yield warning({ ...oddity, place });
  if (content.date !== undefined && date === undefined) {
    const message = `${JSON.stringify(content.date)} is not a date that can be read; the document counts as undated`;
    yield warning({ reason: "bad-date", message, place });
  }
  const stated = content.statedAuthor;
  if (stated !== undefined && stated !== author) {
    const message = `the file names another author, ${JSON.stringify(stated)}`;
    yield warning({ reason: "other-author-named", message, place });
  }
}

function candidateOf(
  { path, source }: FoundFile,
  { text, title, fields }: FileContent,
  { author, date }: { readonly author: string; readonly date: string | undefined },
): Candidate {
  return {
    kind: "candidate",
    place: { file: path },
    author,
    text,
    title: title ?? basename(path, extname(path)),
    date,
    source,
    fields,
  };
}

function fileDate({ changedMs }: FoundFile, { dates }: ImportOptions): string | undefined {
  return dates === "file" ? new Date(changedMs).toISOString().slice(0, 10) : undefined;
}
