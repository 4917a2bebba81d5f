export type { AgreementInput } from "./agreement-of.ts";
export { agreementOf, LOWEST_ALPHA } from "./agreement-of.ts";
export type { AgreementSettings } from "./agreement-of-ratings.ts";
export { agreementOfRatings } from "./agreement-of-ratings.ts";
export type { AnalysisInput } from "./analyse-ratings.ts";
export { analyseRatings } from "./analyse-ratings.ts";
export type {
  AnswerBook,
  AnswerEvent,
  AnswerFacts,
  AnswerRefusal,
  AnswerReply,
  AnswerRules,
  EarlierAnswer,
} from "./answer-history.ts";
export {
  answerFingerprint,
  answerPlace,
  EMPTY_ANSWERS,
  enterAnswer,
  judgeAnswer,
} from "./answer-history.ts";
export { blindAnalysis, systemLetters } from "./blind-analysis.ts";
export type { DesignInput } from "./design-study.ts";
export { designStudy } from "./design-study.ts";
export { expectedAlphaWidth } from "./expected-width.ts";
export type { ImportTarget } from "./import-faults.ts";
export { importFaults } from "./import-faults.ts";
export type { LeakScanInput, ScannedText } from "./leak-scan.ts";
export { maskLeaks, scanLeaks } from "./leak-scan.ts";
export type { AutomaticScore } from "./metric-validity.ts";
export type { NextText } from "./next-text.ts";
export { canRevive, expiredLeases, leaseEndMs, nextText } from "./next-text.ts";
export type { PlannedStudy } from "./plan-study.ts";
export { planStudy } from "./plan-study.ts";
export type { PreparedText } from "./prepare-texts.ts";
export { prepareTexts, telltaleNames } from "./prepare-texts.ts";
export type { CompleteReading } from "./rater-flags.ts";
export { flagRaters } from "./rater-flags.ts";
export type { CheckedRatings, PlacedLine, RatingExport } from "./rating-lines.ts";
export { checkRatings, readRatings, writeRatings } from "./rating-lines.ts";
export type { LeaseFacts, RaterFacts, RatingState, RowClaim } from "./rating-state.ts";
export type { SimulationInput, SimulationResult } from "./simulate-studies.ts";
export { simulateStudies } from "./simulate-studies.ts";
export type { DesignSlot, DesignText, StudyDesign } from "./study-design.ts";
export type {
  ChallengeStudyInput,
  ChallengeStudyResult,
  RatedSubmission,
} from "./study-of-challenge.ts";
export { studyOfChallenge } from "./study-of-challenge.ts";
export { excerptOf, normaliseSurface, wordCount } from "./surface.ts";
