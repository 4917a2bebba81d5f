export { cellSummarySchema } from "./cell-summary-schema.ts";
export type { ChatMessage } from "./chat-message.ts";
export type {
  CorpusCard,
  CorpusFolderCounts,
  CorpusKind,
  CorpusSource,
  CorpusTables,
} from "./corpus-card.ts";
export { CORPUS_KINDS, corpusCardSchema } from "./corpus-card.ts";
export type { CorpusDocument, FieldValue } from "./corpus-document.ts";
export { corpusDocumentSchema, DATE_PATTERN } from "./corpus-document.ts";
export type {
  CorpusCounts,
  CorpusFinding,
  CorpusOutcome,
  CorpusPlace,
  CorpusReason,
  CorpusReport,
} from "./corpus-finding.ts";
export type { AuthorCount, CorpusStats, Spread } from "./corpus-stats.ts";
export type { BenchmarkProfile, DatasetCard, FunnelStep, LeakCheck } from "./dataset-card.ts";
export { datasetCardSchema, LEAK_CHECKS } from "./dataset-card.ts";
export type { DatasetExample, ProfileItem, Setting, Split } from "./dataset-example.ts";
export { datasetExampleSchema, profileItemSchema } from "./dataset-example.ts";
export type { FailureReason } from "./failure-reason.ts";
export { FAILURE_REASONS, failureReasonSchema } from "./failure-reason.ts";
export type {
  CurvePoint,
  DecayLaw,
  GapelmaperFlag,
  GapelmaperReason,
  GapelmaperRecord,
  LagCorrelation,
  MissingWord,
} from "./gapelmaper-record.ts";
export type { GeneratedText, OutputFlag } from "./generated-text.ts";
export type {
  FailedEntry,
  GeneratedEntry,
  GenerationEntry,
  SideCallStage,
} from "./generation-entry.ts";
export { generationEntrySchema } from "./generation-entry.ts";
export type { ItemScore } from "./item-score.ts";
export { itemScoreSchema } from "./item-score.ts";
export type { JournalLine, JournalType } from "./journal-line.ts";
export { JOURNAL_TYPES, journalLineSchema } from "./journal-line.ts";
export type { NodeLevel, NodeRead, PlanNode } from "./plan-node.ts";
export type {
  OverflowPolicy,
  PromptFamily,
  PromptTemplate,
  RenderedPrompt,
} from "./prompt-template.ts";
export { promptTemplateSchema } from "./prompt-template.ts";
export type {
  CandidatePassage,
  RetrievalCalls,
  RetrievalResult,
  RetrievalWarning,
  RetrievedPassage,
} from "./retrieved-passage.ts";
export type {
  Cell,
  CellSummary,
  Contrast,
  DatasetSummary,
  ExampleView,
  MetricSummary,
  NamedDatasetSummary,
  OutputView,
  RunSummary,
  SideView,
  StatisticsSettings,
  Verdict,
} from "./run-summary.ts";
export type { Scored, ScoreRecord, Unscored, UnscoredReason } from "./score-record.ts";
export type {
  SideStage,
  SideTemplate,
  StyleTemplate,
  SummaryTemplate,
} from "./side-template.ts";
export { styleTemplateSchema, summaryTemplateSchema } from "./side-template.ts";
export type {
  BudgetRegime,
  ComparedRun,
  WritingArm,
  WritingComparison,
  WritingContrast,
  WritingDifference,
  WritingMeasure,
  WritingScore,
  WritingStopRule,
  WritingVerdict,
} from "./writing-comparison.ts";
export type {
  DateValue,
  NameValue,
  QuantityValue,
  TimeValue,
  TypedValue,
  WordValue,
  WritingFact,
  WritingThread,
} from "./writing-fact.ts";
