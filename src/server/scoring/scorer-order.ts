import type { ScoringOutcome, ScoringTask } from "../../pipeline/doors/scorer.ts";
import type { VaultPlaces } from "./sealed-references.ts";

/** What the scorer process is asked to do. */
export interface ScorerOrder {
  /** Where keys are; they are made if there are none. */
  readonly vault: VaultPlaces;
  /** What to score; absent to make keys only. */
  readonly task?: ScoringTask;
  /** The sealed references; absent for open tracks. */
  readonly sealedPath?: string;
}

/** What it answers. */
export type ScorerReply =
  | {
      /** Done. */
      readonly status: "done";
      /** Numbers; absent if there was nothing to score. */
      readonly outcome?: ScoringOutcome;
    }
  | {
      /** Not done. */
      readonly status: "failed";
      /** Stable name of the fault; never a text. */
      readonly code: string;
    };
