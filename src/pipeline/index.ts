export { CORPUS_FORMATS } from "../corpus/index.ts";
export { retrieverNameFault } from "../retrieval/index.ts";
export type { ExportFormat } from "../writing/index.ts";
export {
  ABLATIONS,
  EXPORT_FORMATS,
  MAKERS,
  RECORD_PURPOSES,
  WRITING_ORDERS,
  WRITING_STRATEGIES,
} from "../writing/index.ts";
export type { CompareOptions } from "./compare/compare-scores.ts";
export { compareScores } from "./compare/compare-scores.ts";
export type { ComparedSides, Comparison, ComparisonStatistics } from "./compare/compare-sides.ts";
export { comparisonTable } from "./compare/comparison-table.ts";
export type { CorpusImport } from "./corpora/corpus-verbs.ts";
export { corpusCheckOf, corpusStatsOf, importCorpusTo } from "./corpora/corpus-verbs.ts";
export type { DumpImport, DumpResult } from "./corpora/dump-verbs.ts";
export { checkDump, dumpFormats, importDumpTo } from "./corpora/dump-verbs.ts";
export type { BuildDatasetOptions } from "./datasets/build-dataset.ts";
export { buildDataset } from "./datasets/build-dataset.ts";
export type { ListedBuildOption } from "./datasets/build-options.ts";
export { listBuildOptions } from "./datasets/build-options.ts";
export type { VerbResult } from "./datasets/dataset-verbs.ts";
export {
  checkDatasetAt,
  datasetHashOf,
  datasetStatsOf,
} from "./datasets/dataset-verbs.ts";
export type { ExportDatasetOptions } from "./datasets/export-dataset.ts";
export { EXPORT_FORMS, exportDataset } from "./datasets/export-dataset.ts";
export type { ImportDatasetOptions } from "./datasets/import-dataset.ts";
export { importDataset } from "./datasets/import-dataset.ts";
export { datasetPath } from "./datasets/open-named-dataset.ts";
export { examineMachine } from "./doctor.ts";
export type { DoctorFinding } from "./doctor-finding.ts";
export type {
  DatasetChoice,
  ExperimentDataset,
  NamedDatasetChoice,
} from "./experiment/dataset-schema.ts";
export type {
  DatasetExperiment,
  Experiment,
  ExperimentStatistics,
  GenerationPreset,
  GenerationSettings,
  GridExclusion,
  PromptMode,
  PromptSettings,
  RunLimits,
} from "./experiment/experiment-schema.ts";
export type { ExperimentSection } from "./experiment/grid.ts";
export { cellsOf, sectionsOf } from "./experiment/grid.ts";
export type { OwnParts, ReadExperiment } from "./experiment/read-experiment.ts";
export { parseExperiment, readExperiment } from "./experiment/read-experiment.ts";
export type { AutocorrelationThreads } from "./gapelmaper/autocorrelation-threads.ts";
export { openAutocorrelationThreads } from "./gapelmaper/autocorrelation-threads.ts";
export type { GapelmaperVerbOptions } from "./gapelmaper/gapelmaper-verb.ts";
export { gapelmaperOf, gapelmaperVariants } from "./gapelmaper/gapelmaper-verb.ts";
export type { MeasureOptions } from "./gapelmaper/measure-texts.ts";
export { pullWithProgress } from "./models/pull-with-progress.ts";
export { LONGHAND_VERSION } from "./package-version.ts";
export type { QuickstartOptions } from "./quickstart.ts";
export { quickstart } from "./quickstart.ts";
export type { ExportedRun, ExportRunOptions, RunFormat } from "./report/export-run.ts";
export { exportRun, RUN_FORMATS } from "./report/export-run.ts";
export type { TableFormat, TablesOptions, TablesReport } from "./report/report-tables.ts";
export { reportTables, TABLE_FORMATS } from "./report/report-tables.ts";
export type { InspectRetrievalOptions } from "./retrieval/inspect-retrieval.ts";
export { inspectRetrieval } from "./retrieval/inspect-retrieval.ts";
export type { InspectRunOptions } from "./retrieval/inspect-run.ts";
export { inspectRunRetrieval } from "./retrieval/inspect-run.ts";
export type { RetrievalOptions } from "./retrieval/open-retrieval.ts";
export type { RecallAtK, RecallOptions } from "./retrieval/planted-recall.ts";
export { plantedRecall } from "./retrieval/planted-recall.ts";
export type { RetrieveOptions } from "./retrieval/retrieve-dataset.ts";
export { retrieveDataset } from "./retrieval/retrieve-dataset.ts";
export { examineRun } from "./run/examine-run.ts";
export type { GenerationCount } from "./run/generate-texts.ts";
export type { LoggedOutcome } from "./run/generation-log.ts";
export type { InspectOptions } from "./run/inspect-example.ts";
export { renderExamplePrompt } from "./run/inspect-example.ts";
export { missedThresholds } from "./run/missed-thresholds.ts";
export { oneExampleOf } from "./run/one-example.ts";
export type { PerformedRun } from "./run/perform-run.ts";
export type {
  PreviewedCell,
  PreviewedDataset,
  PreviewJson,
  PreviewRange,
} from "./run/preview-json.ts";
export type { RunPreview } from "./run/preview-run.ts";
export { previewRun } from "./run/preview-run.ts";
export { terminalReport } from "./run/report-verbs.ts";
export type { FinishedRun, ResumeOptions, RunOptions } from "./run/run-experiment.ts";
export { defineExperiment, resumeRun, startRun } from "./run/run-experiment.ts";
export type { RunFolder } from "./run/run-folder.ts";
export type { FrozenDataset, RunManifest } from "./run/run-manifest.ts";
export type { RunStatus } from "./run/run-status.ts";
export { runStatus } from "./run/run-status.ts";
export {
  copySideTemplate,
  listSideTemplates,
  showSideTemplate,
} from "./run/side-template-verbs.ts";
export type { ProgressEvent, RunContext } from "./run-context.ts";
export { systemClock } from "./run-context.ts";
export type { FileCorpusScore, FileScore } from "./score/file-score.ts";
export { listMetrics } from "./score/list-metrics.ts";
export { metricTable } from "./score/metric-table.ts";
export { readPunkt } from "./score/read-punkt.ts";
export type { FileScores, ScoreFileOptions, TextSource } from "./score/score-file.ts";
export { scoreFile } from "./score/score-file.ts";
export type { BriefOverrides } from "./write/brief-file.ts";
export type { FinishedComparison } from "./write/compare/compare-writing.ts";
export { compareWriting } from "./write/compare/compare-writing.ts";
export type { ComparisonFile } from "./write/compare/comparison-file.ts";
export {
  comparisonFromOptions,
  isComparisonFile,
  parseComparison,
  readComparisonFile,
} from "./write/compare/comparison-file.ts";
export type { PlacedComparison } from "./write/compare/comparison-runs.ts";
export { findComparison, placeComparison } from "./write/compare/comparison-runs.ts";
export type { PlantBriefOptions, PlantedBrief } from "./write/compare/plant-brief.ts";
export { plantBrief, plantedLines } from "./write/compare/plant-brief.ts";
export type { ComparisonPreview } from "./write/compare/preview-comparison.ts";
export { previewComparison } from "./write/compare/preview-comparison.ts";
export type { WriterArm } from "./write/compare/writer-arms.ts";
export { ARM_NAMES, armsOf } from "./write/compare/writer-arms.ts";
export type { EstimateReport } from "./write/estimate-words.ts";
export type {
  ExportOptions,
  ExportReport,
  FailedExport,
  RunExports,
} from "./write/export-writing.ts";
export { DEFAULT_EXPORT_FORMATS, exportWriting } from "./write/export-writing.ts";
export type { NodeState, NodeStatus } from "./write/node-status.ts";
export { panelLines } from "./write/panel-lines.ts";
export type { PanelOptions, PanelSection, RunPanel } from "./write/panel-run.ts";
export { panelOfRun } from "./write/panel-run.ts";
export type { RecordsReport, RecordsRequest } from "./write/preferences.ts";
export { exportRecords } from "./write/preferences.ts";
export { weightsFromRatings } from "./write/preferences-weights.ts";
export type { RebuildChoice } from "./write/rebuild-run.ts";
export type { RefusedDrafts } from "./write/refused-drafts.ts";
export { refusedDraftLines } from "./write/refused-drafts.ts";
export type {
  CloseReport,
  LockReport,
  LockRequest,
  WaiveReport,
} from "./write/revise-marks.ts";
export { closeWriting, lockRun, waiveIssue } from "./write/revise-marks.ts";
export type { ChangeRequest } from "./write/revise-request.ts";
export type {
  EditChoices,
  EditReport,
  FactReport,
  ImpactReport,
  RewriteEstimate,
  TouchedLeafReport,
} from "./write/revise-run.ts";
export { editRun, previewChange } from "./write/revise-run.ts";
export { runArgument } from "./write/run-argument.ts";
export type { TakeOver } from "./write/take-over.ts";
export { planOfRun } from "./write/take-over.ts";
export type { VoiceComparison, VoicePair } from "./write/voice-compare.ts";
export { compareVoices, voiceComparisonLines } from "./write/voice-compare.ts";
export type { VoiceControlOptions } from "./write/voice-control.ts";
export { controlVoice } from "./write/voice-control.ts";
export type { DroppedText } from "./write/voice-drift.ts";
export type {
  VoiceDistances,
  VoiceDriftReport,
  VoiceReport,
  VoiceSection,
} from "./write/voice-report.ts";
export { voiceLines, voiceOfRun } from "./write/voice-report.ts";
export type {
  WriteOptions,
  WritingQuestion,
  WrittenDocument,
} from "./write/write-verbs.ts";
export {
  cancelWriting,
  estimateBrief,
  resumeWriting,
  startWriting,
} from "./write/write-verbs.ts";
export { bibleLines, type WritingBible, writingFacts } from "./write/writing-facts.ts";
export type { LeafDone, WritingProgress } from "./write/writing-progress.ts";
export type { WritingRunStatus } from "./write/writing-status.ts";
export { writingStatus } from "./write/writing-status.ts";
