export { fetchArchive, reportChallenge } from "../leaderboard/challenge-report.ts";
export {
  checkSubmissionFile,
  checkTarget,
  createChallenge,
} from "../leaderboard/challenge-verbs.ts";
export { checkArchive } from "../leaderboard/check-archive.ts";
export { checkChallengeTexts } from "../leaderboard/check-challenge-texts.ts";
export { checkUpload } from "../leaderboard/check-upload.ts";
export type { IntakeResult } from "../leaderboard/intake.ts";
export { readChallenge } from "../leaderboard/read-challenge.ts";
export type { ReportDownload } from "../leaderboard/report-download.ts";
export { reportDownload } from "../leaderboard/report-download.ts";
export { listSubmissions, submitTo } from "../leaderboard/submit.ts";
export { vectorsAdvice } from "../leaderboard/vectors-advice.ts";
