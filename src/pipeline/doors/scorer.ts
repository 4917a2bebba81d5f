export type {
  ItemResult,
  PartSum,
  ScoredPart,
  ScoringOutcome,
  ScoringTask,
} from "../leaderboard/score-submission.ts";
export { scoreSubmission } from "../leaderboard/score-submission.ts";
