export { boardCsv } from "./board-csv.ts";
export type { BoardEntry, BoardScore, BoardSelection } from "./board-entry.ts";
export type { TrackAdvice } from "./challenge-advice.ts";
export { challengeAdvice } from "./challenge-advice.ts";
export { needsReference } from "./challenge-presets.ts";
export type { HumanBoardInput, HumanBoardSystem } from "./human-board.ts";
export { makeHumanBoard } from "./human-board.ts";
export { humanBoardCsv, UNRATED_TEXTS } from "./human-board-csv.ts";
export type { BoardInput } from "./make-board.ts";
export { makeBoard } from "./make-board.ts";
export type { DayEdge } from "./moments.ts";
export { parseMoment, showMoment } from "./moments.ts";
export type {
  ChallengeMarks,
  ChallengeMoment,
  UploadRefusal,
  UploadTimes,
} from "./phases.ts";
export {
  fixedDates,
  isWithin,
  phaseAt,
  scheduleFaults,
  UPLOAD_GRACE_MS,
  uploadRefusal,
} from "./phases.ts";
export type { QuotaLimits, QuotaUse } from "./quota.ts";
export { quotaView, utcDay } from "./quota.ts";
export { roundedScore } from "./rank-score.ts";
export { bibtexEntry } from "./report/bibtex.ts";
export { buildReport } from "./report/build-report.ts";
export { datasheetsOf } from "./report/datasheet.ts";
export { parseArchive } from "./report/read-archive.ts";
export { remakeBoard } from "./report/remake-board.ts";
export type { ChallengeReportFormat, ReportFile } from "./report/render-report.ts";
export { CHALLENGE_REPORT_FORMATS, reportFiles } from "./report/render-report.ts";
export type { ChallengeCheck, ChallengeFault, CheckedChallenge } from "./resolve-challenge.ts";
export {
  challengeFaults,
  metricDirection,
  parseChallengeDate,
  resolveChallenge,
} from "./resolve-challenge.ts";
export type { SplitSettings } from "./split-items.ts";
export { splitItems } from "./split-items.ts";
export { teamName } from "./team-name.ts";
export type { GramSketch, TextGrams } from "./text-overlap.ts";
export {
  DUPLICATE_SHARE,
  REFERENCE_SHARE,
  sharedGrams,
  sharedSketch,
  sketchGrams,
  textGrams,
} from "./text-overlap.ts";
