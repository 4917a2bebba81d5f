export { checkCorpus } from "./check-corpus.ts";
export type { CorpusEvent } from "./corpus-event.ts";
export { findingLine } from "./corpus-event.ts";
export type { CorpusFormat } from "./corpus-format.ts";
export { CORPUS_FORMATS, formatOf } from "./corpus-format.ts";
export { corpusStats } from "./corpus-stats.ts";
export type { CsvFault, CsvRecord } from "./csv-records.ts";
export { csvRecords } from "./csv-records.ts";
export { corpusFolderStats } from "./folder/folder-stats.ts";
export type { CorpusFolder } from "./folder/open-corpus-folder.ts";
export { isCorpusFolder, openCorpusFolder } from "./folder/open-corpus-folder.ts";
export { readCorpusFolder } from "./folder/read-corpus-folder.ts";
export type { FolderPlan, UnfinishedFolder } from "./folder/write-corpus-folder.ts";
export { writeCorpusFolder } from "./folder/write-corpus-folder.ts";
export type { CollectedReading, FollowedReading, FollowOptions } from "./follow-reading.ts";
export { collectReading, followReading } from "./follow-reading.ts";
export type { ImportOptions } from "./import-corpus.ts";
export { importCorpus } from "./import-corpus.ts";
export type {
  MailSample,
  MailSampleItem,
  MailSamples,
  ResolvedMailSample,
  ResolveOptions,
} from "./mail/mail-samples.ts";
export { readMailSampleIds, resolveMailSamples } from "./mail/mail-samples.ts";
export type { MboxDialect } from "./mail/mbox-messages.ts";
export type { MailOptions } from "./mail/read-mailbox.ts";
export { readEml, readMbox } from "./mail/read-mailbox.ts";
export type { CsvColumns, CsvOptions } from "./read-csv.ts";
export { readCorpusCsv } from "./read-csv.ts";
export { readCorpusJsonLines } from "./read-json-lines.ts";
export type { ReadOptions } from "./read-options.ts";
export { sotuCorpus } from "./sotu-corpus.ts";
export { IMPORT_FORMATS, importFormatOf } from "./tables/format-registry.ts";
export type {
  FormatImport,
  FormatImporter,
  ImportContext,
  ImportFormat,
  ImportProgress,
} from "./tables/import-format.ts";
export { writeCorpus } from "./write-corpus.ts";
