// The names that most programs need, gathered; each stage has its own door, for instance
// longhand/scoring.
export type { Clock, LonghandErrorOptions, Random } from "./foundation/index.ts";
export {
  isUsageError,
  LonghandError,
  messageOf,
  RANDOM_GENERATOR,
  randomStream,
  shuffled,
} from "./foundation/index.ts";
export type { Experiment, FinishedRun, ProgressEvent, RunContext } from "./pipeline/index.ts";
export {
  defineExperiment,
  LONGHAND_VERSION,
  readExperiment,
  resumeRun,
  scoreFile,
  startRun,
  startWriting,
  systemClock,
} from "./pipeline/index.ts";
export type {
  CorpusDocument,
  DatasetExample,
  GeneratedText,
  RunSummary,
  ScoreRecord,
} from "./records/index.ts";
export { createScorer } from "./scoring/index.ts";
