export type { ArchiveEntry } from "./archive-entry.ts";
export {
  archiveProblems,
  isIgnoredEntry,
  isMetaEntry,
  MAX_ENTRIES,
  MAX_PACKED_BYTES,
} from "./archive-entry.ts";
export type {
  ArchivedBoardInput,
  ArchivedItem,
  ArchivedMetricScore,
  ArchivedSelection,
  ArchivedSubmission,
  ArchivedSum,
} from "./archived-boards.ts";
export type {
  ArchivedInstrument,
  ArchivedScore,
  ArchivedStudy,
  ArchivedSystem,
} from "./archived-study.ts";
export type {
  AutocorrelationCurve,
  AutocorrelationRequest,
  AutocorrelationView,
} from "./autocorrelation-view.ts";
export {
  autocorrelationRequestSchema,
  autocorrelationViewSchema,
  MAX_AUTOCORRELATION_TEXT,
} from "./autocorrelation-view.ts";
export type { BackupsView } from "./backups-view.ts";
export { backupsViewSchema } from "./backups-view.ts";
export { cellSummarySchema } from "./cell-summary-schema.ts";
export type {
  ApprovalRequest,
  ChallengeDateName,
  ChallengePhase,
  ChallengeSchedule,
  ChallengeSummary,
  ChallengeView,
  ConditionalActRequest,
  DateChange,
  DatesRequest,
  MyPart,
  PublicFile,
  RegistrationRequest,
  RescoreRequest,
  ResolvedChallenge,
  ResolvedTrack,
  ShownMoment,
  ShownTrack,
  SignedDeviation,
  TeamInvitation,
  TeamRequest,
  TeamView,
  TermsRequest,
} from "./challenge.ts";
export {
  approvalRequestSchema,
  CHALLENGE_DATE_NAMES,
  CHALLENGE_PHASES,
  conditionalActRequestSchema,
  datesRequestSchema,
  registrationRequestSchema,
  rescoreRequestSchema,
  resolvedChallengeSchema,
  teamRequestSchema,
  termsRequestSchema,
} from "./challenge.ts";
export type {
  ArchivedAudit,
  ArchivedParticipant,
  ArchivedTerms,
  ArchivedText,
  ChallengeArchive,
  ReportableArchive,
} from "./challenge-archive.ts";
export { challengeArchiveSchema } from "./challenge-archive.ts";
export type {
  ChallengeCheckRequest,
  ChallengeCheckView,
  ChallengeFileProblem,
  CheckedText,
  ShownAdvice,
} from "./challenge-check.ts";
export { challengeCheckRequestSchema, challengeCheckViewSchema } from "./challenge-check.ts";
export type {
  ChallengeDates,
  ChallengeDisplay,
  ChallengeFile,
  ChallengeItem,
  ChallengeMetric,
  ChallengePreset,
  ChallengeQuota,
  ChallengeRules,
  ChallengeSplit,
  ChallengeStudy,
  ChallengeTerms,
  ChallengeTrack,
  ReferenceLine,
  ResourceQuestion,
  ScoreDirection,
  TrackKind,
} from "./challenge-file.ts";
export {
  CHALLENGE_PRESETS,
  challengeFileSchema,
  challengeItemSchema,
  referenceLineSchema,
  resourceQuestionSchema,
  SLUG_PATTERN,
} from "./challenge-file.ts";
export type {
  ChallengeReportDownload,
  ChallengeReportQuery,
  ChallengeReportView,
  ReportViewPlace,
  ReportViewTable,
} from "./challenge-report-view.ts";
export {
  CHALLENGE_REPORT_DOWNLOADS,
  challengeReportQuerySchema,
  challengeReportViewSchema,
} from "./challenge-report-view.ts";
export type {
  ChallengeStudies,
  ChallengeStudyEntry,
  ChallengeStudyRequest,
  ItemReference,
  StudyOffer,
} from "./challenge-study.ts";
export {
  challengeStudiesSchema,
  challengeStudyRequestSchema,
  itemReferenceSchema,
  USUAL_STUDY_PROMPTS,
} from "./challenge-study.ts";
export {
  boardSchema,
  challengeSummarySchema,
  challengeViewSchema,
  declarationViewSchema,
  flagEntrySchema,
  lineProblemSchema,
  queueViewSchema,
  quotaViewSchema,
  submissionPageSchema,
  submissionReceiptSchema,
  submissionViewSchema,
  teamInvitationSchema,
  teamViewSchema,
} from "./challenge-views.ts";
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
export type { Datasheet, DatasheetAnswer, DatasheetCriterion } from "./datasheet.ts";
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
export type {
  HumanBoard,
  HumanBoardColumn,
  HumanBoardQuery,
  HumanBoardRaters,
  HumanBoardRow,
  HumanMark,
  UnratedReason,
} from "./human-board.ts";
export { humanBoardQuerySchema, humanBoardSchema, OVERALL_COLUMN } from "./human-board.ts";
export type { ItemScore } from "./item-score.ts";
export { itemScoreSchema } from "./item-score.ts";
export type { JournalLine, JournalType } from "./journal-line.ts";
export { JOURNAL_TYPES, journalLineSchema } from "./journal-line.ts";
export type {
  Board,
  BoardPart,
  BoardQuery,
  BoardRescoring,
  BoardRow,
  UnrankedReason,
} from "./leaderboard.ts";
export { boardQuerySchema } from "./leaderboard.ts";
export { nameKey } from "./name-key.ts";
export type { PairedOutcome, Verdict } from "./paired-outcome.ts";
export type {
  AccountView,
  AuditView,
  LinkView,
  NewLink,
  OpenSessionView,
  PasskeyView,
  SessionView,
  TokenView,
} from "./people.ts";
export {
  accountViewSchema,
  auditViewSchema,
  linkViewSchema,
  newLinkSchema,
  openSessionViewSchema,
  passkeyViewSchema,
  passwordSchema,
  personNameSchema,
  sessionViewSchema,
  tokenViewSchema,
} from "./people.ts";
export type {
  AccountRole,
  Action,
  Condition,
  Permission,
  PermissionAnswer,
  PermissionQuestion,
  Relation,
  Right,
  Role,
  TokenScope,
} from "./permissions.ts";
export {
  ACCOUNT_ROLES,
  ACTIONS,
  decide,
  isLogged,
  PERMISSIONS,
  ROLES,
  TOKEN_SCOPES,
} from "./permissions.ts";
export type { NodeLevel, NodeRead, PlanNode } from "./plan-node.ts";
export type {
  OverflowPolicy,
  PromptFamily,
  PromptTemplate,
  RenderedPrompt,
} from "./prompt-template.ts";
export { promptTemplateSchema } from "./prompt-template.ts";
export type { AgreementValue, DimensionAgreement, StudyAgreement } from "./rating-agreement.ts";
export {
  agreementValueSchema,
  dimensionAgreementSchema,
  studyAgreementSchema,
} from "./rating-agreement.ts";
export type {
  CurrentAnswer,
  RatingAnswer,
  SaveAnswerRequest,
  SavedAnswer,
} from "./rating-answer.ts";
export {
  currentAnswerSchema,
  ratingAnswerSchema,
  saveAnswerRequestSchema,
  savedAnswerSchema,
} from "./rating-answer.ts";
export type { RatingDimension } from "./rating-dimension.ts";
export {
  BASIC_DIMENSIONS,
  HIGHEST_MARK,
  LOWEST_MARK,
  ratingDimensionSchema,
  studyDimensions,
} from "./rating-dimension.ts";
export type {
  ConsentRequest,
  LeaseEnd,
  LeaseReply,
  LeaseRequest,
  NoLeaseReason,
  PositionRequest,
  RaterLease,
  RaterProgress,
  RaterProgressList,
  RaterStage,
  RaterStudy,
  ReadingPosition,
  SkipRequest,
  SurveyRequest,
  TrainingReply,
  TrainingRequest,
} from "./rating-lease.ts";
export {
  consentRequestSchema,
  leaseEndSchema,
  leaseReplySchema,
  leaseRequestSchema,
  NO_LEASE_REASONS,
  positionRequestSchema,
  RATER_STAGES,
  raterLeaseSchema,
  raterProgressListSchema,
  raterProgressSchema,
  raterStudySchema,
  skipRequestSchema,
  surveyRequestSchema,
  trainingReplySchema,
  trainingRequestSchema,
} from "./rating-lease.ts";
export type {
  AnswerLine,
  AnswerVersion,
  RaterLine,
  RatingLine,
  ReadingLine,
  StudyLine,
  TextLine,
} from "./rating-line.ts";
export { ratingLineSchema } from "./rating-line.ts";
export type {
  CloseStudyRequest,
  CoverageCell,
  DecidedLeak,
  ImportedRatings,
  LeakDecision,
  LeakDecisionRequest,
  OpenStudyRequest,
  RatingProblem,
  StudyCoverage,
  StudyKeyEntry,
  StudyList,
  StudyRater,
  StudyStatus,
  StudySummary,
  StudyView,
  UnblindReply,
  UnblindRequest,
} from "./rating-organiser.ts";
export {
  closeStudyRequestSchema,
  decidedLeakSchema,
  importedRatingsSchema,
  LEAK_DECISIONS,
  leakDecisionRequestSchema,
  openStudyRequestSchema,
  ratingProblemSchema,
  STUDY_STATUSES,
  studyCoverageSchema,
  studyKeyEntrySchema,
  studyListSchema,
  studySummarySchema,
  studyViewSchema,
  unblindReplySchema,
  unblindRequestSchema,
} from "./rating-organiser.ts";
export type { LeakFinding, LeakKind, RatingPlan, StudyFinding } from "./rating-plan.ts";
export {
  LEAK_KINDS,
  leakFindingSchema,
  ratingPlanSchema,
  studyFindingSchema,
} from "./rating-plan.ts";
export type {
  MetricValidity,
  RaterFlags,
  RatingAnalysis,
  ResultSet,
  SystemComparison,
  SystemResult,
  TextResult,
} from "./rating-results.ts";
export { ratingAnalysisSchema } from "./rating-results.ts";
export type {
  ControlRange,
  ControlText,
  ExclusionRule,
  RatingStudy,
  ReadingWindow,
  ReferenceText,
  StudyPrompt,
  StudyReading,
  StudySystem,
  StudyTests,
  StudyText,
  SurveyQuestion,
  TrainingAnswer,
  TrainingText,
} from "./rating-study.ts";
export { ratingStudySchema } from "./rating-study.ts";
export type {
  CandidatePassage,
  RetrievalCalls,
  RetrievalResult,
  RetrievalWarning,
  RetrievedPassage,
} from "./retrieved-passage.ts";
export type { RunComparison, RunComparisonRow } from "./run-comparison.ts";
export { runComparisonSchema } from "./run-comparison.ts";
export type {
  ExamplePage,
  ExamplePassage,
  ExampleRow,
  ExampleSource,
  RunExample,
  TextScore,
  TextStatus,
} from "./run-examples.ts";
export { examplePageSchema, runExampleSchema } from "./run-examples.ts";
export type { RunKind, RunList, RunListItem, RunState } from "./run-list.ts";
export { runListSchema } from "./run-list.ts";
export type { ReportPlace, ReportSection, ReportTable, RunReport } from "./run-report.ts";
export { runReportSchema } from "./run-report.ts";
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
} from "./run-summary.ts";
export type { RunGrid, RunView, RunViewDataset } from "./run-view.ts";
export { runGridSchema, runViewSchema } from "./run-view.ts";
export type { Scored, ScoreRecord, Unscored, UnscoredReason } from "./score-record.ts";
export { hiddenNameFault, shownNameSchema, tidyName } from "./shown-name.ts";
export type {
  SideStage,
  SideTemplate,
  StyleTemplate,
  SummaryTemplate,
} from "./side-template.ts";
export { styleTemplateSchema, summaryTemplateSchema } from "./side-template.ts";
export type {
  InvitationState,
  InviteRatersRequest,
  StudyInvitation,
  StudyInvitations,
} from "./study-invitation.ts";
export {
  INVITATION_STATES,
  inviteRatersRequestSchema,
  studyInvitationsSchema,
} from "./study-invitation.ts";
export type { ResultSystem, StudyResults } from "./study-results.ts";
export { studyResultsSchema } from "./study-results.ts";
export type {
  DeclarationView,
  DevelopmentResult,
  FlagEntry,
  LineProblem,
  QueueEntry,
  QueueView,
  QuotaView,
  RescoredScore,
  RescoreView,
  ScoreSummary,
  ScoresVersionView,
  SubmissionFlag,
  SubmissionLine,
  SubmissionMeta,
  SubmissionPage,
  SubmissionReceipt,
  SubmissionState,
  SubmissionView,
} from "./submission.ts";
export {
  FINAL_SUBMISSION_STATES,
  SUBMISSION_FLAGS,
  SUBMISSION_STATES,
  submissionMetaSchema,
  systemNameSchema,
} from "./submission.ts";
export type {
  SubmissionCheck,
  SubmissionRules,
  SubmissionVerdict,
  SubmittedItem,
} from "./submission-check.ts";
export {
  MAX_ITEM_BYTES,
  MAX_JSON_DEPTH,
  MAX_LISTED_PROBLEMS,
  openSubmissionCheck,
} from "./submission-check.ts";
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
export type {
  WritingBlock,
  WritingFactView,
  WritingIssueView,
  WritingNodeView,
  WritingView,
} from "./writing-view.ts";
export { writingViewSchema } from "./writing-view.ts";
