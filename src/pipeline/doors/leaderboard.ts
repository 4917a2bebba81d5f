export type { ChallengeReportFormat } from "../../leaderboard/index.ts";
export { CHALLENGE_REPORT_FORMATS } from "../../leaderboard/index.ts";
export { reportChallenge } from "../leaderboard/challenge-report.ts";
export {
  checkSubmissionFile,
  checkTarget,
  createChallenge,
} from "../leaderboard/challenge-verbs.ts";
export { checkChallengeTexts } from "../leaderboard/check-challenge-texts.ts";
export { checkUpload } from "../leaderboard/check-upload.ts";
export type { IntakeResult } from "../leaderboard/intake.ts";
export { readChallenge } from "../leaderboard/read-challenge.ts";
export { listSubmissions, submitTo } from "../leaderboard/submit.ts";
export { vectorsAdvice } from "../leaderboard/vectors-advice.ts";
