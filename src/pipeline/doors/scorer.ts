export type {
  ItemResult,
  MetricOutcome,
  PartSum,
  ScoredPart,
  ScoringOutcome,
  ScoringTask,
} from "../leaderboard/score-submission.ts";
export { scoreSubmission } from "../leaderboard/score-submission.ts";
