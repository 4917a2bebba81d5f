import type { ImportFormat } from "./import-format.ts";

const MAIL_SETTINGS = ["address", "author", "mbox", "profile", "sentOnly"];

/** All formats of large corpora, in the order of their names. A new one is one entry here. */
export const IMPORT_FORMATS: readonly ImportFormat[] = [
  {
    name: "aeslc",
    summary: "AESLC: files with a body and, below a line @subject, its subject",
    kind: "documents",
    settings: MAIL_SETTINGS,
    load: async () => (await import("../mail/import-mail.ts")).importAeslc,
  },
  {
    name: "amazon",
    summary: "Amazon Reviews 2018: reviews and, with --metadata, products; JSON lines, also .gz",
    kind: "reviews",
    settings: ["metadata"],
    load: async () => (await import("./import-amazon.ts")).importAmazon,
  },
  {
    name: "arxiv",
    summary: "metadata of arXiv: JSON lines, also .gz",
    kind: "papers",
    settings: ["missingLanguage"],
    load: async () => (await import("../papers/import-papers.ts")).importArxiv,
  },
  {
    name: "avocado",
    summary: "a collection like Avocado's: a zip of texts for each custodian, and XML about them",
    kind: "documents",
    settings: MAIL_SETTINGS,
    load: async () => (await import("../mail/import-mail.ts")).importAvocado,
  },
  {
    name: "citation",
    summary:
      "AMiner/DBLP citation network v10 to v14: JSON lines, one array, Mongo shell, also .gz",
    kind: "papers",
    settings: ["missingLanguage"],
    load: async () => (await import("../papers/import-papers.ts")).importCitation,
  },
  {
    name: "mail-jsonl",
    summary: "mails in JSON lines, {email, subject, date?, from?, id?}",
    kind: "documents",
    settings: MAIL_SETTINGS,
    load: async () => (await import("../mail/import-mail.ts")).importJsonMail,
  },
  {
    name: "mailboxes",
    summary: "mailboxes (mbox) of any size, or folders of them",
    kind: "documents",
    settings: MAIL_SETTINGS,
    load: async () => (await import("../mail/import-mail.ts")).importMailboxes,
  },
  {
    name: "maildir",
    summary: "a maildir, or any folders of files that hold one mail each, like Enron's",
    kind: "documents",
    settings: MAIL_SETTINGS,
    load: async () => (await import("../mail/import-mail.ts")).importMaildir,
  },
  {
    name: "table",
    summary: "tables in CSV, JSON lines (both also .gz) or Parquet, with --columns",
    kind: "documents",
    settings: ["columns"],
    load: async () => (await import("./import-tabular.ts")).importTabular,
  },
  {
    name: "tldr",
    summary: "Webis TL;DR-17: posts with summaries; JSON lines, also .gz",
    kind: "posts",
    settings: [],
    load: async () => (await import("./import-tldr.ts")).importTldr,
  },
];

/**
 * A format by its name.
 *
 * @param name - As after `--format`.
 * @returns The format; `undefined` if there is none of that name.
 */
export function importFormatOf(name: string): ImportFormat | undefined {
  return IMPORT_FORMATS.find((format) => format.name === name);
}
