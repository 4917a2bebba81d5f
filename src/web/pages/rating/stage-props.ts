import type { RaterProgress, RaterStudy } from "../../../records/index.ts";

/** What each stage of a study is given. */
export interface StageProps {
  /** The study. */
  readonly study: RaterStudy;
  /** How far the rater is. */
  readonly progress: RaterProgress;
}

/** Steps of a study as they are shown. */
export type Step = RaterProgress["stage"] | "instructions";
