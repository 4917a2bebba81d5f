export { CORPUS_FORMATS } from "../../corpus/index.ts";
export { corpusCheckOf, corpusStatsOf, importCorpusTo } from "../corpora/corpus-verbs.ts";
export type { DumpImport } from "../corpora/dump-verbs.ts";
export { checkDump, dumpFormats, importDumpTo } from "../corpora/dump-verbs.ts";
