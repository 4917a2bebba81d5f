export { type Bible, bibleFor } from "./bible/bible.ts";
export type { FactBook, LearntNames, SaidFacts } from "./bible/fact-book.ts";
export {
  contradictingFacts,
  type EventCycle,
  eventCycles,
  type FactPair,
  factsAt,
  factsOf,
} from "./bible/list-facts.ts";
export type { RuleFact } from "./bible/rule-facts.ts";
export { threadsOf } from "./bible/threads.ts";
export type {
  AuthorFact,
  AvoidItem,
  Brief,
  BriefKind,
  BriefSource,
  KnownBy,
  ModelChoice,
  ModelSize,
  MustItem,
  OutlineNode,
  WritingOrder,
  WritingStrategy,
} from "./brief/brief.ts";
export { BRIEF_KINDS, WRITING_ORDERS, WRITING_STRATEGIES } from "./brief/brief.ts";
export { countWords, targetWordsOf } from "./brief/brief-words.ts";
export type { DecodedText } from "./brief/read-brief.ts";
export { decodeText, invalidBrief, parseBrief } from "./brief/read-brief.ts";
export type { Stretch } from "./brief/stretches.ts";
export type { CheckSwitches } from "./brief/switched-checks.ts";
export type { CheckedNode, CheckGround } from "./check/check-leaf.ts";
export { checkLeaf } from "./check/check-leaf.ts";
export { type FactConsistency, factConsistency, type Measure } from "./check/document-checks.ts";
export type { Entity, EntityIndex, Gender } from "./check/entities.ts";
export type { FactGround } from "./check/fact-ground.ts";
export { reviewText, type TextReview } from "./check/review-text.ts";
export type { Subject } from "./check/subjects.ts";
export type { FilterReason } from "./draft/candidate-filters.ts";
export type { ScoreParts } from "./draft/candidate-score.ts";
export type { DraftingEnd } from "./draft/draft-document.ts";
export { draftDocument } from "./draft/draft-document.ts";
export { requireContext } from "./estimate/check-context.ts";
export { requirePlannerContext } from "./estimate/check-planner.ts";
export type {
  EstimateOptions,
  EstimatePart,
  WritingEstimate,
} from "./estimate/estimate-writing.ts";
export { estimateWriting } from "./estimate/estimate-writing.ts";
export type {
  EstimateCost,
  EstimateRates,
  PricedEstimate,
  TokenPrice,
} from "./estimate/price-estimate.ts";
export { priceEstimate } from "./estimate/price-estimate.ts";
export type { Reestimate } from "./estimate/reestimate.ts";
export { LEAVES_TO_MEASURE, reestimateWriting } from "./estimate/reestimate.ts";
export type { StepEstimate } from "./estimate/step-estimate.ts";
export { manuscriptDocx } from "./export/docx.ts";
export { manuscriptEpub } from "./export/epub.ts";
export type { DocumentOptions, ExportFormat } from "./export/export-document.ts";
export { EXPORT_FORMATS, exportDocument } from "./export/export-document.ts";
export { manuscriptHtml } from "./export/html.ts";
export type { Manuscript, ManuscriptBlock, ManuscriptOptions } from "./export/manuscript.ts";
export { manuscriptOf } from "./export/manuscript.ts";
export type { MarkdownOptions } from "./export/markdown.ts";
export { manuscriptMarkdown } from "./export/markdown.ts";
export type { MustCoverage } from "./export/must-coverage.ts";
export { mustCoverage } from "./export/must-coverage.ts";
export type { PdfOptions } from "./export/pdf.ts";
export { manuscriptPdf } from "./export/pdf.ts";
export type { PdfNode, PdfTextSetting } from "./export/pdf-content.ts";
export type { FontFile } from "./export/pdf-fonts.ts";
export type { PdfWriter } from "./export/pdf-writer.ts";
export { openPdfWriter } from "./export/pdf-writer.ts";
export type { PlanGround } from "./plan/grow-plan.ts";
export { makePlan } from "./plan/make-plan.ts";
export type { ContextPart, SizeLimits } from "./plan/model-size.ts";
export { CONTEXT_PARTS, sizeOfModel } from "./plan/model-size.ts";
export type { MustHit } from "./plan/must-hits.ts";
export { PlanTree } from "./plan/plan-tree.ts";
export type { TreeShape } from "./plan/tree-shape.ts";
export { treeShape } from "./plan/tree-shape.ts";
export { drawPlantedFacts } from "./planted/draw-facts.ts";
export type { FormsAt } from "./planted/forms-at.ts";
export { formsAt } from "./planted/forms-at.ts";
export type { OwnMentions } from "./planted/own-mentions.ts";
export { ownMentions } from "./planted/own-mentions.ts";
export type { PlantOptions } from "./planted/plant-facts.ts";
export { plantFacts } from "./planted/plant-facts.ts";
export type {
  GivenFact,
  InventedFact,
  PlantedFact,
  PlantedGiven,
  PlantedInvented,
  PlantedKind,
  PlantedPattern,
  PlantedSource,
  PlantedValue,
} from "./planted/planted-fact.ts";
export type { CallBack, PlantedRecall } from "./planted/planted-recall.ts";
export { plantedRecall } from "./planted/planted-recall.ts";
export type { PlacedSentence, PlacedText } from "./planted/planted-text.ts";
export { placeText } from "./planted/planted-text.ts";
export type { PlantedViolation, PlantedViolations } from "./planted/planted-violations.ts";
export { plantedViolations } from "./planted/planted-violations.ts";
export { factLine } from "./prompts/phrases.ts";
export { TEMPLATES } from "./prompts/templates-v1.ts";
export type { ChangeableRun, Choice, Choices, Decision } from "./revise/apply-change.ts";
export { applyChange, decide } from "./revise/apply-change.ts";
export type { BriefChange } from "./revise/brief-changes.ts";
export { briefChanges } from "./revise/brief-changes.ts";
export type { BriefChangeOptions, FactEdit } from "./revise/change-brief.ts";
export { changeBrief, withFact } from "./revise/change-brief.ts";
export { changePlan } from "./revise/change-plan.ts";
export type { TextEdit } from "./revise/change-texts.ts";
export { changeTexts } from "./revise/change-texts.ts";
export type { FactChange, LeafText } from "./revise/fact-touches.ts";
export { authorFactId, factTouches } from "./revise/fact-touches.ts";
export type { PlanFile, PlanFileSection } from "./revise/plan-file.ts";
export { isEditedPlan, planFileText } from "./revise/plan-file.ts";
export { readExport } from "./revise/read-export.ts";
export {
  goOnWith,
  isAgreed,
  nameOf,
  type OutdatedLeaf,
  outdatedLeaves,
  rebuildLeaves,
} from "./revise/rebuild.ts";
export { redatedBrief } from "./revise/redate.ts";
export type { RunChange, TouchedLeaf } from "./revise/run-change.ts";
export { isHard, isNoChange } from "./revise/run-change.ts";
export type { WritingPhase } from "./run/accepted-leaf.ts";
export type {
  Asker,
  CallNews,
  CallOutcome,
  CallStage,
  RunCall,
  WantedCall,
} from "./run/ask-model.ts";
export type { ExaminedJournal } from "./run/examine-journal.ts";
export { examineJournal } from "./run/examine-journal.ts";
export { openFileRunStore, openReadOnlyRunStore } from "./run/file-run-store.ts";
export type { Journal, JournalEntry } from "./run/journal.ts";
export { openJournal } from "./run/journal.ts";
export { MAKERS, type MadeWith, type Maker, madeWith } from "./run/made-with.ts";
export type { MemoryRun } from "./run/memory-run-store.ts";
export { emptyMemoryRun, openMemoryRunStore } from "./run/memory-run-store.ts";
export type {
  Conflict,
  DirtyLeaf,
  EditBody,
  LockedSpan,
  RevisionState,
  TouchReason,
  Waiver,
} from "./run/revision-state.ts";
export { mayRewrite } from "./run/revision-state.ts";
export type { RunStore, StoredCall } from "./run/run-store.ts";
export type { SpentTokens } from "./run/spent-tokens.ts";
export { spentTokens } from "./run/spent-tokens.ts";
export type {
  Exemplar,
  LeafNews,
  ReadRun,
  Writer,
  WriterOptions,
} from "./run/writer.ts";
export { briefHash, openWriter, readRun, sizesOf } from "./run/writer.ts";
export type { AcceptedLeaf, OpenIssue, TextQuote, WritingState } from "./run/writing-state.ts";
export { applyLine, emptyState } from "./run/writing-state.ts";
export type {
  BudgetedArm,
  BudgetRegime,
  EqualBudgetOptions,
} from "./strategies/equal-budget.ts";
export { equalBudget, spentOf } from "./strategies/equal-budget.ts";
export { ABLATIONS, type Ablation, ablationsOf, withAblations } from "./techniques/ablations.ts";
export type { DriftLimit } from "./techniques/drift-limit.ts";
export type { FittedWeights, RatedDraft } from "./techniques/fit-weights.ts";
export { fitWeights } from "./techniques/fit-weights.ts";
export type { PrefixFacts } from "./techniques/prefix-lines.ts";
export { prefixLines, prefixOfBrief } from "./techniques/prefix-lines.ts";
export type { RecordedCandidate, RecordedCandidates } from "./techniques/read-candidates.ts";
export { readCandidates } from "./techniques/read-candidates.ts";
export type { RunReview } from "./techniques/review-run.ts";
export { reviewRun } from "./techniques/review-run.ts";
export type { ScoreWeights } from "./techniques/score-weights.ts";
export { SCORE_WEIGHTS } from "./techniques/score-weights.ts";
export type { Techniques } from "./techniques/technique-switches.ts";
export { techniquesOf } from "./techniques/techniques.ts";
export type {
  RecordPlace,
  RecordPurpose,
  RecordSplit,
  TrainingRecord,
} from "./techniques/training-records.ts";
export {
  LEAST_MARGIN,
  preferenceRecords,
  RECORD_PURPOSES,
  RECORD_SCHEMAS,
  rewardRecords,
  splitOf,
} from "./techniques/training-records.ts";
export type { WordCounts } from "./voice/characteristic-words.ts";
export type { SpokenPerson, StyleCard, StyleCardInput, TellingMark } from "./voice/style-card.ts";
export { styleCardOf } from "./voice/style-card.ts";
export { styleLines } from "./voice/style-lines.ts";
export type { WritingOutcome } from "./write-document.ts";
export { outcomeOf, writeDocument } from "./write-document.ts";
