export type { CheckChoice, CheckedFile, CheckTarget } from "../leaderboard/challenge-verbs.ts";
export {
  checkSubmissionFile,
  checkTarget,
  chosenTrack,
  createChallenge,
  kindOf,
  problemLines,
} from "../leaderboard/challenge-verbs.ts";
export { checkChallengeTexts } from "../leaderboard/check-challenge-texts.ts";
export type { IntakeLimits } from "../leaderboard/check-upload.ts";
export { checkUpload } from "../leaderboard/check-upload.ts";
export type { IntakeResult, IntakeTask } from "../leaderboard/intake.ts";
export type { ReadChallenge } from "../leaderboard/read-challenge.ts";
export { readChallenge } from "../leaderboard/read-challenge.ts";
export type { SubmitOptions, SubmitResult } from "../leaderboard/submit.ts";
export { listSubmissions, submitTo } from "../leaderboard/submit.ts";
